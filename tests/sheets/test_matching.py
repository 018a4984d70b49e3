"""What becomes of each row of a table, given what is there already."""

from copy import deepcopy
from datetime import UTC

import pytest

from marquee import clock
from marquee.sheets.known import Artist, Known
from marquee.sheets.matching import decide
from marquee.sheets.reading import read
from marquee.sheets.sheet import Choices
from marquee.sheets.there import There

MARA = Artist("mara-voss", "Mara Voss")
EVENT = There("1", {"date": "2030-01-01", "venue": "Roxy", "location": "Ghent", "start_time": "20:00", "lineup": []})
THERE = Known({"mara voss": [MARA]}, {MARA.id: MARA}, {(MARA.id, "2030-01-01"): [EVENT]}, {})
TABLE = """artist,date,start,venue,city,lineup
mara voss,2030-01-01,,Roxy,Ghent,
Mara Voss,2030-01-02,,Roxy,Ghent,Mara Voss; Abel Quintero
Mara Voss,2030-01-02,,Roxy,Ghent,
Nobody,2030-01-03,,Roxy,Ghent,
Nobody,31.11.2030,,Roxy,Ghent,
"""
TOLD = [
    ("exists", ["Already there."]),
    ("ready", []),
    ("exists", ["The same as row 3."]),
    ("needs_artist", ["No artist is called “Nobody”."]),
    ("problem", ["“31.11.2030” is not a date: November has 30 days.", "No artist is called “Nobody”."]),
]


def test_a_table_is_left_as_it_was_read_and_can_be_decided_again():
    sheet = read(TABLE, Choices(), UTC)
    as_read = deepcopy(sheet)
    for _ in range(2):
        decisions = decide(sheet, THERE, Choices())
        assert [(each.state, [problem.reason for problem in each.problems]) for each in decisions] == TOLD
        assert (decisions[1].values["artist_id"], decisions[1].values["lineup"]) == (MARA.id, ["Abel Quintero"])
    assert sheet == as_read


def test_what_somebody_wants_again_is_ready_although_it_is_there():
    decisions = decide(read(TABLE, Choices(), UTC), THERE, Choices(add_again=frozenset({2, 4, 5})))
    assert [each.state for each in decisions] == ["ready", "ready", "ready", "needs_artist", "problem"]
    assert decisions[0].existing == "1"


def test_a_date_that_has_passed_is_ready_and_says_so():
    table = f"artist,date,venue,city\nMara Voss,{{}},Roxy,Ghent\nMara Voss,{clock.today(UTC)},Roxy,Ghent\n"
    decisions = decide(read(table.format("2026-01-08"), Choices(), UTC), THERE, Choices())
    told = [(each.state, [problem.reason for problem in each.problems]) for each in decisions]
    assert told == [("ready", ["This date has passed."]), ("ready", [])]


@pytest.mark.parametrize(
    ("cells", "state"),
    [
        ("mara voss,mara-voss,Roxy,Ghent,Postponed once", "exists"),
        ("Mara Voss,mara-voss,Roxy,Ghent,CANCELLED due to illness", "problem"),
        ("Mara Voss - ABGESAGT,mara-voss,Roxy,Ghent,Postponed once", "problem"),
        ("Mara Voss,mara-voss,Roxy (cancelled),Ghent,", "problem"),
        ("Mara Voss,mara-voss,Roxy,Leeds,Postponed once", "differs"),
    ],
)
def test_what_calls_a_show_off_is_asked_about_in_an_export_of_ours_where_it_was_edited(cells, state):
    there = There("1", {**EVENT.values, "note": "Postponed once", "status": "scheduled"})
    known = THERE._replace(events={(MARA.id, "2030-01-01"): [there]})
    table = f"date,artist,artist_id,venue,location,note,status,published_at\n2030-01-01,{cells},scheduled,\n"
    for add_again in ((), (2,)):
        [decision] = decide(read(table, Choices(), UTC), known, Choices(add_again=frozenset(add_again)))
        assert decision.state == (state if state == "problem" or not add_again else "ready")
    if state == "problem":
        assert "may mean that this date is cancelled" in decision.problems[0].reason


def test_what_calls_a_show_off_before_a_name_is_asked_about_unless_somebody_is_called_so():
    said = "may mean that this date is cancelled"
    sheet = read("artist,date,venue,city\nCANCELLED Mara Voss,2031-01-01,Roxy,Ghent\n", Choices(), UTC)
    chosen = Choices(artists={"CANCELLED Mara Voss": MARA.id})
    youth = Artist("cancelled-mara-voss", "Cancelled Mara Voss")
    [unknown], [mara] = decide(sheet, THERE, Choices()), decide(sheet, THERE, chosen)
    for decision in (unknown, mara):
        assert (decision.state, said in decision.problems[0].reason) == ("problem", True)
    [known] = decide(sheet, THERE._replace(artists={"cancelled mara voss": [youth]}), Choices())
    assert (known.state, known.values["artist_id"]) == ("ready", youth.id)


