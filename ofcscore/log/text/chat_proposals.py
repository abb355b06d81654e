"""Find proposals of rules and a stake above a chat's boards, and check agreement."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ofcscore.log.syntax import BoardSyntax, DealLine
from ofcscore.log.text.chat_stamps import Message, is_app_line
from ofcscore.log.text.deal_headings import match_of_deal
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.game_terms import lines_of_terms, narrowing
from ofcscore.log.text.log_state import LogContext
from ofcscore.log.text.neighboring_lines import Items
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.relevance import without_counts
from ofcscore.log.vocabulary import Vocabulary, folded, one_of
from ofcscore.log.words import tables
from ofcscore.rules.files import rule_set_names, shipped_names

_TALK: Final = tables()["talk"]
_CLAUSE: Final = re.compile(r"(?:[^?!;.,:()–—-]|[.,:-](?![ \t]|$))+")
_ENDS: Final = re.compile(r"[ \t]*[?!]+")
_AGREES: Final = r"(?:@talk.agrees@[🏻-🏿 ]*)+(?![^\W_]| [^\W_])"


def stated_terms(log: LogContext, source: Normalized, message: Message, items: Items, at: int) -> Normalized:
    """Return a proposal above the boards without the talk around it.

    A question is a proposal only if other players agree to it; otherwise the text is returned unchanged.
    """
    if message.sender is None or log.begun or log.in_deal or not lines_of_terms(log, source):
        return source
    if "?" in source.text and not _agreed(log, source.text, message.sender, items[at:]):
        return source
    shape = log.vocabulary.shape
    spans = (match.span() for match in _CLAUSE.finditer(source.text))
    talk = [span for span in spans if not lines_of_terms(log, source.cut(*span))]
    harmless = (span for span in talk if _is_harmless(log.vocabulary, source.text[slice(*span)]))
    terms = source.edited((*span, " ") for span in harmless).sub(_ENDS, ",")
    terms = terms.sub(shape(r"(?<![^\W_])@talk.later@(?![^\W_])"), " ")
    alone = terms.sub(shape(r"(?<![^\W_])@talk.as_ever@(?![^\W_])"), " ")
    found = heading_reader(log.vocabulary).read(alone, loose=True)
    keys = {one.key.text for one in found.entries} if found is not None else set()
    return alone if {"rules", "stake"} <= keys else terms


def _agreed(log: LogContext, proposal: str, sender: str | None, below: Items) -> bool:
    """Return True if others agree to a proposal and nobody objects or adds conditions."""
    vocabulary, agrees = log.vocabulary, False
    unsure = {*_TALK["denies"], *narrowing(vocabulary)}
    agreement = vocabulary.shape(_AGREES)
    for item in below:
        if item is None or item.message is None or item.source is None:
            continue
        begins = item.is_sound and isinstance(item.value, BoardSyntax | DealLine)
        if begins or match_of_deal(log, item.source):
            break
        answer = folded(item.message.text)
        text = without_counts(vocabulary, answer)
        figures = re.search("[0-9].*\n.*[0-9]", f"{proposal}\n{text}") and not is_app_line(
            answer, folded(log.text)
        )
        agreed = agreement.match(text) if item.message.sender not in (None, sender) else None
        narrows = agreed or not unsure.isdisjoint(re.findall(r"\w+", text))
        rest = text[agreed.end() :] if agreed else text
        if figures or (narrows and not _is_harmless(vocabulary, rest, asides=True)):
            return False
        agrees = agrees or agreed is not None
    return agrees


def _is_harmless(vocabulary: Vocabulary, text: str, *, asides: bool = False) -> bool:
    """Return True if no word may change rules or a stake.

    If `asides`, words that may be beside an agreement are allowed.
    """
    text = f" {without_counts(vocabulary, folded(text))} "
    pattern = _unsure(vocabulary)
    words = (folded(match[0]) for match in pattern.finditer(text))
    return not re.search("[0-9€$£]", text) and all(asides and word in _TALK["asides"] for word in words)


@lru_cache(maxsize=8)
def _unsure(vocabulary: Vocabulary) -> re.Pattern[str]:
    """Return the pattern of words that may change rules or a stake."""
    names = "money.cents|money.pence|money.paid|money.owes|money.double|money.triple|money.void|money.point"
    # Short words are ambiguous: `chi` is a point and `who`.
    money = (word for word in vocabulary.words_of(names) if len(word) > 3 or not word.isascii())
    options = (option.replace("-", " ") for option in shipped_names()[1])
    names = "talk.denies|talk.house_rules|talk.moves|talk.may|terms.royalties|terms.scoop|terms.without"
    others = vocabulary.words_of(f"{names}|statuses|currencies|rows")
    words = narrowing(vocabulary).union(others, money, options)
    return re.compile(rf"(?<![^\W_])(?:{one_of(words)}|{one_of(rule_set_names())})")
