"""The pictures of `docs/`, taken of the examples.

`UPDATE=1 pytest -n 0 -m browser tests/browser/test_pictures.py` takes them anew. Beside each stands the text
that it shows: a picture whose text is not what the program shows today is stale.
"""

from __future__ import annotations

import html
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.command import run
from tests.transcripts import EXAMPLES, ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

PICTURES: Final = ROOT / "docs" / "pictures"
SEEN: Final = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = [];
    while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const box = range.getBoundingClientRect();
        const text = walker.currentNode.textContent.trim();
        if (text && box.width > 1 && box.height > 1 && box.bottom <= innerHeight) seen.push(text);
    }
    return seen.join("\\n");
}"""
"""What is read of a page without moving it."""
TERMINAL: Final = """<!doctype html><meta charset="utf-8"><body style="margin: 0; background: #16181d">
<pre style="margin: 0; padding: 18px; color: #eee; font: 15px/1.35 'DejaVu Sans Mono', monospace">{}</pre>"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: what the program is asked for, and the size of the window."""

    name: str
    command: tuple[str, ...]
    width: int
    height: int


ALL: Final = (
    Picture("night", ("score", "examples/night.ofc", "--format", "html"), 960, 760),
    Picture("phone", ("score", "examples/season", "--format", "html"), 390, 800),
    Picture("terminal", ("explain", "examples/night.ofc:2", "Ana/Ben"), 760, 660),
)


@pytest.mark.parametrize("picture", ALL, ids=lambda picture: picture.name)
def test_the_picture_shows_what_the_program_shows(
    picture: Picture, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES.parent)
    page = run(*picture.command).out
    if "html" not in picture.command:
        page = TERMINAL.format(html.escape(f"$ ofcscore {' '.join(picture.command)}\n{page}"))
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    size = {"width": picture.width, "height": picture.height}
    opened = browser.new_page(viewport=size)  # type: ignore[arg-type]
    opened.goto(file.as_uri())
    seen = opened.evaluate(SEEN) + "\n"
    image, text = PICTURES / f"{picture.name}.png", PICTURES / f"{picture.name}.txt"
    if os.environ.get("UPDATE"):
        opened.screenshot(path=image)
        text.write_text(seen, encoding="utf-8")
    opened.close()
    assert image.exists()
    assert text.read_text(encoding="utf-8") == seen, f"{image.name} is stale"
