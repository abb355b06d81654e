"""Weigh the messages of a chat that are no lines of a log: some surely matter, some may, the rest is talk."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final, NamedTuple

from ofcscore.game.board import BOARD_SIZE
from ofcscore.game.spelling import read_cards
from ofcscore.log.keys import FREE_KEYS, KEYS, key_form
from ofcscore.log.mending import for_points, payment_in_order, points_list, void_deal
from ofcscore.log.read import typed
from ofcscore.log.read.from_text import read_sound
from ofcscore.log.read.other_words import key_called
from ofcscore.log.read.pieces import Piece, joined, lower
from ofcscore.log.read.slips import meant_deal, worth_of_a_point
from ofcscore.log.read.typed_signs import CARD_WORD
from ofcscore.log.syntax import BOARD_FORM, DealLine, Entry, Text, mended
from ofcscore.problems.collected import Problems
from ofcscore.problems.words import letters_apart
from ofcscore.rules.files import shipped_names

_BETWEEN_ROWS: Final = re.compile(r"[/|;\\]")
_BRACKETS: Final = re.compile(r"\([^()]*\)")
_NO_CARD: Final = re.compile(r"[\W_]")
_SUIT_LETTERS: Final = re.compile("[shdc]")
_DIGIT: Final = re.compile("[0-9]")
_LENGTHS: Final = ((3, 6), (5, 10), (5, 10))
"""How many letters and figures the rows of a board have, without suits and with them."""
_SURELY: Final = 2
"""So many of three rows have as many letters as they should: one may have a slip."""


def looks_like_board(text: str) -> bool:
    """Return True for three pieces that look like the rows of a board, though some cards are unreadable.

    >>> looks_like_board("DD2 / BB653 / 99422"), looks_like_board("yes / maybe / never")
    (True, False)
    """
    rows = _BETWEEN_ROWS.split(_BRACKETS.sub("", text.partition(":")[2] or text))
    bare = [_NO_CARD.sub("", row).replace("10", "T") for row in rows]
    if len(bare) != len(_LENGTHS) or not any(map(_DIGIT.search, bare)):
        return False
    if not all(_DIGIT.search(row) or _SUIT_LETTERS.sub("", row).isupper() for row in bare):
        return False
    return sum(len(row) in lengths for row, lengths in zip(bare, _LENGTHS, strict=True)) >= _SURELY


# --- words


def _pattern(words: str, signs: str = "") -> re.Pattern[str]:
    """Compile a pattern of whole words in small letters, and of signs that need no space around them."""
    whole = rf"(?<![^\W_])(?:{words})(?![^\W_])"
    return re.compile(f"{whole}|{signs}" if signs else whole)


_FOUL: Final = _pattern(
    "foul(?:s|ed|ing)?|bust(?:s|ed)?|mis-?sets?|dead[ -]?hand|dq(?:['’]?e?d)?|disqualified|surrender(?:s|ed)?"
    "|gefoult|foulé|lủng|фол[а-я]*",
    "倒水|相公",
)
_ONESELF: Final = _pattern("i|i['’]?ve|i['’]?m|me|my|ich|je|yo|io|eu|я|tôi", "我")
_MOVES: Final = _pattern(
    "pa(?:id|ys?|yed|yment)|ow(?:es?|ed)|g(?:ave|ives?)|sen[dt]s?|transfer(?:s|red)?|got|received|collect(?:s|ed)?|lent|borrow(?:s|ed)?"
    "|bets?|adjust(?:ed|ment)?|bezahlt|gezahlt|zahlt|gegeben|schuldet|gab|pagó|paga|pagou|debe|deve|payé|doit"
    "|zapłacił[a]?|заплатил[а]?|должен|должна|nợ",
    "->|=>|→|付了?|给了?|欠",
)
_WINS: Final = _pattern("w[io]ns?|los[et]s?|pot|buy-?in|from")
_COUNTS: Final = _pattern("rake|stakes?|claim(?:s|ed)?|double|triple")
_VOID: Final = _pattern("void(?:ed)?|mis-?deal(?:s|t|ed)?|redeal|ungültig|annulliert|anulad[oa]|annulé[e]?")
_UNDOES: Final = _pattern(
    "cancel+ed|ignore|scrap|delete|scratch|(?:does|do|did|is|are)(?: not|n['’]?t) count(?:ed)?"
)
_OF_DEAL: Final = _pattern("deals?|hands?|games?|rounds?|boards?|spiel|mano|ván", "局")
_CORRECTS: Final = _pattern("correct(?:ion|ed)|korrektur|korrigiert|correzione|corrección|correção")
_MEANT: Final = _pattern("correct|typo|(?:i )?meant?|should (?:be|have been)|instead|wrong|oops|sorry|edit")
_A_POINT: Final = _pattern(
    "points?|pts?|pt|units?|punkte?|puntos?|punt[oi]|pontos?|điểm|очк[а-я]+", "[点分注]"
)
_NO_RULES: Final = frozenset(("ofc", "simple", "double", "flat", "trips"))
"""Words in names of rule sets that say nothing alone; the default `ofc` means `of course` too."""
_RULES: Final = _pattern(
    "|".join(["open[ -]?face", "2-7", *{w for n in shipped_names()[0] for w in n.split("-")} - _NO_RULES]),
    "十三水|大菠萝",
)
"""Words in the names of rule sets, without accents."""
_DEAL_WORD: Final = _pattern(
    "spiel|runde|partie|mano|ronda|partida|rodada|mão|ván|gra|rozdanie|раздача|deal|hand|game|round", "第"
)
_UNITS: Final = (
    "[€$£¥₫₽₱₩元块]|(?:eur|usd|gbp|chf|cny|vnd|rub|pln|brl|mxn|euros?|dollars?|bucks|quid|pounds?|cents?"
    "|centesimi|centavos|centimes|cts?|c|p|k|цент[а-я]*|руб[а-я]*|zł|kč|đ)(?![^\\W_])"
)
_NUMBER: Final = r"(?<![\w:.,/-])[0-9]+(?:[.,][0-9]+)*"
_AMOUNT: Final = re.compile(rf"[€$£¥₫₽₱₩][ \t]?[0-9]|[0-9](?:[.,][0-9]+)*[ \t]?(?:{_UNITS})|¢")
"""A figure with a currency."""
_ANY_AMOUNT: Final = re.compile(rf"{_AMOUNT.pattern}|{_NUMBER}(?![^\W_]|[:/])|[付给欠][^0-9]*[0-9]")
_SIGNED: Final = re.compile(r"(?:^|(?<=[ \t:=(,;]))[+−–-][0-9]+")
_POINTS: Final = re.compile(r"([^\W0-9_][^\s,:;=()+-]*)[ \t:=(]*(?<![0-9])[+−–-][0-9]")
_BEFORE_FOUL: Final = re.compile(rf"(.*?)[ \t]+(?:(?:has|had|have|just)[ \t]+)?(?:{_FOUL.pattern})")
_WORD: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*[.]?")
_IN_PLACE: Final = re.compile(r"[(\[]?[xf0–-][)\]]?")
"""Signs that some write in place of a board."""
_FEW_WORDS: Final = 3
_LONGEST_NAME: Final = 3
_LONGEST: Final = 400
"""No pattern that could take long looks at more characters."""
_TALK: Final = "; if it is talk, put `#` before the line"


class Weight(NamedTuple):
    """A diagnostic for a message that surely matters."""

    code: str
    message: str
    hint: str


class Context(NamedTuple):
    """The state of the chat where a message stands."""

    knows: Callable[[str], bool]
    """Return True for the name of a player or a sender."""
    sender: str | None
    signs: bool
    """True if the sender's name stands on the message's line."""
    has_board: bool
    """True if the sender has a board in the open deal."""
    above: bool
    """True above the first board."""
    system: bool
    """True for a line that the app wrote, such as that a group was created."""


def weigh(message: Text, context: Context) -> Weight | bool:
    """Return the diagnostic of a message that surely matters, else True if it may matter."""
    typed_text = message.text.strip()[:_LONGEST]
    text = typed_text.lower()
    named = _names_somebody(typed_text, context)
    number = _ANY_AMOUNT.search(text) is not None
    if _FOUL.search(text):
        return _weigh_foul(message, typed_text, named, context)
    if _count_cards(message.text) >= BOARD_SIZE:
        return _matters("a board's cards, and are no board", BOARD_FORM)
    if _VOID.search(text) or (_UNDOES.search(text) and _OF_DEAL.search(text)):
        return _matters("that a deal is void", "if one is, put a line `void` below its boards")
    key = _first_key(message)
    if key is not None and _is_value(key, message, context):
        at = message.trimmed()
        line = mended(at.part(0, len(at.text.split()[0])), f"{key}:")
        return Weight("colon-missing", f"`{key}` needs a colon", f"write `{line}`{_TALK}")
    signed = [name for name in _POINTS.findall(typed_text) if name[0].isupper() or context.knows(name)]
    points = points_list(typed_text) or points_list(typed_text.partition(" ")[2])
    if len(signed) > 1 or points:
        hint = (
            "what is to count is a line as in `adjust: Ann +5, Bob -5`, what came out as in `expect: Ann +5`"
        )
        return _matters("points of several players", for_points(points) if points else hint)
    paid = payment_in_order(typed_text)
    if paid is None and context.sender is not None:
        paid = payment_in_order(f"{as_head(context.sender)} {typed_text}")
    if number and _MOVES.search(text) and (named or paid):
        return _matters("an amount between players", _payment_hint(message, paid, context))
    if _CORRECTS.search(text) or (_MEANT.search(text) and _has_row(message.text)):
        return _matters("a correction", "if it corrects a board or a line, change that line")
    worth = worth_of_a_point(typed_text)
    amount = _AMOUNT.search(text) is not None
    is_stake = number and (_A_POINT.search(text) or (amount and len(text.split()) <= _FEW_WORDS))
    if worth is not None or (context.above and is_stake):
        hint = "a stake is a line as in `stake: 0.50 EUR`"
        if worth is not None and not worth[0].isalpha():
            hint = f"if that is the stake, write `{mended(message.trimmed(), f'stake: {worth}')}`"
        return _matters("the worth of a point", hint)
    if context.above and not context.system and _RULES.search(_without_accents(text)):
        return _matters("a rule set", f"the rules are a line as in {key_form('rules')}")
    if key is not None and context.above and key not in FREE_KEYS:
        return _matters(f"`{key}`", f"it is a line as in {key_form(key)}")
    may = amount or _SIGNED.search(text) or key or _COUNTS.search(text) or _UNDOES.search(text)
    may = may or _IN_PLACE.fullmatch(text)
    moves = number and (_MOVES.search(text) or _WINS.search(text))
    return bool(may or moves or _has_row(message.text))


def _without_accents(text: str) -> str:
    """Return a text without the marks on its letters: `mau binh`."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _matters(what: str, hint: str) -> Weight:
    return Weight("chat-unread", f"this message may say {what}", f"{hint}{_TALK}")


