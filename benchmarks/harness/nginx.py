"""nginx as the reference, and in front of both designs of a page: files as they are, the rest passed on."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

# Files of a private folder: the worker has to be the user who made them.
_USER = "user root;" if os.geteuid() == 0 else ""
_CONF = """
{user} worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100; etag on;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  {servers}
}}
"""
_OWN = {"date", "server", "content-length", "connection", "etag", "content-type", "last-modified", "x-request-id"}

Answer = tuple[Mapping[str, str], bytes]
"""Header fields and body."""


class Front(NamedTuple):
    """What one port answers: each path with its answer, what begins with a `passed_on` by the server at `upstream`."""

    port: int
    answers: Mapping[str, Answer]
    passed_on: Sequence[str] = ()
    upstream: str = ""


def configure(folder: Path, *fronts: Front) -> Path:
    """The path of a configuration."""
    conf = folder / "nginx.conf"
    servers = "\n".join(_server(folder, front) for front in fronts)
    conf.write_text(_CONF.format(user=_USER, folder=folder, servers=servers))
    return conf


def _server(folder: Path, front: Front) -> str:
    files = [folder / f"{front.port}-{number}" for number in range(len(front.answers))]
    answers = [
        _location(file, path, *answer) for file, (path, answer) in zip(files, front.answers.items(), strict=True)
    ]
    passing = 'proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header Connection "";'
    passed_on = [f"location {prefix} {{ proxy_pass {front.upstream}; {passing} }}" for prefix in front.passed_on]
    return f"server {{ listen 127.0.0.1:{front.port}; {' '.join([*answers, *passed_on])} }}"


def _location(file: Path, path: str, headers: Mapping[str, str], body: bytes) -> str:
    file.write_bytes(body)
    fields = "".join(f'add_header {name} "{value}"; ' for name, value in headers.items() if name not in _OWN)
    # nginx takes an alias of the root for a folder.
    source = f"root {file.parent}; try_files /{file.name} =404;" if path == "/" else f"alias {file};"
    return f'location = {path} {{ {source} types {{}} default_type "{headers["content-type"]}"; {fields} }}'
