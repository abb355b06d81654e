"""Normalize a line: fold look-alike characters, remove decoration and the remark.

Every character keeps its column in the source line. A rule is a pattern and its replacement;
an inserted character gets the column of what it replaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple

from ofcscore.game.cards import BOARD_SIZE, RANKS, SUITS
from ofcscore.game.spelling import ANY_CARD, begins_with_joker, rank, read_cards
from ofcscore.log.card_alphabets import Alphabet, edits
from ofcscore.log.syntax import INITIALS, SHORT_LABELS, UNSEEN, Line, Text
from ofcscore.log.vocabulary import (
    EITHER_CARD,
    ENGLISH,
    SUIT_FIRST,
    Vocabulary,
    all_words,
    compiled,
    folded,
    has_any,
    one_of,
)
from ofcscore.log.words import tables


class Normalized(NamedTuple):
    """A text to parse, and the 0-based source column of each character and of the end."""

    text: str
    columns: tuple[int, ...]
    line: Line
    origin: Text | None = None
    """The YAML value or cell that the columns count in, None for a line."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the 0-based source columns of a part of the text, the end exclusive."""
        if start >= end:
            at = self.columns[min(start, len(self.columns) - 1)]
            return at, at
        return self.columns[start], self.columns[end - 1] + 1

    def at(self, start: int, end: int, text: str | None = None) -> Text:
        """Return a part of the text with its source span; `text` replaces its spelling."""
        spelling = self.text[start:end] if text is None else text
        first, last = self.span(start, end)
        if self.origin is not None:
            piece = self.origin.part(first, max(last, first))
            return piece if piece.text == spelling else piece.with_text(spelling)
        cells = None
        if len(spelling) != last - first:
            own = [*self.columns[start:end]] or [first]
            cells = tuple((self.line, own[min(i, len(own) - 1)] + 1) for i in range(len(spelling))) or None
        return Text(spelling, self.line, first + 1, max(last - first, 1), cells)

    @property
    def whole(self) -> Text:
        return self.at(0, len(self.text))

    def sub(self, pattern: re.Pattern[str], by: Replacement) -> Normalized:
        """Like `pattern.sub`, but keep source columns."""
        found = (
            (*match.span(), match.expand(by) if isinstance(by, str) else by(match))
            for match in pattern.finditer(self.text)
        )
        return self.edited(edit for edit in found if self.text[edit[0] : edit[1]] != edit[2])

    def edited(self, edits: Iterable[tuple[int, int, str]]) -> Normalized:
        """Replace spans of the text, given in order, by new texts."""
        texts: list[str] = []
        columns: list[int] = []
        at = 0
        for start, end, new in edits:
            texts += self.text[at:start], new
            columns += self.columns[at:start]
            inner = self.text.find(new, start, end) if new else -1
            if inner >= 0:
                columns += self.columns[inner : inner + len(new)]
            else:
                columns += [self.columns[min(start + i, max(end - 1, start))] for i in range(len(new))]
            at = end
        if not texts:
            return self
        text = "".join((*texts, self.text[at:]))
        return self._replace(text=text, columns=(*columns, *self.columns[at:]))

    def cut(self, start: int, end: int) -> Normalized:
        return self._replace(text=self.text[start:end], columns=self.columns[start : end + 1])

    def stripped(self, signs: str = " \t") -> Normalized:
        """Return the text without these characters around it."""
        left = len(self.text) - len(self.text.lstrip(signs))
        return self.cut(left, max(len(self.text.rstrip(signs)), left))


Replacement = str | Callable[[re.Match[str]], str]


class Rule(NamedTuple):
    """A rewrite before parsing.

    If `ascii`, the rule applies to ASCII lines too. Lines without any of the `signs` are skipped, so that the
    pattern need not be compiled; with `before`, a sign counts only before the first such character.
    """

    pattern: str
    by: Replacement
    signs: Iterable[str] = ("",)
    ascii: bool = True
    before: str = ""

    def of(self, text: Normalized) -> Normalized:
        """Return the text with the rule applied."""
        looked_at = text.text.partition(self.before)[0] if self.before else text.text
        if any(map(looked_at.__contains__, self.signs)):
            return text.sub(compiled(self.pattern), self.by)
        return text


