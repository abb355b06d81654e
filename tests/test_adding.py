"""Add an option and a natural to a copy of the package, with the files that docs/adding.md lists.

The program's part is written first, and the tests that must notice fail. With all the files that the page
lists, and no other, they pass.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.transcripts import ROOT

pytestmark = [pytest.mark.long, pytest.mark.timeout(600, method="signal")]

PARTS = ("ofcscore", "grammars", "tests", "examples", "docs", "README.md", "pyproject.toml")
PAGE = (ROOT / "docs" / "adding.md").read_text(encoding="utf-8")


def listed(heading: str, name: str) -> set[str]:
    """The files that the page lists under a heading, NAME being what the addition is called."""
    text = PAGE.partition(f"\n## {heading}\n")[2].partition("\n#")[0]
    return {file.replace("NAME", name) for file in re.findall("^- `([^`]+)`", text, re.MULTILINE)}


class Copy:
    """A copy of the package, its tests, and what they read."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / part, root / part)
        self.before = self.files()

    def files(self) -> dict[str, bytes]:
        found = (path for part in PARTS for path in ((self.root / part), *(self.root / part).rglob("*")))
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in found
            if path.is_file() and path.suffix != ".pyc" and ".cache" not in str(path)
        }

    @property
    def changed(self) -> set[str]:
        """The files that are not as they were."""
        return {path for path, data in self.files().items() if self.before.get(path) != data}

    def write(self, path: str, text: str) -> None:
        assert path not in self.before
        (self.root / path).write_text(text, encoding="utf-8")

    def put(self, path: str, new: str, before: str) -> None:
        """Puts lines in before one that stands in the file once."""
        text = (self.root / path).read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{before!r} stands {text.count(before)} times in {path}"
        (self.root / path).write_text(text.replace(before, new + before), encoding="utf-8")

    def run(self, *command: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs a module of Python, the package being that of the copy."""
        return subprocess.run(
            [sys.executable, "-m", *command],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1", **environment},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def ofcscore(self, *arguments: str, stdin: str = "") -> str:
        """Return the output of a command that must succeed."""
        done = self.run("ofcscore", *arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def failing(self, *tests: str, **environment: str) -> set[str]:
        """The tests that fail, by their names without what they are run for."""
        options = ["-n", "0", "-p", "no:cacheprovider", "-rfE", "--tb=no"]
        done = self.run("pytest", *options, *tests, **environment)
        assert done.returncode in (0, 1), done.stdout + done.stderr
        return set(re.findall(r"^(?:FAILED|ERROR) [^:]+::(\w+)", done.stdout, re.MULTILINE))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


PAGES = "tests/test_pages.py::test_page"
DEAL = "Ann: QQ5 / AA762 / 9TJQK\nBob: 663 / KK943 / JJJ44\n"
OPTION = """name: royal-100
title: A royal flush at the bottom pays 100
source: our table

royalties: {bottom: {royal-flush: 100}}
"""
EXAMPLE = """# royal-100: a royal flush at the bottom pays 100.
rules: ofc + royal-100

Ann: 2s 2h Ac / 7c 7d 9s 6c 2d / Th Td 8c 4h 4d
Bob: 6h 6d 3c / Kh Kd 9c 4c 3d / As Ks Qs Js Ts

expect: Ann -107, Bob +107
expect Bob: royalties 101
"""


def test_an_option_and_a_natural(copy: Copy) -> None:
    option(copy)
    natural(copy)


def option(copy: Copy) -> None:
    tests = (
        "tests/rules/test_presets.py",
        "tests/test_examples.py",
        f"{PAGES}[golden-rules-list]",
    )
    copy.write("ofcscore/rules/options/royal-100.yaml", OPTION)
    assert copy.failing(*tests) == {
        "test_all_options_ship",
        "test_every_rule_set_has_an_example_that_names_it",
        "test_page",
    }
    copy.write("examples/options/royal-100.ofc", EXAMPLE)
    copy.put("tests/rules/test_presets.py", '"royal-100", ', before='"sweep-1", ')
    copy.put(
        "examples/README.md", "| `options/royal-100.ofc` | 1 | 100 |\n", before="| `options/surrender.ofc`"
    )
    copy.failing(tests[-1], UPDATE="1")
    assert copy.failing(*tests) == set()
    assert copy.changed == listed("An option, or a royalty", "royal-100")
    shown = copy.ofcscore("score", "examples/options/royal-100.ofc", "--deals", "all")
    assert "royalty 100" in shown


NATURAL = """def _has_aces(cards: Thirteen) -> str:
    return f"there are {cards.text.count('A')} aces among the cards"


"""


def natural(copy: Copy) -> None:
    copy.before = copy.files()
    tests = ("tests/game/test_naturals.py", "tests/game/test_spelling.py")
    module = "ofcscore/game/naturals.py"
    copy.put(module, NATURAL, before="_ONE_EACH: Final")
    row = '    "no-aces": _Kind(lambda cards: "A" not in cards.text, _has_aces),\n'
    copy.put(module, row, before='    "no-pictures": _without_ranks(')
    copy.put(module, '    "no-aces": "hand without aces",\n', before='    "no-pictures": "hand')
    assert copy.failing(*tests) == {
        "test_every_kind_has_a_case_of_each",
        "test_a_kind_is_found_by_its_name_and_by_its_words",
    }
    cases = "tests/game/test_naturals.py"
    copy.put(
        cases,
        '    ("no-aces", "K K K K T T T T 9 9 9 9 2", ()),\n',
        before='    ("six-pairs", "A A K K 9 9 7 7 5',
    )
    why_not = '    ("no-aces", "A A K K T T T T 9 9 9 9 2", "there are 2 aces among the cards"),\n'
    copy.put(cases, why_not, before='    ("six-pairs", "A A K K 9 9 5 5 2 2 3 4 6", ')
    copy.put(
        "ofcscore/game/spelling.py",
        '    "no-aces": ("hand without ace",),\n',
        before='    "no-pictures": ("hand without picture"',
    )
    assert copy.failing(*tests) == set()
    assert copy.changed == listed("A natural", "no-aces")
    claim = DEAL.replace("QQ5 / AA762 / 9TJQK", "claim no-aces: 2 3 4 5 6 7 8 9 T J Q K K")
    assert "hand without aces" in copy.ofcscore("score", "-", "--set", "naturals.no-aces=4", stdin=claim)
