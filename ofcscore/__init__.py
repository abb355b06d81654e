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

The packages in the order in which they build on each other. Each imports
from those above it alone:

    diagnostics  Problem: a code, a place, a message and its fixes
    files        lines of bytes, YAML nodes with places, atomic writing
    game         Card, Board: what the cards are, without any rules
    rules        Rules, as `ofc + moon` or a file says them
    scoring      ScoreLine, PairScore, DealScore: the points of one deal
    log          HeaderSyntax, DealSyntax, as read; Header, Deal, as checked
    session      DealResult, SessionResult, Outcome: totals, and who pays
    bulk         the same for deals by the thousand, with numpy and Arrow
    report       tables, chats, pages and data, from a SessionResult
    live         the log of a table while people play, and its prompt
    host         the same table on the phones of those who play
    cli          the commands
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
