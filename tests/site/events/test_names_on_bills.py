"""An artist on the bill of another is that artist, whatever they are called by now."""

import pytest

from tests.site.event_pages import add, node_of
from tests.site.test_render import root, words

pytestmark = pytest.mark.anyio

NEW = "The Shearwater Sisters"


async def bill(site, event_id):
    answer = await site.rest(
        "GET", f"music_lineup?event_id=eq.{event_id}&select=name,artist_id&order=position", "admin"
    )
    return [(entry["name"], entry["artist_id"]) for entry in answer.json()]


async def on_bill(site, event_id, **entry):
    answer = await site.rest("POST", "music_lineup", "admin", json={"event_id": event_id, **entry})
    assert answer.status_code == 201, answer.text


async def rename(site, name):
    answer = await site.rest("PATCH", "music_artists?id=eq.night-ferry", "admin", json={"name": name})
    assert answer.status_code == 204, answer.text


async def test_present_name_is_everywhere(built, clock):
    site, mine = built, await add(built)
    await on_bill(site, mine, artist_id="night-ferry")
    await rename(site, NEW)
    for path in ("/", f"/event/{mine}", "/artist/mara-voss"):
        said = words(root((await site.client.get(path)).text))
        assert (NEW in said, "Night Ferry" in said) == (True, False), path
    for path in (f"/event/{mine}.ics", "/events.ics", "/feed.xml", "/artist/night-ferry/feed.xml"):
        text = (await site.client.get(path)).text.replace("\r\n ", "")
        assert (NEW in text, "Night Ferry" in text) == (True, False), path
    assert [act["name"] for act in (await node_of(site, mine))["performer"]] == ["Mara Voss", NEW]
    table = (await site.rest("POST", "rpc/export_table", "admin", json={"name": "events"})).text
    assert (NEW in table, "Night Ferry" in table) == (True, False)
    found = {}
    for word in ("shearwater", "ferry"):
        answer = await site.rest("GET", f"music_events?select=id&id=eq.{mine}&search=fts.{word}", "visitor")
        found[word] = len(answer.json())
    assert found == {"shearwater": 1, "ferry": 0}


async def test_whatever_is_sent_a_linked_name_is_the_artists(site):
    mine = await add(site)
    await on_bill(site, mine, position=1, artist_id="night-ferry", name="NIGHT FERRY (DJ set)")
    await on_bill(site, mine, position=2, name="Night Ferry Allstars")
    linked = f"music_lineup?event_id=eq.{mine}&artist_id=eq.night-ferry"
    await site.rest("PATCH", linked, "admin", json={"name": "Somebody"})
    assert await bill(site, mine) == [("Night Ferry", "night-ferry"), ("Night Ferry Allstars", None)]
    await rename(site, NEW)
    assert await bill(site, mine) == [(NEW, "night-ferry"), ("Night Ferry Allstars", None)]
    await site.rest(
        "PATCH", f"music_lineup?event_id=eq.{mine}&position=eq.2", "admin", json={"artist_id": "abel-quintero"}
    )
    assert (await bill(site, mine))[1] == ("Abel Quintero", "abel-quintero")
    await site.rest("DELETE", "music_artists?id=eq.night-ferry", "admin")
    assert (await bill(site, mine))[0] == (NEW, None)


async def test_rename_is_one_change_which_can_be_undone_and_keeps_that_of_the_bill(site):
    mine = await add(site)
    await on_bill(site, mine, artist_id="night-ferry")
    await rename(site, NEW)
    answer = await site.rest("GET", "music_changes?select=id,table_name&limit=2", "admin")
    renamed, added = answer.json()
    assert (renamed["table_name"], added["table_name"]) == ("music_artists", "music_lineup")
    for change, expected in ((renamed, [("Night Ferry", "night-ferry")]), (added, [])):
        undone = await site.rest("POST", "music_changes", "admin", json={"undo": change["id"]})
        assert undone.status_code == 201, undone.text
        assert await bill(site, mine) == expected
