"""The words of all languages as tables, and as patterns for one log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, reduce
from itertools import permutations
from operator import getitem
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, Final

from ofcscore.game.cards import SUIT_TYPED, Row
from ofcscore.game.game_words import Words
from ofcscore.game.spelling import ANY_CARD
from ofcscore.log.keys import COLUMN_NAMES, KEYS
from ofcscore.log.syntax import FROM_LOG, INITIALS, NO_WORDS, SHORT_LABELS, OwnWords
from ofcscore.log.words import tables

if TYPE_CHECKING:
    from ofcscore.log.card_alphabets import Choice

NAME_CHARACTER: Final = r"[^\x00-,\/:-@\[-\^`{-\x7f→—–]"
NAME: Final = rf"{NAME_CHARACTER}+(?:'{NAME_CHARACTER}+)*"
"""One word of a name before a colon or a board."""
PERSON: Final = rf'"[^"]+"|{NAME}(?:[ \t]+{NAME})*?'
"""A name of one or more words, perhaps in quotes."""
LIST_NAME: Final = r"[^\x00-@\[-\^`{-\x7f→](?:[^\x00-&(-,\/:-@\[-\^`{-\x7f→]*[^\x00-\-\/:-@\[-\^`{-\x7f→])?"
CARDS: Final = f"(?:{ANY_CARD})+"
SUIT_FIRST: Final = f"{SUIT_TYPED}(?:10|[2-9TJQKA])"
"""A card with its suit first; lower-case ranks are excluded: `da` and `sa` are words."""
_OF_RANK: Final = "(?:@talk.ranks_of@|[TJQKA]{1,4}['’]?s?(?![^\\W_])|(?:10|[2-9])['’]?s(?![^\\W_]))"
"""A word of a description around the name of its kind: `of`, `kings`, `7s`."""
EITHER_CARD: Final = f"(?:{ANY_CARD}|{SUIT_TYPED}(?:10|[2-9TJQKAtjqka]))"
"""A card with its suit after or before its rank."""
NUMBER: Final = r"[0-9](?:[0-9]|[.,'’](?=[0-9]))*"
CROSS: Final = "[✗✘❌❎☠💀]"
FACES: Final = r"(?:[ \t]*(?:[.!]|[:;=]['’]?-?[()DPp/|]+(?=[ \t]|$)))*"
"""Full stops and emoticons after a word."""
LETTERS: Final = (
    r"A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0370-\u0523\u05d0-\u064a\u0e01-\u0e4e\u1e00-\u1eff"
    r"\u3040-\u9fff\uac00-\ud7af"
)
_ROWS: Final = {"top": Row.TOP, "middle": Row.MIDDLE, "bottom": Row.BOTTOM}
_SIGNS_OF_MONEY: Final = "€$£¥₫₱₩₽₹฿"
_OTHER_CODES: Final = "SEK|NOK|DKK|CZK|HUF|CAD|AUD|NZD|INR|BRL|MXN|KRW|THB|SGD|HKD|TWD|TRY|UAH|ILS|ZAR"
_KINDS_OF_KEYS: Final = {
    "players": "player", "rules": "rules", "date": "date", "dealer": "dealer", "note": "note",
    "stake": "stake", "expect": "result", "running": "result", "void": "void",
}  # fmt: skip
"""The column kind for a title that is a word for a key."""
_IN_FANTASYLAND: Final = "in im en em w dans au f1 1"
"""Beginnings of `in fantasyland`, `F14` and `14 cards in fantasyland`."""
ENGLISH_DEALS: Final = ("deal", "hand")
"""Words that begin a deal with any name; the others need a number."""


def one_of(words: Iterable[str]) -> str:
    """Return a pattern of whole words in any case, longest first.

    ASCII words only match ASCII, so that look-alikes such as the long s do not match.
    """
    listed = sorted(set(words), key=lambda word: (-len(word), word))
    signs = [word for word in listed if _is_wide(word) or not word[-1].isalnum()]
    letters = [word for word in listed if word not in signs]
    ascii = [word for word in letters if word.isascii()]
    others = [word for word in letters if not word.isascii()]
    groups = (("i", others, _END), ("ai", ascii, _END), ("i", signs, ""))
    found = [f"(?{flags}:{'|'.join(map(_pattern, group))}){end}" for flags, group, end in groups if group]
    return f"(?:{'|'.join(found) or '(?!)'})"


_END: Final = r"(?![^\W0-9_])"
"""Not followed by a letter."""


def _pattern(word: str) -> str:
    return re.escape(word).replace(r"\ ", r"[ \t]+").replace("'", "['’]")


def _is_wide(word: str) -> bool:
    """Return True for words of scripts that are written without spaces."""
    return "\u2e80" <= word[-1] <= "\u9fff"


def all_words(*names: str) -> tuple[str, ...]:
    """Return the words of tables in every language, by names such as `talk.to`."""
    return tuple(word for name in names for word in _leaves(reduce(getitem, name.split("."), tables())))


def _leaves(value: Any, without: str = "") -> Iterator[str]:
    """Yield the words of a table and its parts, except for one language."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, without) if name != without else ()
    else:
        yield from value


