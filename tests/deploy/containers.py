"""A container of the image, as `deploy/compose.yaml` starts one: its own namespaces, no rights, a read-only root.

No daemon and no runtime is needed, only root: what they would do is in `_ENTER`.
"""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from scripts.image import CONFIG, FILES
from tests.deploy.programs import free_port
from torture.site import COMMAND_S, PATIENCE_S, Site

PORT = "8000"

_ENTER = """
set -e
root=$1 volume=$2
shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777,nosuid,nodev,noexec tmpfs "$root/tmp"
mount -t tmpfs -o mode=755,nosuid,noexec tmpfs "$root/dev"
for device in null zero random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount --bind "$volume" "$root/data"
exec chroot "$root" "$@"
"""


class Container(Site):
    """A site in a container, whose one volume is the folder `data`."""

    def __init__(self, data):
        super().__init__(data)
        self.config = json.loads(CONFIG.read_text())
        user, group = self.config["User"].split(":")
        self.as_its_user = [
            *("setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs"),
            *("--bounding-set=-all", "--inh-caps=-all", "env", "--ignore-environment", *self.config["Env"]),
        ]

    def start(self, *under, port=0, workers=1):
        """Run the command of the image. Raises DidNotStart."""
        self.its_port = port or free_port()
        own = ["unshare", "--mount", "--pid", "--ipc", "--uts", "--fork"]
        entered = ["sh", "-c", _ENTER, "sh", str(FILES.resolve()), str(self.data), *self.as_its_user]
        command = [*self.config["Entrypoint"], *self.with_its_port(self.config["Cmd"])]
        self._begin([*own, *entered, *under, *command, "--workers", str(workers)])

    def with_its_port(self, words):
        return [word.replace(PORT, str(self.its_port)) for word in words]

    @property
    def first_process(self):
        """The number here of what is process 1 there."""
        (pid,) = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(pid)

    def run(self, *words, stdin=""):
        """Any command in the running container, finished."""
        entered = [
            "nsenter",
            "--target",
            str(self.first_process),
            "--mount",
            "--pid",
            "--ipc",
            "--uts",
            "--root",
            "--wd",
        ]
        command = [*entered, *self.as_its_user, *map(str, words)]
        return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=COMMAND_S, check=False)

    def marquee(self, *words, stdin=""):
        return self.run("marquee", *words, stdin=stdin)

    def signal(self, number):
        os.kill(self.first_process, number)

    def kill(self):
        if self.process.poll() is None:
            self.signal(signal.SIGKILL)
            self.ended()

    def ended(self):
        """The exit status, and after how many seconds."""
        began = time.monotonic()
        self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, time.monotonic() - began
