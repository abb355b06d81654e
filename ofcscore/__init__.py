"""Scores finished boards of open-face Chinese and Chinese poker.

>>> import ofcscore
>>> session = ofcscore.read_text("Hero: QQ5 / AA762 / 9TJQK\\nGus: 663 / KK943 / JJJ44")
>>> result = ofcscore.score(session)
>>> result.totals
{'Hero': 3, 'Gus': -3}
>>> ofcscore.rank("Qh Qd 5c") < ofcscore.rank("Qs Qc 6d 5h 4s")
True
>>> ofcscore.load_rules("ofc-27").middle.low
True
>>> for payment in ofcscore.settle({"A": -25, "B": -31, "C": 45, "D": 11}):
...     print(payment.payer, "pays", payment.payee, payment.amount)
A pays C 14
A pays D 11
B pays C 31

The way of a deal through the rooms of the package:

    files     bytes of a log, or of standard input          Hero: QQ5 / AA762 / 9TJQK
    log       read: what stands where, in any form          HeaderSyntax, DealSyntax
    log       check: what it means, or problems             Header, Deal with its Boards (game)
    rules     `ofc + moon`: files found, merged, checked    Rules
    scoring   a board ranked and judged by them             BoardScore
    scoring   two boards: each reason and its points        ScoreLine, PairScore, DealScore
    session   what goes from deal to deal and adds up       DealResult, SessionResult
    session   money, who pays whom, all proved twice        Outcome
    report    text in every format, for cli and live        table, html, json ...
    columns   from bytes to sums by the thousand deals, or the bytes are handed back to the way above

A room imports from those before it alone: problems, files, game, rules, scoring, log, session, columns,
report, live, cli.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""As in `typing`, which takes longer to import than the program takes to be ready for Ctrl-C."""
if TYPE_CHECKING:
    from typing import Any

    from ofcscore.api import Log, Result, load_rules, read, read_text, score
    from ofcscore.game.board import Board, Row
    from ofcscore.game.ranks import Category, Rank
    from ofcscore.game.spelling import rank
    from ofcscore.problems.problem import Place, Problem, ProblemsError
    from ofcscore.rules.model import Rules
    from ofcscore.scoring.boards import BoardScore, Status
    from ofcscore.scoring.deal import Currency, Deal, Header, Payment, Table
    from ofcscore.scoring.deals import DealScore
    from ofcscore.scoring.lines import PairScore, ScoreLine
    from ofcscore.session.result import DealResult, SessionResult, Standing
    from ofcscore.session.settlement import settle

__version__ = "0.1.0"

__all__ = [
    "Board",
    "BoardScore",
    "Category",
    "Currency",
    "Deal",
    "DealResult",
    "DealScore",
    "Header",
    "Log",
    "PairScore",
    "Payment",
    "Place",
    "Problem",
    "ProblemsError",
    "Rank",
    "Result",
    "Row",
    "Rules",
    "ScoreLine",
    "SessionResult",
    "Standing",
    "Status",
    "Table",
    "load_rules",
    "rank",
    "read",
    "read_text",
    "score",
    "settle",
]

_HOMES = {
    "api": ("Log", "Result", "load_rules", "read", "read_text", "score"),
    "game.board": ("Board", "Row"),
    "game.ranks": ("Category", "Rank"),
    "game.spelling": ("rank",),
    "problems.problem": ("Place", "Problem", "ProblemsError"),
    "rules.model": ("Rules",),
    "scoring.deal": ("Currency", "Deal", "Header", "Payment", "Table"),
    "scoring.boards": ("BoardScore", "Status"),
    "scoring.deals": ("DealScore",),
    "scoring.lines": ("PairScore", "ScoreLine"),
    "session.result": ("DealResult", "SessionResult", "Standing"),
    "session.settlement": ("settle",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """A public name, from its module when it is first asked for: `import ofcscore` imports nothing else."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
