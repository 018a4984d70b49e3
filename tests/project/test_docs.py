"""The documents say what the code says, and what documents and comments refer to exists."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.generate_docs import DOCS, PART, PARTS, generated

ROOT = DOCS.parent
DOCUMENTS = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
FOLDERS = ("marquee", "deploy", "tests", "frontend", "scripts", "docs", "benchmarks", "torture")
TEXTS = {".py", ".ts", ".tsx", ".js", ".css", ".md", ".toml", ".json", ""}
BUILT = ("/node_modules/", "marquee/site/dist", "__pycache__", "package-lock.json")

FILE = re.compile(rf"(?<![\w/.:-])((?:{'|'.join(FOLDERS)})/[\w./-]*+)(?![$*{{<])")
DOCUMENT = re.compile(r"(?<![\w/.\"'-])([\w/-]+\.md)\b")
SECTION = re.compile(r"([\w./-]*\.md)#([\w-]+)")
MODULE = re.compile(r"python -m ((?:benchmarks|scripts|torture)[\w.]*\w)")
TEST = re.compile(r"`(tests/[\w./-]+)::([^`]+)`")
DECISION = re.compile(r"\bdecision (\d+)", re.IGNORECASE)
FEATURE = re.compile(r"features\.md, ([A-Z]\d+)")
TRAP = re.compile(r"\bTrap (\d+)\b|#traps, (\d+)")


def _texts() -> Iterator[tuple[Path, str]]:
    """Every text file of the project."""
    paths = [*ROOT.glob("*"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
    for path in paths:
        if path.is_file() and path.suffix in TEXTS and not any(built in str(path) for built in BUILT):
            yield path, path.read_text()


FILES = dict(_texts())


def _resolve(file: Path, name: str) -> Path | None:
    """The file that a text names, from the root or from its own folder."""
    return next((path for path in (ROOT / name, file.parent / name) if path.exists()), None)


def _sections(document: Path) -> set[str]:
    """The names of a document's sections, as links spell them."""
    titles = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", sorted(DOCS.glob("*.md")), ids=lambda document: document.name)
def test_generated_parts_are_up_to_date(document):
    """`make docs` writes them."""
    assert generated(document.read_text()) == document.read_text()


def test_every_generated_part_is_in_a_document():
    used = {found[1] for document in DOCUMENTS for found in PART.findall(document.read_text())}
    assert used == set(PARTS)


def test_links_between_documents_lead_somewhere():
    missing = [
        f"{document.name} -> {target}"
        for document in DOCUMENTS
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text())
        if not (document.parent / target).exists()
    ]
    assert missing == []


def test_every_file_that_is_named_exists():
    missing = [
        f"{file.relative_to(ROOT)} -> {name}"
        for file, text in FILES.items()
        for name in {*FILE.findall(text), *DOCUMENT.findall(text)}
        if _resolve(file, name.rstrip("./-")) is None and not name.startswith(BUILT)
    ]
    assert missing == []


def test_every_command_that_is_named_exists():
    missing = [
        f"{file.relative_to(ROOT)} -> {module}"
        for file, text in FILES.items()
        for module in MODULE.findall(text)
        if not ((path := ROOT / module.replace(".", "/")).is_dir() or path.with_suffix(".py").exists())
    ]
    assert missing == []


def test_every_section_that_is_named_exists():
    missing = [
        f"{file.relative_to(ROOT)} -> {name}#{section}"
        for file, text in FILES.items()
        for name, section in SECTION.findall(text)
        if (found := _resolve(file, name)) is None or section not in _sections(found)
    ]
    assert missing == []


def test_every_test_that_a_document_names_exists():
    missing = [
        f"{document.name} -> {file}::{name}"
        for document in DOCUMENTS
        for file, name in TEST.findall(document.read_text())
        if f"def {name}(" not in (ROOT / file).read_text()
    ]
    assert missing == []


def test_every_decision_that_is_named_exists():
    missing = [
        f"{file.relative_to(ROOT)} -> {number}"
        for file, text in FILES.items()
        for number in DECISION.findall(text)
        if not list((DOCS / "decisions").glob(f"{int(number):04}-*.md"))
    ]
    assert missing == []


def test_every_row_that_is_named_exists():
    features = set(re.findall(r"^\| ([A-Z]\d+) \|", (DOCS / "features.md").read_text(), re.MULTILINE))
    traps = set(re.findall(r"^\| (\d+) \|", (DOCS / "protocol.md").read_text(), re.MULTILINE))
    named = {row for text in FILES.values() for row in FEATURE.findall(text)}
    numbers = {number for text in FILES.values() for pair in TRAP.findall(text) for number in pair if number}
    assert (named - features, numbers - traps) == (set(), set())


def test_every_trap_is_named_by_the_test_that_shows_it():
    rows = re.findall(r"^\| (\d+) \|.*\| `([^:`]+)::[^`]+` \|$", (DOCS / "protocol.md").read_text(), re.MULTILINE)
    assert rows
    missing = [number for number, file in rows if not re.search(rf"Trap {number}\b", (ROOT / file).read_text())]
    assert missing == []
