"""What was typed -> what it says: lines, boards and words as people write them, in canonical notation.

A step of its own before the grammar, for what is not canonical. Every function here is pure: a piece of a
source comes in, and a piece that says the same canonically goes out, each character of which keeps the place
where it was typed; the piece itself, where there is nothing to rewrite. Only what can mean one thing alone is
rewritten, and never a card.
"""

import re
from typing import Final

from ofcscore.game.ranks import Category
from ofcscore.game.spelling import ANY_CARD, begins_with_joker, rank, read_cards
from ofcscore.log.keys import FREE_KEYS, KEYS, RESERVED
from ofcscore.log.read.pieces import Piece, joined, lower, replaced, sub
from ofcscore.log.read.typed_rows import (
    FEWEST,
    LABEL,
    LABELLED,
    PARTED,
    SIZES,
    SUIT_WORD,
    is_row,
    may_be_flush,
    rows,
)
from ofcscore.log.read.typed_signs import (
    CARD_WORD,
    EMOJI,
    OPEN_QUOTES,
    outside_quotes,
    plain_signs,
    seen,
    straight_quotes,
)
from ofcscore.log.syntax import (
    ALSO_DEALS,
    DEAL_WORDS,
    QUOTED,
    ROW_LABELS,
    SHORT_LABELS,
    DealLine,
    Entry,
    Part,
    Text,
    unquote,
)
from ofcscore.problems.words import ASCII_LOWER

# --- words


_FOUL: Final = r"foul(?:ed|s)?|bust(?:ed|s)?|dead[ \t-]?hand|mis-?set|gefoult"
_THIS: Final = r"th(?:is|at)(?:[ \t]+(?:one|deal|hand|round))?"
_ABSENT: Final = rf"absent|out|(?:sat|sits?|sitting)[ \t]+(?:{_THIS}[ \t]+out|out(?:[ \t]+{_THIS})?)"
_FACES: Final = r"(?:[ \t]*(?:[.!]|[:;=]['’]?-?[()DPp/|]+(?=[ \t]|$)))*+"
"""What ends a word that says no more: `fouled :(`."""
_ACES: Final = re.compile(r"[ \t]*[,-]?[ \t]*(?:with[ \t]+)?([0-4])[ \t]+aces?[ \t]*")
"""What the aces bet is paid by, without its brackets."""
_SURRENDER: Final = r"surrender(?:ed|s)?"
_DEALT: Final = r"(?:[ \t:,x-]*(?:with[ \t]+)?([0-9]{1,3})(?:[ \t]+cards?)?)?"
_IN_FANTASYLAND: Final = r"(?:in[ \t]+)?(?:fl|f/l|fantasy(?:[ \t-]*land)?)"
_FANTASYLAND: Final = f"{_IN_FANTASYLAND}{_DEALT}"
_STATUSES: Final = tuple(
    (f"({pattern}){_FACES}(?=[ \t]*(?:[(]|$)|{_ACES.pattern}$)", word)
    for pattern, word in ((_FOUL, "foul"), (_ABSENT, "absent"), (_SURRENDER, "surrender"))
)
"""What is typed in place of a board, and what it says."""
_MARKS: Final = tuple(
    (re.compile(f"(?:{pattern})[.!]*"), word)
    for pattern, word in ((_FOUL, "foul"), (_FANTASYLAND, "fantasyland"))
)
"""What is typed in brackets, and what it says."""
_MARK: Final = re.compile("foul|fantasyland(?: [0-9]+)?")
_BRACKETS: Final = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_ITEM: Final = re.compile(r"[^\s,](?:[^,]*[^\s,])?(?:[ \t]*,[ \t]*[0-9]+(?:[ \t]*cards?)?(?=[ \t]*(?:,|$)))?")
"""A mark in brackets, with a number of cards behind it: commas part marks."""
_MARKED_NAME: Final = re.compile(r"(.*[^ \t])[ \t]*[(\[]([^()\[\]]*)[)\]][ \t]*")
_BEHIND_ROWS: Final = (
    rf"(?<=[^ \t:,;|/-])((?:[ \t]*+[,;|/-])?[ \t]++)((?:{_FOUL}|{_FANTASYLAND})[.!]*)[ \t]*$"
)
"""A mark without its brackets."""
_BEFORE_ROWS: Final = tuple(
    rf"({pattern})[ \t]*[,;:–—-]?[ \t]+" for pattern in (_IN_FANTASYLAND, _FANTASYLAND)
)
"""The same before the cards, first without a number, which may be the top row."""
_HYPHEN: Final = "[-–—•>][ \t]+"


