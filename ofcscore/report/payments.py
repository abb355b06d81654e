"""Who owes whom from totals alone."""

from __future__ import annotations

from collections.abc import Iterator

from ofcscore.report.json import SCHEMA, dumps, money_data
from ofcscore.report.views import SessionView
from ofcscore.report.wording import Style
from ofcscore.session.money import Outcome


def settle_report(outcome: Outcome, form: str, style: Style) -> Iterator[str]:
    """The payments as sentences, or as one JSON object."""
    if form == "json":
        currency = outcome.session.currency
        label = None if currency is None else currency.label
        yield dumps({"schema": SCHEMA, "currency": label, **money_data(outcome)}) + "\n"
        return
    for text in SessionView(outcome, style).settlement:
        yield from (f"{line}\n" for line in style.lines(text, "  "))