_NOTATION: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|@([A-Za-z_.|-]+)@|[ ~]")
"""The parts of a shape: escapes, character sets, words between two @, and spaces."""


@lru_cache(maxsize=2048)
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a compiled pattern from the cache; vocabularies share most patterns."""
    return re.compile(pattern)


def folded(text: str) -> str:
    """Normalize a text for lookup: lower case and single spaces."""
    return " ".join(text.lower().replace("’", "'").split())


def has_any(words: Iterable[str], text: str) -> bool:
    """Return True if a text contains one of these words, even inside another word."""
    small = folded(text)
    return any(map(small.__contains__, words))


def _shaped(shape: str) -> cached_property[re.Pattern[str]]:
    """Return a property of vocabularies: the compiled shape (see `Vocabulary.shape`)."""
    return cached_property(lambda vocabulary: vocabulary.shape(shape))


class Vocabulary:
    """The words that may occur in one log: English, its languages and its own words.

    Each table maps a lower-case word to its meaning.
    """

    def __init__(self, chosen: frozenset[str], words: Words = NO_WORDS, choice: Choice | None = None) -> None:
        data = tables()
        self.words = words
        self.keys = {**self._flat(data["keys"], chosen), **{key: key for key in KEYS}}
        self.rows = {word: _ROWS[row] for word, row in self._flat(data["rows"], chosen).items()}
        self.rows |= {folded(name): row for key, row in _ROWS.items() for name in words.get(key, ())}
        self.statuses = self._flat(data["status"], chosen)
        self.statuses |= {folded(name): "foul" for name in words.get("foul", ())}
        self._titles = self._flat(data["columns"], chosen)
        self.deals = tuple(self._flat({"deal": data["deals"]}, chosen))
        self.deal_lists = frozenset(self._flat({"deals": data["deal-lists"]}, chosen))
        self.ranks = self._flat(data["ranks"], chosen, plain=True)
        flushes = {word: rank for word, rank in self.ranks.items() if rank == "flush"}
        self.suits = flushes | self._flat(data["suits"], chosen, plain=True)
        self.cards = self._flat(data["cards"], chosen, plain=True)
        self.currencies = self._flat(data["currencies"], chosen, plain=True)
        money = data["money"].items()
        self.money = {name: tuple(self._flat({name: words}, chosen, plain=True)) for name, words in money}
        self.months = {
            form: number
            for language, names in data["months"].items()
            for number, name in enumerate(names, 1)
            for form in (name, name[:3], name[:4])
            if language == "en" or form in chosen
        }
        self.fillers = frozenset(self._flat({"filler": data["fillers"], "day": data["weekdays"]}, chosen))
        self.languages = _languages(chosen)
        """The languages other than English whose key words the log has."""
        self.alphabet = choice.alphabet if choice is not None else None
        """The letters and words of its cards, None for English."""
        self.unclear = choice.unclear if choice is not None else ()
        """The languages that give its cards different letters, if the choice is unclear."""

    @staticmethod
    def _flat(table: Mapping[str, Any], chosen: frozenset[str], *, plain: bool = False) -> dict[str, str]:
        """Return the English and chosen words of a table; a word's first meaning wins."""
        found: dict[str, str] = {}
        for meaning, groups in table.items():
            by_language = groups if isinstance(groups, Mapping) else {"": groups}
            for language, words in by_language.items():
                for word in words:
                    if language == "en" or word in chosen or (plain and word.isascii()):
                        found.setdefault(word, meaning)
        return found

    @cached_property
    def patterns(self) -> dict[str, str]:
        """The patterns of the grammar's terminals, by their names between two @."""
        foul, absent, surrender = map(self.status_pattern, ("foul", "absent", "surrender"))
        status = f"(?:{foul}|{absent}|{surrender})"
        in_fantasyland = rf"(?:(?ai:(?:in|im|en|em|w|dans|au)[ \t]+)?{self.status_pattern('fantasyland')})"
        count = r"(?ai:[ \t:,x-]*(?:(?:with|w/)[ \t]*)?[0-9]{1,3}(?:[ \t]*(?:cards?|karten))?)"
        before = r"(?ai:1[3-7][ \t]*(?:cards?|karten)?[ \t]+)"
        fantasyland = rf"(?:{before}?{in_fantasyland}{count}?|(?ai:F1[3-7])(?![0-9A-Za-z]))"
        fantasyland_first = (
            rf"(?:{in_fantasyland}(?ai:[ \t:,x-]*(?:(?:with|w/)[ \t]*)?1[3-7](?:[ \t]+cards?)?)?|(?ai:F1[3-7]))"
            rf"[ \t]*[,;:–—-]*[ \t]+(?={ANY_CARD}|\[)"
        )
        labels = one_of(self.rows)
        suit_word = r"(?:(?ai:straight|royal)[ \t]+)?(?:(?ai:all)[ \t]+)?" + one_of(self.suits)
        behind = rf"(?:<?[-–—=]+|[,;|]|//?)?[ \t]+(?:[*_]+[ \t]*)?(?:{foul}|{fantasyland})"
        at_end = rf"[ \t]*(?:{behind}|[-–—=]+>[ \t]*{foul})[*_ ]*[.!]*[ \t]*$"
        guard = (
            rf"(?![ \t,]{{1,4}}{labels}[ \t]*[:=])(?![ \t]+{labels}[ \t]+{ANY_CARD})"
            rf"(?![ \t]+[-–—]+[ \t]+(?!(?:{suit_word}|{one_of(self.ranks)})[ \t]*(?:$|[/|;(])))"
            rf"(?!{at_end})(?![.!]+[ \t]*(?:[(\[]|$))"
        )
        others = [word for word in self.deals if word not in ENGLISH_DEALS]
        return {
            "NAME": NAME, "PERSON": PERSON, "CARDS": CARDS, "NUMBER": NUMBER, "LIST_NAME": LIST_NAME, "CARD": ANY_CARD, "EITHER_CARD": EITHER_CARD, "LETTERS": LETTERS, "FACES": FACES, "CROSS": CROSS,
            "CURRENCY": self.currency, "LABELS": labels, "FOUL": foul, "ABSENT": absent, "SURRENDER": surrender,
            "STATUS": status, "IN_FL": in_fantasyland, "FANTASYLAND": fantasyland, "FL_FIRST": fantasyland_first,
            "SUIT_WORD": suit_word, "GUARD": guard, "OTHER_DEALS": one_of(others),
            "RESERVED_WORDS": "|".join(sorted((*KEYS, "top", "mid", "middle", "bot", "bottom", "front", "back", "head", "deal", "hand"))),
            "POINT": one_of(self.money["point"]), "PER": one_of(self.money["per"]),
            "PAYS": one_of((*self.money["paid"], *self.money["owes"], "to", "an", "à", "para", "aan", "till", "dla")),
            "VOID": one_of((*(word for word, key in self.keys.items() if key == "void"), *self.money["void"])),
            "K_WORDS": self.key("title", "date", "rules", "cards", "note", colon=True),
            "K_AMOUNT": "|".join((self.key("stake"), self.key("rake", "bankroll"))),
            "K_CURRENCY": self.key("currency"), "K_SEATS": self.key("players"), "K_NAME": self.key("bank", "dealer"),
            "K_CHIPS": self.key("chips"), "K_ROUNDS": self.key("rounds"), "K_ADJUST": self.key("adjust"),
            "K_EXPECT": self.key("expect", "running"), "K_PAID": self.key("paid"),
        }  # fmt: skip

    def words_of(self, names: str) -> frozenset[str]:
        """Return the words of tables: `rows|key.stake|status.foul|money.paid|talk.to`.

        `all.money.void` are the words of every language.
        """
        if names not in self._words:
            found: set[str] = set()
            for name in names.split("|"):
                kind, _, part = name.partition(".")
                if kind in ("key", "status"):
                    meanings = self.keys if kind == "key" else self.statuses
                    found.update(word for word, meaning in meanings.items() if meaning == part)
                elif kind == "money":
                    found.update(self.money[part])
                else:
                    found.update(all_words(part if kind == "all" else name) if part else getattr(self, name))
            self._words[names] = frozenset(found)
        return self._words[names]

    def shape(self, shape: str) -> re.Pattern[str]:
        """Compile a shape: a space is any spaces, ~ optional spaces, @...@ is one of `words_of`.

        A name in capitals between two @ is a pattern of the grammar.

        >>> ENGLISH.shape("(.+) @money.paid@ (.+)~:~([0-9]+)").fullmatch("Ana paid  Ben: 5").groups()
        ('Ana', 'Ben', '5')
        """
        made = self._shapes.get(shape)
        if made is None:
            made = self._shapes[shape] = compiled(_NOTATION.sub(self._expanded, shape))
        return made

    @cached_property
    def _shapes(self) -> dict[str, re.Pattern[str]]:
        return {}

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return {}

    def _expanded(self, part: re.Match[str]) -> str:
        names = part[1]
        if names:
            return f"(?:{self.patterns[names]})" if names.isupper() else one_of(self.words_of(names))
        return {" ": r"[ \t]+", "~": r"[ \t]*"}.get(part[0], part[0])

    def says(self, names: str, text: str) -> bool:
        """Return True if a text has one of these whole words (see `words_of`)."""
        return self.shape(rf"(?<![^\W_])@{names}@").search(text) is not None

    def consists_of(self, names: str, text: str) -> bool:
        """Return True if a text is one of these words, whatever the signs in it: `crossed: out`."""
        return folded(" ".join(re.findall(r"[^\W_]+", text))) in self.words_of(names)

    @cached_property
    def columns(self) -> dict[str, str]:
        """The kinds of table columns by the words of their titles."""
        return {word: kind for words in self._kinds_of_columns for word, kind in words.items()}

    def column_kinds(self, title: str) -> list[str]:
        """Return all kinds that a title may mean: `body` is the middle row or, in Czech, the points."""
        return [words[title] for words in self._kinds_of_columns if title in words]

    @cached_property
    def _kinds_of_columns(self) -> tuple[Mapping[str, str], ...]:
        return (
            self.statuses,
            {word: kind for word, key in self.keys.items() if (kind := _KINDS_OF_KEYS.get(key))},
            {word: "adjust" for word, key in self.keys.items() if key == "adjust" and word != "bonus"},
            dict.fromkeys(self.deals, "deal"),
            dict.fromkeys(self.money["void"], "void"),
            dict.fromkeys(self.money["point"], "result"),
            {word: SHORT_LABELS[row] for word, row in self.rows.items()},
            self._titles,
            COLUMN_NAMES,
        )

    @cached_property
    def status_cell(self) -> re.Pattern[str]:
        """A status of a board, or another word, in a status cell."""
        count = r"(?ai:[ \t:x-]*(?:(?:with|w/)[ \t]*)?[0-9]{1,3}(?![0-9])(?![ \t]*aces?)(?:[ \t]*cards?)?)"
        end = r"(?=[ \t,;+()\[\]!.]|$)"
        return re.compile(
            rf"(?P<aces>[0-9]+[ \t]*(?ai:aces?)){end}"
            rf"|(?P<fantasyland>{self.status_pattern('fantasyland')}{count}?|(?ai:F1[3-7])){end}"
            rf"|(?P<word>{one_of((*self.statuses, 'claim'))}){end}"
            r"|(?P<other>(?![!.]+(?:[ \t]|$))[^ \t,;+()\[\]]+)"
        )

    @cached_property
    def currency(self) -> str:
        words = one_of(word for word in self.currencies if word not in _SIGNS_OF_MONEY)
        return f"(?:[A-Z]{{1,2}}\\$|[{_SIGNS_OF_MONEY}]|{words}|(?:{_OTHER_CODES})(?![A-Za-z]))"

    label_after = _shaped(
        r"(?<![^ \t:,;/|])(?:@talk.joins@ )?(?P<cards>@CARD@(?:[ \t,.-]*@CARD@){2,4}(?: (?ai:flush|suited))?)"
        r"~[-–—(]*~(?P<label>@rows@)\)?(?!~[:=(])(?! [2-9TJQKA10]{3})"
    )
    """The cards of a row with its label after them: `QQ5 top`, `QQ5 (top)`."""
    held = _shaped(r"^[ \t]*(?P<name>@NAME@) @talk.holds@:? (?=(?:@rows@[ \t:]*)?(?:@CARD@[ \t,.-]*){3})")
    """A name and a verb before cards or a row's label: `Ruth had QQ5 on top, ...`."""
    bracketed_rank = _shaped(
        rf"(?<![^ \t:,;/|])(@CARD@(?:[ \t,.-]*@CARD@){{2,4}}|{SUIT_FIRST}(?:[ \t,.-]*{SUIT_FIRST}){{2,4}})~[(\[]"
        rf"~(?=[^ )\]])(?:{_OF_RANK}[ \t,-]*)*?(?:(@ranks|suits@)(?:[ \t,-]*{_OF_RANK})*)?[!.]*~[)\]]"
    )
    """A rank or suit in brackets after cards: `QQ5 (pair of queens)`, `Q8654 (hearts)`."""
    labelled_rank = _shaped(
        r"(?<![^ \t:,;/|–—-])(?P<head>@rows@(?:~[:=–—-]+~| ))(?:(?P<before>@ranks@)[ \t:,-]+)?"
        r"(?P<cards>@CARD@(?:[ \t,.-]*@CARD@){2,4})(?: (?P<after>@ranks@))?(?=~[,;/|.]|~$)"
    )
    """A row with a label and a rank before or after its cards: `back full house 66655`."""
    free_key = _shaped("~@key.note|key.title@~[:：]")
    """A key with free text."""
    void_head = _shaped(r"[ \t(\[]*@key.void|money.void@(?![^\W_])")
    """The start of a line that voids deals, whose numbers are not comments: `void #2`."""
    deal_line = _shaped("~@deals@ ")
    """The word that begins a deal."""
    deal_heading = _shaped(r"[ \t#=*–—-]*@deals@~(?:#|(?ai:no|nr)\.?)?~([0-9]{1,6})[ \t.:=*–—-]*")
    """A lone deal name with its number: `Hand 3`, `--- Deal 3 ---`."""

    @cached_property
    def _key_heads(self) -> tuple[str, ...]:
        words = {*KEYS, *(word.removesuffix("s") for word in KEYS), *self.keys, *self.money["void"]}
        return tuple({re.split("[ ']", word)[0] for word in words})

    @cached_property
    def first_words(self) -> dict[str, tuple[str, ...]]:
        """The possible beginnings, in lower case, of terminals whose patterns are long."""
        of = self.words_of
        foul, fantasyland = of("status.foul"), of("status.fantasyland").union(_IN_FANTASYLAND.split())
        words = {
            "LABEL": self.rows, "FOUL": foul, "ABSENT": of("status.absent"), "SURRENDER": of("status.surrender"),
            "FL_FIRST": fantasyland, "TAIL_MARK": foul | fantasyland,
        }  # fmt: skip
        firsts = {name: tuple({re.split("[ ']", word)[0] for word in given}) for name, given in words.items()}
        return {**firsts, "OPEN": ("(", "["), "BRACKET_ROW": ("(", "[")}

    def may_begin_key(self, text: str) -> bool:
        """Return True if a line begins with the first word of a key, perhaps in a bracket."""
        text = text.lstrip(" \t").lower()
        return (text[1:] if text[:1] in ("(", "[") else text).startswith(self._key_heads)

    def status_pattern(self, meaning: str) -> str:
        return one_of(self.words_of(f"status.{meaning}"))

    def key(self, *keys: str, colon: bool = False) -> str:
        """Return the pattern of keys at the start of a line; aliases need a colon."""
        forms = one_of(word for word, key in self.keys.items() if key in keys)
        # A board has thirteen cards: a text with fewer than eight letters and digits is not one.
        board_behind = rf"[ \t]*:(?=(?:\W*\w){{8}})[ \t]*{CARDS}[ \t]*[/|;][^/|;]*[/|;]"
        if colon:
            return rf"{forms}(?=[ \t]*[:=])(?!{board_behind})"
        plurals = {form for word in keys for form in (word, f"{word}s", word.removesuffix("s"))}
        own = "|".join(sorted(plurals - {"runnings", "running"}))
        behind = r"|[ \t]+[^:]*:" if any(key in KEYS and KEYS[key].of is not None for key in keys) else ""
        return (
            rf"(?:(?ai:{own})(?=[ \t]*[:=]|[ \t](?![ \t]*[0-9]+[ \t]*:))"
            rf"|{forms}(?=[ \t]*[:=]{behind}))(?!{board_behind})"
        )