_QUOTE: Final = "“”„‟«»‹›＂"
_BULLETS: Final = "-–—=*•·‣◦▪●○>✔✓☑✅☐□▶➤→"
_SIGNS: Final = dict(
    zip("：﹕∶／⁄∕（），、；｜│－−﹣＋＝＃．♤♡♢♧❤", ":::///(),,;||---+=#.♠♥♦♣♥", strict=True)
)
_SUIT_WORDS: Final = {
    word: sign
    for suit, sign in zip("shdc", "♠♥♦♣", strict=True)
    for word in tables()["suits"][suit]
    if word >= "\u2e80"
}
"""Suit words in scripts without spaces, directly before a rank: `红桃9`."""
_GLYPHS: Final = {
    chr(0x1F0A0 + 16 * suit + rank): f"{letter}{'shdc'[suit]} "
    for suit in range(4)
    for rank, letter in enumerate("A23456789TJCQK", 1)
    if letter != "C"
}
"""Unicode characters for whole cards."""
_BLANK: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
PICTURE: Final = (
    "\U0001f300-\U0001f44d\U0001f44f-\U0001f47f\U0001f481-\U0001f6aa\U0001f6ac-\U0001faff\u2600-\u2604\u2607-\u260f\u2611-\u261f\u2621-\u265f"
    "\u2668-\u2714\u2719-\u274b\u274d\u274f-\u2752\u2755-\u2762\u2768-\u27bf"
)
"""Decorative pictures, without crosses and skulls, which may mark a foul, and signs of doubt."""
_PICTURES: Final = rf"(?<![{PICTURE}\ufe0f\u200d])(?:[{PICTURE}][\ufe0f\u200d]*)++"
_IN_QUOTES: Final = '"[^"]*"'
"""Quoted text, which stays as typed; rules match it first to skip it."""
_CARDS: Final = f"(?:{ANY_CARD})+"
_GAP: Final = r"[ \t]*[,.–-]?[ \t]*"
_ROW: Final = rf"(?:{EITHER_CARD}{_GAP}){{2,4}}{EITHER_CARD}(?![0-9A-Za-z])"
_SPACED: Final = rf"{EITHER_CARD}(?: {EITHER_CARD}){{2,4}}"
_DASHED_CARD: Final = f"(?:10|[{RANKS}{RANKS.lower()}])-[{SUITS}{SUITS.upper()}]"
_LABELS: Final = one_of(all_words("rows"))
_DEALS: Final = one_of(word + end for word in all_words("deals") for end in ("", "s"))
_ENDS_IN_LABEL: Final = rf"[ \t](?:{_LABELS}|{EITHER_CARD}+)$"
_NUMBERED: Final = rf"(?<=[:>= \t])1[.):][ \t]*({_ROW}[^:–—-]*?)[ \t,/|;]+2[.):][ \t]*({_ROW}[^:–—-]*?)[ \t,/|;]+3[.):][ \t]*({_ROW}.*)"


def _narrow(match: re.Match[str]) -> str:
    """Return cards in full-width characters as ASCII, any other word unchanged."""
    plain = re.sub("[０-９Ａ-Ｚａ-ｚ]", lambda wide: chr(ord(wide[0]) - 0xFEE0), match[0])
    return plain if re.fullmatch(f"{_CARDS}|[0-9.]+", plain) else match[0]


def _name(match: re.Match[str]) -> str:
    """Return a name without emphasis, in quotes if it has several words.

    `**Second deal** (Ana in fantasyland)` is not a name.
    """
    name, rest = match["name"], match.string[match.end() :]
    is_deal = ":" not in rest and compiled(rf"(?<![^\W_]){_DEALS}").search(name) is not None
    heads = re.match(r"[ \t]*[:(\[]", rest) if not is_deal else None
    if heads and re.search(r"\s", name.strip()) and not re.search(r"[0-9:()\[\]]", name):
        return f'"{name.strip()}"'
    return name


