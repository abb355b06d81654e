"""The `html` report: one page that needs no network and no script, from the values of the JSON report.

Templates get plain finished values and do no sums; what they print is made safe and escaped, in a
template of one's own too. These are the values:

| name | what it is |
|---|---|
| `title`, `about` | the log's name; a list of short facts: deals, dates, people, stake |
| `report` | the JSON report without its deals: `rules`, `stake`, `totals`, `money`, `payments` ... |
| `settled`, `payments` | whether payments were asked for; `from`, `to`, `amount`, `doubt` in words |
| `payment_notes` | sentences about them: already paid, odd coins, rounding |
| `left_out`, `problems`, `warnings` | a sentence or none; lists of `message`, `place`, `hint` |
| `standings` | best first: `place`, `player`, `points`, `money` (none where points are points), `deals` |
| `figures` | all else that is counted: `names`, and `rows` of `label` and `cells` (`value`, `deal`) |
| `chart` | `wide`, `middle`, `narrow` SVG, `words`, `names`, `rows` of `deals` and `totals`; or none |
| `matrix` | `names`, and `rows` of `player` and `cells` (`points`, `money`; none for oneself); or none |
| `pairs` | in place of a matrix of few cells: `first`, `second`, `points`, `money` of who met; or none |
| `outside` | adjustments, rake, chips, and who is due in fantasyland, as sentences |
| `lines` | a row a deal: `names`, `rows` of `id`, `name`, `date`, `totals`, `words`; none for few deals |
| `deals` | the deals in full, see `deal_values` in html_deals; `data` of each is the deal's JSON |
| `columns` | the people whose totals in the deals stand in columns; none for many people |
| `shown`, `hidden`, `unlisted` | how many deals are in full, not in full, not even a row |
| `rule_sets` | `name`, `title`, `source`, `digest`, `deals`, `sentences`, `unused`, `royalties` |
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from ofcscore.report.base import Report
from ofcscore.report.html_deals import DealRow, deal_values, line_notes, line_values
from ofcscore.report.html_session import session_values
from ofcscore.report.html_template import Values, own_page, own_template, shipped_template
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult

FULL_AT_MOST: Final = 200
"""So many deals, the last ones, are shown with their boards."""
ROWS_AT_MOST: Final = 5_000
"""So many deals, the last ones, have a row of their own: a page of more is no page."""
HEADS_AT_MOST: Final = 5
"""For so many people the deals have a column each, with its name in a head that stays."""


class HtmlReport(Report):
    """`html`: the session first, then every deal folded; of a long log the last deals.

    `template` is one's own: a file, or a folder with a `page.html`; with `in_full` every deal is shown.
    Raises `ProblemsError` where a template cannot be read or used.
    """

    has_pairs = True

    def __init__(self, template: str | None = None, *, in_full: bool = False) -> None:
        self.template = shipped_template() if template is None else own_template(template)
        self.where = template
        self.full: deque[DealResult] = deque(maxlen=None if in_full else FULL_AT_MOST)
        self.lines: deque[DealRow] = deque(maxlen=ROWS_AT_MOST)
        self.seen = 0
        self.dates: list[str] = []
        self.columns: dict[str, int] = {}

    def deal(self, result: DealResult) -> str:
        """Nothing yet: what stands first on the page comes from the end of the session."""
        self.seen += 1
        self.full.append(result)
        for name in result.totals:
            self.columns.setdefault(name, len(self.columns) + 1)
        date = result.deal.date
        self.lines.append(DealRow(self.seen, result.deal.name, date, result.all_totals, line_notes(result)))
        if date is not None and date not in self.dates[-1:]:
            self.dates = [*self.dates[:1], date]
        return ""

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        """The whole page, and nothing behind it."""
        return "".join(self.pieces(outcome)), ""

    def pieces(self, outcome: Outcome) -> Iterator[str]:
        """The page, piece by piece."""
        values = self.values(outcome)
        if self.where is None:
            return self.template.generate(values)
        return own_page(self.template, values, self.where)

    def values(self, outcome: Outcome) -> Values:
        """What a template gets; the deals are made one at a time, as the template asks for them."""
        shown = len(self.full)
        return {
            **session_values(outcome, self.dates),
            "lines": None if shown == self.seen else line_values(self.lines, self.seen - shown, outcome),
            "deals": (
                deal_values(r, self.seen - shown + i, self.columns) for i, r in enumerate(self.full, 1)
            ),
            "columns": list(self.columns) if len(self.columns) <= HEADS_AT_MOST else [],
            "shown": shown,
            "hidden": self.seen - shown,
            "unlisted": self.seen - len(self.lines),
        }


def render_html(outcome: Outcome, deals: Iterable[DealResult], template: str | None = None) -> Iterator[str]:
    """The page of a session, piece by piece. Raises as `HtmlReport` does."""
    report = HtmlReport(template)
    for result in deals:
        report.deal(result)
    return report.pieces(outcome)
