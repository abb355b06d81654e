"""A key and its value where a form holds the two apart: in a mapping, or in the cells of a spreadsheet."""

from __future__ import annotations

import re
from typing import Final

from ofcscore.log.amounts import amount_part
from ofcscore.log.read.from_text import parse
from ofcscore.log.syntax import KEYS, Entry, Part, SyntaxFault, Text, key_form, parts_of, unquote
from ofcscore.problems.collected import Problems
from ofcscore.problems.problem import Problem
from ofcscore.problems.words import ASCII_LOWER, listed, near

_STARTS: Final = {
    "stake": "amount",
    "currency": "currency",
    "players": "seats",
    "chips": "chips",
    "bankroll": "amount",
    "rake": "amount",
    "rounds": "rounds",
    "adjust": "shares",
    "paid": "payments",
    "expect": "shares",
}
"""The start symbol of the grammar that reads a key's text."""
PLAIN_KEYS: Final = frozenset(("rules", "note", "void"))
"""Keys whose value is text as it is."""
_ONE_NAME: Final = frozenset(("bank", "dealer"))
_AMOUNTS: Final = frozenset(("stake", "bankroll", "rake", "rounds"))
_NAMING: Final = frozenset(("stake", "expect"))
"""Keys that may name players before their colon."""
_KEY: Final = re.compile("[^ \t/]+")
_NAME: Final = '("(?:[^"]|"")*"|[^/"]+?)[ \t]*'
_PAIR: Final = re.compile(f"[ \t]*{_NAME}(?:/[ \t]*{_NAME})?")
_WHOLE_QUOTED: Final = re.compile('"(?:[^"]|"")*"')


def read_entry(key: Text, value: Text | None, problems: Problems) -> Entry | None:
    """What a key (`stake`, `expect A/B`) and its value say; None and a problem where they say nothing."""
    try:
        word, names = read_key(key)
        if value is None:
            if word.text == "void":
                return Entry(word, names, ())
            raise SyntaxFault(_empty(word.text, key.behind()))
        if word.text in PLAIN_KEYS:
            return Entry(word, names, (Part(words=(plain_text(value),)),))
        return Entry(word, names, read_value(word, names, value))
    except SyntaxFault as fault:
        problems.add(fault.problem)
        return None


def plain_text(value: Text) -> Text:
    """A text as it is, or what stands between quotes around all of it.

    So the blanks at its ends can be kept, which a cell has by accident more often than not.
    """
    return unquote(value) if _WHOLE_QUOTED.fullmatch(value.text) else value


def read_key(key: Text) -> tuple[Text, tuple[Text, ...]]:
    """A key's word in lower case, and the players that it names. Raises `SyntaxFault`."""
    match = _KEY.match(key.text)
    end = match.end() if match else 0
    word = key.part(0, end)
    word = word._replace(text=word.text.translate(ASCII_LOWER))
    of = key.text[end:].strip(" \t")
    if word.text not in KEYS or (of and word.text not in _NAMING):
        meant = near(word.text, KEYS)
        raise SyntaxFault(
            Problem(
                "key-unknown",
                key.place,
                f"`{key.text}` is no key",
                f"did you mean `{meant}`?" if meant else f"keys are {listed(KEYS, 'and')}",
            )
        )
    return word, read_pair(key.part(end, len(key.text))) if of else ()


def read_pair(text: Text) -> tuple[Text, ...]:
    """One name, or two with a slash between them. Raises `SyntaxFault`."""
    match = _PAIR.fullmatch(text.text)
    if match is None:
        start = len(text.text) - len(text.text.lstrip(" \t"))
        raise SyntaxFault(
            Problem(
                "key-unreadable",
                text.part(start, len(text.text.rstrip(" \t"))).place,
                "one name or two, with a slash between them, stand here",
                "write `stake Hero/Gus: 2`",
            )
        )
    return tuple(one_name(text.part(*match.span(group))) for group in (1, 2) if match.group(group))


def one_name(text: Text) -> Text:
    """A name that stands alone, quotes around it taken off."""
    stripped = text.text.strip(" \t")
    start = len(text.text) - len(text.text.lstrip(" \t"))
    name = text.part(start, start + len(stripped)) if stripped else text
    return unquote(name) if _WHOLE_QUOTED.fullmatch(name.text) else name


def read_value(key: Text, names: tuple[Text, ...], text: Text) -> tuple[Part, ...]:
    """The parts of a value that is text. Raises `SyntaxFault`."""
    if not text.text.strip():
        if key.text == "void":
            return ()
        raise SyntaxFault(_empty(key.text, text))
    if key.text in PLAIN_KEYS:
        return (Part(words=(text,)),)
    if key.text in _ONE_NAME:
        return (Part(names=(one_name(text),)),)
    if key.text in _AMOUNTS:
        part = amount_part(text)
        if part is not None:
            return (part,)
    start = "parts" if key.text == "expect" and names else _STARTS[key.text]
    return parts_of(parse(start, text))


def _empty(key: str, at: Text) -> Problem:
    return Problem("key-empty", at.place, f"nothing stands behind `{key}:`", f"write {key_form(key)}")
