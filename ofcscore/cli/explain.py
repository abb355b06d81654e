"""`explain`: boards, a deal of a log, a row of a Parquet file, a term, a rule set or a code."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from ofcscore.cli import console
from ofcscore.cli.console import STDIN, Ended, UsageError
from ofcscore.cli.logs import Logs, logs_named
from ofcscore.cli.options import ANSWERS, Options, check_words
from ofcscore.cli.reporting import NAMED_AT_MOST, few_deals
from ofcscore.cli.rules import page, rules_named, rules_page
from ofcscore.diagnostics.problem import Exit, Problem, Problems, codes, exit_status, listed, near, show
from ofcscore.game.cards import ROWS
from ofcscore.game.spelling import read_cards
from ofcscore.log.check.checker import in_own_words
from ofcscore.log.check.people import name_key, normal_name
from ofcscore.log.check.rows import check_boards
from ofcscore.log.read.sources import suffix_form
from ofcscore.log.syntax import BOARD_FORM, STATUSES, BoardSyntax, Line, Text
from ofcscore.log.text.reader import Reader
from ofcscore.report.data import dumps
from ofcscore.report.explain import (
    LoggedDeal,
    Told,
    explain_data,
    explain_lines,
    logged_data,
    logged_lines,
    tell_deals,
)
from ofcscore.rules.describe import Table as Columns
from ofcscore.rules.describe import find_word, list_settings, list_words, players_word, word_parts, words
from ofcscore.rules.files import is_shipped_name, read_shipped, shipped_names
from ofcscore.rules.model import Rules
from ofcscore.scoring.boards import scales_of
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.deal_checks import check_deal
from ofcscore.scoring.score import DealScore, score_deal
from ofcscore.scoring.score_lines import PairScore
from ofcscore.session.money import Proof
from ofcscore.session.result import Dates, DealResult, is_of
from ofcscore.session.session import Session

_LAST: Final = "last"


class Asked(NamedTuple):
    """The logs of one session and the name of a deal in them; None means the only deal."""

    files: list[str]
    deal: str | None

    def has(self, told: Told, date: str | None) -> bool:
        """Return True if the name selects this deal; `date` is the last date stated before it."""
        if self.deal is None:
            return True
        name = told.deal.name.casefold()
        log, slash, rest = self.deal.casefold().rpartition("/")
        return name == self.deal.casefold() or (bool(slash) and name == rest and is_of(told.deal, date, log))


def asked_deal(text: str) -> Asked | None:
    """Parse the name of a deal (`night.ofc:3`, `season/*.ofc:2026-10/7`), None if it is a board."""
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


def explained_deal(asked: Asked, pair: str | None, options: Options) -> tuple[LoggedDeal, Exit]:
    """Score the logs as one session; return the deal to explain and the exit status.

    Print all problems. Raise `UsageError` unless exactly one deal and pair match, and `Ended` if the deal
    cannot be scored.
    """
    logs = Logs(asked.files, options)
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
    console.print_problems(problems)
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
        hint = "" if asked.deal.isdecimal() else console.did_you_mean(asked.deal, names)
        hint = hint or f"; there {few_deals(names)}"
        raise UsageError(f"there is no deal {show(asked.deal)} in {where}{hint}")
    if asked.deal is None:
        which = f"add its name after the log, for example {show(asked.files[0])}:{show(names[0])}"
        raise UsageError(f"which deal? There {few_deals(names)}; {which}")
    log = [told.deal.table.log for told in found]
    dates = [told.deal.day for told in found]
    before = log if len(set(log)) == len(log) else dates
    if len(set(before)) < len(before) or None in before:
        lines = listed([str(told.deal.line) for told in found], "and")
        raise UsageError(f"{where} has {len(found)} deals named {show(asked.deal)}, in lines {lines}")
    either = listed([f"{show(one or '')}/{show(asked.deal)}" for one in before])
    raise UsageError(f"there are {len(found)} deals named {show(asked.deal)}; write {either}")


def _shown(told: Told, result: DealResult, pair: str | None) -> LoggedDeal:
    """Return the boards and pairs to explain: of all players, one player or one pair."""
    boards = [board.player for board in result.score.boards]
    pairs = [one for one in result.score.pairs if one.lines or one.points]
    asked = [] if pair is None else _players(pair, told, boards)
    theirs = [_from(one, asked[:1]) for one in pairs if {*asked} <= {one.first, one.second}]
    return LoggedDeal(told, result, asked if len(asked) == 2 else boards, theirs)


def _from(pair: PairScore, side: Sequence[str]) -> PairScore:
    """Return the pair from the view of the player in `side`; unchanged if `side` is empty."""
    if pair.second not in side:
        return pair
    return PairScore(pair.second, pair.first, tuple(line.negated() for line in pair.lines), -pair.swept)


def _players(text: str, told: Told, boards: Sequence[str]) -> list[str]:
    """Return the one or two players named by `Ana` or `Ana/Ben`. Raise `UsageError` otherwise."""
    ways = [[text], *([text[:i], text[i + 1 :]] for i, sign in enumerate(text) if sign == "/")]
    for names in ways:
        players = [player for name in names if (player := _player(normal_name(name), boards)) is not None]
        if len(set(players)) == len(names):
            return players
    unknown = next((n for n in ways[-1] if _player(normal_name(n), boards) is None), text)
    hint = console.did_you_mean(unknown, boards, f"; the players are {', '.join(map(show, boards))}")
    raise UsageError(f"{show(unknown)} has no board in deal {show(told.deal.name)}{hint}")


def _player(name: str, boards: Sequence[str]) -> str | None:
    """Return the player with this name in any case, or the only one whose name starts with it."""
    same = [board for board in boards if name_key(board) == name_key(name)]
    begin = [board for board in boards if name and board.casefold().startswith(name.casefold())]
    return next((found[0] for found in (same, begin) if len(found) == 1), None)


Explained = tuple[DealScore | None, Sequence[Problem]]


def explain_text(what: Sequence[str], options: Options) -> int:
    rules, sets, format_, own = options.rules, options.sets or (), options.format_, options.words
    given = {"--rules": rules, "--set": sets, "--format": format_, "--words": own}
    lines = _page(what, [option for option, value in given.items() if value], rules, sets)
    if lines is not None:
        return console.print_lines(lines)
    chosen = console.choice("--format", format_ or "table", ANSWERS)
    if own and chosen == "json":
        raise UsageError("--words is for --format table, not json")
    style = console.terminal_style()._replace(own=own)
    row = _ROW_OF_TABLE.fullmatch(what[0]) if len(what) == 1 else None
    in_one = _DEAL_AND_PAIR.fullmatch(what[0]) if len(what) == 1 else None
    deal, *pair = in_one.groups() if in_one else what
    asked = asked_deal(deal) if row is None and len(pair) <= 1 else None
    if asked is not None:
        logged, status = explained_deal(asked, pair[0] if pair else None, options)
        if own:
            check_words([logged.rules])
        if chosen == "json":
            console.write(None, [dumps(logged_data(logged)), "\n"])
        else:
            console.print_lines(logged_lines(logged, style))
        return status
    if len(what) > 2:
        raise UsageError(f"explain takes one or two boards, not {len(what)}; {_quoted(what)}")
    rule_set = rules_named(rules, sets)
    if own:
        check_words([rule_set])
    score, problems = explain(what, rule_set) if row is None else _deal_of_row(row[1], row[2], rule_set)
    if score is not None and chosen == "json":
        console.write(None, [dumps(explain_data(score, rule_set)), "\n"])
    elif score is not None:
        console.print_lines(explain_lines(score, rule_set, style))
    console.print_problems(problems)
    return Exit.INPUT if score is None else Exit.OK


def _quoted(what: Sequence[str]) -> str:
    """Return a hint how to write three or more arguments, such as the rows of one board."""
    deal, *names = what
    if len(names) == 2 and asked_deal(deal) is not None:
        return f"write a pair of a deal as `{show('/'.join(names))}`"
    if len(what) == len(ROWS) and all(read.cards and not read.faults for read in map(read_cards, what)):
        return f'put the board in quotes: "{show(" / ".join(what))}"'
    return "put each board in quotes"


_DEAL_AND_PAIR: Final = re.compile(r"(.+:[^\s/]+) +([^\s:/]+/[^\s:/]+)")
"""A deal and a pair of its players in one argument: `night.ofc:3 Ana/Ben`."""
_ROW_OF_TABLE: Final = re.compile(r"(.+\.[Pp][Aa][Rr][Qq][Uu][Ee][Tt])(?::([0-9]{1,12}))?", re.DOTALL)


def _deal_of_row(file: str, row: str | None, rules: Rules) -> Explained:
    if row is None:
        raise UsageError(f"which deal? Add its row number after the file, for example {show(file)}:31")
    try:
        from ofcscore.cli.parquet import explain as explain_row
    except ImportError as error:
        raise console.missing_package("bulk") from error
    return explain_row(file, int(row), rules)


# -- messages, words and rule sets ---------------------------------------------------------------------

_ALL_CODES: Final = "codes"
_CODE: Final = re.compile(r"(?:(?:error|warning)\[)?([A-Za-z8][A-Za-z8]*(?:[-_ ][A-Za-z8]+)*)\]?:?")


def _as_code(text: str) -> str | None:
    """Return the diagnostic code that a text looks like, even if misspelled; None for a board."""
    match = _CODE.fullmatch(text.strip())
    if match is None or match[1].lower() in STATUSES:
        return None
    code = re.sub("[_ ]", "-", match[1].lower())
    return code if _is_known(code) or "-" in match[1] or console.did_you_mean(code, codes()) else None


def _is_known(code: str) -> bool:
    return code in codes() or code == _ALL_CODES


def _explain_code(code: str) -> Iterator[str]:
    """Yield the meaning, remedy and example of a code, or the list of all codes for `codes`."""
    style = console.terminal_style()
    if code == _ALL_CODES:
        meanings = tuple((name, codes()[name].meaning) for name in sorted(codes()))
        yield from page([Columns("", ("", ""), meanings)])
        return
    if code not in codes():
        sets = [*chain(*shipped_names())]
        hint = console.did_you_mean(code, (*codes(), *sets))
        what = "rule set" if hint and hint == console.did_you_mean(code, sets) else "message code"
        raise UsageError(f"there is no {what} {code}{hint}")
    known = codes()[code]
    yield code
    yield from style.lines(f"  {known.meaning}", "  ")
    yield from ("", "What to do", *style.lines(f"  {known.remedy}", "  "))
    if known.example:
        yield from ("", "For example", *(f"  {line}" for line in known.example.splitlines()))


def _page(
    what: Sequence[str], given: Sequence[str], rules: str | None, sets: Sequence[str]
) -> Iterable[str] | None:
    """Return the explanation of a code, a term or a rule set; None for boards and deals.

    `given` are the options of the command line. Raise `UsageError` for one that has no effect here.
    """
    text = unicodedata.normalize("NFC", " ".join(what))
    code = _as_code(text) if len(what) == 1 else None
    if code is not None and _is_known(code):
        _refuse(given, "the explanation of a message")
        return _explain_code(code)
    if text in _LISTS:
        _refuse(given, f"a list of {text}")
        return page(_LISTS[text]())
    if _WORDS.fullmatch(text):
        rule_set = rules_named(rules, sets)
        word = find_word(text, rule_set) or (players_word(text) if rules is None else None)
        if word is not None:
            _refuse([option for option in given if option in ("--format", "--words")], "a term")
            home = rules_named(word.rules, sets) if word.rules and rules is None else rule_set
            return page(word_parts(word, home))
    if len(what) > 1:
        return None
    first = text.partition("+")[0].strip()
    if is_shipped_name(first) and read_shipped(first) is not None:
        _refuse(given, "a rule set here; `rules show` takes --set")
        return rules_page(text)
    nearest = near(text, words(), 0.75) if text.isalpha() and text.lower() not in STATUSES else None
    if nearest is not None:
        raise UsageError(f"there is no term {show(text)}; did you mean {nearest}?")
    return None if code is None else _explain_code(code)


_LISTS: Final = {"words": list_words, "settings": list_settings}
_WORDS: Final = re.compile(r"[^\W_]+(?:[ -][^\W_]+){0,3}")


def _refuse(given: Sequence[str], what: str) -> None:
    if given:
        raise UsageError(f"{given[0]} has no effect on {what}")


# -- boards --------------------------------------------------------------------------------------------


def explain(texts: Sequence[str], rules: Rules) -> Explained:
    """Score one board by itself or two against each other; return the score and the problems.

    The score is None if there are errors. `texts` are boards as in a log, with or without a name and colon.
    The problems name a board by its number (`board 2`). Under bank rules, the first board is the bank's.
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
    """Parse one board as in a log, with or without a name; None if it is unreadable."""
    line = Line(label, 1, text)
    before = len(problems)
    values = Reader(label, problems).read(line) if text.strip() else []
    if len(values) == 1 and isinstance(values[0], BoardSyntax):
        return values[0]
    if len(problems) == before:
        place = Text(text, line, 1, len(text)).place
        problems.refuse("line-unreadable", place, "this is not a board", BOARD_FORM)
    return None


def _names(boards: Sequence[BoardSyntax]) -> list[str]:
    """Return the boards' names, or Player 1 and Player 2; a repeated name becomes `Ana (2)`."""
    names: list[str] = []
    for i, board in enumerate(boards, 1):
        name = board.name.text if board.name is not None else f"Player {i}"
        names.append(name if name not in names else f"{name} (2)")
    return names
