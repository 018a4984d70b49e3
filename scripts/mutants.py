"""Plants one fault after the other in a copy of this tree, and says which of them a test catches: `make mutants`.

`tests/mutants.toml` lists them: what is wrong, where, and which tests must fail. `make mutants ONLY=throttle` tries
those whose file or fault has the word.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "mutants.toml"
BUILT = "marquee/site/dist"
PATIENCE_S = 3600

PYTEST = (sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider")
VITEST = ("node_modules/.bin/vitest", "run", "--config", "frontend/vite.config.ts")


class Mutant(NamedTuple):
    """A fault: `old`, which stands once in the file, becomes `new`, and one of the tests fails on this database."""

    fault: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    database: str = "sqlite"

    def planted(self, text: str) -> str:
        """The text of the file with the fault in it. Raises ValueError where it no longer applies."""
        if text.count(self.old) != 1:
            raise ValueError(f"its text stands {text.count(self.old)} times in {self.file}")
        return text.replace(self.old, self.new)


def listed(file: Path = LIST) -> list[Mutant]:
    return [Mutant(**{**entry, "tests": tuple(entry["tests"])}) for entry in tomllib.loads(file.read_text())["mutant"]]


def main(words: Sequence[str], mutants: Sequence[Mutant]) -> int:
    """Try the mutants that have one of the words, or all. The exit status: 1 unless every one is caught."""
    wanted = [one for one in mutants if not words or any(word in f"{one.file} {one.fault}" for word in words)]
    with copied_tree() as tree:
        if not _passes_without_a_fault(tree, wanted):
            return 1
        caught = [_try(tree, mutant) for mutant in wanted]
    print(f"{sum(caught)} of {len(caught)} caught")
    return 0 if wanted and all(caught) else 1


@contextmanager
def copied_tree() -> Iterator[Path]:
    """This tree as it is, without what Git ignores; what was installed is linked, the built front end copied."""
    listing = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    with tempfile.TemporaryDirectory(prefix="marquee-mutants-") as folder:
        tree = Path(folder)
        for name in filter(None, names):
            if (ROOT / name).is_file():
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, tree / name)
        shutil.copytree(ROOT / BUILT, tree / BUILT, dirs_exist_ok=True)
        (tree / "node_modules").symlink_to(ROOT / "node_modules")
        yield tree


def _passes_without_a_fault(tree: Path, mutants: Sequence[Mutant]) -> bool:
    """Whether all the tests pass: those that fail anyway would catch everything."""
    for database in sorted({one.database for one in mutants}):
        tests = sorted({test for one in mutants if one.database == database for test in one.tests})
        for is_python in (True, False):
            some = [test for test in tests if _is_python(test) == is_python]
            if some and (failure := _failure(tree, some, database)):
                print(f"The tests fail without a fault:\n{failure}")
                return False
    return True


def _try(tree: Path, mutant: Mutant) -> bool:
    """Plant a fault, run its tests, and take it out again. Whether it was caught, which is said too."""
    file = tree / mutant.file
    text = file.read_text()
    try:
        file.write_text(mutant.planted(text))
        verdict = "caught" if _failure(tree, mutant.tests, mutant.database) else "NOT caught"
    except ValueError as error:
        verdict = f"NOT applied: {error}"
    finally:
        file.write_text(text)
    print(f"{verdict:<10}  {mutant.file}: {mutant.fault}", flush=True)
    return verdict == "caught"


def _failure(tree: Path, tests: Sequence[str], database: str) -> str:
    """The last lines of what the tests of one language printed, if they failed; else nothing."""
    environ = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "DATABASES": database}
    command = [*(PYTEST if _is_python(tests[0]) else VITEST), *tests]
    done = subprocess.run(
        command, cwd=tree, env=environ, check=False, capture_output=True, text=True, timeout=PATIENCE_S
    )
    if done.returncode > 1:  # not a test that failed, but one that could not be run
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return (done.stdout + done.stderr)[-3000:] if done.returncode else ""


def _is_python(test: str) -> bool:
    return test.startswith("tests/")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], listed()))
