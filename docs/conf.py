"""Configuration of Sphinx: `sphinx-build -W docs build/docs`.

The pages are plain Markdown. The table of contents that Sphinx needs is built from the links of the index
page and from the generated pages (`_ext/program_pages.py`).
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
# Headings of three levels can be link targets, as on sites that display Markdown.
myst_heading_anchors = 3
# There is no syntax highlighting for boards and terminal output.
highlight_language = "none"


def _linked(text: str) -> list[str]:
    """Return the pages that a page links to, in order, without repeats."""
    return list(dict.fromkeys(re.findall(r"\]\(([a-z0-9/-]+)\.md\)", text)))


def _add_tree(app, page: str, source: list[str]) -> None:  # type: ignore[no-untyped-def]
    """Append the table of contents to the index page."""
    if page == "index":
        tree = "\n".join(("```{toctree}", ":hidden:", ":glob:", "", *_linked(source[0]), "program/*", "```"))
        source[0] += f"\n\n{tree}\n"


def setup(app) -> None:  # type: ignore[no-untyped-def]
    app.connect("source-read", _add_tree)
    for language in ("console", "live"):
        app.add_lexer(language, TextLexer)