_PLAIN: Final = ("money", "ranks", "currencies", "suits", "cards")
"""Tables without languages."""
_KEPT: Final = 8
_MADE: Final[dict[tuple[object, ...], Vocabulary]] = {}
"""Vocabularies by content, cached because each needs its own parser."""


@lru_cache(maxsize=64)
def _vocabulary(
    chosen: frozenset[str], own: tuple[tuple[str, tuple[str, ...]], ...] = (), choice: Choice | None = None
) -> Vocabulary:
    made = Vocabulary(chosen, dict(own), choice)
    content = tuple(v if isinstance(v, frozenset) else repr(v) for v in vars(made).values())
    while content not in _MADE and len(_MADE) >= _KEPT:
        del _MADE[next(iter(_MADE))]
    return _MADE.setdefault(content, made)


def vocabulary_of(text: str, words: Words = NO_WORDS) -> Vocabulary:
    """Return the vocabulary of a log's text; `words` are the players' own words."""
    from ofcscore.log.card_alphabets import choose

    small = folded(text)
    whole, parts = _every_word()
    chosen = whole.intersection(re.findall(r"[^\W\d_]+", small))
    chosen = chosen.union(word for word in parts if word in small)
    choice = choose(text, _languages(chosen))
    if not (chosen or words or choice.alphabet or choice.unclear):
        return ENGLISH
    return _vocabulary(chosen, tuple(words.items()), choice)


