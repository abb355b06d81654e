"""Every spelling of cards, and every slip that gets a hint of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.diagnostics.problem import describe_character
from ofcscore.game.cards import WEIGHTS
from ofcscore.game.naturals import KINDS, Natural
from ofcscore.game.spelling import (
    CardAt,
    ask_about_jokers,
    begins_with_joker,
    find_kind,
    read_cards,
    refuse_jokers,
)
from tests.loops import each
from tests.strategies import DECK, spelled_row


@each(
    ("written", "canonical"),
    [
        ("Qh Qd 5c", "Qh Qd 5c"),
        ("QhQd5c", "Qh Qd 5c"),
        ("Qh,Qd,5c", "Qh Qd 5c"),
        ("Qh, Qd, 5c", "Qh Qd 5c"),
        ("qH\tQD  5C", "Qh Qd 5c"),
        ("QQ5", "Q Q 5"),
        ("q q 5", "Q Q 5"),
        ("10h 10 Th t", "Th T Th T"),
        ("101010", "T T T"),
        ("9TJQK", "9 T J Q K"),
        ("Q♥ Q♦ 5♣ A♠", "Qh Qd 5c As"),
        ("Q♡ Q♢ 5♧ A♤", "Qh Qd 5c As"),
        ("Q♥\ufe0f Q♦\ufe0e", "Qh Qd"),
        ("♥Q ♦10 ♣5", "Qh Td 5c"),
        ("♥Q♦Q♣5", "Qh Qd 5c"),
        ("hQ dQ c5", "Qh Qd 5c"),
        ("hA,s10", "Ah Ts"),
        ("A T 8 5 2 flush", "A T 8 5 2 flush"),
        ("AT852 suited", "A T 8 5 2 flush"),
        ("A T 8 5 2 FLUSH", "A T 8 5 2 flush"),
        ("A T 8 5 2 hearts", "Ah Th 8h 5h 2h"),
        ("A T 8 5 2 spade", "As Ts 8s 5s 2s"),
        ("A T 8 5 2 ♥", "Ah Th 8h 5h 2h"),
        ("AT852 ♥️", "Ah Th 8h 5h 2h"),
        ("AT852 ♡", "Ah Th 8h 5h 2h"),
        ("A T 8 5 2 h", "Ah Th 8h 5h 2h"),
        ("9TJQK straight flush", "9 T J Q K flush"),
        ("TJQKA Royal Flush", "T J Q K A flush"),
        ("Ah Th 8h 5h 2h flush", "Ah Th 8h 5h 2h"),
        ("", ""),
    ],
)
def test_spellings(written: str, canonical: str) -> None:
    """Ranks in any case, T or 10; suits after the rank, before it, as signs, or none."""
    read = read_cards(written)
    assert read.faults == ()
    assert read.text == canonical


@given(st.data())
def test_every_row_in_every_spelling(data: st.DataObject) -> None:
    cards = tuple(data.draw(st.permutations(DECK))[:5])
    read = read_cards(data.draw(spelled_row(cards)))
    assert read.faults == ()
    assert read.codes == cards


@given(st.data())
def test_columns_are_those_of_the_source(data: st.DataObject) -> None:
    text = data.draw(spelled_row(tuple(data.draw(st.permutations(DECK))[:5])))
    for card in read_cards(text).cards:
        again = read_cards(text[card.start : card.end])
        assert [other.code for other in again.cards] == [card.code]


@each("words", ["hearts", "heart flush", "flush hearts", "Hearts suited"])
def test_a_flush_of_a_suit(words: str) -> None:
    read = read_cards(f"A T 8 5 2 {words}")
    assert (read.text, read.faults) == ("Ah Th 8h 5h 2h", ())
    assert read.word_at == (10, 10 + len(words))


def test_a_card_knows_its_columns() -> None:
    assert read_cards("Qh 10d").cards == (CardAt("Qh", 0, 2), CardAt("Td", 3, 6))


@each(
    ("written", "code", "columns", "message", "hint"),
    [
        # 8. ranks that are none
        (
            "Q 1h 5",
            "card-unreadable",
            (2, 4),
            "1h is not a card",
            "ranks are 2 3 4 5 6 7 8 9 T (or 10) J Q K A",
        ),
        ("Q 0h 5", "card-unreadable", (2, 4), "0h is not a card", "did you mean 10h?"),
        ("Q 11h 5", "card-unreadable", (2, 5), "11h is not a card", "ranks are"),
        ("Q Eh 5", "card-unreadable", (2, 4), "Eh is not a card", "ranks are"),
        # 10. letters for figures
        ("Q l0h 5", "card-unreadable", (2, 5), "l0h (with the letter l) is not a card", "did you mean 10h?"),
        ("Q Oh 5", "card-unreadable", (2, 4), "Oh (with the letter O) is not a card", "did you mean 10h?"),
        ("Q 1Oh 5", "card-unreadable", (2, 5), "1Oh (with the letter O) is not a card", "did you mean 10h?"),
        ("Q 1O 5", "card-unreadable", (2, 4), "1O (with the letter O) is not a card", "did you mean 10?"),
        # 11. a suit that is none
        ("Q 9z 5", "card-unreadable", (3, 4), "z is not a suit", "suits are"),
        ("10z Q 5", "card-unreadable", (2, 3), "z is not a suit", "suits are"),
        ("Qh9z5d", "card-unreadable", (3, 4), "z is not a suit", "suits are"),
        ("QQL", "card-unreadable", (2, 3), "L is not a card", "ranks are"),
        ("Qhh Qd 5", "card-unreadable", (2, 3), "h is a second suit for the card before it", "`Qh`"),
        # 13. letters of other scripts
        ("Q Aſ 5", "card-unreadable", (3, 4), "U+017F", "suits"),
        ("Q Кh 5", "card-unreadable", (2, 3), "U+041A CYRILLIC CAPITAL LETTER KA", "ranks"),
        ("Q Ｑh 5", "card-unreadable", (2, 3), "U+FF31", "ranks"),
        ("Q \u212ah 5", "card-unreadable", (2, 3), "U+212A", "ranks"),
        # 14. hearts that are no suit sign
        # 17. unknown cards
        ("Q ?? 5", "card-unknown", (2, 4), "?? is an unknown card", "`foul`"),
        ("XXXXX", "card-unknown", (0, 5), "XXXXX is an unknown card", None),
        ("A T flush 8 5 2", "suit-word", (4, 9), "between the cards", "at the end"),
        (
            "Q Q 5 ♥",
            "card-unreadable",
            (6, 7),
            "♥ (U+2665 BLACK HEART SUIT) cannot be part of a card",
            "ranks",
        ),
        ("A T 8 5 2d h", "card-unreadable", (11, 12), "h is not a card", "ranks"),
        ("Ah Th 8h 5h 2 h", "card-unreadable", (14, 15), "h is not a card", "ranks"),
        (
            "A T 8 5 2 spades hearts",
            "suit-word",
            (17, 23),
            "hearts is a second word for the suit of this row",
            None,
        ),
    ],
)
def test_slips(written: str, code: str, columns: tuple[int, int], message: str, hint: str | None) -> None:
    faults = read_cards(written).faults
    assert [(fault.code, fault.start, fault.end) for fault in faults] == [(code, *columns)]
    assert message in faults[0].message
    if hint is not None:
        assert hint in (faults[0].hint or "")


JOKERS = {
    "* K K": "*1 K K|JK1 K K|X1 K K|X KK|Jk1 K K|Jk K K|*KK|🃏KK|🃏\ufe0f K K|joker K K|JOKER K K|jkr K K",
    "* * K": "JK1 JK2 K|X1 X2 K|*1 *2 K|Jk1 Jk2 K|X X K|XXK|**K|🃏🃟 K|joker1 joker2 K|x1 x2 K",
    "Kc * Ac": "Kc X1 Ac|KcX1Ac|Kc*1Ac|Kc*Ac|Kc JK2 Ac|Kc, Jk, Ac|KcXAc",
    "K K * 2 2": "KK*22|KKX22|K K *2 2 2|KK *2 2|K K * 2 2",
    "K * Th": "K*10h|K X 10h|KX10h",
    "A 9 5 2 * flush": "A952* flush|A952X suited|A 9 5 2 X1 flush",
    "Ah 9h * 5h 2h": "A9*52 hearts",
}


@each(("written", "canonical"), [(text, row) for row, texts in JOKERS.items() for text in texts.split("|")])
def test_jokers_in_every_spelling(written: str, canonical: str) -> None:
    """ "JK1 JK2 (DeepOFC), X1 X2 (giovinco), *1 *2 and Jk1 (victorywys), one bare X or Jk,
    U+1F0CF. Take all; print *"."""
    read = read_cards(written)
    assert read.faults == ()
    assert read.text == canonical