@pytest.mark.parametrize(
    ("named", "state", "told"),
    [
        ("Mara Voss", "ready", []),
        ("Mara V.", "ready", ["By its id it is a date of Mara Voss."]),
        ("Halve", "needs_artist", ["The artist’s id is that of Mara Voss, and not of “Halve”."]),
    ],
)
def test_an_id_beside_the_name_of_somebody_else_is_asked_about(named, state, told):
    halve = Artist("halve", "Halve")
    known = THERE._replace(
        artists={**THERE.artists, "halve": [halve]}, by_id={**THERE.by_id, halve.id: halve}, events={}
    )
    sheet = read(f"artist,artist_id,date,venue,location\n{named},mara-voss,2031-01-01,Roxy,Ghent\n", Choices(), UTC)
    [decision] = decide(sheet, known, Choices())
    assert (decision.state, [problem.reason for problem in decision.problems]) == (state, told)
    assert [artist.id for artist in decision.artists] == (["mara-voss", "halve"] if told and state != "ready" else [])
    for chosen in ("halve", "mara-voss"):
        [decision] = decide(sheet, known, Choices(artists={named: chosen}))
        assert (decision.state, decision.values["artist_id"]) == ("ready", chosen)


class Watched(dict[str, object]):
    """Values that count how often one of them is looked at."""

    looks = 0

    def __getitem__(self, name):
        Watched.looks += 1
        return super().__getitem__(name)


@pytest.mark.parametrize("venue", ["Roxy {}", "Roxy"])
@pytest.mark.parametrize("start", ["", "21:00"])
def test_many_events_of_one_artist_and_day_are_not_compared_with_each_row(venue, start):
    numbers = range(300)
    values = [Watched(EVENT.values, venue=venue.format(number), start_time=None) for number in numbers]
    events = [There(str(number), each) for number, each in zip(numbers, values, strict=True)]
    rows = "".join(f"Mara Voss,2030-01-01,{start},{venue.format(number)},Ghent\n" for number in numbers)
    again = Choices(add_again=frozenset(range(2, 302)))
    sheet = read(f"artist,date,start,venue,city\n{rows}", again, UTC)
    Watched.looks = 0
    decisions = decide(sheet, THERE._replace(events={(MARA.id, "2030-01-01"): events}), again)
    assert Watched.looks < 10 * len(numbers)
    assert [each.existing for each in decisions[:3]] == (["0", "1", "2"] if venue != "Roxy" else ["0", None, None])


SLEEPER = Artist("oh-sleeper", "Oh, Sleeper")


@pytest.mark.parametrize(
    ("bill", "acts"),
    [
        ("Oh, Sleeper", ["Oh, Sleeper"]),
        ("Halve, Oh, Sleeper, Abel", ["Halve", "Oh, Sleeper", "Abel"]),
        ("Oh, Abel", ["Oh", "Abel"]),
    ],
)
def test_a_name_with_a_comma_is_one_act_where_the_site_has_it(bill, acts):
    known = THERE._replace(artists={**THERE.artists, "oh sleeper": [SLEEPER]})
    sheet = read(f'artist,date,venue,city,lineup\nMara Voss,2031-01-01,Roxy,Ghent,"{bill}"', Choices(), UTC)
    assert decide(sheet, known, Choices())[0].values["lineup"] == acts


def test_row_that_is_left_out_takes_what_is_there_from_no_other():
    table = "artist,date,start,venue,city,price\n" + "".join(
        f"Mara Voss,2030-01-01,20:00,Roxy,Ghent,{price}\n" for price in (10, 12)
    )
    there = THERE._replace(events={(MARA.id, "2030-01-01"): [EVENT._replace(values={**EVENT.values, "price": "10"})]})
    decisions = decide(read(table, Choices(), UTC), there, Choices(leave_out=frozenset({2})))
    assert [each.state for each in decisions] == ["exists", "differs"]


HALVE, CAPITALS = Artist("halve", "Halve"), Artist("halve-2", "HALVE")
NAMESAKES = Known(
    {"halve": [HALVE, CAPITALS]},
    {each.id: each for each in (HALVE, CAPITALS)},
    {},
    {
        each.id: There(each.id, {"name": each.name, "genre": "Techno", "image": "https://a.example"})
        for each in (HALVE, CAPITALS)
    },
)


@pytest.mark.parametrize(
    ("row", "state", "existing"),
    [
        (",HALVE,Folk,https://a.example", "differs", "halve-2"),
        (",Halve,Folk,https://a.example", "differs", "halve"),
        (",halve,Folk,https://a.example", "problem", None),
        ("halve-2,halve,Folk,https://a.example", "differs", "halve-2"),
    ],
)
def test_of_artists_alike_the_one_who_is_written_so_is_meant_or_the_id_says_who(row, state, existing):
    (decision,) = decide(read(f"id,name,genre,image\n{row}\n", Choices(), UTC), NAMESAKES, Choices())
    assert (decision.state, decision.existing) == (state, existing)
    if state == "problem":
        assert [problem.reason for problem in decision.problems] == [
            "2 artists are called “halve”. A column for the id says which is meant."
        ]