def _quoted(match: re.Match[str]) -> str:
    return match[0] if match[1] is None else f'"{match[1]}"'


EVERY_LINE: Final = (
    Rule(f"[{UNSEEN}]+", "", ascii=False),
    Rule(f"[{_BLANK}]", " ", ascii=False),
)
"""Rules for every line, including free text."""
CHARACTERS: Final = (
    Rule("(?<=[^ ]) {9,}(?=[^ ])", " ", ("  ",)),
    Rule(
        rf"{_IN_QUOTES}|[❤🖤💛♥♠♦♣♤♡♢♧]\ufe0f?|[{''.join(_SIGNS)}]",
        lambda m: m[0] if m[0][0] == '"' else _SIGNS.get(m[0][0], m[0][0]),
        ascii=False,
    ),
    Rule(
        "[\U0001f0a1-\U0001f0ae\U0001f0b1-\U0001f0be\U0001f0c1-\U0001f0ce\U0001f0d1-\U0001f0de]",
        lambda m: _GLYPHS.get(m[0], m[0]),
        ascii=False,
    ),
    Rule(rf"{_IN_QUOTES}|[^\s,/|;():\"]+(?!\s*:)", _narrow, ascii=False),
    Rule(
        rf"{_IN_QUOTES}|({'|'.join(_SUIT_WORDS)})(?=10|[2-9TJQKAtjqka])",
        lambda m: m[0] if m[1] is None else _SUIT_WORDS[m[1]],
        ascii=False,
    ),
)
"""The rules that replace look-alike characters, and runs of spaces that would slow the other rules down."""
RULES: Final = (
    # smileys
    Rule(r"(?<=[ \t])[:;]['’-]?[()](?=[ \t]|$)", "", (":(", ":)", ":-", ":'", ";)", ";-")),
    # `w/ fantasyland`
    Rule(
        r"(?<![^ \t(,;])w/(o(?![^\W_]))?[ \t]?(?=[^\W\d_])",
        lambda m: "without " if m[1] else "with ",
        ("w/",),
    ),
    # decimals without a leading zero
    Rule(r"(?<![^ \t:=+$€£-])[.,](?=[0-9]{1,4}(?![0-9.,]|/[0-9]))", lambda m: f"0{m[0]}", ".,"),
    # markup of forums and web pages, and forum codes for card pictures
    Rule(
        rf"(?ai)({_IN_QUOTES})|\[/?(?:b|i|u|s|code|quote|color|size|url|img|spoiler|hand)(?:=[^\[\]]*)?\]"
        r"|</?(?:b|i|u|br|p|pre|code|strong|em|div|span)[ ]*/?>",
        lambda m: m[1] or "",
        "[<",
    ),
    Rule(rf"(?<![^ \t]):({ANY_CARD}):(?=[ \t]|$)", r"\1"),
    # a row in brackets after its label
    Rule(rf"(?<=:)[ \t]*\[((?:{ANY_CARD}[ ,]*){{3,5}})\][ \t]*$", r" \1", "["),
    # dots or arrows from a name to its board
    Rule(
        rf"^([^\d:/|\"]*[^\W\d_])[ \t]*(?:\.{{3,}}|…+|>{{2,}}|_{{3,}})[ \t]*(?={ANY_CARD})",
        r"\1: ",
        ".…>_",
    ),
    Rule(_NUMBERED, r"\1 / \2 / \3", ("3.", "3)", "3:")),
    Rule(
        rf"^(?!(?:{EITHER_CARD}[ \t,-]*)+[=|→>–—-])((?:(?![ \t][-–—])[^\d:/|=→<>\"\[\]()])*[^\W\d_]\.?)[ \t]*(?:[-–—=]*>|[→➜👉]|=|\||[ \t][-–—]+(?=[ \t]))[ \t]*(?=(?:[^\W\d_]+[ \t:=–—-]+)?{_ROW})",
        lambda m: m[0] if compiled(_ENDS_IN_LABEL).search(m[1]) else f"{m[1]}: ",
        ">→➜👉=|-–—",
        before=":",
    ),
    # cards with a dash between rank and suit: `Q-D 10-H 2-C`
    Rule(
        rf"(?<![\w-]){_DASHED_CARD}(?:[ \t]*[,]?[ \t]+{_DASHED_CARD}){{2,4}}(?![\w-])",
        lambda m: m[0].replace("-", ""),
        "-",
    ),
    # a row with dashes between its cards, alone on its line or before words
    Rule(
        rf"^[ \t]*(?:{_LABELS}[ \t]*[:=]?[ \t]*)?{EITHER_CARD}(?:-{EITHER_CARD}){{2}}(?:-{EITHER_CARD}-{EITHER_CARD})?(?=[ \t]*(?:[^\W\d_]+[ \t]*)*$)"
        rf"|(?<![^ \t:/|;]){EITHER_CARD}(?:-{EITHER_CARD}){{4}}(?=[ \t]+\(?[^\W\d_]{{3}})",
        lambda m: m[0].replace("-", " "),
        "-",
    ),
    # single spaces between cards, more between rows
    Rule(
        rf"(?<![^ \t:])({_SPACED}) {{2,}}({_SPACED}) {{2,}}(?={_SPACED}(?![0-9A-Za-z]))",
        r"\1 / \2 / ",
        ("  ",),
    ),
    # after suit-first cards, `DQ` is the queen of diamonds, not a disqualification
    Rule(
        rf"(?<![^ \t:/|;-])((?:{SUIT_FIRST}[ \t,-]+)+)[Dd]Q(?=[ \t]*(?:$|[/|;–—-]))",
        lambda m: f"{m[1]}Qd" if len(re.findall(SUIT_FIRST, m[1])) in (2, 4) else m[0],
        ("DQ", "dQ"),
    ),
    # an ordinal as a deal's number: `Mano 1ª`
    Rule(rf"^([ \t]*{_DEALS}[ \t]*[0-9]{{1,4}})[ªº°](?![^\W_])", r"\1", "ªº°", ascii=False),
    # a deal's number in Chinese
    Rule(r"^([ \t]*第[ \t]*[0-9一二三四五六七八九十]+[ \t]*\w)[ \t]*:[ \t]*$", r"\1", ascii=False),
    # a position in a video
    Rule(r"^[ \t]*\[?[0-9]{1,2}:[0-9]{2}:[0-9]{2}\]?[ \t]+(?=\S)", ""),
    # a word between rows: `KKQ over AA55T over ...`
    Rule(
        rf"(?i:(?<![^ \t:])((?:{EITHER_CARD}[ \t]*){{3,5}})over[ \t]+(?={_ROW}))", r"\1/ ", ("over", "OVER")
    ),
    # dashes between rows with labels
    Rule(rf"(?<=[^ \t:])[ \t]+[-–—]+[ \t]+(?={_LABELS}[ \t]+{_ROW})", " / ", "-–—"),
    # dots between rows
    Rule(rf"({_IN_QUOTES})|(?<=[^ ])[ ]+[·•∙‧][ ]+(?=[^ ])", lambda m: m[1] or " / ", ascii=False),
    # runs of spaces, which would slow the patterns down
    Rule(rf"({_IN_QUOTES})| {{2,}}", lambda m: m[1] or " ", ("  ",)),
    # a number in bold
    Rule(r"(\*{2})([+−–-]?[0-9]{1,4})\1(?![0-9*])", r"\2", ("**",)),
    # a list marker before the line
    Rule(
        rf"^[ \t]*(?:(?:[{_BULLETS}]+\ufe0f?|\+(?=[ \t]+[^\W\d])|\[[ \txX✓]?\])[ \t]+)+(?=[^ \t])",
        lambda m: m[0] if begins_with_joker(m.string) else "",
        f"[+{_BULLETS}",
    ),
    Rule(r"^[ \t]*\|[ \t]*([^|].*[^|\s])[ \t]*\|[ \t]*$", r"\1", "|"),
    Rule(rf"^[{_QUOTE}\"'‘]([^{_QUOTE}\":]+:[^{_QUOTE}\"]*)[{_QUOTE}\"'’],?[ \t]*$", r"\1", f"{_QUOTE}\"'‘"),
    Rule(r"^(\*{1,3}|_{1,3}|`)(?!\1)(?=[^\s:])(?P<name>.*?\S)\1(?![A-Za-z0-9_])", _name, "*_`"),
    Rule(r"^(\*{1,3}|_{1,3}|`)(?!\1)(?=[^\s:])(?P<name>.*?\S)\1(?![A-Za-z0-9_])", _name, "*_`"),
    Rule(rf"({_IN_QUOTES})|(?<=[:\s/|])`([^`]+)`(?=[\s/|(]|$)", lambda m: m[1] or m[2], "`"),
    Rule(r"^<(?P<name>[^<>\"]+)>(?=[ \t:(=–—-])", lambda m: f'"{m["name"]}"', "<"),
    Rule(
        rf"^[ \t]*\[(?!{_CARDS}\])([^\W\d_](?:[^\[\]\":/|0-9]*[^\W\d_]\.?)?)\][ \t]*:?[ \t]*(?=[^ \t])",
        r"\1: ",
        "[",
    ),
    Rule(r"^[ \t]*\[([^\[\]]*)\][ \t]*$", r"\1", "["),
    Rule(r"^[ \t]*@(?=[^\W\d_])", "", "@"),
    # an item of a definition list
    Rule(r"^([^:/]+?)[ \t]+::[ \t]+(?=[^ \t])", r"\1: ", ("::",)),
    # quotes and pictures
    Rule(rf'{_IN_QUOTES}|[{_QUOTE}]([^{_QUOTE}"]+)[{_QUOTE}]', _quoted, ascii=False),
    Rule(
        _IN_QUOTES + "|(?<![^ \t,/=+>])['‘‚‛]([^'’‘\"]+)['’‘](?=[ \t]*[:(=–—-]|[ \t]*[,/=+]|$)",
        _quoted,
        "'‘‚‛",
    ),
    Rule(
        rf"{_PICTURES}(?=[ \t]*[(\[—–])|(?<=[ \t]){_PICTURES}[ \t]*$|(?<=[^\W_]){_PICTURES}(?=[ \t]*:)|(?<=[^\W_])[ \t]+{_PICTURES}(?=[ \t]*:)",
        "",
        ascii=False,
    ),
    # pictures in a heading
    Rule(
        rf"^(?=[^:/|;]*$)[ \t]*{_PICTURES}[ \t]+(?=\w)|(?<=[\w\"])[ \t]+{_PICTURES}(?=[ \t]+\w[^:/|;]*$)",
        "",
        ascii=False,
    ),
    # a possessive: `Ana's board: ...`, `Ana's: ...`
    Rule(
        r"^[ \t]*(\"[^\"]+\"|[^\s:/|\\;(),\"]+?)(?:['’]s?[ \t]+(?:board|cards|hand|set)(?=[ \t]*[:(\[–—-])|['’]s(?=[ \t]*:))",
        r"\1",
        "'’",
    ),
)
"""The other rules for lines of names, cards and numbers, in order."""
_NUMBERED_DEAL: Final = re.compile(
    r"^[ \t]*(?P<n>[0-9]{1,4})[.)][ \t]*(?P<word>[^\W\d_]+)(?P<rest>[ \t]*[:.]?[ \t]*$|[ \t]+[-–—][ \t].*|[ \t]*[(\[,:].*|[ \t]{3,}.*)"
)
_LIST_NUMBER: Final = re.compile(r"^[ \t]*[0-9]{1,2}[.)][ \t]+(?=[^ \t])")
_TABS: Final = re.compile(r'("(?:[^"]|"")*")|[ \t]*\t[ \t]*')
_CARD_CELLS: Final = rf"(?:[^:\t]*:)?[ \t]*{EITHER_CARD}(?:[ \t]*\t[ \t]*{EITHER_CARD})*[ \t]*"
"""The cards of one row, each in a cell of its own."""
_ROWS: Final = r"(?:[ \t]*[/|;,–—-][ \t]*|[ \t]+)".join(
    rf"(?:{ANY_CARD})(?:[ \t]?{ANY_CARD}){{{count - 1}}}" for count in (3, 5, 5)
)
_NAME_OF_ONE_LETTER: Final = rf"^[ \t]*([TJQKAtjqka])(?=[ \t]+(?:{_ROWS}(?![0-9A-Za-z]|[ \t]*{ANY_CARD}(?![a-z]{{2}}))|{_LABELS}[ \t:]))"
"""A letter before a label, or before thirteen cards, where it is not a card."""
_INITIALS: Final = tuple(
    rf"(?ai:(?<![^ \t/|;,:])([tfmb])(?={sign}))"
    for sign in (
        rf"[ \t]*[:=]|[ \t]*[-–—]+[ \t]*{EITHER_CARD}",
        rf"[ \t]*[:=]|[ \t]+(?:{EITHER_CARD}[,-]?[ \t]*){{3,5}}[ \t]*(?:[ \t,/|;]|$)",
    )
)
"""One-letter labels with a sign after each, or directly before the cards of a row."""
_NUMBER_OF_DEAL: Final = (
    rf"(?:(?<=:)[ \t]*#[ \t]+|(?<![^ \t:(,;&+])(?:{_DEALS}[ \t]*)?#)(?=[0-9]{{1,4}}(?!\w|\.[0-9]))"
)
"""The sign before the number of a void deal."""
_REMARK: Final = re.compile(
    r'(?:"(?:[^"]|"")*"|(?<![^\W\d_])[^\W\d_]++:?[ \t]+#(?=[0-9])|[^"#]|(?<=[^ \t])#|")*'
)