@each("written", ["JK2", "QJK", "QQ JK2", "AAJK2", "QJk52", "jk5"])
def test_jack_king_without_a_blank_is_no_joker_by_itself(written: str) -> None:
    assert "*" not in read_cards(written).text


@each(
    ("written", "joker", "both"),
    [
        ("QQJK", "Q Q *", "Q Q J K"),
        ("JK5", "* 5", "J K 5"),
        ("Q Q JK", "Q Q *", "Q Q J K"),
        ("AA jk 5 2", "A A * 5 2", "A A J K 5 2"),
        ("Ah Kd JK", "Ah Kd *", "Ah Kd J K"),
    ],
)
def test_jack_king_is_asked_about_where_the_deck_has_jokers(written: str, joker: str, both: str) -> None:
    """ "Never read `JK` in a ranks-only row as jack-king: `JK` without digit is ambiguous there,
    ask for `*`"."""
    (fault,) = ask_about_jokers(read_cards(written)).faults
    assert fault.code == "joker-unclear"
    assert written[fault.start : fault.end].upper() == "JK"
    assert fault.hint == f"write `{joker}` for a joker, or `{both}` for a jack and a king"


@each(
    ("text", "joker"),
    [
        ("X A A / KKQQ2 / 34567", True),
        ("JK1 AA / KKQQ2 / 34567", True),
        ("* A A KKQQ2 34567", True),
        ("joker A * / KKQQ2 / 34567", True),
        ("X AA3 / KKQQ2 / 34567", False),
        ("X AA3 KKQQ2 34567", False),
        ("* Ann AA3 / KKQQ2 / 34567", False),
        ("Q A A / KKQQ2 / 34567", False),
        ("X", False),
    ],
)
def test_a_joker_at_the_head_of_a_board_is_no_name(text: str, joker: bool) -> None:
    assert begins_with_joker(text) is joker


