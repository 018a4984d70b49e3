"""Runs a script of `benchmarks/browser/` in a real browser, throttled as Lighthouse's mobile preset."""

import json
from pathlib import Path
from typing import TypeVar

import msgspec

from benchmarks.harness.processes import chromium, run

Seen = TypeVar("Seen")
CONFIG = "benchmarks/browser/playwright.config.ts"
SESSION_KEY = "supabase.auth.token"
"""Where the client keeps its session in the browser's local storage."""


class Variant(msgspec.Struct, frozen=True):
    """What to visit, and how often in a row; `storage` is in the browser's local storage before the page is."""

    name: str
    url: str
    loads: int = 1
    storage: dict[str, str] = {}


def signed_in(name: str, url: str, session: dict[str, object], loads: int = 1) -> Variant:
    """A visit of a person who has signed in before."""
    return Variant(name, url, loads, {SESSION_KEY: json.dumps(session)})


def drive(script: str, variants: list[Variant], rounds: int, scratch: Path, kind: type[Seen]) -> list[Seen]:
    """What a script has seen in each variant, `rounds` times, in turn: A B, B A, A B …"""
    output = scratch / f"{script}.json"
    plan = {"rounds": rounds, "variants": msgspec.to_builtins(variants), "output": str(output)}
    command = ["node_modules/.bin/playwright", "test", "--config", CONFIG, script]
    run(command, CHROMIUM=chromium(), PLAN=json.dumps(plan))
    return msgspec.json.decode(output.read_bytes(), type=list[kind])  # type: ignore[valid-type]
