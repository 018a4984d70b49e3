"""`make dev`: Vite's development server, and the site's server behind it, which restarts when its code changes."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parent.parent
DATA = ROOT / ".build" / "dev-data"
CHECK_EVERY_S = 0.2


def main() -> None:
    signal.signal(signal.SIGTERM, _stop)
    port = int(os.environ.get("PORT", "5173"))
    server_port = _free_port()
    running = [_start_vite(port, server_port), _start_server(server_port)]
    try:
        _restart_on_change(running, server_port)
    except KeyboardInterrupt:
        pass
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()


def _restart_on_change(running: list[subprocess.Popen[bytes]], port: int) -> None:
    """Restart the server until Vite ends. A server that fails to start is started again at the next change."""
    vite, server = running
    before = _times()
    while vite.poll() is None:
        time.sleep(CHECK_EVERY_S)
        if (now := _times()) != before:
            before = now
            server.kill()  # nothing is lost, and open connections need not end first
            server.wait()
            server = running[1] = _start_server(port)


def _times() -> dict[Path, int]:
    """When each file of the server's code was last changed."""
    return {path: path.stat().st_mtime_ns for path in (ROOT / "marquee").rglob("*.py")}


def _start_vite(port: int, server_port: int) -> subprocess.Popen[bytes]:
    vite = ROOT / "node_modules" / ".bin" / "vite"
    command: list[str | Path] = [
        vite,
        "--config",
        "frontend/vite.dev.config.ts",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    environ = {**os.environ, "MARQUEE_SERVER": f"http://127.0.0.1:{server_port}"}
    return subprocess.Popen(command, cwd=ROOT, env=environ)


def _start_server(port: int) -> subprocess.Popen[bytes]:
    marquee = Path(sys.executable).with_name("marquee")
    return subprocess.Popen([marquee, "serve", "--demo", "--port", str(port), "--data-dir", DATA], cwd=ROOT)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