@each("written", ["J K 5", "Jh Kd 5c", "JhKd5c", "J Kd 5", "KJ5"])
def test_a_jack_and_a_king_apart_are_not_asked_about(written: str) -> None:
    assert ask_about_jokers(read_cards(written)).faults == ()


@each(
    ("written", "code", "columns", "message"),
    [
        ("Q Jk 5", "card-joker", (2, 4), "Jk is a joker, but these rules don't use jokers"),
        ("Q * 5", "card-joker", (2, 3), "* is a joker, but these rules don't use jokers"),
        ("Q joker 5", "card-joker", (2, 7), "joker is a joker, but these rules don't use jokers"),
        ("Q X1 5", "card-joker", (2, 4), "X1 is a joker, but these rules don't use jokers"),
        ("Q**", "card-joker", (1, 3), "** is a joker, but these rules don't use jokers"),
        ("Q X 5", "card-unknown", (2, 3), "X is an unknown card, but scoring needs every card"),
        ("QXX", "card-unknown", (1, 3), "XX is an unknown card, but scoring needs every card"),
    ],
)
def test_jokers_without_any_in_the_deck(
    written: str, code: str, columns: tuple[int, int], message: str
) -> None:
    (fault,) = refuse_jokers(read_cards(written), written).faults
    assert (fault.code, fault.start, fault.end, fault.message) == (code, *columns, message)
    if code == "card-joker":
        assert (
            fault.hint
            == "to play with two jokers, add `+ jokers` to the rules, for example `rules: ofc + jokers`"
        )