def status(source: Text) -> Text:
    """What stands in place of a board, and marks behind it: `Fouled.` is `foul`."""
    for pattern, word in _STATUSES:
        match = re.match(pattern, lower(source))
        if match is not None:
            said = replaced(source, [(match.start(), match.end(), word)])
            aces = _ACES.fullmatch(lower(source), match.end())
            return said if aces is None else joined(((f"{word} ({aces[1]} aces)", source),))
    return source


def is_word_for_board(source: Text) -> bool:
    """Whether a text is a word in place of a board, and marks behind it: `fouled`, `sat out`."""
    return _is_status(status(source).text)


def mark(source: Text) -> Text:
    """What stands in brackets behind a board: `in FL` is `fantasyland`, `FL15` is `fantasyland 15`."""
    for pattern, word in _MARKS:
        match = pattern.fullmatch(lower(source))
        if match is not None:
            said = " ".join((word, *filter(None, match.groups())))
            return source if source.text == said else joined([(said, source)])
    return source


def word(source: Text) -> Text:
    """A word in place of a board, or a mark of it: `sat out` is `absent`, `FL` is `fantasyland`."""
    said = mark(source)
    return said if said is not source else status(source)


def name(source: Text) -> tuple[Text, tuple[Text, ...]]:
    """A name that stands alone, and the marks in brackets behind it: `Ana (FL)`."""
    match = _MARKED_NAME.fullmatch(source.text)
    if match is not None:
        items = [mark(source.part(*item.span())) for item in _ITEM.finditer(source.text, *match.span(2))]
        if items and all(_MARK.fullmatch(item.text) for item in items):
            return seen(source.part(*match.span(1))), tuple(items)
    return seen(source), ()


def _marks(source: Text) -> Text:
    """A piece of a line with what its brackets say, and brackets round a mark that ends a board of cards."""
    pieces: list[Piece] = []
    at = 0
    for match in _BRACKETS.finditer(source.text):
        inner = source.part(*match.span(1))
        items = [mark(inner.part(*item.span())) for item in _ITEM.finditer(inner.text)]
        if match[0][0] == "[" and not all(_MARK.fullmatch(item.text) for item in items):
            continue
        pieces += (source.part(at, match.start()), ("(", source.part(match.start(), match.start() + 1)))
        for index, item in enumerate(items):
            pieces += ((", ", item.part(0, 1)), item) if index else (item,)
        pieces.append((")", source.part(match.end() - 1, match.end())))
        at = match.end()
    said = joined((*pieces, source.part(at))) if pieces else source
    bare = re.search(_BEHIND_ROWS, lower(said))
    if bare is None or len(read_cards(said.text[: bare.start(1)].replace("/", " ")).cards) < FEWEST:
        return said
    word = said.part(*bare.span(2))
    if word.text.lower() == "fl" and _may_lack_flush(re.split(PARTED, said.text[: bare.start(1)])[-1]):
        # It may be short for that too, and is asked about.
        return said
    return joined((said.part(0, bare.start(1)), (" (", word.part(0, 1)), mark(word), (")", word)))


def _may_lack_flush(row: str) -> bool:
    """Whether a row has nothing, unless its cards, which say no suit, are of one."""
    read = read_cards(row)
    bare = not read.faults and not read.word and not any(card.suit for card in read.real)
    return (
        bare
        and may_be_flush(read)
        and len(read.real) == SIZES[-1]
        and rank(row).category is Category.HIGH_CARD
    )


# --- boards


_BEFORE_SUIT: Final = rf"(?<=[2-9tjqka0])[ \t]*[-–—,][ \t]+(?=(?:{SUIT_WORD})[ \t]*(?:[/|;(\[]|$))"
"""A sign between the cards of a row and the word that they are of one suit."""
_END: Final = rf"(?:{ANY_CARD}[ \t]*{ANY_CARD}|{SUIT_WORD}|[)\]])([ \t]*[.;!]+)(?=[ \t]*(?:[(\[]|$))"
"""What ends a sentence, behind cards or marks."""
_BEFORE_MARK: Final = r"/[^/]*/[^/]*?([ \t]*/[ \t]*)(?=\([^()]*\)[ \t]*$)"
"""A sign behind three rows, between them and a mark."""
_BETWEEN_MARKS: Final = r"((?:[ \t]*\([^()]*\)[ \t]*)*+)(.+?)((?:(?:[ \t]*\([^()]*\))++[ \t]*)?)"
"""Marks, what stands between them, and marks; blanks between two are of one of them alone."""


