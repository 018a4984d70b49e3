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
