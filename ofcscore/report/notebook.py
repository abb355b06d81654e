"""A session as a piece of HTML: standings and payments, for a notebook that shows a result."""

from __future__ import annotations

from html import escape

from ofcscore.report.table import standings_head, standings_rows
from ofcscore.report.views import SessionView
from ofcscore.report.wording import FILE_STYLE
from ofcscore.session.money import Outcome


def notebook_html(outcome: Outcome) -> str:
    """Return a table of the standings, the winner first, and a sentence for each payment."""
    view = SessionView(outcome)
    head = ["", *standings_head(outcome, FILE_STYLE)]
    rows = [head, *standings_rows(outcome, view.best_first, FILE_STYLE.text)]
    cells = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    table = "\n".join(f"<tr>{row}</tr>" for row in cells)
    said = "\n".join(f"<li>{escape(text)}</li>" for text in view.settlement)
    return f"<table>\n{table}\n</table>\n<ul>\n{said}\n</ul>\n"
