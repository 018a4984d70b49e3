"""nginx, as the reference of ready responses and in front of the pages: it serves files, and passes on the rest."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

# The folder is private: nginx has to run as the user who owns it.
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

Response = tuple[Mapping[str, str], bytes]
"""Header fields and body."""


class Front(NamedTuple):
    """One port: `responses` by path, and what begins with one of `passed_on` from the server at `upstream`."""

    port: int
    responses: Mapping[str, Response]
    passed_on: Sequence[str] = ()
    upstream: str = ""


def configure(folder: Path, *fronts: Front) -> Path:
    """Write the configuration of these fronts into a folder, and return its path."""
    conf = folder / "nginx.conf"
    servers = "\n".join(_server(folder, front) for front in fronts)
    conf.write_text(_CONF.format(user=_USER, folder=folder, servers=servers))
    return conf


def _server(folder: Path, front: Front) -> str:
    files = [folder / f"{front.port}-{number}" for number in range(len(front.responses))]
    locations = [
        _location(file, path, *response) for file, (path, response) in zip(files, front.responses.items(), strict=True)
    ]
    passing = 'proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header Connection "";'
    passed_on = [f"location {prefix} {{ proxy_pass {front.upstream}; {passing} }}" for prefix in front.passed_on]
    return f"server {{ listen 127.0.0.1:{front.port}; {' '.join([*locations, *passed_on])} }}"


def _location(file: Path, path: str, headers: Mapping[str, str], body: bytes) -> str:
    file.write_bytes(body)
    fields = "".join(f'add_header {name} "{value}"; ' for name, value in headers.items() if name not in _OWN)
    # nginx would take an alias of / for a folder.
    source = f"root {file.parent}; try_files /{file.name} =404;" if path == "/" else f"alias {file};"
    return f'location = {path} {{ {source} types {{}} default_type "{headers["content-type"]}"; {fields} }}'