_HOLDS: Final = tuple(f" {word}" for word in tables()["talk"]["holds"])


def _with_rank_in_brackets(match: re.Match[str]) -> str:
    rank = match["before"] or match["after"]
    return f"{match['head']}{match['cards']} ({rank})" if rank else match[0]


def _without_kind(vocabulary: Vocabulary, match: re.Match[str]) -> str:
    """Return cards without the name of their kind in brackets: `QQ5 (pair of queens)`.

    The name stays, without the brackets, if it tells their suits or if the cards are of another kind, and the
    brackets stay if they name a rank that the cards do not have.
    """
    cards, word = match[1], folded(match[2] or "")
    plain = re.sub("[.,-]", " ", cards)
    about = match[0][len(cards) :].replace(match[2] or "", "", 1)
    named = {of_word for one in re.findall(r"[^\W_]+", about) for of_word in _ranks_named(one, vocabulary)}
    if not (named or word) or not named <= {card.rank for card in read_cards(plain).cards}:
        return match[0]
    if not word:
        return cards
    if named and word in vocabulary.suits:
        # `(king of hearts)` is one card.
        return match[0]
    try:
        is_kind = rank(plain).category.key == vocabulary.ranks.get(word)
    except ValueError:
        is_kind = False
    return cards if is_kind else f"{cards} {match[2]}"