def _weigh_foul(message: Text, text: str, named: bool, context: Context) -> Weight | bool:
    """Weigh a message with a word for a foul: it matters with a player or `I`, and in few words."""
    words = _WORD.findall(text)
    before = _BEFORE_FOUL.match(text.lower())
    player = _last_name(text[: before.end(1)].split()[-_LONGEST_NAME:], context) if before else ""
    own = _ONESELF.search(text.lower()) is not None
    if not (named or own or player[:1].isupper() or len(words) <= _FEW_WORDS):
        return True
    at, writer = message.trimmed(), context.sender
    of_sender = own or not player
    fixes = []
    if not of_sender:
        fixes.append(f"if it is a foul of `{player}`, write `{mended(at, f'{as_head(player)}: foul')}`")
    if of_sender and context.has_board:
        fixes.append("if the board is a foul, put `(foul)` behind its cards")
    elif writer is not None and not context.has_board and (of_sender or not context.knows(player)):
        line = "foul" if context.signs else f"{as_head(writer)}: foul"
        fixes.append(f"if it is a foul of {writer}, write `{mended(at, line)}`")
    hint = "; ".join(fixes) or "a foul is a line as in `Ann: foul`, or `(foul)` behind the cards"
    return Weight("chat-foul", "this message may say that a board is a foul", f"{hint}{_TALK}")


