"""The faults of `make mutants` can all be planted, and its verdicts are right."""

import sys
from contextlib import nullcontext

import pytest

from scripts import mutants
from scripts.mutants import ROOT, Mutant


@pytest.mark.parametrize("mutant", mutants.listed(), ids=lambda mutant: mutant.fault)
def test_every_fault_can_be_planted_and_has_its_tests(mutant):
    text = (ROOT / mutant.file).read_text()
    assert mutant.planted(text) != text
    assert [test for test in mutant.tests if not (ROOT / test).is_file()] == []


def test_there_are_faults_of_every_kind():
    found = mutants.listed()
    assert len({mutant.fault for mutant in found}) == len(found) >= 30
    assert {mutant.file.split("/")[0] for mutant in found} == {"marquee", "frontend"}


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A tree of one rule and its test, in place of the copy of this one."""
    for name, text in {"house/rule.py": RULE, f"tests/{RULE_TEST}": TEST}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(mutants, "copied_tree", lambda: nullcontext(tmp_path))
    monkeypatch.setattr(mutants, "PYTEST", (sys.executable,))
    return tmp_path


RULE = "MOST = 10\n\n\ndef fits(number):\n    return number <= MOST\n"
RULE_TEST = "test_rule.py"
TEST = "from house.rule import fits\n\nassert fits(10)\n"


def fault(old, new):
    return Mutant(f"{old} is {new}", "house/rule.py", old, new, (f"tests/{RULE_TEST}",))


def test_a_fault_is_caught_where_a_test_fails_and_goes_again(tree, capsys):
    faults = [fault("<=", "<"), fault("= 10", "= 11"), fault(">=", ">")]
    assert mutants.main([], faults) == 1
    verdicts = [line.partition("  ")[0] for line in capsys.readouterr().out.splitlines()]
    assert verdicts == [
        "caught",
        "NOT caught",
        "NOT applied: its text stands 0 times in house/rule.py",
        "1 of 3 caught",
    ]
    assert (tree / "house/rule.py").read_text() == RULE
    assert mutants.main(["<="], faults) == 0


def test_tests_that_fail_without_a_fault_catch_none(tree, capsys):
    (tree / "house/rule.py").write_text(RULE.replace("10", "9"))
    assert mutants.main([], [fault("<=", "<")]) == 1
    assert "The tests fail without a fault" in capsys.readouterr().out
