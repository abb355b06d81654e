"""Scores finished boards of open-face Chinese and Chinese poker.

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

What there is to call:

    score       a log, or the path of one               Result
    read        logs in files, in any form, checked     Log
    read_text   a log in memory                         Log
    load_rules  a rule set, a sum of them, a file       Rules
    rank        a row of cards, to be compared          Rank
    settle      totals, to the fewest payments          list of Payment

What comes back (`help(ofcscore.Result)` says all of one):

    Result      totals, money, payments, standings, deals, pairs, warnings;
                to_dict(), to_json(), to_html(); rows() for data frames
    Log         deals and headers as they were read, and warnings
    DealResult  one deal of a result: its DealScore, with the BoardScore of
                each board and the PairScore of each two, line by line
    ProblemsError  all that is wrong with a log or a rule set: its problems
                have a code, a place, a message and a hint each

A log is made by hand of Header and Deal, each at a Table, and Board.

The way of a deal through the rooms of the package, each of which imports
from those before it alone (problems, files, game, rules, scoring, log,
session, columns, report, live, host, cli):

    files     bytes of a log               Hero: QQ5 / AA762 / 9TJQK
    log       read: what stands where      HeaderSyntax, DealSyntax
    log       check: what it means         Header, Deal, their Boards (game)
    rules     `ofc + moon`: found, merged  Rules
    scoring   a board ranked and judged    BoardScore
    scoring   two boards, reason by reason ScoreLine, PairScore, DealScore
    session   what goes on and adds up     DealResult, SessionResult
    session   who pays whom, proved twice  Outcome
    report    text in every format         table, html, json ...
    columns   from bytes to sums by the thousand deals, or the bytes are
              handed back to the way above
"""

from __future__ import annotations

TYPE_CHECKING = False
"""As in `typing`, which takes longer to import than the program takes to be ready for Ctrl-C."""
if TYPE_CHECKING:
    from typing import Any

    from ofcscore.api import *  # noqa: F403

__version__ = "0.2.0"

__all__ = ["load_rules", "rank", "read", "read_text", "score", "settle"]  # noqa: F405
"""The functions to call. The types of what comes back are names of the package too, listed in `api`."""


def __getattr__(name: str) -> Any:
    """Import the public names when the first is asked for: `import ofcscore` imports nothing else."""
    if not name.startswith("__"):
        import ofcscore.api as api

        if name in getattr(api, "__all__", ()):
            globals().update({public: getattr(api, public) for public in api.__all__})
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    import ofcscore.api as api

    return sorted({*globals(), *api.__all__})
