"""What the cases of writes share."""

from typing import Any

from tests.rest.postgrest import (
    NOT_SINGULAR,
    SINGULAR,
    error,
    prefer,
    rows,
    unknown_table,
)

A = "music_artists"
M = f"{A}?id=eq.mara-voss"
INS, UPD, DEL = "Query/InsertSpec.hs", "Query/UpdateSpec.hs", "Query/DeleteSpec.hs"
UPS, SIN, MAX = "Query/UpsertSpec.hs", "Query/SingularSpec.hs", "Query/Preferences/MaxAffectedSpec.hs"
WHOLE, MINIMAL, TO_HEADERS = (prefer(f"return={what}") for what in ("representation", "minimal", "headers-only"))
INVALID = error("PGRST102", "Empty or invalid json", None)
ONE = SINGULAR | WHOLE
GARLIC = unknown_table("garlic")
NO_COLUMN = error("PGRST204", "Could not find the 'helicopter' column of 'music_artists' in the schema cache", None)
UNTOUCHED = ("music_artists?select=name&order=id", rows("name", "Abel Quintero", "Mara Voss", "Night Ferry"))


def not_singular(number: int) -> dict[str, Any]:
    return error("PGRST116", NOT_SINGULAR, f"The result contains {number} rows")
