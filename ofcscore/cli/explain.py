"""`explain`: boards, a deal of a log or a Parquet file, a problem's code, from the text of a command line."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from ofcscore.cli.console import (
    STDIN,
    Ended,
    UsageError,
    choice,
    did_you_mean,
    lacking,
    print_lines,
    tell,
    terminal_style,
    write,
)
from ofcscore.cli.logs import Logs, logs_named
from ofcscore.cli.options import ANSWERS, Options, check_words
from ofcscore.cli.reporting import NAMED_AT_MOST, few_deals
from ofcscore.cli.rules import page, rules_named, rules_page
from ofcscore.diagnostics.problem import Exit, Problem, Problems, codes, exit_status, show
from ofcscore.diagnostics.words import listed, near
from ofcscore.game.board import ROWS
from ofcscore.game.spelling import read_cards
from ofcscore.log.check.by_row import check_boards
from ofcscore.log.check.checker import in_own_words
from ofcscore.log.check.people import name_key, normal_name
from ofcscore.log.read.sources import suffix_form
from ofcscore.log.syntax import BOARD_FORM, STATUSES, BoardSyntax, Line, Text
from ofcscore.log.text.reader import Reader
from ofcscore.report.explain import (
    LoggedDeal,
    Told,
    explain_data,
    explain_lines,
    logged_data,
    logged_lines,
    tell_deals,
)
from ofcscore.report.json import dumps
from ofcscore.report.wording import Style
from ofcscore.rules.files import is_shipped_name, read_shipped, shipped_names
from ofcscore.rules.glossary import find_word, list_settings, list_words, players_word, word_parts, words
from ofcscore.rules.model import Rules
from ofcscore.scoring.admission import check_deal
from ofcscore.scoring.boards import scales_of
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.lines import PairScore
from ofcscore.scoring.score import DealScore, score_deal
from ofcscore.session.money import Proof
from ofcscore.session.result import Dates, DealResult, is_of
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
    """Return the deal that a text names (`night.ofc:3`, `season/*.ofc:2026-10/7`), None for a board."""
    if _is_log(text):
        return Asked(logs_named([text]), None)
    files, colon, deal = text.rpartition(":")
    if not colon or not deal or deal[0].isspace() or not _is_log(files):
        return None
    return Asked(logs_named([files]), deal.strip())


def _is_log(name: str) -> bool:
    if not name or "\0" in name or name[-1].isspace():
        return False
    return name == STDIN or suffix_form(name)[0] is not None or os.path.exists(name)


def explained_deal(
    asked: Asked, pair: str | None, rules: str | None, sets: Sequence[str]
) -> tuple[LoggedDeal, Exit]:
    """Return the deal that is asked about, its logs scored as one session, and the exit status.

    Print the problems. Raise `UsageError` if no deal or no pair is called so, or several are, and `Ended` if
    the deal cannot be scored.
    """
    logs = Logs(asked.files, Options(rules=rules, sets=list(sets)))
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
    ways = [[text], *([text[:i], text[i + 1 :]] for i, sign in enumerate(text) if sign == "/")]
    for names in ways:
        players = [player for name in names if (player := _player(normal_name(name), boards)) is not None]
        if len(set(players)) == len(names):
            return players
    unknown = next((n for n in ways[-1] if _player(normal_name(n), boards) is None), text)
    hint = did_you_mean(unknown, boards, f"; there are {', '.join(map(show, boards))}")
    raise UsageError(f"{show(unknown)} has no board in deal {show(told.deal.name)}{hint}")


def _player(name: str, boards: Sequence[str]) -> str | None:
    """Return the board of that name in any case, or the one whose name begins so."""
    same = [board for board in boards if name_key(board) == name_key(name)]
    begin = [board for board in boards if name and board.casefold().startswith(name.casefold())]
    return next((found[0] for found in (same, begin) if len(found) == 1), None)


Explained = tuple[DealScore | None, Sequence[Problem]]


def explain_text(what: Sequence[str], options: Options) -> int:
    rules, sets, format_, own = options.rules, options.sets or (), options.format_, options.words
    given = {"--rules": rules, "--set": sets, "--format": format_, "--words": own}
    told = _page(what, [option for option, value in given.items() if value], rules, sets)
    if told is not None:
        return print_lines(told)
    chosen = choice("--format", format_ or "table", ANSWERS)
    if own and chosen == "json":
        raise UsageError("--words is for --format table, not json")
    style = terminal_style()._replace(own=own)
    row = _ROW_OF_TABLE.fullmatch(what[0]) if len(what) == 1 else None
    in_one = _DEAL_AND_PAIR.fullmatch(what[0]) if len(what) == 1 else None
    deal, *pair = in_one.groups() if in_one else what
    asked = asked_deal(deal) if row is None and len(pair) <= 1 else None
    if asked is not None:
        logged, status = explained_deal(asked, pair[0] if pair else None, rules, sets)
        if own:
            check_words([logged.rules])
        if chosen == "json":
            write(None, [dumps(logged_data(logged)), "\n"])
        else:
            print_lines(logged_lines(logged, style))
        return status
    if len(what) > 2:
        raise UsageError(f"explain takes one board or two, not {len(what)}; {_quoted(what)}")
    rule_set = rules_named(rules, sets)
    if own:
        check_words([rule_set])
    score, problems = explain(what, rule_set) if row is None else _deal_of_row(row[1], row[2], rule_set)
    if score is not None and chosen == "json":
        write(None, [dumps(explain_data(score, rule_set)), "\n"])
    elif score is not None:
        print_lines(explain_lines(score, rule_set, style))
    tell(problems)
    return Exit.INPUT if score is None else Exit.OK


def _quoted(what: Sequence[str]) -> str:
    """Return how to write so many arguments that are no boards, or parts of one."""
    deal, *names = what
    if len(names) == 2 and asked_deal(deal) is not None:
        return f"a pair of a deal is written `{show('/'.join(names))}`"
    rows = " / ".join(what)
    if len(what) == len(ROWS) and all(map(_is_row, what)):
        return f'a board stands in quotes: "{show(rows)}"'
    return "put each in quotes"


def _is_row(text: str) -> bool:
    read = read_cards(text)
    return bool(read.cards) and not read.faults


_DEAL_AND_PAIR: Final = re.compile(r"(.+:[^\s/]+) +([^\s:/]+/[^\s:/]+)")
"""A deal of a log and a pair of it in one argument: `night.ofc:3 Ana/Ben`."""
_ROW_OF_TABLE: Final = re.compile(r"(.+\.[Pp][Aa][Rr][Qq][Uu][Ee][Tt])(?::([0-9]{1,12}))?", re.DOTALL)


def _deal_of_row(file: str, row: str | None, rules: Rules) -> Explained:
    if row is None:
        raise UsageError(f"which deal? Write its row behind the file: {show(file)}:31")
    try:
        from ofcscore.cli.parquet import explain as explain_row
    except ImportError as error:
        raise lacking("bulk") from error
    return explain_row(file, int(row), rules)


# -- messages, words and rule sets ---------------------------------------------------------------------

_ALL_CODES: Final = "codes"
_CODE: Final = re.compile(r"(?:(?:error|warning)\[)?([A-Za-z8][A-Za-z8]*(?:[-_ ][A-Za-z8]+)*)\]?:?")


def _as_code(text: str) -> str | None:
    """Return the problem's code that an argument is, misspelt or not; None where it is a board."""
    match = _CODE.fullmatch(text.strip())
    if match is None or match[1].lower() in STATUSES:
        return None
    code = re.sub("[_ ]", "-", match[1].lower())
    return code if _is_known(code) or "-" in match[1] or did_you_mean(code, codes()) else None


