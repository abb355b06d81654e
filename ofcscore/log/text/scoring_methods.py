"""Ways to score, stated beside a rule set: `2-4`, `1-6`, `no royalties`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ofcscore.log.vocabulary import ENGLISH, all_words, folded, one_of
from ofcscore.log.words import tables

_TERMS: Final = tables()["terms"]
_PER: Final = one_of((*tables()["money"]["per"], *_TERMS["for"], "bei"))
_POINT: Final = one_of(tables()["money"]["point"])
_KIND: Final = rf"(?:[ \t]*{one_of(_TERMS['methods'])})?"
_BOTH: Final = r"[ \t]?(?:[-–—]|(?ai:to))[ \t]?"
_MONTHS: Final = {form for name in all_words("months") for form in (name, name[:3])}
_NO_RANGE: Final = rf"(?![ \t]*[-–—./:,]?[0-9])(?![ \t]*(?:{one_of((*tables()['talk']['seated'], *_MONTHS))}|(?ai:[ap]m|h|uhr)(?![^\W_])))"
_ROYALTIES: Final = one_of(_TERMS["royalties"])
_WITHOUT: Final = one_of(_TERMS["without"])
_FANTASYLAND: Final = one_of(word for word, key in ENGLISH.statuses.items() if key == "fantasyland")
_A: Final = r"(?:(?ai:a|an|the|each|every|eine?n?|un[ae]?|le|el|il|o)[ \t]+)?"
_QUEENS: Final = (
    rf"(?:(?:{one_of(_TERMS['with'])}|(?ai:from|for|at|ab|a partir de|dès|da|is|are))[ \t]+|[:=][ \t]*)?"
    rf"(?ai:QQ[ \t]*\+?|queens?)(?![^\W_])(?:[ \t]+(?ai:and|or|up|better|upwards?|on|in|the|top))*"
)
"""The pair that enters fantasyland: `fantasyland from QQ+`, `fantasyland with queens up`."""
METHODS: Final = (
    rf"(?P<range>(?<![0-9])(?:2{_BOTH}4(?P<two_four>)|1{_BOTH}6(?P<one_six>))){_NO_RANGE}{_KIND}"
    rf"|(?P<of_row>[0-9]{{1,2}})[ \t]*{_POINT}?[ \t]*{_PER}[ \t]*{_A}{one_of(_TERMS['row'])}"
    rf"|(?P<of_scoop>[0-9]{{1,2}})[ \t]*(?:{_POINT}|(?ai:extra|more|bonus)|[ \t])*{_PER}[ \t]*{_A}{one_of(_TERMS['scoop'])}"
    rf"|{one_of(_TERMS['scoop'])}(?:[ \t]+(?ai:bonus|is|of|pays))?[ \t]*[:=]?[ \t]*(?P<scoop>[0-9]{{1,2}})(?![0-9.,]*[0-9])(?:[ \t]*(?:{_POINT}|(?ai:extra|more|bonus)(?![^\W_])))*"
    rf"|{_WITHOUT}[ \t]*{_ROYALTIES}(?P<no_royalties>)|(?:{one_of(_TERMS['with'])}[ \t]+)?{_ROYALTIES}(?P<royalties>)"
    rf"|{_WITHOUT}[ \t]*{one_of(_TERMS['scoop'])}(?P<no_scoop>)|{one_of(_TERMS['nothing_else'])}(?P<nothing_else>)"
    rf"|{_WITHOUT}[ \t]*{_FANTASYLAND}(?P<no_fantasyland>)|{one_of(_TERMS['with'])}[ \t]+{_FANTASYLAND}(?P<fantasyland>)"
    rf"|{_FANTASYLAND}[ \t]*{_QUEENS}(?P<fantasyland_from_queens>)"
)
"""The pattern of a way to score in words."""
_SCOOP_3: Final = tuple(_TERMS["scoop-3"])
"""Rule sets other than open-face that pay three points extra for a scoop."""
_NO_SCOOP: Final = tuple(_TERMS["no-scoop"])
"""Rule sets that pay one point per row and nothing extra for a scoop."""
_FROM_QUEENS: Final = tuple(_TERMS["from-queens"])
"""Rule sets whose lowest pair that enters fantasyland is queens."""
USUAL: Final[str] = _SCOOP_3[0]
"""The default rule set for ways to score."""
_PLAIN: Final[str] = _NO_SCOOP[0]
"""The same rule set without royalties and without a scoop."""
JOINED: Final = "+ "
"""The prefix of ways to score whose rule set is named on another line."""


def method_of(match: re.Match[str]) -> str:
    """Return the way to score in a match of `METHODS`."""
    groups = match.groupdict().items()
    name, figure = next((name, text) for name, text in groups if text is not None and name != "range")
    return f"{name.removeprefix('of_')} {int(figure)}" if figure else name


def rules_played(rules: str | None, methods: Mapping[str, str]) -> tuple[str, str]:
    """Return a rule set with options for ways to score, and an error text if unclear.

    `methods` maps each way to score to its typed text. If `rules` is None, the result is the ways alone,
    after `JOINED`.
    """
    if not methods:
        return rules or "", ""
    ways, typed = set(methods), " and ".join(f"`{text}`" for text in methods.values())
    scoops = {name for name in ways if name.startswith("scoop ")}
    scoops |= {"scoop 3"} if "one_six" in ways else set()
    ways |= {"no_royalties", "no_scoop"} if "nothing_else" in ways else set()
    scoops |= {"no_scoop"} & ways
    if len(scoops) + ("two_four" in ways) > 1:
        return "", f"{typed} are two different ways to score"
    if any(f"no_{way.removesuffix('_from_queens')}" in ways for way in ways):
        return "", f"{typed} contradict each other"
    if rules is None:
        return JOINED + ", ".join(methods), ""
    if any(name.startswith("row ") and name != "row 1" for name in ways):
        return "", f"no rule set scores {typed}"
    return _with_methods(rules, ways, next(iter(scoops), ""), typed)


def _with_methods(rules: str, ways: set[str], scoop: str, typed: str) -> tuple[str, str]:
    """Return a rule set with options for the ways to score, or why none fits."""
    unknown = "", f"no rule set combines `{rules}` with {typed}"
    open_face, options = rules.startswith("ofc"), []
    if "fantasyland_from_queens" in ways and rules not in _FROM_QUEENS:
        return unknown
    if scoop == "no_scoop" and "two_four" not in ways:
        return (_PLAIN, "") if rules == _PLAIN or (rules == USUAL and "no_royalties" in ways) else unknown
    if "no_royalties" in ways:
        if rules == USUAL:
            rules, scoop = _PLAIN, scoop or ("" if "two_four" in ways else "scoop 3")
        elif rules != _PLAIN:
            return unknown
    elif "royalties" in ways and rules == _PLAIN:
        return unknown
    if "two_four" in ways:
        if not (open_face or rules in (*_SCOOP_3, *_NO_SCOOP)):
            return unknown
        options.append("two_four")
    elif scoop and not (scoop == "scoop 3" and (open_face or rules in _SCOOP_3)):
        if rules not in _NO_SCOOP or scoop not in ("scoop 1", "scoop 3"):
            return unknown
        options.append(scoop.replace("scoop ", "sweep-"))
    if "no_fantasyland" in ways and open_face:
        options.append("no_fantasyland")
    elif "fantasyland" in ways and not open_face:
        return unknown
    return " + ".join((rules, *(option.replace("_", "-") for option in options))), ""


def joined_methods(rules: str, methods: str) -> tuple[str, str]:
    """Combine the rule set of one line with the ways to score of another.

    Return the rule set, and an error text if they do not fit together.
    """
    if "+" in rules:
        return "", f"`{rules}` already has options"
    ways = methods.removeprefix(JOINED).split(", ")
    return rules_played(folded(rules), {name: name.replace("_", " ") for name in ways})