def _marked_first(source: Text) -> Text:
    """A board with brackets round a mark before its cards, and without a hyphen there: `FL 14 QQ5 / ...`."""
    hyphen = re.match(_HYPHEN, source.text)
    rest = source.part(hyphen.end() if hyphen else 0)
    source = rest if hyphen and _is_board(rows(rest).text) else source
    for pattern in _BEFORE_ROWS:
        match = re.match(pattern, lower(source))
        rest = source.part(match.end() if match else 0)
        if match is not None and _is_board(rows(rest).text):
            word = source.part(*match.span(1))
            return joined((("(", word.part(0, 1)), mark(word), (") ", word.behind()), rest))
    return source


def board(source: Text) -> Text:
    """What stands behind the colon of a board: rows, or a word in place of them, and marks."""
    source = plain_signs(seen(source)).trimmed()
    source = replaced(source, [(*sign.span(), " ") for sign in re.finditer(_BEFORE_SUIT, lower(source))])
    source = replaced(source, [(*end.span(1), "") for end in re.finditer(_END, lower(source))])
    source = replaced(source, [(*sign.span(1), " ") for sign in re.finditer(_BEFORE_MARK, source.text)])
    source = _marks(_marked_first(source))
    said = status(source)
    if said is not source:
        return said
    parts = re.fullmatch(_BETWEEN_MARKS, source.text)
    if parts is None:
        return source
    before, middle, behind = (source.part(*parts.span(n)) for n in (1, 2, 3))
    return joined((before, rows(middle), behind))


# --- lines


