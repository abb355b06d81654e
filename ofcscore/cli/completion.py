"""What completes a word of a command line; read when a shell asks for it, and by no command.

Those that an option names (`score_options`) take the files named on the line, and what is there of the word.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ofcscore.scoring.deal import Deal

LONGEST_READ: Final = 1_000_000
"""So many bytes of a log are read at most while somebody waits for a word of it."""
_PLAIN: Final = ("none", "yes", "no", "high")


def files_on_the_line() -> list[str]:
    """The files that a line names, as the shell gives it: before an option has its value none is parsed."""
    line = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")
    try:
        words = shlex.split(line)
    except ValueError:
        words = line.split()
    return [word for word in words[1:] if os.path.isfile(word)]


def forms(named: Sequence[str], begun: str) -> Iterable[str]:
    from ofcscore.log.read.sources import READ_FORMS

    return READ_FORMS


def formats(named: Sequence[str], begun: str) -> Iterable[str]:
    from ofcscore.report import FORMATS

    return FORMATS


def outputs(named: Sequence[str], begun: str) -> Iterable[str]:
    from ofcscore.report import schemas

    return schemas.outputs()


def rule_sums(named: Sequence[str], begun: str) -> Iterable[str]:
    """Rule sets and options; of a sum, or a list, the last one."""
    from ofcscore.rules.files import shipped_names

    before = re.match(r".*[+,] *|", begun, re.DOTALL)
    presets, options = shipped_names()
    return ((before[0] if before else "") + name for name in (*presets, *options))


def settings(named: Sequence[str], begun: str) -> Iterable[str]:
    """The keys of `--set`, and behind one its words."""
    from ofcscore.files.yaml_nodes import text_node
    from ofcscore.rules.settings import SETTINGS
    from ofcscore.rules.values import WORDS, Reading

    key, equals, _ = begun.partition("=")
    if not equals:
        yield from (f"{path}=" for path in SETTINGS)
    elif key in SETTINGS:
        for word in sorted({*WORDS, *_PLAIN}):
            if SETTINGS[key].read(text_node(word), key, Reading("", [])) == word:
                yield f"{key}={word}"


def ways(named: Sequence[str], begun: str) -> Iterable[str]:
    """Ways of settling, and everybody through whom all may be paid."""
    yield from ("fewest", "pairs", "none")
    yield from (f"bank={player}" for player in players(named) or ("",))


def deals(named: Sequence[str], begun: str) -> Iterable[str]:
    """Deals to show; of a list the last one."""
    before = begun[: begun.rfind(",") + 1]
    return (before + name for name in ("all", "none", "last", *(deal.name for deal in _deals(named))))


def players(files: Sequence[str]) -> list[str]:
    """Who plays in these logs."""
    return [*dict.fromkeys(board.player for deal in _deals(files) for board in deal.boards)]


def explained(named: Sequence[str], begun: str) -> Iterable[str]:
    """Words, codes and rule sets, or a deal of a log (`night.ofc:3`) and then two of its players."""
    from ofcscore.problems.catalogue import codes
    from ofcscore.rules.glossary import words

    file, colon, _ = (named[0] if named else begun).rpartition(":")
    if colon:
        if named:
            return ("/".join(two) for two in permutations(players([file]), 2))
        return (f"{file}:{deal.name}" for deal in _deals([file]))
    return (*words(), "words", *codes(), "codes", *rule_sums(named, begun))


def _deals(files: Sequence[str]) -> list[Deal]:
    """The deals of logs as far as they can be read: none of what is not there, or is long."""
    from ofcscore.log.check.checker import NO_OVERRIDES
    from ofcscore.log.check.stream import read_session
    from ofcscore.log.read.sources import file_sources
    from ofcscore.problems.collected import Problems
    from ofcscore.scoring.deal import Deal

    try:
        if not files or sum(os.path.getsize(file) for file in files) > LONGEST_READ:
            return []
        items, _ = read_session(file_sources(files, None, Problems()), NO_OVERRIDES)
    except OSError:
        return []
    return [item for item in items if isinstance(item, Deal)]
