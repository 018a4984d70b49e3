"""The signed matrix as cases, and what each writes: `tests/permissions.csv` says who may do what with which column.

`Y` may, `-` may not, `own` may with the rows that are the actor's and not with the others. A further owner of an
artist may what its first owner may.
"""

import csv
from pathlib import Path
from typing import NamedTuple

from marquee.domain.pictures import PUBLIC_URL
from tests.cast import ARTIST, EVERYBODY, OTHER, OWNED, SIGNED_IN

LINES = list(csv.DictReader((Path(__file__).parents[2] / "permissions.csv").read_text().splitlines()))
FURTHER = "further-owner"
AN_ID = "5d6c9c5a-77ad-4d5e-9f0c-3a1f0f7f1d11"
WITH_OWNER = ("music_artists", "music_links", "music_events", "music_lineup")
LONG_AGO = "2020-02-02T20:20:20+00:00"


class Case(NamedTuple):
    table: str
    operation: str
    column: str
    who: str
    owned: bool
    allowed: bool

    @property
    def reaches(self):
        """Whether the actor may change another column of the row."""
        who = "owner" if self.who == FURTHER else self.who
        words = {line[who] for line in LINES if (line["table"], line["operation"]) == (self.table, "update")}
        return "Y" in words or (self.owned and "own" in words)

    def __str__(self):
        return f"{self.who}-{self.operation}-{self.table}.{self.column}-{'own' if self.owned else 'other'}"


def cases():
    for line in LINES:
        for who in EVERYBODY:
            word = line[who]
            assert word in ("Y", "-", "own"), line
            owned = {"own": (True, False)}.get(word, (False,))
            if who == "owner" and line["table"] in WITH_OWNER and line["operation"] in ("update", "delete"):
                owned = (True, False)
            for mine in owned:
                allowed = word == "Y" or (word == "own" and mine)
                yield Case(line["table"], line["operation"], line["column"], who, mine, allowed)
                if who == "owner":
                    yield Case(line["table"], line["operation"], line["column"], FURTHER, mine, allowed)


CASES = list(cases())


def new_row(table, column, people, *, owned=False, who=None):
    if table == "music_changes":  # the link that was added last
        id_ = people["contact's"] if owned and who == "contact" else people["links"][OWNED if owned else OTHER]
        base = {"undo": id_}
        return {**base, column: base.get(column, changed_value(table, column, OTHER, people))}
    event = {"date": "2027-05-05", "venue": "Hall", "location": "Oslo", "artist_id": OWNED if owned else OTHER}
    base = {
        "music_artists": ARTIST,
        "music_events": event,
        "music_lineup": {"event_id": people["own event" if owned else "event"], "name": "Ines Brandt"},
        "music_links": {"artist_id": OWNED if owned else OTHER, "url": "https://music.example/halve"},
        "music_owners": {"artist_id": OTHER, "user_id": people["stranger"]},
        "music_contacts": {"user_id": people["stranger"]},
        "music_invitations": {"role": "owner", "artist_id": OTHER},
    }.get(table, {})
    return {**base, column: base.get(column, changed_value(table, column, OTHER, people))}


def changed_value(table, column, artist, people):
    """A good value that differs from the row's."""
    ids = {"music_artists": "another-name", "music_changes": 10**6}
    return {
        "id": ids.get(table, AN_ID),
        "user_id": people["stranger"],
        "image": f"{PUBLIC_URL}{artist}/other.webp",
        "website": "https://other.example",
        "is_featured": artist == OTHER,
        "date": "2028-02-29",
        "artist_id": "abel-quintero",
        "event_id": people["event"],
        **dict.fromkeys(("position", "part_of", "undo", "transaction"), 7),
        "role": "service_role",
        "email": "new@stage.test",
        "replaces": people["invitation"],
        "invited_by": people["stranger"],
        **dict.fromkeys(("is_contact", "is_owner", "has_second_factor", "account_gone"), True),
        "owns": '["x"]',
        "sessions": 0,
        "banned_until": "2030-01-01T00:00:00+00:00",
        "start_time": "20:30",
        "door_time": "19:00",
        "timezone": "Europe/Lisbon",
        "ticket_url": "https://tickets.example/1",
        "ticket_status": "few_left",
        "status": "postponed",
        "previous_date": "2027-01-01",
        "url": "https://other.example/halve",
        **dict.fromkeys(("accent", "accent_on_dark", "accent_on_light"), "#7fe0b0"),
        "logo": "https://other.example/logo.svg",
        "contact": "hello@other.example",
        "accepted_at": LONG_AGO,
        **dict.fromkeys(
            (
                "at",
                "published_at",
                "created_at",
                "updated_at",
                "upcoming_until",
                "last_seen_at",
                "expires_at",
                "last_sign_in_at",
            ),
            LONG_AGO,
        ),
    }.get(column, "Changed")


def row_to_write(restored, case, tables):
    rows = tables[case.table]
    if case.table == "music_sessions":
        wanted = session_id(restored, case)
        return next(row for row in rows if row["id"] == wanted)
    if case.table in WITH_OWNER:
        whose = OWNED if case.owned else OTHER
        wanted = next(row["id"] for row in restored.kept[case.table] if artist_of(restored, case.table, row) == whose)
        return next(row for row in rows if row["id"] == wanted)
    if case.table == "music_people":
        return next(row for row in rows if row["email"] == "stranger@stage.test")
    return next(row for row in rows if row["id"] == restored.kept[case.table][0]["id"])


def session_id(restored, case):
    """The id of the session in which the actor asks, or else of somebody else's."""
    whose = case.who if case.owned else next(who for who in SIGNED_IN if who != case.who)
    user_id = restored.site.user_id(whose)
    return next(row["id"] for row in restored.kept["music_sessions"] if row["user_id"] == user_id)


def artist_of(restored, table, row):
    """The id of the artist whose row it is."""
    if table == "music_lineup":
        return next(event["artist_id"] for event in restored.kept["music_events"] if event["id"] == row["event_id"])
    return row["id" if table == "music_artists" else "artist_id"]


def assert_refused(answer, case, *, stale=False):
    body = answer.json()
    expected = (409, "PT409") if stale else (401 if case.who == "visitor" else 403, "42501")
    assert (answer.status_code, body["code"]) == expected
    assert body["details"] is None
    assert ("www-authenticate" in answer.headers) == (case.who == "visitor")
    if not stale:
        assert body["message"] in (
            f"permission denied for table {case.table}",
            f'new row violates row-level security policy for table "{case.table}"',
            f"permission denied for column {case.column} of relation {case.table}",
        )