def _ranks_named(word: str, vocabulary: Vocabulary) -> set[str]:
    """Return the ranks that a word of a description names: 6 for `sixes` and `6s`, A and K for `AK`."""
    singular = word if len(word) < 2 else word.removesuffix("s")
    if re.fullmatch("10|[2-9TJQKA]{1,4}", singular):
        return {card.rank for card in read_cards(singular).cards}
    forms = (word.lower().removesuffix(end) for end in ("", "s", "es"))
    return {vocabulary.cards[form] for form in forms if form in vocabulary.cards}


def _has_labels_after_cards(text: str, vocabulary: Vocabulary) -> bool:
    """Return True for one or three rows with labels after their cards: `QQ5 top`."""
    found = [*vocabulary.label_after.finditer(text)]
    if len(found) == 1:
        return not vocabulary.label_after.sub("", text).strip(" \t.,;")
    if len(found) != len(SHORT_LABELS):
        return False
    # Words may follow the last label: `9TJQK on the bottom - a foul`.
    between = vocabulary.label_after.sub("", text[: found[-1].end()])
    return re.fullmatch(r"[^:/|]*:?[ \t,;/|.]*", between) is not None


def masked_numbers(text: str, vocabulary: Vocabulary = ENGLISH) -> str:
    """Mask `#` before the numbers of void deals, where it does not start a comment."""
    if "#" not in text or vocabulary.void_head.match(text) is None:
        return text
    return compiled(_NUMBER_OF_DEAL).sub(lambda match: "x" * len(match[0]), text)


