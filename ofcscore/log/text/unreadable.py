"""Diagnostics of lines that no repair mends: where a line, or its key, cannot be read on."""

from __future__ import annotations

import re
from typing import Final

from ofcscore.game.spelling import read_cards
from ofcscore.log.amounts import plain_number
from ofcscore.log.keys import KEYS, key_form
from ofcscore.log.syntax import (
    BOARD_FORM,
    BoardSyntax,
    Entry,
    Text,
)
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.parser import Parsed
from ofcscore.log.text.repairs import Diagnostic
from ofcscore.log.vocabulary import Vocabulary, folded, one_of, tables

_TALK: Final = tables()["talk"]
WORDS: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
MORE_THAN_WORDS: Final = "[0-9:=/+|;#?]"


def has_cards(board: BoardSyntax) -> bool:
    """Return True for a board that is named, or has more cards than other words."""
    if board.name is not None or board.status is not None or board.marks:
        return True
    said = [word for row in board.rows for word in row.text.split()]
    readable = sum(not read_cards(word).faults for word in said)
    return any(read_cards(row.text).cards for row in board.rows) and 2 * readable >= len(said)


def house_rule(source: Normalized) -> Diagnostic | None:
    """Return the diagnostic of words alone that may change the rules: `triple royalties tonight`."""
    words = WORDS.findall(source.text)
    if re.search(MORE_THAN_WORDS, source.text) or not any(
        folded(word) in _TALK["house_rules"] for word in words
    ):
        return None
    message = "this line may change the rules, and no rule set is named so"
    note = "`ofcscore explain settings` lists what rules can say; a title is `title: ...`; a comment begins with `#`"
    return Diagnostic("line-unreadable", source.line, source.span(0, len(source.text)), message, (), note)


def unreadable(source: Normalized, parsed: Parsed, vocabulary: Vocabulary) -> Diagnostic:
    """Return the diagnostic of a line that no repair mends: where it, or its key, cannot be read on."""
    whole = source.span(0, len(source.text))
    if parsed.key is not None:
        key = parsed.key if parsed.key in KEYS else "expect"
        span = source.span(*parsed.at) if parsed.at != (0, 0) else whole
        ends = isinstance(parsed.value, Entry) or parsed.at[0] >= len(source.text.rstrip())
        if ends and re.fullmatch(r"[^:]*[:=]?[ \t]*", source.text):
            return Diagnostic(
                "key-empty",
                source.line,
                span,
                f"nothing stands behind `{key}:`",
                (),
                f"as in {key_form(key)}",
            )
        negative = re.search(r"[:=][ \t]*(-[0-9].*)", source.text) if key in ("stake", "rake") else None
        if negative is not None:
            span, message = source.span(*negative.span(1)), f"a {key} is never negative"
            return Diagnostic("number-negative", source.line, span, message, (), "leave the sign out")
        if parsed.expected & {"MONEY", "FIGURES", "FIGURE"} and not parsed.expected & {
            "LIST_NAME",
            "SHARE_NAME",
        }:
            return Diagnostic(
                "number-missing", source.line, span, "a number is missing here", (), f"as in {key_form(key)}"
            )
        parts = parsed.value.parts if isinstance(parsed.value, Entry) else ()
        if parts and parts[0].number is not None and plain_number(parts[0].number.text) is None:
            return _not_a_number(source, parts[0].number)
        return Diagnostic(
            "key-unreadable",
            source.line,
            span,
            f"the value of `{key}` cannot be read on from here",
            (),
            f"as in {key_form(key)}",
        )
    if re.fullmatch("(?ai:deal|hand)[: \t]*", source.text):
        return Diagnostic(
            "deal-line", source.line, whole, "this deal has no name", (), "write its number, as in `deal 1`"
        )
    if vocabulary.deal_line.match(source.text):
        message = "a `deal` line has a name, and perhaps a date, and nothing else"
        unsure = one_of((*_TALK["not_counted"], *_TALK["denials"], *tables()["money"]["void"]))
        said = source.text[parsed.at[0] :]
        note = "a comment begins with `#`"
        if re.search(rf"(?<![^\W_]){unsure}", said):
            note = (
                "does the deal count? Write its line without these words, and below it `void` if it does not"
            )
        return Diagnostic("deal-line", source.line, source.span(*parsed.at), message, (), note)
    span = source.span(*parsed.at) if parsed.at[0] else whole
    message = "can't read this line: not a board, a setting or a deal heading"
    # A line with a number may be about money: it is not to be made a comment.
    remark = "" if re.search("[0-9]", source.text) else "; a comment begins with `#`"
    return Diagnostic("line-unreadable", source.line, span, message, (), f"{BOARD_FORM}{remark}")


def _not_a_number(source: Normalized, number: Text) -> Diagnostic:
    from ofcscore.log.amounts import not_a_number

    problem = not_a_number(number)
    span = (number.column - 1, number.column - 1 + number.width)
    return Diagnostic(problem.code, source.line, span, problem.message, (), problem.hint)
