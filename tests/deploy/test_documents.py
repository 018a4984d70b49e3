"""What the documents tell an operator to type, typed: in a fresh Debian, every line of each page, from its top."""

import json
import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.certificates import Authority
from tests.deploy.debian import Debian
from tests.deploy.programs import AS_ROOT
from tests.project.releases import ROOT, committed, release

pytestmark = pytest.mark.skipif(not AS_ROOT, reason="only root can make a Debian and enter it")

BLOCK = re.compile(r"(?:(?P<before>(?:[^\n]+\n)+)\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`(/[\w/.-]+)`")
"""The path of a file whose content follows."""
PASSWORD = "a long and lovely evening"
ARTISTS = "name,genre,image\nMara Voss,Dream pop,https://pictures.example/mara.webp\n"
KEY, DATABASE = "sb_publishable_…", "MARQUEE_DATABASE_URL=postgresql://user:password@host/marquee"
PAGES = ("server.md", "install.md", "api.md")
NOT_TYPED = {
    "git clone": "the release of this tree is installed",
    "make": "needs Node; the tests themselves are run by it",
    "docker compose": "needs a daemon: make image builds and runs the image without one",
}
"""How lines begin that are not typed, and why."""


class Around(NamedTuple):
    """What an operator does at a line: before it, at its questions, after it."""

    before: Callable[[Debian], object] = lambda _: None
    stdin: str = ""
    after: Callable[[Debian], object] = lambda _: None
    statuses: tuple[int, ...] = (0,)
    says: str = ""


@pytest.fixture
def debian(tmp_path):
    """With a release of this tree and a certificate beside it, which a server's operator would have."""
    inside = Debian(tmp_path / "debian")
    try:
        clone = committed(tmp_path / "clone")
        assert release(clone).returncode == 0
        for file in (clone / "dist").iterdir():
            inside.copy(file, f"/release/{file.name}")
        authority = Authority(tmp_path)
        inside.copy(authority.file, "/etc/ssl/authority.pem")
        for file in authority.issue("your.domain"):
            inside.copy(file, f"/etc/ssl/certificate{file.suffix}")
        yield inside
    finally:
        inside.close()


def answers(domain, backups):
    """To the questions of `marquee setup`."""
    site = [f"https://{domain}", "Your Label", "Europe/Berlin", "none", backups]
    return "\n".join([*site, f"you@{domain}", PASSWORD, PASSWORD, ""])


def copy_release(debian):
    debian.do("cp /release/* .")


def stop_site(debian):
    debian.do("pkill --oldest --full 'marquee serve' || true")
    debian.wait_until("! pgrep --full 'marquee serve'")


def begin_clone(debian):
    """As `make build` leaves one, after the end of the other site."""
    stop_site(debian)
    debian.do("mkdir ~/marquee && cd ~/marquee && ln --symbolic /opt/marquee .venv")


def add_artist(debian):
    debian.do("cat > artists.csv", stdin=ARTISTS)
    debian.do(".venv/bin/marquee import artists.csv")


def one_saved(debian):
    stop_site(debian)
    debian.do("cp --update=none /backups/marquee-*.tar /backups/marquee-2026-11-21.tar && mv /srv/marquee /srv/before")


def start_postgresql(debian):
    debian.do("apt-get install --yes postgresql", is_online=True)
    debian.do("pg_ctlcluster $(pg_lsclusters --no-header | cut --delimiter=' ' --fields=1,2) start || true")
    debian.wait_until("runuser -u postgres -- createuser --superuser root")
    debian.do("""psql --quiet postgres --command "CREATE ROLE \\"user\\" LOGIN PASSWORD 'password'" """)


def is_served_at_its_domain(debian):
    page = debian.do("curl --fail --silent --show-error --cacert /etc/ssl/authority.pem https://your.domain/")
    assert "Your Label" in page


def is_saved_by_its_service(debian):
    before = debian.do("ls /var/backups/marquee").split()
    debian.wait_until("systemctl start marquee-backup")
    assert len(debian.do("ls /var/backups/marquee").split()) == len(before) + 1


def is_well_and_saved(debian):
    is_served_at_its_domain(debian)
    found = json.loads(debian.type("SSL_CERT_FILE=/etc/ssl/authority.pem marquee doctor --json").stdout)
    assert not [check for check in found["checks"] if check["status"] == "error"]
    is_saved_by_its_service(debian)


def has_artist(debian):
    debian.wait_until("curl --fail --silent http://127.0.0.1:8000/artist/mara-voss | grep 'Mara Voss'")


AROUND = {
    "apt-get install": Around(lambda debian: debian.do("apt-get update", is_online=True), stdin="y\n"),
    "mkdir marquee-new": Around(lambda debian: debian.do("cd $(mktemp --directory)"), after=copy_release),
    "marquee setup": Around(stdin=answers("your.domain", "/var/backups/marquee")),
    "curl": Around(says='"status":"ok"'),
    "cp deploy/nginx-tls.conf": Around(after=is_well_and_saved),
    "systemctl restart marquee": Around(after=is_served_at_its_domain),
    "cd deploy": Around(lambda debian: debian.do("export EDITOR=touch")),
    "export MARQUEE_DATA_DIR": Around(begin_clone),
    ".venv/bin/marquee setup\n": Around(stdin=answers("label.example", "/var/backups/own")),
    ".venv/bin/marquee setup --yes": Around(lambda debian: debian.do(f"echo '{PASSWORD}' > password")),
    ".venv/bin/marquee user add": Around(stdin=PASSWORD),
    ".venv/bin/marquee artist owner": Around(add_artist),
    ".venv/bin/marquee doctor": Around(statuses=(1,), says="address"),  # nothing answers at label.example
    ".venv/bin/marquee backup /backups": Around(lambda debian: debian.do("mkdir /backups")),
    ".venv/bin/marquee restore": Around(one_saved),
    "createdb": Around(start_postgresql),
    "MARQUEE_DATABASE_URL=": Around(after=has_artist),
    "curl 'http://127.0.0.1:8000/rest": Around(says="Mara Voss"),
}
"""By how the line begins. The longest beginning counts."""
ONLINE = ("apt-get", "/opt/marquee/bin/pip")


def lines(page):
    """Those of the page's blocks, in their order; of a file, which the sentence before it names, the whole at once."""
    for before, kind, text in BLOCK.findall((ROOT / "docs" / page).read_text()):
        file = FILE.search(before)
        if file and (kind == "" or text.startswith("#!")):
            yield file[1], text
        elif kind == "sh":
            yield from ((None, line) for line in text.replace("\\\n", "").splitlines())


def type_line(debian, line):
    if any(line.startswith(beginning) for beginning in NOT_TYPED):
        return
    beginnings = [beginning for beginning in AROUND if f"{line}\n".startswith(beginning)]
    around = AROUND[max(beginnings, key=len)] if beginnings else Around()
    around.before(debian)
    if line.endswith(" serve"):
        line = f"{{ {line}; }} < /dev/null > /var/log/serve 2>&1 &"
    if KEY in line:
        line = line.replace(KEY, debian.do(f"{DATABASE} ~/marquee/.venv/bin/marquee keys").split()[1])
    done = debian.type(line, around.stdin, is_online=line.startswith(ONLINE))
    assert done.returncode in around.statuses, f"{line}\n{done.stdout}{done.stderr}"
    assert around.says in done.stdout
    around.after(debian)


def test_every_line_can_be_typed(debian):
    for page in PAGES:
        debian.do("cd")
        for file, text in lines(page):
            if file:
                debian.write(file, text, mode=0o755 if text.startswith("#!") else 0o640)
            else:
                type_line(debian, text)
