"""Whatever is sent, and however it is cut, on two connections: the answers are those of a site without a hot path.

And so are those to whatever is read, by whomever, the first time and every other time.
"""

import contextlib
from itertools import accumulate, pairwise
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee import clock
from marquee.domain.tables import EXPOSED, music_sessions
from tests.fuzzing import fuzzed
from tests.rest.strategies import PARAMETERS, PREFERENCES
from tests.server.live import until_closed
from tests.server.served import EVENTS, Served, answers

ASSET = "/assets/main.js"
SHARED = [name for name in EXPOSED if name != music_sessions.name]
"""Tables with the same rows in both sites: each has sessions of its own."""


@pytest.fixture(scope="module")
def sites(sqlite_template, tmp_path_factory):
    hot = Served(sqlite_template, tmp_path_factory.mktemp("hot") / "data")
    ordinary = Served(sqlite_template, tmp_path_factory.mktemp("ordinary") / "data", MARQUEE_HOT_PATH="off")
    for path in ("/", ASSET):
        hot.prime(path)
        hot.prime(path, method="HEAD")
    hot.prime(EVENTS, hot.key, "Accept-Encoding: br")
    yield hot, ordinary
    hot.stop()
    ordinary.stop()


def requests(site):
    """Method and bytes of each, in parts between which it is often cut."""
    etag = dict(site.get("/")[1])["etag"]
    ready = site.head(ASSET)
    return [
        ("GET", site.head("/")),
        ("HEAD", site.head("/", method="HEAD")),
        ("GET", site.head(ASSET, "Cookie: a=b")),
        ("GET", site.head("/", f"If-None-Match: {etag}")),
        ("GET", site.head("/", 'If-None-Match: "x"', f"if-none-match: W/{etag}")),
        ("GET", site.head(EVENTS, site.key, "Accept-Encoding: br")),
        ("GET", site.head(EVENTS, site.secret, "User-Agent: Mozilla/5.0")),
        ("GET", site.head("/", "X-Odd:tight")),
        ("GET", site.head("/", "Cookie: a\tb")),
        ("GET", site.head("/nowhere")),
        ("GET", site.head("/nowhere", f"Content-Length: {len(ready)}"), ready),
        ("GET", site.head("/nowhere", "Transfer-Encoding: chunked"), b"%x\r\n" % len(ready), ready, b"\r\n0\r\n\r\n"),
        ("POST", site.head("/rest/v1/music_events", f"Content-Length: {len(ready)}", method="POST"), ready),
        ("GET", b"\r\n", ready),
        ("GET", b"GET /nowhere HTTP/1.1\r\nHost: a\r\nCookie: ", ready),
        ("GET", site.head("/", version="1.0")),
        ("GET", site.head("/", "Host: a\r\nHost: b")),
        ("GET", site.head("/", "bad header")),
        ("GET", site.head("/", "Upgrade: h2c", "Connection: Upgrade")),
    ]


COUNT = 19
SPOKEN = st.lists(st.integers(0, COUNT - 1), max_size=8)
NEAR = st.tuples(st.integers(0, 20), st.sampled_from([0, 0, 0, -1, 1, 9]))
CUTS = st.lists(NEAR | st.tuples(st.integers(0, 20), st.integers(0, 400)), max_size=6)
"""Each so many bytes from the beginning of a part."""


def pieces(site, spoken, cuts):
    known = requests(site)
    said = [*(part for number in spoken for part in known[number][1:]), site.head(ASSET, "Connection: close")]
    starts = [0, *accumulate(map(len, said))]
    whole = b"".join(said)
    places = {min(max(starts[nth % len(said)] + by, 0), len(whole)) for nth, by in cuts}
    edges = sorted({0, *places, len(whole)})
    return [known[number][0] for number in spoken], [whole[a:b] for a, b in pairwise(edges)]