def vocabulary_in(text: str, base: str, own: OwnWords = FROM_LOG, named: Iterable[str] = ()) -> Vocabulary:
    """Return the vocabulary of a log with this text, with the players' own words.

    Rule sets are named in the text or before it (`named`). `base` is the folder for relative paths in the
    log.
    """
    vocabulary = vocabulary_of(text)
    words = {**own.found}
    if not words:
        rules = (*named, *_rules_named(text, vocabulary)) if own.rules is None else (own.rules,)
        for one in rules:
            for key, names in _own_words(one, base if own.rules is None else "", own.files).items():
                words[key] = (*words.get(key, ()), *names)
    return vocabulary_of(text, words) if words else vocabulary


def _rules_named(text: str, vocabulary: Vocabulary) -> list[str]:
    """Return the values of the `rules` key in lines of any format."""
    keys = vocabulary.words_of("key.rules")
    if not has_any(keys, text):
        return []
    pattern = rf"(?m)(?<![^\W_])[\"']?{one_of(keys)}[\"']?[ \t]*[:=：][ \t]*[\"']?([^\"'\n#]+)"
    return [found.strip(" \t,}\r") for found in re.findall(pattern, text)]


@lru_cache(maxsize=32)
def _own_words(rules: str, base: str, files: bool) -> Words:
    """Return the words of a rule set, none if it is invalid, which is reported elsewhere."""
    from ofcscore.rules.files import shipped_text
    from ofcscore.rules.loading import load_rules

    parts = rules.lower().split("+")
    shipped = (shipped_text(part.strip()) for part in parts)
    if len(parts) > 30 or all(found and "\nwords:" not in found[0] for found in shipped):
        return NO_WORDS
    loaded, _ = load_rules(rules, base=base, rule_files=files)
    return NO_WORDS if loaded is None else loaded.words