_REMARK: Final = '(?:"(?:[^"]|"")*"|[^"#]|(?<![ \t])#)*'
_BULLET: Final = r"[ \t]*(?:(?:[-–—=*•·‣◦▪●>✔✓☑✅☐□▶➤]+\ufe0f?|\[[ \txX]?\]|[0-9]{1,2}[.)])[ \t]+)+(?=[^ \t])"
NAME: Final = rf'{QUOTED.pattern}|[^\s:/|\\;(),"]+'
_NUMBERED_DEAL: Final = (
    rf"[ \t]*([0-9]{{1,4}})[.)][ \t]*({'|'.join((*DEAL_WORDS, *ALSO_DEALS))})[ \t]*[:.]?[ \t]*"
)
_OF_SOMEBODY: Final = rf"[ \t]*({NAME})['’]s?[ \t]+(?:board|cards|hand|set)(?=[ \t]*[:(\[])"
"""`Ben's board: ...`, which is Ben's."""
_EMPHASIS: Final = r"(\*{1,3}|_{1,3}|`)(?!\1)(?=[^\s:])(.*?\S)\1(?![A-Za-z0-9_])"
_TWO_WORDS: Final = r'[^\s:/|"]+(?:[ \t]+[^\s:/|"]+)+'
_BEHIND_NAME: Final = r"[ \t]*[:(\[]"
_PIPES: Final = r"\|[ \t]*([^|].*[^|\s])[ \t]*\|"
_DEAL: Final = (
    r"[ \t]*(?:(?:deal|hand)[ \t]+(?:(?:#|no\.?(?=[ \t]))[ \t]*(?=[0-9]))?"
    r"([0-9]+(?=\.(?:[ \t]|$))|[^ \t\"#:/|]+)"
    r"|(?:round|game)[ \t]+(?:#[ \t]*)?([0-9]+))"
    r"(?:[,.]?[ \t]+([0-9]{4}-[0-9]{2}-[0-9]{2}))?(?:[ \t]*[:.]|[ \t]+[-–—=*]+)?[ \t🃏🂿🃟\ufe0f]*"
)
_IN_QUOTES: Final = f'[{OPEN_QUOTES}"\'‘]([^{OPEN_QUOTES}":]+:[^{OPEN_QUOTES}"]*)[{OPEN_QUOTES}"\'’],?[ \t]*'
_IN_BRACKETS: Final = r"[ \t]*\[([^\[\]]*)\][ \t]*"
_KEY_WORDS: Final = {
    **{key: key for key in KEYS},
    **{f"{key}s": key for key in KEYS},
    **{key.removesuffix("s"): key for key in KEYS},
}
"""Every key, its plural or its singular, and the key that is meant."""
_KEY: Final = re.compile(r"[ \t]*([A-Za-z]+)(?=[ \t]*[:：]|[ \t][^:：]*[:：])")
_VOID: Final = re.compile(r"[ \t]*[(\[]?(void(?:ed)?)[)\]]?[.!]*[ \t]*")
_VOID_NAMED: Final = re.compile(r"[ \t]*(void)([ \t]+)(?:deal|hand|round|game)[ \t]*[#0-9 \t\"].*")
"""A void deal by its name, the colon left out."""
_VOID_NUMBER: Final = re.compile(r"[ \t]*void[ \t]*:?[ \t]*(?:(?:deal|hand|round|game)[ \t]*)?(#)(?=[0-9])")
"""A void deal by its number, whose `#` begins no comment."""
_DEAL_NAME: Final = r'"[^"]+"|[0-9a-z][0-9a-z_-]*'
_VOID_WORD: Final = r"void(?:ed)?|mis-?deal(?:t|ed)?|cancel+ed|(?:does|do|did)(?:[ \t]+not|n['’]t)[ \t]+count"
_VOID_DEAL: Final = re.compile(
    r"[ \t(\[]*(deal|hand|round|game)[ \t]*(?:#|no\.?(?=[ \t#0-9]))?[ \t]*"
    rf"({_DEAL_NAME})[)\]]?(?:[ \t]*[:,;.(\[–—=-]+[ \t]*|[ \t]+)(?:(?:is|was)[ \t]+)?"
    rf"((?:{_VOID_WORD})(?![0-9a-z])[ \t)\]!.]*(?:[,;:(\[–—-][^0-9]*?)?)[ \t)\]!.]*(?:#.*)?"
)
"""A deal's name and that it is void, and a reason without figures: `deal 3 void (misdeal)`."""
_SENTENCE_END: Final = r"[ \t]?[^\s0-9:,]*(?:[ \t]+(?:a|per|each)[ \t][^:]*)?[ \t.!]*$"
_AMOUNT: Final = re.compile(
    "[ \t]*(stakes?|rakes?|bankrolls?)"
    "([ \t]*=[ \t]*|[ \t]++(?:[-–—][ \t]++)?"
    f"|[ \t]++(?:(?:[-–—]|are|is|now)[ \t]++)++(?=[^a-z0-9: \t]?[ \t]*[0-9][0-9.,]*{_SENTENCE_END}))"
    "[^a-z0-9: \t]?[ \t]*[0-9][^:]*"
)
"""A key with an amount of money behind it, and another sign or word for its colon, or none.

Behind a word it is a sentence, `stakes are 2 EUR a point`, and talk where anything else follows.
"""
_HEAD: Final = rf"[ \t]*({NAME})((?:[ \t]*[(\[][^()\[\]]*[)\]])*)[ \t]*:"
_NAMED: Final = (
    rf"[ \t]*({NAME})(?<!=)((?:[ \t]*[(\[][^()\[\]]*[)\]])*)"
    r"(?:[ \t]*(-+|[–—=→|;/,\t])[ \t]*|[ \t]+)(.*)"
)
_DASH: Final = "-+|[–—=→]"
"""What parts a name from a word, and no rows of a board from each other."""
_MORE_THAN_A_SLIP: Final = 2
"""How many cards too many are a name: one may be a slip."""
_SURELY_CARDS: Final = "(?:[TJQKA][shdc])+|[Jj][Kk]"
"""Cards with their suits, or what may be a joker."""


def line(source: Text) -> Text:
    """What a line of a log says."""
    entry = key(source)
    if entry.text.split(":")[0].strip() in FREE_KEYS:
        return entry
    numbered = re.fullmatch(_NUMBERED_DEAL, lower(source))
    if numbered is not None:
        return joined((("deal ", source.part(*numbered.span(2))), source.part(*numbered.span(1))))
    end = len(re.match(_REMARK, source.text).group().rstrip())  # type: ignore[union-attr]
    deal = _deal(_undecorated(seen(source)))
    if deal is not None:
        return deal
    said = key(_undecorated(seen(source.part(0, end))))
    entry_like = _is_entry(said.text)
    said = plain_signs(straight_quotes(said, names=entry_like))
    if not entry_like:
        said = outside_quotes(said, lambda piece: sub(EMOJI, lambda _: "", piece))
        said = _deal(said) or _board_line(said)
    return joined((said, source.part(end))) if end < len(source.text) else said


