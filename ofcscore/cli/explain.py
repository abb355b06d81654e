"""`explain`: boards, a deal of a log or a Parquet file, a problem's code, from the text of a command line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ofcscore.cli.console import (
    UsageError,
    choice,
    did_you_mean,
    lacking,
    print_lines,
    tell,
    terminal_style,
    write,
)
from ofcscore.cli.effects import check_words
from ofcscore.cli.logged import asked_deal, explained_deal
from ofcscore.cli.rules import names_rules, page, rules_named, rules_page
from ofcscore.cli.score_options import EXPLAINED, ScoreOptions
from ofcscore.diagnostics.catalogue import Code, codes
from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.problem import Exit, Problem, show
from ofcscore.game.board import ROWS
from ofcscore.game.spelling import read_cards
from ofcscore.log.check.boards import in_own_words
from ofcscore.log.check.by_row import check_boards
from ofcscore.log.syntax import BOARD_FORM, STATUSES, BoardSyntax, Line, Text
from ofcscore.log.text.reader import Reader
from ofcscore.report.explain import explain_data, explain_lines, logged_data, logged_lines
from ofcscore.report.json import dumps
from ofcscore.report.wording import Style
from ofcscore.rules.files import shipped_names
from ofcscore.rules.glossary import find_word, list_settings, list_words, near_word, players_word, word_parts
from ofcscore.rules.model import Rules
from ofcscore.scoring.admission import check_deal
from ofcscore.scoring.deal import Deal, Table
from ofcscore.scoring.deals import DealScore, score_deal
from ofcscore.scoring.scales import scales_of


def code_lines(name: str, code: Code, style: Style) -> Iterator[str]:
    """Yield meaning, remedy and example of a problem's code."""
    yield name
    yield from style.lines(f"  {code.meaning}", "  ")
    yield ""
    yield "What to do"
    yield from style.lines(f"  {code.remedy}", "  ")
    if code.example:
        yield ""
        yield "For example"
        yield from (f"  {line}" for line in code.example.splitlines())


def list_lines(codes: Mapping[str, Code], style: Style) -> Iterator[str]:
    """Every code with its meaning, in the order of the alphabet; below it where there is no room beside."""
    width = max(map(len, codes)) + 2
    beside = width + _LEAST <= style.width
    indent = " " * (width if beside else 2)
    for name in sorted(codes):
        first, *more = style.lines(indent + codes[name].meaning, indent)
        if beside:
            yield name + first[len(name) :]
        else:
            yield from (name, first)
        yield from more


_LEAST: Final = 40
"""Columns of a meaning beside its code."""


Explained = tuple[DealScore | None, Sequence[Problem]]


def explain_text(what: Sequence[str], options: ScoreOptions) -> int:
    """`explain` for boards, deals, words and codes; the exit status."""
    rules, sets, format_, own = options.rules, options.sets or (), options.format_, options.words
    given = {"--rules": rules, "--set": sets, "--format": format_, "--words": own}
    told = _page(what, [option for option, value in given.items() if value], rules, sets)
    if told is not None:
        return print_lines(told)
    chosen = choice("--format", format_ or "table", EXPLAINED)
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
    if row is not None:
        score, problems = _deal_of_row(row[1], row[2], rule_set)
    else:
        score, problems = explain(what, rule_set)
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
    """Return the deal in a row of a Parquet file scored, or what is wrong with it."""
    if row is None:
        raise UsageError(f"which deal? Write its row behind the file: {show(file)}:31")
    try:
        from ofcscore.cli.parquet import explain as explain_row
    except ImportError as error:
        raise lacking("bulk") from error
    return explain_row(file, int(row), rules)


_ALL_CODES: Final = "codes"
_CODE: Final = re.compile(r"(?:(?:error|warning)\[)?([A-Za-z8][A-Za-z8]*(?:[-_ ][A-Za-z8]+)*)\]?:?")


def _as_code(text: str) -> str | None:
    """Return the problem's code that an argument is, misspelt or not; None where it is a board."""
    match = _CODE.fullmatch(text.strip())
    if match is None or match[1].lower() in STATUSES:
        return None
    code = re.sub("[_ ]", "-", match[1].lower())
    known = code in codes() or code == _ALL_CODES
    return code if known or "-" in match[1] or did_you_mean(code, codes()) else None


def _explain_code(code: str) -> Iterable[str]:
    """Return the lines on a problem's code, or the list of them for `codes`."""
    if code == _ALL_CODES:
        return list_lines(codes(), terminal_style())
    if code not in codes():
        sets = [name for names in shipped_names() for name in names]
        hint = did_you_mean(code, (*codes(), *sets))
        what = "rule set" if hint and hint == did_you_mean(code, sets) else "problem"
        raise UsageError(f"there is no {what} called {code}{hint}")
    return code_lines(code, codes()[code], terminal_style())


def _page(
    what: Sequence[str], given: Sequence[str], rules: str | None, sets: Sequence[str]
) -> Iterable[str] | None:
    """Return the lines on a problem's code, a word of the game as the rules have it, or a rule set.

    None for boards and deals. `given` are the options that were; a page that takes them not refuses them.
    """
    text = unicodedata.normalize("NFC", " ".join(what))
    code = _as_code(text) if len(what) == 1 else None
    if code is not None and (code in codes() or code == _ALL_CODES):
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
    if names_rules(text):
        _refuse(given, "a rule set; `rules show` takes --set")
        return rules_page(text)
    near = near_word(text) if text.isalpha() and text.lower() not in STATUSES else None
    if near is not None:
        raise UsageError(f"there is no word {show(text)} here; did you mean {near}?")
    return None if code is None else _explain_code(code)


_LISTS: Final = {"words": list_words, "settings": list_settings}
_WORDS: Final = re.compile(r"[^\W_]+(?:[ -][^\W_]+){0,3}")


def _refuse(given: Sequence[str], what: str) -> None:
    """Raise `UsageError` for an option that was given and has no effect."""
    for option in given:
        raise UsageError(f"{option} has no effect on {what}")


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