def _last_name(words: list[str], context: Context) -> str:
    """Return the name at the end of some words: a known one, else words with capitals, else the last one."""
    names = [" ".join(words[start:]) for start in range(len(words))]
    known = next((name for name in names if context.knows(name)), None)
    capital = next((n for n in names if all(word[0].isupper() for word in n.split())), words[-1])
    return known or capital


def _names_somebody(text: str, context: Context) -> bool:
    """Return True if one to three words of a text are the name of a player or a sender."""
    words = re.sub("[\"“”]|['’]s(?![^\\W_])", " ", text).split()
    spans = (words[i : i + n] for n in range(1, _LONGEST_NAME + 1) for i in range(len(words) - n + 1))
    names = (" ".join(span) for span in spans)
    return any(context.knows(name) or context.knows(name.strip(".,:;!?()*_'’")) for name in names)


def _count_cards(text: str) -> int:
    """Count the cards of a text, in any grouping."""
    words = re.split(r"[\s,/|;:()._~–—-]+", text[:_LONGEST])
    found = [len(read_cards(word).cards) for word in words if re.fullmatch(CARD_WORD, word.lower())]
    return sum(found)


def _has_row(text: str) -> bool:
    """Return True if a word of a text is three or more cards, one of them with a figure."""
    words = re.split(r"[\s,/|;:()*]+", text[:_LONGEST])
    rows = (w for w in words if re.fullmatch(CARD_WORD, w.lower()) and _DIGIT.search(w) and not w.isdigit())
    return any(len(read_cards(word).cards) >= len("QQ5") for word in rows)


