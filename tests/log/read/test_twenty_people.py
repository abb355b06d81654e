"""A night written down by twenty people: in a chat, in a spreadsheet and in YAML.

All of them equal `twenty/night.ofc`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.command import run

TWENTY = Path(__file__).parent / "twenty"
PHONE = """\
Rules: ofc-pineapple
Stake: 0.50 EUR

Deal 1
Ana 😀:  Jj5  aa762  9tjqk 🎉
“Ben” — 6h6d2c — KhKd9s4c3c — AhTh8h5h2h
Cid:  Foul! 😭
"""
"""README's first night as typed on a phone: capitals, smart quotes, dashes, emoji."""


@pytest.mark.parametrize("name", ["night.txt", "night.tsv", "night.yaml"])
def test_each_form_scores_as_the_canonical_log(name: str) -> None:
    canonical = run("score", TWENTY / "night.ofc", "--format", "csv")
    ran = run("score", TWENTY / name, "--format", "csv")
    assert (ran.out, ran.status) == (canonical.out, 0)
    for err in (ran.err, canonical.err):
        assert re.findall(r"\[([a-z-]+)\]:", err) == ["fantasyland-missed"], "nothing is told but a doubt"


def test_the_canonical_log_is_what_fmt_makes_of_it() -> None:
    canonical = (TWENTY / "night.ofc").read_text(encoding="utf-8")
    assert run("fmt", TWENTY / "night.txt").out == canonical
    assert run("fmt", TWENTY / "night.ofc").out == canonical


def test_the_night_of_the_readme_from_a_phone() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    night = readme.split("<!-- file friday.ofc -->\n```\n")[1].split("```")[0]
    typed = run("score", "-", stdin=PHONE)
    assert (typed.err, typed.status) == ("", 0)
    assert typed.out == run("score", "-", stdin=night).out
