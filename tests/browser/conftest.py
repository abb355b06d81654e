"""Chromium for the tests of the page. Without it they are skipped, but not where CI runs them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run", "--no-default-browser-check"),
)


def _missing(what: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing, and CI runs the browser's tests")
    pytest.skip(f"{what} is missing: apt-get install chromium, pip install -e '.[test]'")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        _missing("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def large(browser: Browser) -> Iterator[Browser]:
    """A browser in which somebody has set text of twice the usual size."""
    program = next(filter(None, map(shutil.which, NAMES)))
    args = [*QUIET, "--blink-settings=defaultFontSize=32"]
    opened = browser.browser_type.launch(executable_path=program, args=args)
    yield opened
    opened.close()