def void_number(source: Text) -> Text:
    """Return a line without the `#` before the number of a void deal: `void: deal #1`."""
    match = _VOID_NUMBER.match(lower(source)) if "#" in source.text else None
    return source if match is None else replaced(source, [(*match.span(1), "")])


def void_deal(source: Text) -> DealLine | None:
    """Return the line of a deal that says that it is void, None for any other line."""
    match = _VOID_DEAL.fullmatch(lower(source))
    if match is None:
        return None
    name = source.part(*match.span(2))
    why = source.part(*match.span(3))
    said = re.match(r"void(?:ed)?[ \t,;:(\[)\]!.–—-]*", lower(why))
    reason = why.part(said.end()).trimmed() if said else why
    parts = (Part(words=(reason,)),) if reason.text else ()
    entry = Entry(why._replace(text="void"), (), parts)
    named = unquote(name) if QUOTED.fullmatch(name.text) else name
    return DealLine(source.part(*match.span(1)), named, void=entry)


def key(source: Text) -> Text:
    """A line or a word with the key that it begins with in small letters, and as it is written: `rules`."""
    amount = _AMOUNT.fullmatch(lower(source))
    if amount is not None:
        return replaced(source, [(*amount.span(1), _KEY_WORDS[amount[1]]), (*amount.span(2), ": ")])
    void = _VOID.fullmatch(lower(source))
    if void is not None:
        return joined((("void", source.part(*void.span(1))),))
    void = _VOID_NAMED.fullmatch(lower(source))
    if void is not None:
        return replaced(source, [(*void.span(1), "void"), (*void.span(2), ": ")])
    match = _KEY.match(source.text) or re.fullmatch("[ \t]*([A-Za-z]+)[ \t]*", source.text)
    meant = _KEY_WORDS.get(match[1].lower()) if match else None
    if match is None or meant is None or meant == match[1] or _is_board(source.text[match.end() :]):
        return source
    if KEYS[meant].of is None and re.match("[ \t]+[^ \t:：]", source.text[match.end() :]):
        return source
    return replaced(source, [(*match.span(1), meant)])


def _is_board(behind: str) -> bool:
    """Whether what stands behind a word is the cards of a board, with its marks."""
    parts = PARTED.split(re.sub(r"\([^()]*\)", "", behind.translate(ASCII_LOWER)).strip(" \t:"))
    return len(parts) == len(SHORT_LABELS) and all(re.fullmatch(LABELLED, part) for part in parts)


def _is_whole_board(behind: str) -> bool:
    """Whether what stands behind a word is a board of 3, 5 and 5 cards, with its marks."""
    rows = re.sub(r"\([^()]*\)", "", behind).split("/")
    return _is_board(behind) and tuple(len(read_cards(row).cards) for row in rows) == SIZES


def begins_with_key(source: Text) -> bool:
    """Whether a line begins with a key, in whatever case and number."""
    return _is_entry(key(seen(source)).text)


def begins_with_name(source: Text) -> bool:
    """Whether a line begins with what is before a colon the name of a player."""
    match = re.match(_HEAD, seen(source).text)
    return match is not None and match[1].lower() not in RESERVED


def _is_entry(text: str) -> bool:
    match = _KEY.match(text)
    return match is not None and match[1] in KEYS


def _deal(source: Text) -> Text | None:
    """The line that begins a deal: `Hand #12`, `Round 3`, `Deal 1:`, `[Deal 2]`."""
    inside = re.fullmatch(_IN_BRACKETS, source.text)
    source = source.part(*inside.span(1)) if inside else source
    match = re.match(_DEAL, lower(source))
    if match is None or (match.end() < len(source.text) and source.text[match.end()] != "#"):
        return None
    start, end = match.span(1 if match[1] else 2)
    name = source.part(start, end)
    word = source.part(0, start).trimmed()
    pieces: list[Piece] = [("deal", word), (" ", source.part(start - 1, start)), name]
    if match[3]:
        pieces += ((" ", name.behind()), source.part(*match.span(3)))
    if match.end() < len(source.text):
        pieces += (("  ", name.behind()), source.part(match.end()))
    return joined(pieces)


def is_emphasised(source: Text) -> bool:
    """Whether a line begins with a name, or more, between marks of bold letters or italics: `_Ana_: ...`."""
    return re.match(_EMPHASIS, source.text) is not None


