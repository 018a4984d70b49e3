"""A fresh Debian in a folder, in which one line is typed after the other: root and mmdebstrap are enough.

Its network is its own, so that no port is taken and every name of the documents is this machine.
"""

import shutil
import subprocess
import time
from pathlib import Path

from scripts.image import OF_THIS_MACHINE, SUITE
from tests.deploy.programs import program

PIP, CERTIFICATES = OF_THIS_MACHINE
RESOLVER = "/etc/resolv.conf"
STAND_INS = Path(__file__).parent / "stand_ins"
NAMES = ("localhost", "your.domain", "label.example", "mail.example", "host")
PATIENCE_S, LINE_S = 30, 300
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_CERT": "/etc/ssl/those-of-the-machine.crt",
}

_ENTER = """
set -e
root=$1
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
ip link set lo up
exec chroot "$root" sleep infinity
"""

_TYPED = """
cd "$(cat /run/folder)"
. /run/variables
eval "$LINE"
status=$?
pwd > /run/folder
unset LINE
export -p > /run/variables
exit $status
"""


class Debian:
    """Running from the start; `close` ends it with whatever runs in it."""

    def __init__(self, root):
        self.root = root
        _finished(program("mmdebstrap"), "--variant=minbase", "--include=procps", SUITE, root)
        for file, there in {PIP: PIP, CERTIFICATES: ENVIRONMENT["PIP_CERT"], RESOLVER: RESOLVER}.items():
            if Path(file).exists():
                self.copy(file, there)
        for stand_in in STAND_INS.iterdir():
            self.copy(stand_in, f"/usr/local/bin/{stand_in.name}")
        self.write("/etc/hosts", f"127.0.0.1 {' '.join(NAMES)}\n")
        self.write("/run/folder", "/root\n")
        self.write("/run/variables", "")
        own = ["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child"]
        self._inside = subprocess.Popen([*own, "sh", "-c", _ENTER, "sh", str(root)])
        self.wait_until("test -e /proc/self/status")

    def close(self):
        self._inside.kill()
        self._inside.wait(PATIENCE_S)

    def path(self, name):
        """The path here of what has this path there."""
        return self.root / str(name).lstrip("/")

    def copy(self, file, name):
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, self.path(name))

    def write(self, name, text, mode=0o644):
        self.path(name).write_text(text)
        self.path(name).chmod(mode)

    def type(self, line, stdin="", *, is_online=False):
        """A line of bash, finished: after the lines before it, in their folder and with their variables."""
        return subprocess.run(
            [*self._entered(is_online), *_environment(LINE=line), "bash", "-c", _TYPED],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=LINE_S,
            check=False,
        )

    def do(self, line, **options):
        """As `type`, for what is no line of a document and has to succeed. Its output."""
        done = self.type(line, **options)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        return done.stdout

    def wait_until(self, line):
        """Until a line succeeds."""
        deadline = time.monotonic() + PATIENCE_S
        while (done := self.type(line)).returncode:
            assert time.monotonic() < deadline, f"{line}\n{done.stdout}{done.stderr}"
            time.sleep(0.1)

    def _entered(self, is_online):
        process = Path(f"/proc/{self._inside.pid}/task/{self._inside.pid}/children").read_text().strip()
        spaces = ["--mount", "--pid", "--root", "--wd", *([] if is_online else ["--net"])]
        return ["nsenter", "--target", process, *spaces]


def _environment(**more):
    return ["env", "--ignore-environment", *(f"{name}={value}" for name, value in {**ENVIRONMENT, **more}.items())]


def _finished(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