@lru_cache(maxsize=1)
def _every_word() -> tuple[frozenset[str], frozenset[str]]:
    """Return all words that are not English, and those that are not ASCII.

    The words of letters match whole words of a text; the others match anywhere.
    """
    data = tables()
    others = (*_PLAIN, "alphabets", "months", "talk", "ledger", "people", "fields", "coins")
    found = {word for name, table in data.items() if name not in others for word in _leaves(table, "en")}
    found.update(word for word in all_words(*_PLAIN) if not word.isascii())
    found.update(name[:length] for name in all_words("months") for length in (3, 4, None))
    whole = frozenset(word for word in found if word.isalpha())
    return whole, frozenset(word for word in found if _is_wide(word) or not word.isalpha())


def _languages(chosen: frozenset[str]) -> frozenset[str]:
    """Return the languages of the chosen words for keys, rows, statuses and deals."""
    data = tables()
    kinds = ("keys", "rows", "status")
    groups = (data["deals"], *(by for kind in kinds for by in data[kind].values()))
    own = ((name, {*words}.difference(by.get("en", ()))) for by in groups for name, words in by.items())
    return frozenset(name for name, words in own if name != "en" and not chosen.isdisjoint(words))


ENGLISH: Final = _vocabulary(frozenset())
"""The words of English only."""

