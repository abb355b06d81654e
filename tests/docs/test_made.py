"""Pages that are made are as the program has them today. `UPDATE=1` or `python -m tests.docs` writes them."""

from __future__ import annotations

import os

import pytest

from ofcscore.rules.settings import SETTINGS
from tests.docs.made import DOCS, MADE, about_settings, makers, page


@pytest.mark.parametrize("name", makers())
def test_the_page_is_as_it_is_made(name: str) -> None:
    path = DOCS / name
    wanted = page(name)
    if os.environ.get("UPDATE"):
        path.write_text(wanted, encoding="utf-8")
    assert path.exists(), f"{name} is missing: `python -m tests.docs` makes it"
    assert path.read_text(encoding="utf-8") == wanted, (
        f"{name} is stale: `python -m tests.docs` makes it anew"
    )


def test_no_page_is_left_that_nothing_makes() -> None:
    said = {path for path in DOCS.rglob("*.md") if path.read_text(encoding="utf-8").startswith(MADE)}
    assert {path.relative_to(DOCS).as_posix() for path in said} == set(makers())


def test_every_setting_is_told_of() -> None:
    assert list(about_settings()) == list(SETTINGS)