def _undecorated(source: Text) -> Text:
    """A line without a bullet, a number, or signs around it, before what it says."""
    match = None if begins_with_joker(source.text) else re.match(_BULLET, source.text)
    said = source.part(match.end()) if match else source
    round_it = re.fullmatch(_PIPES, said.text) or re.fullmatch(_IN_QUOTES, said.text)
    said = said.part(*round_it.span(1)) if round_it else said
    while match := re.match(_EMPHASIS, said.text):
        inner, rest = said.part(*match.span(2)), said.part(match.end())
        if (
            re.fullmatch(_TWO_WORDS, inner.text)
            and re.match(_BEHIND_NAME, rest.text)
            and _deal(inner) is None
            and not name(inner)[1]
        ):
            inner = joined((('"', inner.part(0, 1)), inner, ('"', inner.behind())))
        said = joined((inner, rest))
    return said


def _board_line(source: Text) -> Text:
    """A board with its name, or without."""
    owner = re.match(_OF_SOMEBODY, source.text)
    if owner is not None:
        source = joined((source.part(*owner.span(1)), source.part(owner.end())))
    head = re.match(_HEAD, source.text)
    match = head or re.match(_NAMED, source.text.rstrip(" \t"))
    if match is None:
        return board(source)
    rest = source.part(match.end()) if head else source.part(*match.span(4))
    body = board(joined((source.part(*match.span(2)), rest)))
    if head:
        is_name = head[1].lower() not in RESERVED
    else:
        behind = match[3] or "", match[4], body.text
        is_name = not begins_with_joker(source.text) and _is_name(match[1], *behind)
    name = source.part(*match.span(1))
    return joined((name, (": ", name.behind()), body)) if is_name else board(source)


def is_named_board(source: Text) -> bool:
    """Whether a text is the cards of a board behind the name of its player: `Ana JJ5 / AA762 / 9TJQK`."""
    said = _board_line(source.trimmed()).text
    match = re.match(f"(?:{NAME}): ", said)
    return match is not None and _is_board(said[match.end() :])


def _is_name(word: str, sign: str, behind: str, body: str) -> bool:
    """Whether a word is a player's name: by the sign and the text behind it, which says the board `body`."""
    if (
        word.lower() in (*RESERVED, *DEAL_WORDS)
        or re.fullmatch(_FANTASYLAND, word.lower())
        or not any(map(str.isalpha, word))
    ):
        return False
    if not re.fullmatch(CARD_WORD, word):
        return _is_board(body) or (bool(sign or word[0] == '"') and _is_status(body))
    # `Jack` and `TJ` are cards too, and too many of them before a whole board.
    codes = read_cards(word).codes
    if len(codes) < _MORE_THAN_A_SLIP or not word.isalpha() or re.fullmatch(_SURELY_CARDS, word):
        return False
    may_be_row = len(codes) in SIZES and len(set(map(len, codes))) == 1
    if _is_status(body):
        return re.fullmatch(_DASH, sign) is not None and not may_be_row
    return _is_whole_board(body) and not (may_be_row and sign and sign in behind)


def _is_status(text: str) -> bool:
    return re.fullmatch(r"(?:foul|absent|surrender)(?:[ \t]*\([^()]*\))*", text) is not None


_LABEL_ALONE: Final = rf"({'|'.join(ROW_LABELS)})[ \t]+(.*)"


def is_label_alone(source: Text) -> bool:
    """Whether a line is a row whose label has no colon: `top JJ5`."""
    match = re.fullmatch(_LABEL_ALONE, lower(source.trimmed()))
    return match is not None and is_row(match[2]) and len(read_cards(match[2]).cards) >= FEWEST


_MEANT: Final = 8
"""From how many cards on a line is surely meant to be a board."""


def is_meant(source: Text) -> bool:
    """Whether a line that cannot be read was surely meant to be one of a log: a key, or a board's cards."""
    text = lower(plain_signs(seen(source)))
    if begins_with_key(source) or is_label_alone(source) or re.match(f"[^:]*:?[ \t]*{LABEL}", text):
        return True
    words = re.split("[ \t,/|;:()]+", text)
    rows = [part for part in PARTED.split(text.partition(":")[2] or text) if is_row(part)]
    cards = sum(len(read_cards(word).cards) for word in words if re.fullmatch(CARD_WORD, word))
    return len(rows) > 1 or cards >= _MEANT