def _is_known(code: str) -> bool:
    return code in codes() or code == _ALL_CODES


def _explain_code(code: str) -> Iterator[str]:
    """Yield meaning, remedy and example of a problem's code, or the list of them for `codes`."""
    style = terminal_style()
    if code == _ALL_CODES:
        yield from _all_codes(style)
        return
    if code not in codes():
        sets = [*chain(*shipped_names())]
        hint = did_you_mean(code, (*codes(), *sets))
        what = "rule set" if hint and hint == did_you_mean(code, sets) else "problem"
        raise UsageError(f"there is no {what} called {code}{hint}")
    known = codes()[code]
    yield code
    yield from style.lines(f"  {known.meaning}", "  ")
    yield from ("", "What to do", *style.lines(f"  {known.remedy}", "  "))
    if known.example:
        yield from ("", "For example", *(f"  {line}" for line in known.example.splitlines()))


def _all_codes(style: Style) -> Iterator[str]:
    """Yield every code with its meaning beside it, or below it where there is no room."""
    width = max(map(len, codes())) + 2
    beside = width + _LEAST <= style.width
    indent = " " * (width if beside else 2)
    for name, code in sorted(codes().items()):
        first, *more = style.lines(indent + code.meaning, indent)
        yield from (name + first[len(name) :], *more) if beside else (name, first, *more)


