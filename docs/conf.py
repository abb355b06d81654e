"""How Sphinx builds the pages: `sphinx-build -W docs build/docs`.

The pages are plain Markdown. What Sphinx needs besides, the tree of pages, is made here of the links of the
pages that list others.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from pygments.lexers.special import TextLexer

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from ofcscore import __version__  # noqa: E402

project = "ofcscore"
release = version = __version__
extensions = ["myst_parser"]
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
    """Puts the tree of pages below the pages that list others."""
    if page in ("index", "rules/index"):
        tree = "\n".join(("```{toctree}", ":hidden:", "", *_linked(source[0]), "```"))
        source[0] += f"\n\n{tree}\n"


def setup(app) -> None:  # type: ignore[no-untyped-def]
    app.connect("source-read", _add_tree)
    for language in ("console", "live"):
        app.add_lexer(language, TextLexer)