def normalize_value(value: Text, vocabulary: Vocabulary = ENGLISH) -> Normalized:
    """Normalize a YAML value or a cell."""
    return normalize(value.line._replace(text=value.text), vocabulary=vocabulary)._replace(origin=value)


def normalize(
    line: Line, start: int = 0, vocabulary: Vocabulary = ENGLISH, alphabet: Alphabet | None = None
) -> Normalized:
    """Normalize a line from column `start`, after a chat's timestamp and sender.

    `alphabet` has the sender's card letters, used if the log has none.
    """
    whole = Normalized(line.text[start:], tuple(range(start, len(line.text) + 1)), line)
    plain = line.text.isascii()
    for rule in () if plain else EVERY_LINE:
        whole = rule.of(whole)
    if vocabulary.free_key.match(whole.text):
        return whole
    if "#" in whole.text and vocabulary.void_head.match(whole.text):
        whole = whole.sub(compiled(_NUMBER_OF_DEAL), "deal ")
    end = len(_REMARK.match(whole.text).group().rstrip(" \t"))  # type: ignore[union-attr]
    text = whole.cut(0, end)
    numbered = _NUMBERED_DEAL.match(text.text)
    if numbered is None or numbered["word"].lower() not in vocabulary.deals:
        text = text.sub(_LIST_NUMBER, "")
    elif numbered["word"].lower() not in vocabulary.keys or ":" not in numbered["rest"].rstrip(": \t"):
        # `1. Game: pineapple` is a key in a numbered list.
        rest = numbered["rest"].rstrip(" \t:.")
        text = text.sub(_NUMBERED_DEAL, lambda m: f"deal {m['n']}{rest}")
    for rule in CHARACTERS:
        if rule.ascii or not plain:
            text = rule.of(text)
    if has_any(vocabulary.rows, text.text) and has_any(vocabulary.ranks, text.text):
        text = text.sub(vocabulary.labelled_rank, _with_rank_in_brackets)
    if "(" in text.text or "[" in text.text:
        text = text.sub(vocabulary.bracketed_rank, partial(_without_kind, vocabulary))
    for rule in RULES:
        if rule.ascii or not plain:
            text = rule.of(text)
    alphabet = vocabulary.alphabet or alphabet
    if alphabet is not None:
        text = text.edited(edits(alphabet, text.text))
        text = text.sub(vocabulary.bracketed_rank, partial(_without_kind, vocabulary))
    if re.match("[ \t]*[TJQKAtjqka][ \t]", text.text):
        text = text.sub(compiled(_NAME_OF_ONE_LETTER), r"\1:")
    if has_any(_HOLDS, text.text) and len(re.findall(ANY_CARD, text.text)) >= BOARD_SIZE:
        text = text.sub(vocabulary.held, r"\g<name>: ")
    if has_any(vocabulary.rows, text.text) and _has_labels_after_cards(text.text, vocabulary):
        text = text.sub(vocabulary.label_after, r"\g<label>: \g<cards>")
    if "\t" in text.text:
        cells = not re.search("[/|;]", text.text) and not re.fullmatch(_CARD_CELLS, text.text)
        by = "\t" if cells and text.text.count("\t") in (3, 4, 5) else " "
        text = text.sub(_TABS, lambda m: m[1] or by)
    for initial in _INITIALS if {"m", "b"} <= {*text.text.lower()} else ():
        found = [INITIALS[m[1].lower()] for m in re.finditer(initial, text.text)]
        if sorted(found) == sorted(set(INITIALS.values())):
            text = text.sub(compiled(initial), lambda m: SHORT_LABELS[INITIALS[m[1].lower()]])
            break
    return text.stripped()