def _first_key(message: Text) -> str | None:
    """Return the key that a message begins with, in its own or another word."""
    match = re.match(r"[^\W0-9_]+", message.text.strip())
    if match is None:
        return None
    word = match[0].lower()
    return word if word in KEYS else key_called(word)


def has_key(message: Text) -> bool:
    """Return True for a colon behind another word for a key, or one with a slip, if it is not free text."""
    match = re.match(r"[ \t]*([^\W0-9_]{4,})[ \t]*[:：]", message.text)
    word = match[1].lower() if match else ""
    close = (key for key in KEYS if letters_apart(word, key, 1) is not None)
    key = _first_key(message) or next(close, None) if match else None
    return key is not None and key not in ("title", "date", "note")


def _is_value(key: str, message: Text, context: Context) -> bool:
    """Return True if the words behind a key are a value of it, with names that are known."""
    at = message.trimmed()
    head, _, value = at.text.partition(" ")
    if key == "paid" and ">" not in value:
        return False
    if key == "rules":
        return value.lower().partition("+")[0].strip() in shipped_names()[0]
    if not value.strip() or key in FREE_KEYS or (KEYS[key].where == "header" and not context.above):
        return False
    start = len(at.text) - len(value)
    entry = read_sound(joined(((f"{key}: ", at.part(0, len(head))), at.part(start))))
    if not isinstance(entry, Entry):
        return False
    names = [name.text for part in entry.parts for name in part.names]
    return not names or any(map(context.knows, names))


# --- deals

_DEAL: Final = re.compile(r"[ \t]*(deal|hand)[ \t]+#?[ \t]*([0-9]{1,4})(?=[ \t(,;:–—-])[ \t:]*([^ \t].*)")


def begun_deal(message: Text, deals: int, problems: Problems) -> DealLine | None:
    """Return the deal that a message begins in words that are no deal's line, and report it; else None.

    `deals` is the number of the deal that was begun last: of that deal and those before people talk.
    """
    match = _DEAL.fullmatch(lower(message))
    if match is None:
        head = message.text.strip().lower()
        return meant_deal(message, problems) if _DEAL_WORD.match(head) or head.startswith("#") else None
    if int(match[2]) <= deals:
        return None
    at, words = message.trimmed(), message.text[match.start(3) :].strip()
    line = mended(at, f"{match[1]} {match[2]}  # {words}")
    hint = void_deal(match[1], match[2], words) or f"write `{line}`"
    what = f"`{at.text}` may begin a deal, whose line has a name, and perhaps a date, and nothing else"
    problems.refuse("deal-line", at.place, what, f"if a deal begins here, {hint}{_TALK}")
    return DealLine(at, None, spoiled=True)


