"""What one account can do to a site with requests that it may make: an owner of an artist, and a music contact."""

import json
from typing import Any

from benchmarks.server.attack import PLACE, Attack

DATES_A_CALL = 1_000
TABLE_ROWS = 5_000
DATES = "/rest/v1/music_events"


def insiders(owner: dict[str, str], contact: dict[str, str], artist: str, name: str) -> list[Attack]:
    """With the header fields of an owner of this artist, and of a music contact."""
    unannounced = {"venue": f"Hall {PLACE}", "location": "Ghent", "artist_id": artist, "published_at": None}
    dates = [unannounced | {"date": f"2027-{1 + n % 12:02}-{1 + n % 28:02}"} for n in range(DATES_A_CALL)]
    refused = [*dates[1:], unannounced | {"date": "2027-01-01", "price": "x" * 5_000}]
    own = f"{DATES}?artist_id=eq.{artist}&venue=like.Hall*"
    saved = ("PATCH", f"/rest/v1/music_artists?id=eq.{artist}", owner, json.dumps({"bio": PLACE * 1_500}))
    rows = [f"{name},2027-{1 + n % 12:02}-{1 + n % 28:02},Hall {n} {PLACE},Ghent,Abel;Ines" for n in range(TABLE_ROWS)]
    table = "\n".join(("artist,date,venue,city,lineup", *rows))
    return [
        Attack(f"an owner adds {DATES_A_CALL:,} drafts a call", (_post(owner, DATES, dates),)),
        Attack(f"an owner's lists of {DATES_A_CALL:,}, the last row refused", (_post(owner, DATES, refused),)),
        Attack("an owner adds drafts, and deletes them", (_post(owner, DATES, dates), ("DELETE", own, owner, ""))),
        Attack("an owner saves a long text again and again", (saved,)),
        Attack(f"a contact imports {TABLE_ROWS:,} dates", (_post(contact, *_function("run_import", table)),)),
        Attack(f"a contact looks at a table of {TABLE_ROWS:,}", (_post(contact, *_function("preview_import", table)),)),
    ]


def _function(name: str, table: str) -> tuple[str, dict[str, str]]:
    return f"/rest/v1/rpc/{name}", {"table_text": table}


def _post(headers: dict[str, str], path: str, body: Any) -> tuple[str, str, dict[str, str], str]:
    return "POST", path, headers, json.dumps(body)
