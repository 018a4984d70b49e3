"""The reference: nginx serving the very bytes and fields of our answers as files."""

import os
from pathlib import Path

# Files of a private folder: the worker has to be the user who made them.
_USER = "user root;" if os.geteuid() == 0 else ""
_CONF = """
{user} worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100; etag on;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{ listen 127.0.0.1:{port}; {locations} }}
}}
"""
_OWN = {"date", "server", "content-length", "connection", "etag", "content-type", "last-modified", "x-request-id"}


def configure(folder: Path, port: int, answers: dict[str, tuple[dict[str, str], bytes]]) -> Path:
    """A configuration that answers each path of `answers` with its header fields and body."""
    locations = []
    for number, (path, (headers, body)) in enumerate(answers.items()):
        file = folder / f"body{number}"
        file.write_bytes(body)
        fields = "".join(f'add_header {name} "{value}"; ' for name, value in headers.items() if name not in _OWN)
        kind = headers["content-type"]
        locations.append(f'location = {path} {{ alias {file}; types {{}} default_type "{kind}"; {fields} }}')
    conf = folder / "nginx.conf"
    conf.write_text(_CONF.format(user=_USER, folder=folder, port=port, locations="\n".join(locations)))
    return conf
