"""`explain night.ofc:3 Ana/Ben`: a deal of a log by its name, and the pairs of it that are asked about."""

import os
from collections.abc import Sequence
from typing import Final, NamedTuple

from ofcscore.cli.console import STDIN, Ended, UsageError, did_you_mean, tell
from ofcscore.cli.logs import Logs, logs_named
from ofcscore.cli.score_options import ScoreOptions
from ofcscore.cli.selection import NAMED_AT_MOST, few_deals
from ofcscore.diagnostics.problem import Exit, exit_status, show
from ofcscore.diagnostics.words import listed
from ofcscore.log.check.names import name_key, normal_name
from ofcscore.log.read.sources import suffix_form
from ofcscore.report.explain import LoggedDeal
from ofcscore.scoring.lines import PairScore
from ofcscore.session.causes import Told, tell_deals
from ofcscore.session.nights import Dates, is_of
from ofcscore.session.proof import Proof
from ofcscore.session.result import DealResult
from ofcscore.session.session import Session

_LAST: Final = "last"


class Asked(NamedTuple):
    """Logs that are one session, and which of their deals is meant: None for the only one."""

    files: list[str]
    deal: str | None

    def has(self, told: Told, date: str | None) -> bool:
        """Return True if a deal is meant; `date` is the last one that its log stated up to there."""
        if self.deal is None:
            return True
        name = told.deal.name.casefold()
        log, slash, rest = self.deal.casefold().rpartition("/")
        return name == self.deal.casefold() or (bool(slash) and name == rest and is_of(told.deal, date, log))


def asked_deal(text: str) -> Asked | None:
    """Return the deal of a log that a text names (`night.ofc:3`, `season/*.ofc:2026-10/7`).

    None for a board.
    """
    if _is_log(text):
        return Asked(logs_named([text]), None)
    files, colon, deal = text.rpartition(":")
    if not colon or not deal or deal[0].isspace() or not _is_log(files):
        return None
    return Asked(logs_named([files]), deal.strip())


def _is_log(name: str) -> bool:
    """Return True if a text names logs: standard input, a log's suffix, a file or folder that is there."""
    if not name or "\0" in name or name[-1].isspace():
        return False
    return name == STDIN or suffix_form(name)[0] is not None or os.path.exists(name)


def explained_deal(
    asked: Asked, pair: str | None, rules: str | None, sets: Sequence[str]
) -> tuple[LoggedDeal, Exit]:
    """Return the deal that is asked about, its logs scored as one session, and the exit status.

    Problems are told.

    Raises `UsageError` where no deal or no pair is called so, or several are, and `Ended` where the deal
    cannot be scored.
    """
    logs = Logs(asked.files, ScoreOptions(rules=rules, sets=list(sets)))
    session = Session()
    found: list[Told] = []
    names: list[str] = []
    dates = Dates()
    for told in tell_deals(session, logs.items()):
        date = dates.of(told.deal)
        if asked.deal == _LAST:
            found = [told]
        elif len(found) <= NAMED_AT_MOST and asked.has(told, date):
            found.append(told)
        names = [*names[:NAMED_AT_MOST], told.deal.called]
    session.finish(complete=not logs.reading.left_out)
    problems = [*logs.reading.kept, *session.problems.kept]
    tell(problems)
    status = max(logs.reading.status, exit_status(problems))
    if not found and status:
        raise Ended(status)
    told = _the_one(asked, found, names)
    if told.result is None:
        if told.deal.facts.void:
            raise UsageError(f"deal {show(told.deal.name)} of {show(told.deal.table.file)} is void")
        raise Ended(status)
    Proof().deal(told.result)
    return _shown(told, told.result, pair), status


def _the_one(asked: Asked, found: Sequence[Told], names: Sequence[str]) -> Told:
    """Return the only deal that was found. Raises `UsageError` where there is none, or there are several."""
    if len(found) == 1:
        return found[0]
    where = show(asked.files[0]) if len(asked.files) == 1 else f"these {len(asked.files)} logs"
    if not names:
        raise UsageError(f"there are no deals in {where}")
    if not found:
        assert asked.deal is not None
        hint = "" if asked.deal.isdecimal() else did_you_mean(asked.deal, names)
        hint = hint or f"; there {few_deals(names)}"
        raise UsageError(f"there is no deal {show(asked.deal)} in {where}{hint}")
    if asked.deal is None:
        which = f"write its name behind the log, as in {show(asked.files[0])}:{show(names[0])}"
        raise UsageError(f"which deal? there {few_deals(names)}; {which}")
    log = [told.deal.table.log for told in found]
    dates = [told.deal.day for told in found]
    before = log if len(set(log)) == len(log) else dates
    if len(set(before)) < len(before) or None in before:
        lines = listed([str(told.deal.line) for told in found], "and")
        raise UsageError(f"deal {show(asked.deal)} is there {len(found)} times, in lines {lines} of {where}")
    either = listed([f"{show(one or '')}/{show(asked.deal)}" for one in before])
    raise UsageError(f"there are {len(found)} deals {show(asked.deal)}: write {either}")


def _shown(told: Told, result: DealResult, pair: str | None) -> LoggedDeal:
    """Return the boards and the pairs of a deal that are asked about: all, one player's, or that of two."""
    boards = [board.player for board in result.score.boards]
    pairs = [one for one in result.score.pairs if one.lines or one.points]
    asked = [] if pair is None else _players(pair, told, boards)
    theirs = [_from(one, asked[:1]) for one in pairs if {*asked} <= {one.first, one.second}]
    return LoggedDeal(told, result, asked if len(asked) == 2 else boards, theirs)


def _from(pair: PairScore, side: Sequence[str]) -> PairScore:
    """Return a pair from the side of that player, where one is asked about."""
    if pair.second not in side:
        return pair
    return PairScore(pair.second, pair.first, tuple(line.negated() for line in pair.lines), -pair.swept)


def _players(text: str, told: Told, boards: Sequence[str]) -> list[str]:
    """Return the one or two boards that `Ana/Ben` names. Raises `UsageError` for anything else."""
    at = [i for i, character in enumerate(text) if character == "/"]
    ways = [[text], *([text[:i], text[i + 1 :]] for i in at)]
    for names in ways:
        players = [_player(normal_name(name), boards) for name in names]
        if None not in players and len(set(players)) == len(players):
            return [player for player in players if player is not None]
    unknown = next((n for n in (ways[-1]) if _player(normal_name(n), boards) is None), text)
    hint = did_you_mean(unknown, boards) or f"; there are {', '.join(map(show, boards))}"
    raise UsageError(f"{show(unknown)} has no board in deal {show(told.deal.name)}{hint}")


def _player(name: str, boards: Sequence[str]) -> str | None:
    """Return the board of that name in any case, or the one whose name begins so."""
    same = [board for board in boards if name_key(board) == name_key(name)]
    begin = [board for board in boards if name and board.casefold().startswith(name.casefold())]
    return next((found[0] for found in (same, begin) if len(found) == 1), None)
