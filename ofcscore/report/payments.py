"""Who owes whom from totals alone."""

from __future__ import annotations

from collections.abc import Iterator

from ofcscore.report.json import dumps, payment_data
from ofcscore.report.wording import Style, settlement_sentences, wrap
from ofcscore.session.money import Outcome
from ofcscore.session.rounding import format_money


def settle_report(outcome: Outcome, form: str, style: Style) -> Iterator[str]:
    """The payments as sentences, or as one JSON object."""
    if form == "json":
        digits = outcome.digits
        currency = outcome.session.currency
        data = {
            "schema": 1,
            "currency": None if currency is None else currency.label,
            "money": {name: format_money(amount, digits) for name, amount in outcome.money.items()},
            "payments": [payment_data(p, digits) for p in outcome.payments],
        }
        yield dumps(data) + "\n"
        return
    for text in settlement_sentences(outcome, style):
        yield from (f"{line}\n" for line in wrap(text))