def heard(site, talks, turns):
    """What the site answers on each connection, the pieces being sent by turns."""
    scripts = [pieces(site, *talk) for talk in talks]
    with contextlib.ExitStack() as stack:
        peers = [stack.enter_context(site.connect()) for _ in scripts]
        left = [list(parts) for _, parts in scripts]
        for turn in [*turns, *[0] * len(left[0]), *[1] * len(left[1])]:
            if left[turn]:
                with contextlib.suppress(ConnectionError):  # it was refused, and says so
                    peers[turn].sendall(left[turn].pop(0))
                site.settle()
        return [answers(until_closed(peer), methods) for peer, (methods, _) in zip(peers, scripts, strict=True)]


@fuzzed(80)
@given(first=st.tuples(SPOKEN, CUTS), second=st.tuples(SPOKEN, CUTS), turns=st.lists(st.integers(0, 1), max_size=14))
def test_same_answers_without_a_hot_path(sites, first, second, turns):
    hot, ordinary = sites
    assert heard(hot, (first, second), turns) == heard(ordinary, (first, second), turns)


def who(site):
    """How somebody shows who they are, rightly and wrongly."""
    key, other = site.service.keys.publishable, site.service.keys.secret
    out = site.bearer("owner")
    site.ask(site.head("/auth/v1/logout", site.key, out, "Content-Length: 0", "Connection: close", method="POST"))
    return [
        (site.key,),
        (site.key, f"Authorization: Bearer {key}"),
        *((site.key, site.bearer(name)) for name in ("admin", "contact", "owner", "stranger")),
        (site.key, out),
        (site.key, site.bearer("admin")[:-8]),
        (site.key, "Authorization: Basic YTpi"),
        (site.key, "Authorization: Bearer sb_publishable_other"),
        (site.secret,),
        (site.secret, "User-Agent: Mozilla/5.0"),
        (site.key, f"Authorization: Bearer {other}"),
        (f"apikey: {other}x",),
        ("apikey: ",),
        (),
    ]


FIELDS = st.lists(
    st.sampled_from(
        [
            *("Accept: text/csv", "Accept: application/vnd.pgrst.object+json", "Accept: image/png", "Accept: */*"),
            *("Accept-Encoding: br", "Accept-Encoding: gzip", "Accept-Profile: public", "Accept-Profile: other"),
            *("Range: 1-2", "Range: 2-1", "Range: 90-", "If-None-Match: *", 'If-None-Match: "x"'),
            *(
                "Prefer: count=exact",
                "Prefer: handling=strict, nonsense",
                "Host: other.test",
                "Host: a b",
                "Cookie: a=b",
            ),
        ]
    )
    | PREFERENCES.map("Prefer: {}".format),
    max_size=3,
)


@pytest.fixture(scope="module")
def people(sites):
    """Signed in at one instant, which `music_people` tells to admins."""
    instant = clock.now()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: instant)
        return [who(site) for site in sites]


@fuzzed()
@given(
    table=st.sampled_from([*SHARED, *SHARED, "nothing", "rpc/x", "music%5Fevents"]),
    parameters=PARAMETERS,
    number=st.integers(0, 15),
    fields=FIELDS,
    method=st.sampled_from(["GET", "GET", "HEAD"]),
    ending=st.sampled_from(["", "", "", "&apikey=x", "&%61pikey=KEY", "#a", "?"]),
)
def test_same_answers_to_whatever_is_read(sites, people, table, parameters, number, fields, method, ending):
    query = "&".join(f"{quote(key)}={quote(value, safe='(),.*:')}" for key, value in parameters)
    told_ = []
    for site, known in zip(sites, people, strict=True):
        end = ending.replace("KEY", site.service.keys.publishable)
        path = f"/rest/v1/{table}?{query}{end}"
        told_.append([site.get(path, *known[number], *fields, method=method)[:3] for _ in range(3)])
    assert told_[0] == told_[1]


def test_everybody_reads_the_same_people_in_both_sites(sites, people):
    told_ = [
        [site.get("/rest/v1/music_people?order=id", *fields)[::2] for fields in known]
        for site, known in zip(sites, people, strict=True)
    ]
    assert told_[0] == told_[1]


def test_vocabulary_is_whole(sites):
    assert len(requests(sites[0])) == COUNT