# --- sentences that are read

_SUM: Final = r"([€$£¥₫₽₱]?[ \t]?[0-9]+(?:[.,][0-9]+)*(?:[ \t]?[€$£¥₫₽₱]|[ \t]?[a-z]{3})?)"
_PAYMENTS: Final = (
    r"(?:(.+?)[ \t]+)?(?:(?:have|has|just|already)[ \t]+)*(?:paid|payed|gave)[ \t]+(.+?)[ \t]+"
    rf"{_SUM}[ \t.!]*",
    rf"(.+?)[ \t]+(?:hat|habe)[ \t]+(.+?)[ \t]+{_SUM}[ \t]+(?:gezahlt|bezahlt|gegeben)[ \t.!]*",
)
"""Payments in the past: payer, payee and amount."""
_I: Final = frozenset(("i", "i've", "i’ve", "ive", "me", "myself", "ich", "mir"))
_PRONOUN: Final = re.compile(r'(?<![^\W_"])(?:I|me|Me|myself)(?![^\W_"])')
_MY_FOUL: Final = re.compile(r"i(?:['’]?ve)?[ \t]+(?:just[ \t]+)?(?=[a-z])|[(\[](?=[^()\[\]]*[)\]]$)")
_MOST: Final = 120


def payment(message: Text, sender: Text | None, knows: Callable[[str], bool]) -> Text | None:
    """Return a payment in the past between known players as a line of a log; None for any other message."""
    text = lower(message).strip()
    match = next((m for p in _PAYMENTS if (m := re.fullmatch(p, text[: _MOST + 1]))), None)
    if match is None or len(text) > _MOST:
        return None
    at = message.trimmed()
    names: list[Piece] = []
    for group in (1, 2):
        name = at.part(*match.span(group)) if match[group] else None
        if name is None or (name.text.lower() in _I and not knows(name.text)):
            if sender is None:
                return None
            names.append((as_head(sender.text), name or at.part(0, 1)))
        elif knows(name.text):
            names.append((as_head(name.text.strip('"')), name))
        else:
            return None
    first, place = at.part(0, 1), at.part(*match.span(3))
    return joined((("paid: ", first), names[0], (" -> ", first), names[1], (" ", place), place))


def with_sender(message: Text, sender: Text) -> Text:
    """Return an entry that moves money with the sender's name in the place of `I` and `me`."""
    key = lower(message).strip().partition(":")[0]
    if key not in KEYS or not KEYS[key].pays:
        return message
    pieces: list[Piece] = []
    at = 0
    for match in _PRONOUN.finditer(message.text):
        pieces += (message.part(at, match.start()), (as_head(sender.text), message.part(*match.span())))
        at = match.end()
    return joined((*pieces, message.part(at))) if pieces else message


def own_foul(message: Text) -> Text | None:
    """Return the word for a foul in `I fouled` and `(foul)`; None for any other message."""
    at = message.trimmed()
    match = _MY_FOUL.match(lower(at))
    if match is None:
        return None
    word = at.part(match.end(), len(at.text) - (match[0][0] in "(["))
    is_foul = typed.is_word_for_board(word) and typed.status(word).text == "foul"
    return word if is_foul else None


def as_head(name: str) -> str:
    """Return a name as it is typed before a colon."""
    return name if re.fullmatch(typed.NAME, name) else f'"{name}"'


def _payment_hint(message: Text, paid: str | None, context: Context) -> str:
    """Ask of an amount between two players if it was paid already or is still owed."""
    if paid is None:
        return (
            "what was paid is a line as in `paid: Ann -> Bob 5`, what is owed as in `adjust: Ann +5, Bob -5`"
        )
    if context.sender is not None:
        paid = _PRONOUN.sub(lambda _: as_head(context.sender or ""), paid)
    line = mended(message.trimmed(), f"paid: {paid}")
    payer, payee = (part.strip() for part in paid.split("->", 1))
    match = re.fullmatch(r"(.*?)[ \t]+([^ \t]*[0-9].*)", payee)
    owed = f"; if it is owed, write `adjust: {match[1]} +{match[2]}, {payer} -{match[2]}`" if match else ""
    return f"if that was paid, write `{line}`{owed}"
