"""The pictures of `docs/`, taken of the examples.

`UPDATE=1 pytest -n 0 -m browser tests/browser/test_pictures.py` takes them anew. Beside each stands the text
that it shows: a picture with a text that the program shows no more is stale.
"""

from __future__ import annotations

import html
import os
from base64 import b64encode
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.command import run
from tests.host.serving import hosted
from tests.transcripts import EXAMPLES, ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PICTURES: Final = ROOT / "docs" / "pictures"
TEXTS: Final = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = [];
    while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const box = range.getBoundingClientRect();
        const text = walker.currentNode.textContent.trim();
        const isShown = walker.currentNode.parentElement.checkVisibility();
        const isInside = box.width > 1 && box.height > 1 && box.top >= 0 && box.bottom <= innerHeight;
        if (text) seen.push([text, isShown && isInside]);
    }
    return seen;
}"""
"""Each text of a page, and whether it is read without moving the page."""
TERMINAL: Final = """<!doctype html><meta charset="utf-8"><body style="margin: 0; background: #16181d">
<pre style="margin: 0; padding: 18px; color: #eee; font: 15px/1.35 'DejaVu Sans Mono', monospace">{}</pre>"""
PHONES: Final = """<!doctype html><meta charset="utf-8">
<style>
body {{ margin: 0; padding: 24px; display: flex; gap: 24px; background: #e9e6df }}
iframe, img {{ width: 360px; height: 680px; border: 0; border-radius: 24px; box-shadow: 0 4px 18px #0003 }}
</style>{}"""
SHOWN: Final = ("", "#chart", "#deal-2")
"""The part of a page that the phones show."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: what the program is asked for, whether phones show it, and the size of the window."""

    name: str
    command: tuple[str, ...]
    width: int
    height: int
    phones: bool = False


ALL: Final = (
    Picture("phones", ("score", "examples/night.ofc", "--format", "html"), 1176, 728, phones=True),
    Picture("page", ("score", "examples/season", "--format", "html"), 960, 760),
    Picture("terminal", ("explain", "examples/night.ofc:2", "Ana/Ben"), 760, 640),
)


def _page(picture: Picture, folder: Path) -> Path:
    """The page that is taken."""
    told = run(*picture.command).out
    if picture.phones:
        (folder / "night.html").write_text(told, encoding="utf-8")
        told = PHONES.format("".join(f'<iframe src="night.html{part}"></iframe>' for part in SHOWN))
    elif "html" not in picture.command:
        told = TERMINAL.format(html.escape(f"$ ofcscore {' '.join(picture.command)}\n{told}"))
    file = folder / "page.html"
    file.write_text(told, encoding="utf-8")
    return file


Texts = list[tuple[str, bool]]


def _texts(page: Page) -> Texts:
    """Each text of a page and of its frames, and whether it is seen."""
    return [(text, seen) for frame in page.frames for text, seen in frame.evaluate(TEXTS)]


def _hold(name: str, page: Page, texts: Texts) -> None:
    """Takes the picture anew, or holds what it shows against what the page shows."""
    image, said = PICTURES / f"{name}.png", PICTURES / f"{name}.txt"
    if os.environ.get("UPDATE"):
        page.screenshot(path=image)
        said.write_text("".join(f"{text}\n" for text, seen in texts if seen), encoding="utf-8")
    assert image.exists()
    gone = Counter(said.read_text(encoding="utf-8").splitlines())
    for text, _ in texts:
        gone.subtract(text.splitlines())
    assert list(+gone) == [], f"{image.name} is stale"


@pytest.mark.parametrize("picture", ALL, ids=lambda picture: picture.name)
def test_the_picture_shows_what_the_program_shows(
    picture: Picture, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES.parent)
    with closing(browser.new_page(viewport={"width": picture.width, "height": picture.height})) as page:
        page.goto(_page(picture, tmp_path).as_uri(), wait_until="networkidle")
        # A page goes to the deal that it was opened for when it has made it.
        page.wait_for_timeout(500)
        _hold(picture.name, page, _texts(page))


TABLE: Final = "rules: ofc-pineapple\nstake: 0.50 EUR\nplayers: Ana, Ben, Cid\n"
LAST: Final = """day => {
    const last = document.getElementById("last");
    const heading = last.querySelector("h2");
    heading.textContent = heading.textContent.replace(/[0-9]{4}-[0-9]{2}-[0-9]{2}/, day);
    last.scrollIntoView();
}"""
"""Goes to the last deal, which is of today, and calls it that of the day of the examples."""
OTHERS: Final = (("Ben", "6h6d2c KhKd9s4c3c As8s5s4s2s"), ("Cid", "foul"))


def test_the_picture_shows_the_phones_at_the_table(browser: Browser, tmp_path: Path) -> None:
    """A board half tapped, whole, and what all phones show then."""
    log = tmp_path / "night.ofc"
    log.write_text(TABLE, encoding="utf-8")
    images: list[str] = []
    texts: Texts = []

    def take(phone: Page) -> None:
        phone.wait_for_timeout(500)
        images.append(f"data:image/png;base64,{b64encode(phone.screenshot()).decode()}")
        texts.extend(_texts(phone))

    with hosted(log) as host, closing(browser.new_page(viewport={"width": 360, "height": 680})) as phone:
        phone.goto(host.url)
        phone.get_by_role("button", name="Ana").click()
        phone.keyboard.type("JhJd5cAhAd7s6c2d9hTsJc")
        take(phone)
        phone.keyboard.type("QsKc")
        take(phone)
        for player, board in OTHERS:
            assert host.board(player, board, "1")["done"]
        phone.get_by_role("button", name="Send the board").click()
        phone.wait_for_timeout(500)
        phone.evaluate(LAST, "2026-11-20")
        take(phone)
    with closing(browser.new_page(viewport={"width": 1176, "height": 728})) as page:
        page.set_content(PHONES.format("".join(f'<img alt="" src="{image}">' for image in images)))
        page.wait_for_timeout(500)
        _hold("table", page, texts)
