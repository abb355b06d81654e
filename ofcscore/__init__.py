"""Score open-face Chinese and Chinese poker.

>>> import ofcscore
>>> night = "Hero: QQ5 / AA762 / 9TJQK\\nGus: 663 / KK943 / JJJ44"
>>> result = ofcscore.score(ofcscore.read_text(night))
>>> result.totals
{'Hero': 3, 'Gus': -3}
>>> for payment in result.payments:
...     print(payment.payer, "pays", payment.payee, payment.amount)
Gus pays Hero 3
>>> ofcscore.rank("Qh Qd 5c") < ofcscore.rank("Qs Qc 6d 5h 4s")
True
>>> ofcscore.load_rules("ofc-27").middle.low
True

Functions, and what they return:

    score       score a log, or the file of one         Result
    read        read and check logs in any format       Log
    read_text   read and check a log in memory          Log
    load_rules  load a rule set by its name or file     Rules
    rank        rank a row of cards for comparison      Rank
    settle      find the fewest payments for totals     list of Payment

Types (`help(ofcscore.Result)` describes one of them in full):

    Result      totals, money, payments, standings, deals, pairs, warnings;
                to_dict(), to_json(), to_html(); rows() for data frames
    Log         the headers and deals of a session, and warnings
    DealResult  one deal of a result: its DealScore, with the BoardScore of
                each board and the PairScore of each pair, line by line
    ProblemsError  the error for an invalid log or rule set: each problem
                has a code, a place, a message and a hint

To build a log in Python, use Header and Deal, with a Table and Boards.

The packages, from the bottom layer to the top. Each package imports only
from the packages above it in this list:

    diagnostics  Problem: a code, a place, a message and its fixes
    files        lines of bytes, YAML nodes with places, atomic writing
    game         cards, rows and boards, without rule sets
    rules        Rules: rule sets, options and rule files
    scoring      ScoreLine, PairScore, DealScore: the points of one deal
    log          parsing (HeaderSyntax, DealSyntax), checks (Header, Deal)
    session      DealResult, SessionResult, Outcome: totals and payments
    bulk         fast scoring of many deals, with numpy and Arrow
    report       tables, chat messages, pages and data from a session
    live         the log and the prompt of a game in progress
    host         the same game on the players' phones
    cli          the commands
"""

from __future__ import annotations

TYPE_CHECKING = False
"""A stand-in for `typing.TYPE_CHECKING`.

Importing `typing` would delay the handler for Ctrl-C.
"""
if TYPE_CHECKING:
    from typing import Any

    from ofcscore.api import *  # noqa: F403

__version__ = "0.2.0"

__all__ = ["load_rules", "rank", "read", "read_text", "score", "settle"]  # noqa: F405
"""The public functions. The public types are listed in `api`."""


def __getattr__(name: str) -> Any:
    """Import the public names on first use, so that `import ofcscore` is fast."""
    if not name.startswith("__"):
        import ofcscore.api as api

        if name in getattr(api, "__all__", ()):
            globals().update({public: getattr(api, public) for public in api.__all__})
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    import ofcscore.api as api

    return sorted({*globals(), *api.__all__})