@each(("written", "fits"), [("Q Jk", True), ("5 Q Jk", False), ("Q joker", False), ("2 3 4 Jk", True)])
def test_a_jack_and_a_king_are_offered_if_the_row_has_room(written: str, fits: bool) -> None:
    (fault,) = refuse_jokers(read_cards(written), written).faults
    assert (fault.hint or "").endswith("; for a jack and a king, write `J K`") is fits


def test_what_stands_around_a_slip_is_kept() -> None:
    read = read_cards("Qh1OhQd")
    assert [card.code for card in read.cards] == ["Qh", "Qd"]
    assert [(fault.start, fault.end) for fault in read.faults] == [(2, 5)]


@given(st.text(max_size=30))
def test_any_text_gives_cards_and_faults(text: str) -> None:
    """Cards and faults lie inside the text, and nothing but ASCII and the suit signs is ever a card."""
    read = read_cards(text)
    for card in read.cards:
        assert 0 <= card.start < card.end <= len(text)
        assert card.code in WEIGHTS
        assert all(c.isascii() or c in "♠♥♦♣♤♡♢♧\ufe0e\ufe0f🃏🂿🃟" for c in text[card.start : card.end])
    for fault in read.faults:
        assert 0 <= fault.start < fault.end <= len(text)


@pytest.mark.parametrize(
    ("character", "shown"),
    [("a", "a"), ("К", "К (U+041A CYRILLIC CAPITAL LETTER KA)"), ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE")],
)
def test_characters_are_shown_safely(character: str, shown: str) -> None:
    assert describe_character(character) == shown


# Names of naturals.


@each(
    ("name", "kind"),
    [
        ("Dragon", "dragon"),
        ("complete-straight", "dragon"),
        ("13-card straight", "dragon"),
        ("six pair", "six-pairs"),
        ("6 pairs", "six-pairs"),
        ("six-and-a-half-pairs", "six-pairs"),
        ("five pairs and a triplet", "five-pairs-triplet"),
        ("five-pairs-and-one-triplet", "five-pairs-triplet"),
        ("five pairs and one three of a kind", "five-pairs-triplet"),
        ("four threes of a kind", "four-triplets"),
        ("four_trips", "four-triplets"),
        ("three-straight", "three-straights"),
        ("3 flushes", "three-flushes"),
        ("three straight flush", "three-straight-flushes"),
        ("three fours of a kind", "three-quads"),
        ("three four of a kind", "three-quads"),
        ("suit", "one-suit"),
        ("complete suit", "one-suit"),
        ("all thirteen cards of one suit", "one-suit"),
        ("thirteen of one suit", "one-suit"),
        ("complete straight in one suit", "one-suit"),
        ("one-color", "one-colour"),
        ("all one colour", "one-colour"),
        ("all cards are the same colour", "one-colour"),
        ("13 of one colour", "one-colour"),
        ("twelve-one-color", "twelve-of-one-colour"),
        ("12 of one colour", "twelve-of-one-colour"),
        ("small cards", "small"),
        ("big", "big"),
        ("all 12 pictures", "twelve-pictures"),
        ("12 picture cards", "twelve-pictures"),
        ("5 pairs in a row", "five-consecutive-pairs"),
        ("Twelve royals", "twelve-royals"),
        ("no picture", "no-pictures"),
        ("no picture cards", "no-pictures"),
        ("", None),
        ("-", None),
        ("cards", None),
        ("pairs", None),
        ("six pairs!", None),
        ("drag\u00f6n", None),
        ("blac\u212a", None),
    ],
)
def test_names_of_kinds(name: str, kind: str | None) -> None:
    assert find_kind(name) == kind


@each("kind", KINDS)
def test_a_kind_is_found_by_its_name_and_by_its_words(kind: str) -> None:
    assert find_kind(kind) == kind
    assert find_kind(kind.replace("-", " ").upper()) == kind
    assert find_kind(Natural(kind, 1, 0, ()).name) == kind
