"""The whole site in a process of its own: `python -m tests.server.process FOLDER` says its port and serves."""

import contextlib
import subprocess
import sys
from pathlib import Path

import uvicorn

from marquee import settings
from marquee.app import create_app
from marquee.server.listener import listen
from marquee.server.protocol import Protocol
from tests.cast import BASE_URL, BUILT

ROOT = Path(__file__).parents[2]


@contextlib.contextmanager
def running(folder):
    """Its process id and port, as long as the block lasts."""
    command = [sys.executable, "-m", "tests.server.process", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            yield process.pid, int(process.stdout.readline())
        finally:
            process.terminate()


def serve(folder):
    app = create_app(settings.load({"MARQUEE_TIMEZONE": "UTC"}, folder), BASE_URL, BUILT)
    listener = listen("127.0.0.1", 0, 1024)
    print(listener.getsockname()[1], flush=True)  # noqa: T201 - this is how it says it
    uvicorn.Server(uvicorn.Config(app, http=Protocol, log_config=None, proxy_headers=False)).run([listener])


if __name__ == "__main__":
    serve(sys.argv[1])
