"""What a site is told by `marquee doctor`, and who answers at its address."""

import http.server
import json
import threading
from contextlib import closing, contextmanager

from marquee.db.open_database import open_database
from marquee.version import VERSION
from tests.cli.commands import run
from tests.db.test_migrations import execute

PASSWORD, ADMIN = "a long and lovely evening", "ada@label.example"


@contextmanager
def answering(status=200, body=None, context=None):
    """The address of somebody who says this of every path."""
    said = json.dumps(body or {"status": "ok", "version": VERSION}).encode()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *_arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"{'https' if context else 'http'}://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def examined(folder, environ=None):
    """The checks by their names, as JSON has them, of which the exit status and the lines say the same."""
    said = run("doctor", "--json", "--data-dir", folder, environ=environ)
    answer = json.loads(said.stdout)
    assert answer["ok"] is (said.exit_code == 0)
    assert answer["ok"] is all(check["status"] != "error" for check in answer["checks"])
    found = {check["name"]: check for check in answer["checks"]}
    lines = run("doctor", "--data-dir", folder, environ=environ)
    assert lines.exit_code == said.exit_code
    assert [line.split()[:2] for line in lines.stdout.splitlines()] == [
        [check["status"], f"{name}:"] for name, check in found.items()
    ]
    return found


def in_database(folder, statement):
    with closing(open_database(f"sqlite:///{folder}/marquee.sqlite3")) as database:
        database.write_now(execute, statement)
