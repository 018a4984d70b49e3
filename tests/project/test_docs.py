"""The documents say what the code says."""

import re

import pytest

from scripts.generate_docs import DOCS, PART, PARTS, generated

DOCUMENTS = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_generated_parts_are_up_to_date(document):
    """`make docs` writes them."""
    assert generated(document.read_text()) == document.read_text()


def test_every_generated_part_stands_in_a_document():
    used = {found[1] for document in DOCUMENTS for found in PART.findall(document.read_text())}
    assert used == set(PARTS)


def test_links_between_documents_lead_somewhere():
    missing = [
        f"{document.name} -> {target}"
        for document in [*DOCUMENTS, DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md"]
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text())
        if not (document.parent / target).exists()
    ]
    assert missing == []


NAMED = re.compile(r"`((?:tests|scripts)/[\w./-]+)(?:::([^`]+))?`")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_tests_and_scripts_that_a_document_names_are_there(document):
    """A promise whose test has gone is none."""
    for file, name in NAMED.findall(document.read_text()):
        path = DOCS.parent / file
        assert path.exists(), file
        assert not name or f"def {name}(" in path.read_text() or f"'{name}'" in path.read_text(), name


def test_every_trap_is_named_by_the_test_that_shows_it():
    rows = re.findall(r"^\| (\d+) \|.*\| `([^:`]+)::[^`]+` \|$", (DOCS / "protocol.md").read_text(), re.MULTILINE)
    assert rows
    missing = [number for number, file in rows if not re.search(rf"Trap {number}\b", (DOCS.parent / file).read_text())]
    assert missing == []
