"""First visits on the same phone, with a finger that taps as soon as there is something to: "Listen Now" on the home
page, "Back" on the profile. Milliseconds from the start of the visit until the answer is there to be seen, the music
services or the home page; medians of nine.
"""

import statistics
from pathlib import Path

import msgspec

from benchmarks.goals import FIRST_INTERACTION
from benchmarks.harness.site import demo_site
from benchmarks.pages.browser import Variant, drive
from benchmarks.pages.first_load import PAGES
from benchmarks.pages.original_design import both_served
from benchmarks.rows import Row

ROUNDS = 9


class Answer(msgspec.Struct):
    """Milliseconds until the first interaction of one visit was answered."""

    name: str
    answered: float


def rows(scratch: Path) -> list[Row]:
    """When each page answers, beside the original design's."""
    with demo_site(scratch / "data") as site, both_served(site, scratch, PAGES) as fronts:
        designs = {"": fronts.ours, " original": fronts.original}
        variants = [Variant(page + name, url + path) for page, path in PAGES.items() for name, url in designs.items()]
        answers = drive("first-interaction.ts", variants, ROUNDS, scratch, Answer)
    return [_row(page, answers) for page in PAGES]


def _row(page: str, answers: list[Answer]) -> Row:
    ours, original = (_median(answers, name) for name in (page, f"{page} original"))
    return Row(f"{page}: first interaction answered", ours, "ms", original, FIRST_INTERACTION[page])


def _median(answers: list[Answer], name: str) -> float:
    return statistics.median(answer.answered for answer in answers if answer.name == name)
