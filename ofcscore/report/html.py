"""The `html` report: one page that needs no network, from the values of the JSON report.

Up to `FULL_AT_MOST` deals it needs no script either: that searches and copies. The deals of a longer log are
on the page packed, and unpacked by its script where they are looked at.

Templates get plain finished values and do no sums; what they print is made safe and escaped, in a
template of one's own too. These are the values:

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
| `deals` | the deals in full, see `deal_values` in html_deals; `data` of each is the deal's JSON |
| `columns` | the people whose totals in the deals stand in columns; none for many people |
| `shown` | how many deals there are |
| `packed` | all deals of a long log, for the script; `deals` has the last of them then |
| `stats` | `names`, `tables` of figures; `royalties`, `pairs` but of a crowd (see `stats_values`) |
| `nights` | where there are several: `number`, `name`, `date`, `words`, `first` deal, `totals` |
| `people`, `index`, `script` | who the columns are, what the script finds deals by, the script |
| `text` | the lines of the `chat` report |
| `rule_sets` | `name`, `title`, `source`, `digest`, `deals`, `sentences`, `unused`, `royalties` |
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from ofcscore.report.base import Report
from ofcscore.report.chat import ChatReport
from ofcscore.report.html_deals import deal_entry, deal_values
from ofcscore.report.html_session import night_values, session_values, stats_values
from ofcscore.report.html_template import (
    AsItIs,
    Values,
    own_page,
    own_template,
    shipped_script,
    shipped_template,
)
from ofcscore.report.json import deal_data, dumps
from ofcscore.report.wording import FILE_STYLE
from ofcscore.session.many import ManyDeals
from ofcscore.session.money import Outcome
from ofcscore.session.nights import Nights
from ofcscore.session.result import DealResult
from ofcscore.session.tally import Tally

FULL_AT_MOST: Final = 300
"""So many deals are on the page as they are, and read without script."""
BLOCK: Final = 50
"""So many deals are unpacked at once."""
HEADS_AT_MOST: Final = 5
"""For so many people the deals have a column each, with its name in a head that stays."""


class HtmlReport(Report):
    """`html`: the session first, then every deal folded.

    `template` is one's own: a file, or a folder with a `page.html`; it gets the last deals of a long log,
    with `in_full` all. With `own` things are called as the players call them.
    Raises `ProblemsError` where a template cannot be read or used.
    """

    has_pairs = True
    shows_many = True

    def __init__(self, template: str | None = None, *, in_full: bool = False, own: bool = False) -> None:
        self.style = FILE_STYLE._replace(own=own)
        self.template = shipped_template() if template is None else own_template(template)
        self.where = template
        self.full: deque[DealResult] = deque(maxlen=None if in_full and template else FULL_AT_MOST)
        self.packed: list[str] = []
        """All deals but the last of a long log, in blocks."""
        self.index: list[str] = []
        self.dates: list[str] = []
        self.columns: dict[str, int] = {}
        self.nights = Nights()
        self.firsts: dict[int, int] = {}
        self.tally = Tally()
        self.chat = ChatReport(self.style)

    def deal(self, result: DealResult) -> str:
        """Nothing yet: what stands first on the page comes from the end of the session."""
        self.skip(result)
        self._keep(result)
        return ""

    def skip(self, result: DealResult) -> None:
        self.nights.of(result.deal)
        self.chat.skip(result)
        self.tally.deal(result)

    def show_many(self, many: ManyDeals) -> str:
        self.skip_many(many)
        for deal in range(many.deals):
            self._keep(DealResult(len(self.index) + 1, many.score(deal)))
        return ""

    def skip_many(self, many: ManyDeals) -> None:
        self.nights.of(many.deal(0))
        self.chat.skip_many(many)
        self.tally.many(many)

    def _keep(self, result: DealResult) -> None:
        """Takes a deal that is on the page."""
        night = self.nights.of(result.deal) + 1
        self.firsts.setdefault(night, len(self.index) + 1)
        for name in result.totals:
            self.columns.setdefault(name, len(self.columns) + 1)
        if self._waiting == FULL_AT_MOST:
            self._pack()
        self.index.append(dumps(deal_entry(result, night, self.columns)))
        self.full.append(result)
        date = result.deal.day
        if date is not None and date not in self.dates[-1:]:
            self.dates = [*self.dates[:1], date]

    @property
    def _waiting(self) -> int:
        """How many of the last deals are in no block."""
        return len(self.index) - BLOCK * len(self.packed)

    def _pack(self) -> None:
        """Packs the first deals that wait, each as it is on the page."""
        macros: Any = self.template.environment.get_template("ofcscore/deal.html").module
        start = len(self.full) - self._waiting
        deals = enumerate(islice(self.full, start, start + BLOCK), BLOCK * len(self.packed) + 1)
        folded = [
            str(macros.full_deal(deal_values(result, number, self.columns, self.style), False))
            for number, result in deals
        ]
        self.packed.append(b64encode(zlib.compress(dumps(folded).encode())).decode())

    def blocks(self) -> list[str]:
        """Every deal, packed; none where nothing had to be."""
        while self.packed and self._waiting > 0:
            self._pack()
        return self.packed

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        """The whole page, and nothing behind it."""
        return "".join(self.pieces(outcome)), ""

    def pieces(self, outcome: Outcome) -> Iterator[str]:
        """The page, piece by piece."""
        values = self.values(outcome)
        if self.where is None:
            return self.template.generate(values)
        return own_page(self.template, values, self.where, len(self.full))

    def values(self, outcome: Outcome) -> Values:
        """What a template gets; the deals are made one at a time, as the template asks for them."""
        statistics = self.tally.finish(outcome.session)
        nights = night_values(statistics, self.firsts, self.columns)
        begins = {night["first"]: night for night in nights}
        before = len(self.index) - len(self.full)
        # What the script finds deals by, as JSON inside of a page.
        index = f'{{"block": {BLOCK}, "deals": [{",".join(self.index)}]}}'
        return {
            **session_values(outcome, self.dates, self.style),
            "stats": stats_values(statistics, outcome, self.style),
            "people": list(self.columns),
            "columns": list(self.columns) if len(self.columns) <= HEADS_AT_MOST else [],
            "nights": nights,
            "deals": (
                {
                    **deal_values(result, number, self.columns, self.style),
                    "data": deal_data(result),
                    "night": begins.get(number),
                }
                for number, result in enumerate(self.full, before + 1)
            ),
            "shown": len(self.index),
            "packed": self.blocks(),
            "index": AsItIs(index.replace("<", "\\u003c")),
            "script": shipped_script(),
            "text": self.chat.lines(outcome),
        }
