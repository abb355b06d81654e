"""Parse normalized lines, and build syntax values: deals, keys, boards and rows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from ofcscore.game.cards import BOARD_SIZE, Row
from ofcscore.game.ranks import Category
from ofcscore.game.spelling import RowText, rank, read_cards
from ofcscore.log.amounts import plain_number
from ofcscore.log.dates import days_meant
from ofcscore.log.keys import KEYS
from ofcscore.log.syntax import (
    ROW_LABELS,
    UNLABELLED,
    BoardSyntax,
    DealLine,
    Entry,
    Part,
    Text,
    lowered,
    spans,
    unquote,
)
from ofcscore.log.text.game_headings import MoneyReader
from ofcscore.log.text.grammar import NotParsedError, Token, parse_text
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.vocabulary import CARDS, CROSS, NUMBER, Vocabulary, folded, has_any, is_nobodys_name

SIZES: Final = (3, 5, 5)
LONGEST_ROW: Final = 200
"""The longest text that can be a row; patterns do not look at longer ones."""
RESERVED: Final = frozenset((*KEYS, *ROW_LABELS, "deal", "hand"))
_WORD_OF_NAME: Final = re.compile(
    r"(?:[\w]|[^\x00-\x7f\W])(?:[\w\u0300-\u036f.'’-]|[^\x00-\x7f])*|[-_.\w][\w.-]*"
    r"|(?:[\U0001f300-\U0001faff\u2600-\u265f\u2668-\u27bf][\ufe0f\u200d]*)+"
)
_PICTURE: Final = re.compile(
    rf"(?:(?!{CROSS}|[✓✔✅☑])[\U0001f300-\U0001faff\u2600-\u265f\u2668-\u27bf][\ufe0f\u200d\U0001f3fb-\U0001f3ff]*)+"
)
"""An emoji beside a name, without a meaning for the board."""
_ODD_IN_NAME: Final = (
    rf"@FOUL@|@FANTASYLAND@|@LABELS@|(?ai:(?:side|deal|hand|{'|'.join(KEYS)})s?|[x×][2-9]|[2-9][x×])"
)
_FACTOR: Final = re.compile(r"[x×][ \t]*([2-9]|10)[ \t.!]*")
"""A deal's stake as a multiple of the log's: `x2`."""
_NAME_OF_RANK: Final = r"[(\[]?~(?:(?ai:an?|of|with) )?(?P<{}>@ranks@)~[)\]]?"
_NAMED_RANK: Final = (
    rf"~(?:{_NAME_OF_RANK.format('before')}[ \t,:-]+)?(?P<cards>@CARD@(?:[ \t,.-]*@CARD@)*)"
    rf"(?:[ \t,:–—=-]*{_NAME_OF_RANK.format('after')})?~"
)
"""Cards with the name of their rank before or after them, perhaps in brackets."""
_SIGNS: Final = re.compile("[♠♥♦♣♤♡♢♧→—–“”]")


def size(row: str) -> int:
    """Return the number of cards in a row, 0 if it cannot be read."""
    read = read_cards(row)
    return 0 if read.faults else len(read.cards)


def sizes(rows: Iterable[Text]) -> tuple[int, ...]:
    """Return the number of cards per row, 0 for a row that cannot be read."""
    return tuple(size(row.text) for row in rows)


def is_whole(board: BoardSyntax) -> bool:
    """Return True if the top has 3 cards, and the middle and the bottom have 5 each."""
    if len(board.rows) != len(SIZES):
        return False
    order = {
        label if label is not None else Row(i): size
        for i, (label, size) in enumerate(zip(board.labels, sizes(board.rows), strict=True))
    }
    return tuple(order.get(row, 0) for row in Row) == SIZES


class Builder:
    """The maker of syntax values from the rules of a parsed line, one method a rule.

    `sound` is False if the line may mean something else.
    """

    source: Normalized
    sound = True
    doubt = False
    separators: list[str]
    vocabulary: Vocabulary
    wrong_rank: tuple[str, str] | None
    """The stated rank of a row and the rank of its cards, if they differ."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    @cached_property
    def money(self) -> MoneyReader:
        return MoneyReader(self.vocabulary)

    def _doubt(self, doubt: object = True) -> None:
        """Mark the line as unsound for a reason other than the cards in its rows."""
        if doubt:
            self.sound, self.doubt = False, True

    def _at(self, token: Token, last: Token | None = None) -> Text:
        text = self.source.text
        end = (last or token).end_pos
        if token.type in ("HEAD", "HEAD_WORDS") or token.type.startswith("K_"):
            end = token.start_pos + len(token.rstrip(": \t"))
        return self.source.at(token.start_pos, end) if text else Text("", self.source.line, 1, 1)

    def _name(self, token: Token) -> Text:
        return unquote(self._at(token)) if token.type == "QUOTED" else self._at(token)

    def line(self, children: list[Any]) -> Any:
        return children[0]

    keyless = line

    # --- deals

    def deal(self, children: list[Token]) -> DealLine:
        tokens = {token.type: token for token in children}
        at = self._at(tokens["DEAL"]).part(0, len(tokens["DEAL"].rstrip(" \t#")))
        name, date = tokens.get("DEAL_NAME") or tokens["QUOTED"], tokens.get("DATE")
        return DealLine(at, self._name(name), None if date is None else self._day(self._at(date)))

    @staticmethod
    def _day(date: Text) -> Text:
        days = days_meant(date.text)
        return date._replace(text=days[0]) if len(days) == 1 else date

    # --- keys

    def _key(self, word: Token) -> str:
        """Return the key for a word in the singular or the plural."""
        keys, spelled = self.vocabulary.keys, folded(word.rstrip(": \t"))
        return keys.get(spelled) or keys.get(f"{spelled}s") or keys[spelled.removesuffix("s")]

    def entry(self, children: list[Any]) -> Entry:
        word, *rest = children
        key = "void" if word.type == "K_VOID" else self._key(word)
        at = self._at(word)._replace(text=key)
        value = next((child for child in rest if not isinstance(child, Token)), ())
        money = next((child for child in rest if isinstance(child, Token) and child.type == "MONEY"), None)
        if money is not None:
            factor = _FACTOR.fullmatch(money) if key == "stake" else None
            multiple = self._at(money)._replace(text=f"x{factor[1]}") if factor else None
            value = [Part(words=(multiple,)) if multiple else self._amount(money)]
        parts = tuple(value)
        if not parts and not KEYS[key].bare:
            self.sound = False
        if KEYS[key].value == "words" and parts:
            text = parts[0].words[0]
            self._doubt(key != "note" and re.match(r"[^:=]*[:=][ \t]*[:=]", self.source.text))
            if key == "rules" and re.search("[,;|]", text.text):
                self.sound = False
            if key == "date":
                parts = (Part(words=(self._day(text),)),)
            if key != "note" and len(rows := text.text.split("/")) == len(SIZES):
                self._doubt(not any(read_cards(row).faults for row in rows))
        return Entry(at, (), parts)

    def entry_of(self, children: list[Any]) -> Entry:
        word, names, _, value = children
        return self.entry([word, value])._replace(names=names)

    def pair(self, children: list[Any]) -> tuple[Text, ...]:
        return tuple(self._name(child) for child in children)

    def words(self, children: list[Token]) -> list[Part]:
        if len(children) == 1 and children[0].type == "QUOTED":
            return [Part(words=(self._name(children[0]),))]
        return [Part(words=(self._at(children[0], children[-1]),))]

    def _amount(self, token: Token) -> Part:
        """Return the amount that fills the rest of a line."""
        text, start = token.rstrip(" \t.!"), token.start_pos

        def at(span: tuple[int, int], spelling: str | None = None) -> Text:
            return self.source.at(start + span[0], start + span[1], spelling)

        money, end = self.money.read(text)
        is_whole = money is not None and end == len(text)
        other = re.fullmatch(rf"(?P<number>{NUMBER})[ \t]*(?P<unit>[^\W\d_]{{1,8}}\.?)", text)
        if (
            other is not None
            and folded(other["unit"].rstrip(".")) not in self.vocabulary.money["point"]
            and not is_whole
            and plain_number(other["number"])
        ):
            return Part(number=at(other.span("number")), unit=at(other.span("unit")))
        if money is None or not is_whole:
            self._doubt(money is not None or not self.money.pattern.match(text))
            self.sound = False
            return Part(number=self._at(token))
        unit = at(money.unit_at, money.unit) if money.unit is not None else None
        return Part(number=at(money.number_at, money.number), unit=unit)

    def currency(self, children: list[Token]) -> list[Part]:
        return [Part(unit=self._at(children[0]))]

    def one_name(self, children: list[Token]) -> list[Part]:
        self._doubt(children[0].type != "QUOTED" and not any(map(str.isalpha, children[0])))
        return [Part(names=(self._name(children[0]),))]

    def rounds(self, children: list[Token]) -> list[Part]:
        text = self._at(children[0])
        return [Part(number=text) if children[0].type == "AMOUNT" else Part(words=(lowered(text),))]

    def seats(self, children: list[Any]) -> list[Part]:
        found = self.shares(children)
        text = found[0].names[0] if len(found) == 1 and len(found[0].names) == 1 else None
        if text is not None and " " in text.text and '"' not in text.line.text:
            # Spaces separate the names of a list without other separators.
            return [Part(names=(text.part(*word.span()),)) for word in re.finditer("[^ \t]+", text.text)]
        return found

    def shares(self, children: list[Any]) -> list[Part]:
        return [child for child in children if isinstance(child, Part)]

    payments = debts = parts = shares

    def seat(self, children: list[Any]) -> Part:
        names = []
        for child in children:
            if child.type == "SHORT_NAME":
                inner = child.strip("() \t")
                # `Ana (half)` and `Ben (bank)` are no short names.
                self._doubt(folded(inner) in self.vocabulary.keys)
                self._doubt(
                    self.vocabulary.says("talk.half|talk.counted|talk.moves|money.double|money.triple", inner)
                )
                names.append(self._at(child).part(child.index(inner), child.index(inner) + len(inner)))
            elif child.type != "ITEM_NUMBER":
                names.append(self._name(child))
        return Part(names=tuple(names))

    def chips(self, children: list[Any]) -> Any:
        return children[0] if isinstance(children[0], list) else [self._without_points(children[0])]

    def sum(self, children: list[Token]) -> Part:
        number = unit = None
        for token in children:
            if token.type != "FIGURES":
                unit = self._at(token)
            elif (signed := re.fullmatch(rf"([+-])({self.vocabulary.currency})([0-9].*)", token)) is not None:
                # `+€8.80`
                text = self._at(token)
                unit, number = text.part(*signed.span(2)), text.with_text(signed[1] + signed[3])
            else:
                number = self._at(token)
        return Part(number=number, unit=unit)

    def _without_points(self, part: Part) -> Part:
        """Return a sum without its unit if the unit is points, the default."""
        points = (*self.vocabulary.money["point"], "chips")
        return (
            part._replace(unit=None) if part.unit and folded(part.unit.text.rstrip(".")) in points else part
        )

    def share(self, children: list[Any]) -> Part:
        name = self._name(children[0])
        money = self.vocabulary.money
        if children[0].type != "QUOTED":
            self._doubt({*folded(name.text).split()} & {*money["owes"], *money["paid"]})
        return self._without_points(children[-1]._replace(names=(name,)))

    def payment(self, children: list[Any]) -> Part:
        arrows = {folded(child) for child in children if isinstance(child, Token) and child.type == "ARROW"}
        self._doubt(arrows & {*self.vocabulary.money["debts"]})
        named = (child for child in children if isinstance(child, Token) and child.type != "ARROW")
        names = tuple(self._name(child) for child in named)
        if len(names) == 1:
            payer, _, payee = names[0].text.partition(" ")
            self.sound = self.sound and " " not in payee.strip() != ""
            names = (names[0].part(0, len(payer)), names[0].part(len(names[0].text) - len(payee.strip())))
        part = next(child for child in children if isinstance(child, Part))
        self._doubt(part is not self._without_points(part))
        return part._replace(names=names)

    def debt(self, children: list[Any]) -> Part:
        payer, arrow, payee = children[:3]
        part: Part = children[3]
        # Without a currency, it may be points.
        self._doubt(arrow[-1] not in ">→" or part.unit is None or part is not self._without_points(part))
        return part._replace(names=(self._name(payer), self._name(payee)))

    def part(self, children: list[Token]) -> Part:
        terms = tuple(lowered(self._at(child)) for child in children if child.type == "TERM")
        figure = children[-1]
        return Part(words=terms, number=self._at(figure) if figure.type == "FIGURE" else None)

    # --- boards

    def named_board(self, children: list[Any]) -> BoardSyntax:
        token = children[0]
        name = self._name(token)
        board = children[1] if len(children) > 1 else BoardSyntax(name, name)
        if token.type == "QUOTED" and [row.text for row in board.rows] == [":"]:
            # The rows are on the lines below.
            board = BoardSyntax(name, name)
        if token.type == "HEAD" and name.text.lower() in RESERVED:
            self._doubt()
        surely = is_whole(board) or board.status is not None
        asks = "?" in self.source.text[token.end_pos :]
        self._doubt(board.status is not None and not board.rows and asks)
        if token.type != "QUOTED":
            # `No foul`, `Both: foul` and `crossed: out` do not name a player; `Cid and Dan: foul` names two.
            cancels = self.vocabulary.consists_of("talk.undoes|talk.not_counted", self.source.text)
            self._doubt(board.status is not None and (is_nobodys_name(name.text) or cancels))
            # A sign in a name may be a typo, unless the name is in quotes.
            self._doubt(
                _SIGNS.search(name.text)
                or not all(_WORD_OF_NAME.fullmatch(word) for word in name.text.split())
            )
        if token.type == "HEAD_WORDS":
            # Marks, labels and keys before a colon are not part of a name.
            odd = self.vocabulary.shape(_ODD_IN_NAME)
            parts = [part for part in name.text.split() if not _PICTURE.fullmatch(part)]
            self._doubt(
                not parts
                or not parts[0][0].isalpha()
                or any(not any(map(str.isalnum, part)) or len(read_cards(part).cards) > 3 for part in parts)
                or bool(re.search("[0-9][.:][0-9]", name.text))
            )
            numbered = re.fullmatch(r"(?ai:player|seat|team)[ \t]+[0-9]+", name.text)
            self._doubt(not surely or (not numbered and any(map(odd.fullmatch, parts))))
        elif token.type in ("BARE_NAME", "QUOTED") and not board.spoiled:
            three = len(board.rows) == len(SIZES) and all(sizes(board.rows))
            after = self.source.text[token.end_pos :].lstrip(" \t(")
            colon = ":" in self.source.text[token.end_pos : token.end_pos + 40].split("/")[0]
            self._doubt(not three and board.status is None and not colon and token.type != "QUOTED")
            word_like = token.type != "QUOTED" and re.fullmatch(CARDS, name.text) is not None
            if word_like and board.status is not None:
                self._doubt(_is_row_like(name.text) or after[:1] not in "-–—=→")
        part = len(board.rows) == 1 and sizes(board.rows)[0] in (3, 5)
        labelled = any(label is not None for label in board.labels) and all(sizes(board.rows))
        if board.rows and not surely and not part and not labelled:
            self.sound = False
        return board._replace(at=name, name=name, spoiled=False)

    def unnamed_board(self, children: list[BoardSyntax]) -> BoardSyntax:
        board = self._named_by_its_first_word(children[0])._replace(spoiled=False)
        if board.rows and not is_whole(board):
            single = len(board.rows) == 1 and sizes(board.rows)[0] in (3, 5)
            two = len(board.rows) == 2 and all(sizes(board.rows))
            self.sound = self.sound and (single or two)
            words_alone = len(board.rows) == 1 and not any(sizes(board.rows))
            self._doubt(words_alone and board.marks)
        return board

    def _named_by_its_first_word(self, board: BoardSyntax) -> BoardSyntax:
        """Split off a name that looks like cards: `Jack JJ5 / AA762 / 9TJQK`."""
        if not board.rows or any(label is not None for label in board.labels):
            return board
        first = board.rows[0]
        word, blank, rest = first.text.partition(" ")
        rest = rest.lstrip(" ")
        if len(board.rows) == len(SIZES) and blank:
            rows = (first.part(len(first.text) - len(rest)), *board.rows[1:])
        elif len(board.rows) == len(SIZES) + 1 and not blank:
            rows = board.rows[1:]
        elif len(board.rows) == 1 and len(first.text.split()) > len(SIZES):
            rows = self._regrouped_text(first.part(len(first.text) - len(rest)))
        else:
            return board
        cards = "".join(row.text for row in rows)
        small = word.islower() and cards.upper() == cards != cards.lower() and " " not in cards
        is_name = word.isalpha() and (len(read_cards(word).codes) > 1 or small)
        is_name = is_name and not re.fullmatch("(?:[TJQKA][shdc])+|[Jj][Kk]", word)
        separated = len(set(self.separators)) == 1 and len(board.rows) > len(SIZES)
        if sizes(rows) != SIZES or not is_name or (separated and _is_row_like(word)):
            return board
        name = first.part(0, len(word))
        return board._replace(at=name, name=name, labels=UNLABELLED, rows=rows)

    def board(self, children: list[Any]) -> BoardSyntax:
        board: BoardSyntax | None = None
        types = [child.type for child in children if isinstance(child, Token)]
        for child in children:
            if isinstance(child, Token) and child.type in ("FL_FIRST", "TAIL_MARK"):
                mark = self._mark(child)
                is_short = child.type == "TAIL_MARK" and child.strip(" \t-–—,;|/.!<=*_").lower() == "fl"
                if is_short and board and board.rows:
                    last = board.rows[-1].text
                    self._doubt(lacks_suit(last) and rank(last).category is Category.HIGH_CARD)
                child = BoardSyntax(mark, None, marks=(mark,))
            if isinstance(child, BoardSyntax):
                board = child if board is None else board.joined(child)
        if board is None:
            dashes = [child for child in children if child.type == "MID"]
            at = self._at(dashes[-1]) if dashes else self.source.whole
            return BoardSyntax(at, None, (None,), (at,))
        self._doubt("SEP" in types and board.rows and not is_whole(board))
        return board

    def rows(self, children: list[Token]) -> BoardSyntax:
        labels: list[Row | None] = []
        rows: list[Text] = []
        places: list[tuple[int, int]] = []
        label = None
        self.separators = []
        for token in children:
            start, end = token.start_pos, token.end_pos
            if token.type == "LABEL":
                label = self.vocabulary.rows[folded(token.rstrip(":-–—= \t"))]
                continue
            if token.type == "SEP":
                self.separators.append(token.strip())
                continue
            if token.type == "BRACKET_ROW":
                start, end = start + 1, end - 1
            places.append((start, end))
            rows.append(self._row(self.source.cut(start, end)))
            labels.append(label)
            label = None
        # `//` between all rows is one separator; elsewhere a row may be missing.
        is_double = any(re.search(r"[/|;\\][ \t]*[/|;\\]", sign) for sign in self.separators)
        self.sound = self.sound and (not is_double or set(self.separators) in ({"//"}, {"||"}))
        first, last = places[0][0], places[-1][1]
        # `top: K64 -4` has a result.
        self.sound = self.sound and not re.search(r"[ \t][+–−-][0-9]{1,4}$", self.source.text[first:last])
        if all(one is None for one in labels) and last - first <= LONGEST_ROW and sizes(rows) != SIZES:
            regrouped = self._regrouped(self.source.cut(first, last))
            if regrouped:
                rows, labels = [*map(self._row, regrouped)], [*UNLABELLED]
        return BoardSyntax(rows[0], None, tuple(labels), tuple(rows))

    def _row(self, piece: Normalized) -> Text:
        """Return a row's cards; check the name of their rank and remove it."""
        if len(piece.text) > LONGEST_ROW:
            return piece.stripped().whole
        cards, category = self._named_rank(piece)
        if category is not None:
            piece = cards
            # `6 5 4 3 2 straight flush` is a flush, too.
            is_flush = category in _STRAIGHT_FLUSHES and not _SUIT.search(piece.text)
            suited = f"{piece.text.strip()} flush"
            self._check_rank(suited if is_flush else piece.text, category)
            if is_flush:
                return piece.at(0, len(piece.text), suited)
        piece = piece.stripped()
        row = self._in_plain_cards(piece, self._without_dash(piece.whole))
        spaced = _spaced(row.text)
        if spaced != row.text and read_cards(row.text).faults and not read_cards(spaced).faults:
            return row._replace(text=spaced).trimmed()
        return row

    def _named_rank(self, piece: Normalized) -> tuple[Normalized, str | None]:
        """Return a row's cards and the rank named beside them; the row and None without one."""
        is_named = has_any(self.vocabulary.ranks, piece.text)
        match = self.vocabulary.shape(_NAMED_RANK).fullmatch(piece.text) if is_named else None
        word = folded(match["after"] or match["before"] or "") if match is not None else ""
        if match is None or not word or word in self.vocabulary.suits or read_cards(match["cards"]).faults:
            return piece, None
        return piece.cut(*match.span("cards")), self.vocabulary.ranks[word]

    def _in_plain_cards(self, piece: Normalized, row: Text) -> Text:
        """Return a row with words for ranks and suits as card codes."""
        text = self._plain_words(row.text) if read_cards(row.text).faults else row.text
        return row if text == row.text or read_cards(text).faults else piece.at(0, len(piece.text), text)

    def _plain_words(self, text: str) -> str:
        """Replace words for ranks by codes, and words for suits by one English suit word."""
        shape, suits, ranks = self.vocabulary.shape, self.vocabulary.suits, self.vocabulary.cards
        word = shape(rf"[ \t,–—:-]*[(\[]?~{_OF_A_SUIT}~[)\]]?~$|^~{_OF_A_SUIT}[ \t,:–—-]+").search(text)
        named = {suits[folded(one[0])] for one in shape("@suits@").finditer(word[0])} if word else set()
        of_one, behind = sorted(named - {"flush"}), ""
        if word is not None and len(of_one) < 2:
            suit = of_one[0] if of_one else "flush"
            text, behind = text[: word.start()] or text[word.end() :], f" {_SUIT_NAMES.get(suit, suit)}"
        if read_cards(text).faults:
            text = shape(r"(?<![^\W_])@cards@").sub(lambda match: ranks[folded(match[0])], text)
        one_suit = shape(rf"~([shdcSHDC♠♥♦♣])~({_RANK}(?:~{_RANK}){{4}})~").fullmatch(text)
        if one_suit is not None:
            return f"{one_suit[2]} {_SUIT_NAMES[one_suit[1].lower()]}"
        return text + behind

    def _check_rank(self, cards: str, category: str) -> None:
        try:
            found = rank(cards).category.key
        except ValueError:
            return
        if found != category:
            self.wrong_rank = category, found
            self._doubt()

    def _regrouped(self, whole: Normalized) -> tuple[Normalized, ...]:
        """Return the rows of 3, 5 and 5 cards if only one split gives them, otherwise none."""
        found: set[tuple[Normalized, ...]] = set()
        for separator in _SEPARATORS:
            places = [span for span in spans(whole.text, separator) if whole.text[slice(*span)].strip(" \t")]
            rows = [whole.cut(*span).stripped() for span in self._with_suit_words(whole.text, places)]
            if len(rows) != len(SIZES):
                continue
            bare = [self._named_rank(row)[0] for row in rows]
            cards = [_spaced(self._in_plain_cards(row, row.whole).text) for row in bare]
            if tuple(map(size, cards)) != SIZES:
                continue
            if separator is not _SEPARATORS[-1] or _is_sure_of_suits([*map(read_cards, cards)]):
                found.add(tuple(row.stripped(" \t,.;-_~") for row in rows))
        return found.pop() if len(found) == 1 else ()

    def _with_suit_words(self, text: str, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the spans with each suit word joined to the cards before it."""
        joined: list[tuple[int, int]] = []
        suit_word = self.vocabulary.shape(r"[(\[]?(?:@SUIT_WORD@|(?ai:all|straight|royal))[)\]]?")
        for start, end in places:
            if joined and suit_word.fullmatch(text[start:end].strip(" \t,.")):
                start = joined.pop()[0]
            joined.append((start, end))
        return joined

    def _without_dash(self, row: Text) -> Text:
        """Return a row without the dash or comma before its suit word."""
        is_flush = has_any(self.vocabulary.suits, row.text)
        dash = self.vocabulary.shape("~[-–—,] (?=@SUIT_WORD@~$)").search(row.text) if is_flush else None
        if dash is None:
            return row
        text = row.text[: dash.start()] + " " * len(dash[0]) + row.text[dash.end() :]
        return row._replace(text=text)

    def _regrouped_text(self, row: Text) -> tuple[Text, ...]:
        """Split a text of the line into three rows, none if that is not possible."""
        at = self.source.text.find(row.text)
        return (
            tuple(map(self._row, self._regrouped(self.source.cut(at, at + len(row.text))))) if at >= 0 else ()
        )

    def status(self, children: list[Token]) -> BoardSyntax:
        token = children[0]
        word = re.match(r"[^.!:;=()]*[^\W_]", token)
        at = self._at(token).part(0, word.end() if word else None)
        status = at._replace(text={"FOUL": "foul", "SURRENDER": "surrender", "ABSENT": "absent"}[token.type])
        board = BoardSyntax(at, None, status=status)
        if len(children) > 1:
            aces = self._at(children[1])
            board = board._replace(marks=(aces._replace(text=f"{re.search('[0-4]', aces.text)[0]} aces"),))  # type: ignore[index]
        return board

    def claim(self, children: list[Any]) -> BoardSyntax:
        at = self._at(children[0]).part(0, len("claim"))
        kinds = [child for child in children[1:] if isinstance(child, Token) and child.type == "KIND"]
        kind = self._at(kinds[0], kinds[-1])._replace(text="-".join(word.lower() for word in kinds))
        claim = BoardSyntax(at, None, status=lowered(at), claim=kind)
        rows = children[-1] if isinstance(children[-1], BoardSyntax) else None
        if rows is not None:
            read = [read_cards(row.text) for row in rows.rows]
            self.sound = self.sound and sum(len(row.cards) for row in read) == BOARD_SIZE
        return claim if rows is None else claim.joined(rows)

    def mark(self, children: list[Any]) -> BoardSyntax:
        marks = tuple(child for child in children if isinstance(child, Text))
        return BoardSyntax(marks[0], None, marks=marks)

    def mark_item(self, children: list[Token]) -> Text:
        return self._mark(children[0])

    def _mark(self, token: Token) -> Text:
        inner = token.strip(" \t-–—,;:|/.!<=>*_")
        at = self._at(token).part(token.index(inner), token.index(inner) + len(inner))
        lowercase = inner.lower()
        number = re.search("[0-9]+", lowercase)
        if re.fullmatch(self.vocabulary.patterns["FOUL"], lowercase):
            return at._replace(text="foul")
        if "ace" in lowercase:
            return at._replace(text=f"{number[0]} aces" if number else lowercase)
        return at._replace(text=f"fantasyland {number[0]}" if number else "fantasyland")


_OF_A_SUIT: Final = (
    "(?:(?i:all|alle|in|tout|tutto|todo|of|de|di) )*@suits@(?: (?:(?i:of|de|di|in) )?@suits@)?"
)
"""Words for the suit of a row: `all hearts`, `color picas`, `flush of spades`."""
_RANK: Final = "(?:10|[2-9TJQKAtjqka])"
_STRAIGHT_FLUSHES: Final = {"straight-flush", "royal-flush"}
_SUIT: Final = re.compile("[shdcSHDC♠♥♦♣]")
_SUIT_NAMES: Final = dict(zip("shdc♠♥♦♣", 2 * ("spades", "hearts", "diamonds", "clubs"), strict=True))


def _spaced(cards: str) -> str:
    """Replace the separators between cards by spaces, keeping the length."""
    return re.sub(r"[,.;:_~\\()\[\]–—-]", " ", cards)


_SEPARATORS: Final = tuple(
    map(
        re.compile,
        (
            "/",
            r"\|",
            ";",
            r"\\",
            ",",
            r"[ \t]+[-–—]+[ \t]+",
            r"[ \t]*[-–—][ \t]*",
            r"\.",
            "_",
            "~",
            r"[ \t]+",
        ),
    )
)
"""The row separators, strongest first; the last one is a space."""


def _is_row_like(word: str) -> bool:
    """Return True for 3 or 5 cards with suits, or 3 or 5 without."""
    codes = read_cards(word).codes
    return len(codes) in SIZES and len(set(map(len, codes))) == 1


def may_be_flush(row: RowText) -> bool:
    ranks = [card.code[0] for card in row.real]
    suits = {card.suit for card in row.real} - {""}
    return len(row.cards) > 3 and len(set(ranks)) == len(ranks) and len(suits) <= 1


def lacks_suit(row: str) -> bool:
    """Return True for five unsuited cards of different ranks, which may be a flush."""
    read = read_cards(row)
    bare = not read.faults and not read.word and not any(card.suit for card in read.real)
    return bare and len(read.real) == SIZES[-1] and may_be_flush(read)


def _is_sure_of_suits(rows: list[RowText]) -> bool:
    """Return True if each suit word after space-separated rows fits one row only."""
    *others, last = rows
    ranks = {card.code[0] for row in rows for card in row.cards}
    if last.word and not any(row.word for row in others) and len(ranks) == BOARD_SIZE:
        return False
    return all(
        not row.word
        or (may_be_flush(row) and (following is None or following.word or not may_be_flush(following)))
        for row, following in zip(rows, [*rows[1:], None], strict=True)
    )


class Parsed(NamedTuple):
    """The value of a line, `sound` if certain; `at` is the span that does not parse."""

    value: DealLine | Entry | BoardSyntax | None
    sound: bool = True
    at: tuple[int, int] = (0, 0)
    key: str | None = None
    expected: frozenset[str] = frozenset()
    """The tokens that would be valid at the start of that span."""
    doubt: bool = False
    """True if something other than the rows' cards and their number is uncertain."""
    wrong_rank: tuple[str, str] | None = None
    """The stated rank of a row and the rank of its cards, if they differ."""


@lru_cache(maxsize=8)
def _builder(vocabulary: Vocabulary) -> Builder:
    return Builder(vocabulary)


def parse(source: Normalized, vocabulary: Vocabulary, start: str = "line") -> Parsed:
    """Parse a line. Never raises."""
    if not source.text:
        return Parsed(None)
    if start == "line" and not vocabulary.may_begin_key(source.text):
        start = "keyless"
    builder = _builder(vocabulary)
    builder.source, builder.sound, builder.doubt = source, True, False
    builder.separators, builder.wrong_rank = [], None
    key = _head_key(source.text, vocabulary)
    try:
        value = parse_text(source.text, start, vocabulary, builder)
    except NotParsedError as error:
        return Parsed(None, False, (error.at, len(source.text)), key, error.expected)
    key = key if isinstance(value, Entry) else None
    return Parsed(value, builder.sound, key=key, doubt=builder.doubt, wrong_rank=builder.wrong_rank)


def _head_key(text: str, vocabulary: Vocabulary) -> str | None:
    """Return the key at the start of a line, None if its first words are not one."""
    head = text.partition(":")[0] if ":" in text else text.split()[0]
    return vocabulary.keys.get(folded(head)) or vocabulary.keys.get(folded(text.split()[0]))
