"""The `html` report: one page that needs no network, from the values of the JSON report.

Its script searches and copies; without it nothing is missing. Of a long log the last `FULL_AT_MOST` deals are
on the page, unless deals are asked for.

The template gets finished values and does no sums; what it prints is escaped. These are the values:

| name | what it is |
|---|---|
| `title`, `about` | the log's name; a list of short facts: deals, dates, people, stake |
| `log_notes` | what the headers of logs note, as sentences |
| `report` | the JSON report without its deals: `rules`, `stake`, `totals`, `money`, `payments` ... |
| `settled`, `payments` | whether payments were asked for; `from`, `to`, `amount`, `doubt` in words |
| `payment_notes` | sentences about them: already paid, odd coins, rounding |
| `left_out`, `problems`, `warnings` | a sentence or none; lists of `message`, `place`, `hint` |
| `standings` | best first: `place`, `player`, `points`, `money` (none where points are points), `deals` |
| `chart` | `wide`, `middle`, `narrow` SVG, `words`, `names`, `rows` of `deals` and `totals`; or none |
| `matrix` | `names`, and `rows` of `player` and `cells` (`points`, `money`; none for oneself); or none |
| `pairs` | in place of a matrix of few cells: `first`, `second`, `points`, `money` of who met; or none |
| `outside` | adjustments, rake, chips, and who is due in fantasyland, as sentences |
| `deals` | the deals in full, see `deal_values` in html_deals |
| `columns` | the people whose totals in the deals stand in columns; none for many people |
| `shown`, `earlier` | how many deals are on the page; how many before them are not |
| `stats` | `names`, `tables` of figures; `royalties`, `pairs` but of a crowd (see `stats_values`) |
| `nights` | where there are several: `number`, `name`, `date`, `words`, `first` deal, `totals` |
| `people`, `index`, `script` | who the columns are, what the script finds deals by, the script |
| `text` | the lines of the `chat` report |
| `rule_sets` | `name`, `title`, `source`, `digest`, `deals`, `sentences`, `unused`, `royalties` |
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from html import escape
from typing import Final

from ofcscore.report.base import Report
from ofcscore.report.chat import ChatReport
from ofcscore.report.html_deals import AsItIs, Values, deal_entry, deal_values, page_script, page_template
from ofcscore.report.html_session import night_values, session_values, stats_values
from ofcscore.report.json import dumps
from ofcscore.report.table import standings_head, standings_rows
from ofcscore.report.views import SessionView
from ofcscore.report.wording import FILE_STYLE, Style
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult, Nights
from ofcscore.session.statistics import Tally

FULL_AT_MOST: Final = 300
"""The most deals on the page of a log of which none are asked for."""
HEADS_AT_MOST: Final = 5
"""For so many people the deals have a column each, with its name in a head that stays."""


class HtmlReport(Report):
    """`html`: the session first, then the deals, folded: the last ones of a long log, or all with `in_full`.

    Of the style of a screen it has the players' own words and the links by which they are paid.
    """

    has_pairs = True

    def __init__(self, style: Style = FILE_STYLE, *, in_full: bool = False) -> None:
        self.style = FILE_STYLE._replace(own=style.own, handles=style.handles)
        self.kept: deque[tuple[int, DealResult]] = deque(maxlen=None if in_full else FULL_AT_MOST)
        """The deals on the page, each with the number of its night."""
        self.deals = 0
        self.dates: list[str] = []
        self.columns: dict[str, int] = {}
        self.nights = Nights()
        self.tally = Tally()
        self.chat = ChatReport(self.style)

    def deal(self, result: DealResult) -> str:
        """Return nothing yet: what stands first on the page comes from the end of the session."""
        self.skip(result)
        self._keep(result)
        return ""

    def skip(self, result: DealResult) -> None:
        self.nights.of(result.deal)
        self.chat.skip(result)
        self.tally.deal(result)

    def _keep(self, result: DealResult) -> None:
        self.deals += 1
        self.kept.append((self.nights.of(result.deal) + 1, result))
        for name in result.totals:
            self.columns.setdefault(name, len(self.columns) + 1)
        date = result.deal.day
        if date is not None and date not in self.dates[-1:]:
            self.dates = [*self.dates[:1], date]

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        """Return the whole page, and nothing behind it."""
        return "".join(self.pieces(outcome)), ""

    def pieces(self, outcome: Outcome) -> Iterator[str]:
        """Yield the page, piece by piece."""
        return page_template().generate(self.values(outcome))

    def values(self, outcome: Outcome) -> Values:
        """Return the values of the template; each deal is built when the template asks for it."""
        statistics = self.tally.finish(outcome.session)
        earlier = self.deals - len(self.kept)
        firsts: dict[int, int] = {}
        for number, (night, _) in enumerate(self.kept, earlier + 1):
            firsts.setdefault(night, number)
        nights = night_values(statistics, firsts, self.columns)
        begins = {night["first"]: night for night in nights}
        # JSON inside of a page, by which the script finds deals.
        index = dumps([deal_entry(result, self.columns) for _, result in self.kept])
        return {
            **session_values(outcome, self.dates, self.style),
            "stats": stats_values(statistics, outcome, self.style),
            "people": list(self.columns),
            "columns": list(self.columns) if len(self.columns) <= HEADS_AT_MOST else [],
            "nights": nights,
            "deals": (
                {**deal_values(result, number, self.columns, self.style), "night": begins.get(number)}
                for number, (_, result) in enumerate(self.kept, earlier + 1)
            ),
            "shown": len(self.kept),
            "earlier": earlier,
            "index": AsItIs(index.replace("<", "\\u003c")),
            "script": page_script(),
            "text": self.chat.lines(outcome),
        }


def notebook_html(outcome: Outcome) -> str:
    """Return a table of the standings, the winner first, and a sentence for each payment."""
    view = SessionView(outcome)
    head = ["", *standings_head(outcome, FILE_STYLE)]
    rows = [head, *standings_rows(outcome, view.best_first, FILE_STYLE.text)]
    cells = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    table = "\n".join(f"<tr>{row}</tr>" for row in cells)
    said = "\n".join(f"<li>{escape(text)}</li>" for text in view.settlement)
    return f"<table>\n{table}\n</table>\n<ul>\n{said}\n</ul>\n"
