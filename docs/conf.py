"""Configuration of Sphinx: `sphinx-build -W docs build/docs`.

The pages are plain Markdown. The tree of pages that Sphinx needs is built here from the links of the first
page, and from the pages that the program writes (`_ext/program_pages.py`).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from pygments.lexers.special import TextLexer

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE / "_ext")]

from ofcscore import __version__  # noqa: E402

project = "ofcscore"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "program_pages"]
html_theme = "furo"
html_title = f"ofcscore {release}"
html_show_copyright = False
exclude_patterns = ["pictures"]
# Headings of three levels are targets of links, as on the sites that show Markdown.
myst_heading_anchors = 3
# Boards, and what a terminal shows, are in no language that is coloured.
highlight_language = "none"


def _linked(text: str) -> list[str]:
    """The pages that a page links to, in order, each once."""
    return list(dict.fromkeys(re.findall(r"\]\(([a-z0-9/-]+)\.md\)", text)))


def _add_tree(app, page: str, source: list[str]) -> None:  # type: ignore[no-untyped-def]
    """Append the tree of pages to the first page."""
    if page == "index":
        tree = "\n".join(("```{toctree}", ":hidden:", ":glob:", "", *_linked(source[0]), "program/*", "```"))
        source[0] += f"\n\n{tree}\n"


def setup(app) -> None:  # type: ignore[no-untyped-def]
    app.connect("source-read", _add_tree)
    for language in ("console", "live"):
        app.add_lexer(language, TextLexer)
