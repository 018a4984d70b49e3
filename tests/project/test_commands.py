"""Every command that a document tells to type is one: `marquee` takes its words and options, `make` knows the task."""

import re
import shlex

import click
import pytest

from marquee.cli.main import main
from tests.deploy.test_documents import PAGES
from tests.project.test_docs import DOCUMENTS, ROOT

BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`((?:marquee|make) [^`]+)`")
PROGRAM = re.compile(r"(?:\S*/)?marquee$")
SUBSTITUTION = re.compile(r"\$\([^)]*\)")
ASSIGNMENT = re.compile(r"\w+=")
PLACEHOLDERS = {"…", "COMMAND"}
TASKS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def lines(text):
    """What is typed, line by line, and what a sentence names."""
    for block in BLOCK.findall(text):
        yield from SUBSTITUTION.sub("X", block.replace("\\\n", " ")).splitlines()
    yield from INLINE.findall(BLOCK.sub("", text))


def commands(document):
    """The words of each `marquee` and `make` on these lines."""
    for line in lines(document.read_text()):
        for part in re.split(r"&&|\|\||[|;<]", line):
            words = shlex.split(part, comments=True)
            while words and ASSIGNMENT.match(words[0]):
                words.pop(0)
            if words and (PROGRAM.match(words[0]) or words[0] == "make") and not PLACEHOLDERS & set(words):
                yield words


FOUND = [
    pytest.param(words, id=f"{document.name}: {' '.join(words)}")
    for document in DOCUMENTS
    if document.parent.name != "decisions"  # these name what was not taken, too
    for words in commands(document)
]


def parse(command, words, parent=None):
    """Raises a usage error for what the command does not take, without running it."""
    name = words[0]
    context = command.make_context(name, words[1:], parent=parent)
    if isinstance(command, click.Group) and (rest := [*context._protected_args, *context.args]):
        inner = command.get_command(context, rest[0])
        assert inner, f"{rest[0]} is no command"
        parse(inner, rest, context)


def test_documents_have_commands():
    assert len(FOUND) > 50


def test_every_line_to_type_is_typed_by_a_test_or_a_task():
    others = [document for document in DOCUMENTS if document.name not in PAGES]
    typed = [
        line for document in others for block in BLOCK.findall(document.read_text()) for line in block.splitlines()
    ]
    assert [line for line in typed if not line.startswith("make ")] == []


@pytest.mark.parametrize("words", FOUND)
def test_command_is_one(words):
    if words[0] == "make":
        assert {word for word in words[1:] if "=" not in word} <= TASKS
        return
    try:
        parse(main, words)
    except click.exceptions.Exit as said:  # --version, --help
        assert said.exit_code == 0
    except (click.MissingParameter, click.BadOptionUsage) as missing:  # a sentence may name a command without them
        assert "Missing parameter" in str(missing) or "requires an argument" in missing.message