_NO_NAMES: Final = frozenset(all_words("talk.nobody", "talk.somebody", "talk.exclaims"))
_JOINS: Final = ENGLISH.shape(" (?:@talk.joins@|(?ai:or|oder|ou|o)) ")


def is_nobodys_name(name: str) -> bool:
    """Return True for words before a status that are not one name: `Both`, `Cid and Dan`."""
    return folded(name) in _NO_NAMES or _JOINS.search(f"{name} ") is not None


_INITIALS: Final = {**INITIALS, "1": Row.TOP, "2": Row.MIDDLE, "3": Row.BOTTOM}
"""The row for each one-character label, if three such lines have 3, 5 and 5 cards."""


@lru_cache(maxsize=64)
def rows_by_initials(initials: tuple[str, ...]) -> tuple[Row, ...]:
    """Return the rows whose labels begin with these letters in one language, empty if unclear.

    `A`, `B` and `C`, up or down, may count the rows, or be Alto, Basso and Centro.
    """
    order = "".join(initials)
    if order in ascii_lowercase or order[::-1] in ascii_lowercase:
        return ()
    words = tables()["rows"]
    found = set()
    for language in words["top"]:
        letters = {row: {word[0] for word in words[row.name.lower()].get(language, ())} for row in Row}
        if language == "en":
            letters = {row: {sign for sign, of in _INITIALS.items() if of is row} for row in Row}
        found |= {
            order
            for order in permutations(Row)
            if all(initial in letters[row] for initial, row in zip(initials, order, strict=True))
        }
    return found.pop() if len(found) == 1 else ()


def has_mark(name: str) -> bool:
    """Return True for a name with a mark that may have a meaning: `Ben FOUL`, `Ana (x2)`, `Ana +2`."""
    return ENGLISH.shape(_MORE_THAN_NAME).search(name) is not None


_AMOUNT_BESIDE: Final = (
    r"(?:[+\u2212–-][0-9]|[x×][0-9]|[0-9][0-9.,]*~(?:[x×$]|@CURRENCY@|@money.cents@)(?![^\W_])|[$€£][0-9])"
)
_MARKS: Final = "@all.status|all.money.void|all.money.paid|all.money.owes|all.money.double|talk.half|talk.fees|talk.results@"
# Behind a blank alone, only words that nobody has as a family name.
_MORE_THAN_NAME: Final = (
    rf"^//|@CROSS@|[^ ][ ,;:–—-]+@all.people.marks@[!.]*$|[^ ] {_AMOUNT_BESIDE}[^ ]*$"
    r"|[^ ] @all.money.owes|all.money.paid@ .*[0-9]"
    rf"|[(\[](?:(?ai:f|x)|(?:[^()\[\]]*[^\w()\[\]])??(?:{_MARKS}|{_AMOUNT_BESIDE})[^()\[\]]*)[)\]]$"
)