_LEAST: Final = 40
"""Columns of a meaning beside its code."""


def _page(
    what: Sequence[str], given: Sequence[str], rules: str | None, sets: Sequence[str]
) -> Iterable[str] | None:
    """Return the lines on a problem's code, a word of the game as the rules have it, or a rule set.

    None for boards and deals. `given` are the options that were; a page that takes them not refuses them.
    """
    text = unicodedata.normalize("NFC", " ".join(what))
    code = _as_code(text) if len(what) == 1 else None
    if code is not None and _is_known(code):
        _refuse(given, "a message, which is the same everywhere")
        return _explain_code(code)
    if text in _LISTS:
        _refuse(given, f"a list of {text}")
        return page(_LISTS[text]())
    if _WORDS.fullmatch(text):
        rule_set = rules_named(rules, sets)
        word = find_word(text, rule_set) or (players_word(text) if rules is None else None)
        if word is not None:
            _refuse([option for option in given if option in ("--format", "--words")], "a word")
            home = rules_named(word.rules, sets) if word.rules and rules is None else rule_set
            return page(word_parts(word, home))
    if len(what) > 1:
        return None
    first = text.partition("+")[0].strip()
    if is_shipped_name(first) and read_shipped(first) is not None:
        _refuse(given, "a rule set; `rules show` takes --set")
        return rules_page(text)
    nearest = near(text, words(), 0.75) if text.isalpha() and text.lower() not in STATUSES else None
    if nearest is not None:
        raise UsageError(f"there is no word {show(text)} here; did you mean {nearest}?")
    return None if code is None else _explain_code(code)


_LISTS: Final = {"words": list_words, "settings": list_settings}
_WORDS: Final = re.compile(r"[^\W_]+(?:[ -][^\W_]+){0,3}")


def _refuse(given: Sequence[str], what: str) -> None:
    if given:
        raise UsageError(f"{given[0]} has no effect on {what}")


# -- boards --------------------------------------------------------------------------------------------


def explain(texts: Sequence[str], rules: Rules) -> Explained:
    """Return a board scored by itself, or two against each other, None if that cannot be, and the problems.

    Boards are as they stand in a log behind the colon, with or without a name before it. The problems name
    the board by its number (`board 2`). With a bank, the first board is the bank's.
    """
    problems = Problems()
    found = [
        _read(text, f"board {i}" if len(texts) > 1 else "board", problems) for i, text in enumerate(texts, 1)
    ]
    read = [board for board in found if board is not None]
    syntax = [board for board in in_own_words(read, rules.words) if isinstance(board, BoardSyntax)]
    if len(syntax) < len(found):
        return None, problems.kept
    names = _names(syntax)
    boards = check_boards(syntax, names, problems, rules.jokers.number, rules.naturals)
    if problems.errors:
        return None, problems.kept
    table = Table(rules, bank=names[0] if rules.compare == "bank" else None)
    deal = Deal("1", tuple(b._replace(source=None) for b in boards), table)
    refused = [p for p in check_deal(deal) if p.code != "players-number"]
    if any(not p.warning for p in refused):
        return None, (*problems.kept, *refused)
    marked = {board.player: board.dealt for board in boards if board.fantasyland}
    return score_deal(deal, scales_of(rules), marked), (*problems.kept, *refused)


def _read(text: str, label: str, problems: Problems) -> BoardSyntax | None:
    """Return one board, with or without a name, as it is read in a log; None where it cannot be read."""
    line = Line(label, 1, text)
    before = len(problems)
    values = Reader(label, problems).read(line) if text.strip() else []
    if len(values) == 1 and isinstance(values[0], BoardSyntax):
        return values[0]
    if len(problems) == before:
        place = Text(text, line, 1, len(text)).place
        problems.refuse("line-unreadable", place, "this is no board", BOARD_FORM)
    return None


def _names(boards: Sequence[BoardSyntax]) -> list[str]:
    """Return the names given, or Player 1 and Player 2; of two equal names the second is told apart."""
    names: list[str] = []
    for i, board in enumerate(boards, 1):
        name = board.name.text if board.name is not None else f"Player {i}"
        names.append(name if name not in names else f"{name} (2)")
    return names
