"""The listening socket that systemd holds: one by TCP is served, anything else is refused in a sentence."""

import os
import socket

import pytest

from marquee.cli import passed_socket
from marquee.errors import OperatorError


def test_socket_that_systemd_holds_is_served(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as held:
        monkeypatch.setattr(passed_socket, "FIRST_PASSED_FD", os.dup(held.fileno()))
        passed = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
        listener = passed_socket.passed_listener(passed)
        assert listener is not None
        with listener:
            assert listener.getsockname() == held.getsockname()
        assert passed_socket.passed_listener({**passed, "LISTEN_PID": "1"}) is None
        assert passed_socket.passed_listener({}) is None


def unix_socket(folder):
    held = socket.socket(socket.AF_UNIX)
    held.bind(str(folder / "marquee.sock"))
    held.listen()
    return held


NOT_SERVED = {
    "two": (lambda _folder: socket.create_server(("127.0.0.1", 0)), "2", "systemd has passed 2 sockets"),
    "unix": (unix_socket, "1", "systemd has passed the Unix socket {folder}/marquee.sock"),
    "datagrams": (lambda _folder: socket.socket(type=socket.SOCK_DGRAM), "1", "a socket that takes no connections"),
    "nameless": (lambda _folder: socket.socket(socket.AF_UNIX), "1", "the Unix socket without a name"),
    "file": (lambda folder: (folder / "fifo").open("w"), "1", "a file that is no socket"),
}


@pytest.mark.parametrize("kind", NOT_SERVED)
def test_what_systemd_passes_beyond_one_tcp_socket_is_refused_in_a_sentence(tmp_path, monkeypatch, kind):
    make, number, words = NOT_SERVED[kind]
    with make(tmp_path) as held:
        monkeypatch.setattr(passed_socket, "FIRST_PASSED_FD", os.dup(held.fileno()))
        with pytest.raises(OperatorError, match=r"one ListenStream=") as refused:
            passed_socket.passed_listener({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": number})
    assert words.format(folder=tmp_path) in refused.value.message
