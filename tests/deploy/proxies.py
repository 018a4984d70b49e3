"""nginx, as docs/server.md has it, Caddy and HAProxy in front of a site: with kept connections, room for 10 MB."""

import os
from contextlib import contextmanager

from tests.deploy.programs import AS_ROOT, free_port, program, running

_NGINX = """
{user} worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  upstream marquee {{ server 127.0.0.1:{site} max_fails=0; keepalive 64; }}
  server {{
    listen 127.0.0.1:{port}; large_client_header_buffers 4 64k; client_max_body_size 11m;
    location / {{
      proxy_pass http://marquee; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
"""
_CADDY = """
{{
  admin off
  auto_https off
}}
http://127.0.0.1:{port} {{
  reverse_proxy 127.0.0.1:{site}
}}
"""
_HAPROXY = """
global
  maxconn 512
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 60s
  option http-keep-alive
  http-reuse always
frontend visitors
  bind 127.0.0.1:{port}
  http-request deny deny_status 413 if {{ req.hdr_val(content-length) gt 11534336 }}
  option forwardfor
  default_backend marquee
backend marquee
  server one 127.0.0.1:{site}
"""


def _nginx(conf):
    return program("nginx"), "-c", conf


def _caddy(conf):
    return program("caddy"), "run", "--adapter", "caddyfile", "--config", conf


def _haproxy(conf):
    return program("haproxy"), "-db", "-f", conf


PROXIES = {"nginx": (_NGINX, _nginx), "caddy": (_CADDY, _caddy), "haproxy": (_HAPROXY, _haproxy)}


@contextmanager
def proxy(name, site_port, folder):
    """The port of a proxy in front of the site at another one."""
    template, command = PROXIES[name]
    port, conf = free_port(), folder / f"{name}.conf"
    user = "user root;" if AS_ROOT else ""
    conf.write_text(template.format(user=user, folder=folder, port=port, site=site_port))
    environ = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with running(port, *map(str, command(conf)), env=environ, log=folder / f"{name}.log"):
        yield port
