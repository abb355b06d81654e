"""The shipped rule sets say what the tables of the rules say: each row of each table by name."""

from __future__ import annotations

import pickle
from itertools import permutations

import pytest

from ofcscore.diagnostics.problem import Exit
from ofcscore.files.yaml_nodes import read_document
from ofcscore.game.board import Row
from ofcscore.game.jokers import Jokers
from ofcscore.game.naturals import NaturalHand
from ofcscore.game.spelling import rank
from ofcscore.rules import files
from ofcscore.rules.files import read_shipped, shipped_names
from ofcscore.rules.loading import load_layers
from ofcscore.rules.merging import Loaded, nonsense
from ofcscore.rules.model import Bonus, Fantasyland, Moon, Players, Rules
from tests.loops import each

TOP, MIDDLE, BOTTOM = Row.TOP, Row.MIDDLE, Row.BOTTOM
PRESETS, OPTIONS = shipped_names()
WATER = ("shisanshui", "shisanshui-fujian", "shisanshui-shots")
"""The games of thirteen water."""
THIRTEEN = ("capsa-susun", "mau-binh", "mau-binh-double", "pusoy", "pusoy-bank", "thai-thirteen", *WATER)
"""The thirteen-card games of Asia, which `test_thirteen.py` holds against their tables."""
OTHERS = tuple(name for name in PRESETS if name not in THIRTEEN)

# One row of cards for each category, by the words that the tables use.
EXAMPLE = {
    "trips": "7 7 7 A 2",
    "straight": "9 T J Q K",
    "flush": "Ah Th 8h 5h 2h",
    "full house": "7 7 7 A A",
    "quads": "7 7 7 7 2",
    "straight flush": "9h Th Jh Qh Kh",
    "royal": "Ah Kh Qh Jh Th",
}


def loaded(text: str, *sets: str) -> Loaded:
    found, problems = load_layers(text, sets=sets)
    assert not problems, problems
    assert found is not None
    return found


def rules(text: str, *sets: str) -> Rules:
    return loaded(text, *sets).rules


def digest(text: str) -> str:
    return rules(text).digest


def royalty(name: str, row: Row, cards: str) -> int | None:
    """The royalty that a rule set's table has for a row, None where it has none."""
    low = row is MIDDLE and rules(name).middle.low
    return rules(name).royalties.tables[row].value(rank(cards, low=low))


def enters(name: str, row: Row, cards: str) -> int | None:
    land = rules(name).fantasyland
    assert land is not None
    return land.enter[row].value(rank(cards, low=row is MIDDLE and rules(name).middle.low))


def stays(name: str, row: Row, cards: str) -> int | None:
    land = rules(name).fantasyland
    assert land is not None
    return land.stay[row].value(rank(cards, low=row is MIDDLE and rules(name).middle.low))


# -- points -----------------------------------------------------------------------------------------------


def test_simple_chinese_pays_no_royalty_and_no_scoop() -> None:
    """None; one point a row, no scoop."""
    simple = rules("chinese-simple")
    assert all(not table.entries for table in simple.royalties.tables)
    assert simple.points.row == 1
    assert not simple.points.scoop
    assert not simple.points.scoop_all


# -- Naturals ------------------------------------------------------------------------------------

NATURALS = {
    "chinese-pagat": ("higher", "six-pairs 3, three-straights 3, three-flushes 3, dragon 13"),
    "chinese-malayan": (
        "difference",
        "three-flushes 3, three-straights 4, six-pairs 4, five-pairs-triplet 5, four-triplets 6,"
        " one-colour 10, small-8 10, big 10, three-quads 16, three-straight-flushes 18, twelve-pictures 18,"
        " one-suit 26",
    ),
    "chinese-vietnamese": (
        "higher",
        "three-straights 3, three-flushes 3, six-pairs 3, five-pairs-triplet 6, dragon 13, one-suit 26",
    ),
    "chinese-singapore": (
        "equal-cancel",
        "six-pairs 3, three-straights 3, three-flushes 3, small-9 3, dragon 13",
    ),
    "chinese-singapore + small-to-ten + dragon-26": (
        "equal-cancel",
        "six-pairs 3, three-straights 3, three-flushes 3, small-10 3, dragon 26",
    ),
    "chinese-hawaiian": (
        "difference",
        "three-straights 4, three-flushes 4, twelve-of-one-colour 4, one-colour 6, six-pairs 4, dragon 13,"
        " one-suit 39",
    ),
}


@each("name", list(NATURALS))
def test_naturals(name: str) -> None:
    """The table of naturals, ascending, with units; what happens between two."""
    between, listed = NATURALS[name]
    naturals = rules(name).naturals
    assert naturals.between == between
    assert naturals.declared
    hands = ", ".join(
        f"{hand.kind}{f'-{hand.highest}' if hand.highest else ''} {hand.points}" for hand in naturals.hands
    )
    assert hands == listed


@each("name", [p for p in OTHERS if p not in NATURALS])
def test_other_presets_have_no_naturals(name: str) -> None:
    assert rules(name).naturals.hands == ()


def test_no_pictures_asks_for_its_points() -> None:
    """No pictures has no value in 002 and so asks for one, else a problem."""
    found, problems = load_layers("chinese-pagat + no-pictures")
    assert found is None
    assert [p.message for p in problems] == ["the natural no-pictures has no points"]
    sets = ("naturals.no-pictures.points=3", "naturals.no-pictures.above=three-straights")
    naturals = rules("chinese-pagat + no-pictures", *sets).naturals
    assert [h.kind for h in naturals.hands] == [
        "six-pairs",
        "three-straights",
        "no-pictures",
        "three-flushes",
        "dragon",
    ]
    assert naturals.hands[2] == NaturalHand("no-pictures", 3)


def test_no_pictures_without_a_place_stands_above_what_is_worth_no_more() -> None:
    naturals = rules("chinese-pagat + no-pictures", "naturals.no-pictures=5").naturals
    assert [h.kind for h in naturals.hands][-2:] == ["no-pictures", "dragon"]


# -- Fantasyland ---------------------------------------------------------------------------------

CARDS = {
    "ofc": 13,
    "ofc-headshot": 13,
    "ofc-flat-trips": 13,
    "ofc-2013": 13,
    "ofc-pineapple": 14,
    "ofc-progressive": 14,
    "ofc-27": 14,
    "ofc-27-progressive": 14,
    "ofc-ultimate": 14,
    "ofc-pppoker": 14,
    "ofc-pppoker-progressive": 14,
    "ofc-kkpoker": 14,
    "ofc-kkpoker-joker": 14,
}


def land(name: str) -> Fantasyland:
    found = rules(name).fantasyland
    assert found is not None
    return found


@each("name", PRESETS)
def test_fantasyland_cards(name: str) -> None:
    """13 open-face, 14 pineapple; regular Chinese has none."""
    if name in CARDS:
        assert land(name).cards == CARDS[name]
    else:
        assert rules(name).fantasyland is None


@each("name", ["ofc", "ofc-pineapple", "ofc-headshot", "ofc-flat-trips", "ofc-2013"])
def test_entering_with_queens_or_better(name: str) -> None:
    """A set board with QQ or better on top."""
    for top in ("Q Q 2", "K K 2", "A A 2", "2 2 2", "A A A"):
        assert enters(name, TOP, top) == 0
    for top in ("J J A", "A K Q"):
        assert enters(name, TOP, top) is None
    assert enters(name, MIDDLE, EXAMPLE["royal"]) is None


@each("name", ["ofc", "ofc-pineapple", "ofc-progressive", "ofc-headshot", "ofc-ultimate"])
def test_staying(name: str) -> None:
    """Trips on top, full house or better in the middle, or quads or better at the bottom."""
    assert stays(name, TOP, "2 2 2") == 0
    assert stays(name, TOP, "A A K") is None
    for kind in ("full house", "quads", "straight flush", "royal"):
        assert stays(name, MIDDLE, EXAMPLE[kind]) == 0
        assert stays(name, BOTTOM, EXAMPLE[kind]) == (None if kind == "full house" else 0)
    assert stays(name, MIDDLE, EXAMPLE["flush"]) is None


@each("name", ["ofc-progressive", "ofc-ultimate", "ofc + progressive"])
@each(("top", "extra"), [("Q Q 2", 0), ("K K 2", 1), ("A A 2", 2), ("2 2 2", 3), ("A A A", 3)])
def test_progressive_adds(name: str, top: str, extra: int) -> None:
    """Progressive adds 0, 1, 2, 3 on entering with QQ, KK, AA, trips."""
    assert enters(name, TOP, top) == extra


def test_staying_deals_the_base_number_again_but_for_ultimate() -> None:
    """Staying deals the base number again, in ofc-ultimate the same number."""
    assert land("ofc-progressive").stay_cards == "base"
    assert land("ofc-ultimate").stay_cards == "same"


@pytest.mark.parametrize("name", ["ofc-27", "ofc-27-progressive"])
def test_low_middle_fantasyland(name: str) -> None:
    """KK+ on top or 7-5-4-3-2 in the middle; trips on top or quads+ at the bottom."""
    assert enters(name, TOP, "Q Q A") is None
    for top in ("K K 2", "A A 2", "2 2 2"):
        assert enters(name, TOP, top) == 0
    assert enters(name, MIDDLE, "7 5 4 3 2") == 0
    assert enters(name, MIDDLE, "7 6 4 3 2") is None
    assert stays(name, TOP, "2 2 2") == 0
    assert stays(name, MIDDLE, "7 5 4 3 2") is None
    assert stays(name, BOTTOM, EXAMPLE["quads"]) == 0
    assert stays(name, BOTTOM, EXAMPLE["full house"]) is None
    assert land(name).together == (1 if "progressive" in name else 0)


# Cards on entering with QQ, KK, AA and trips, and what whoever stays gets.
ROOMS = {
    "ofc-pppoker": ((0, 1, 2, 2), "same"),
    "ofc-pppoker-progressive": ((0, 1, 2, 3), "base"),
    "ofc-kkpoker": ((0, 1, 2, 3), "same"),
    "ofc-kkpoker-joker": ((0, 1, 2, 3), "same"),
}


@each("name", list(ROOMS))
def test_fantasyland_of_the_rooms(name: str) -> None:
    """ "enter with trips on top: 16 at PPPoker, 17 at Spartan, KKPoker"; "a full house, or quads, in
    the middle only: leaves"; "ultimate" stays with the same number, "progressive" with 14."""
    extra, again = ROOMS[name]
    assert tuple(enters(name, TOP, top) for top in ("Q Q 2", "K K 2", "A A 2", "2 2 2")) == extra
    assert land(name).stay_cards == again
    assert stays(name, TOP, "2 2 2") == 0
    for kind in ("full house", "quads", "straight flush", "royal"):
        assert stays(name, MIDDLE, EXAMPLE[kind]) is None
        assert stays(name, BOTTOM, EXAMPLE[kind]) == (None if kind == "full house" else 0)


def test_points_of_the_rooms() -> None:
    """ "Points agree with `ofc-progressive` in every hand; fantasyland does not"."""
    usual = rules("ofc-progressive").settings
    for name in ROOMS:
        settings = rules(name).settings
        differ = {path for path in usual if settings[path] != usual[path]}
        assert all(path.startswith("fantasyland.") for path in differ), (name, differ)


def test_2012() -> None:
    """A royalty counts only for the row's winner; otherwise as `ofc`, before fantasyland."""
    usual, early = rules("ofc + no-fantasyland").settings, rules("ofc-2012").settings
    assert {path: early[path] for path in usual if early[path] != usual[path]} == {
        "royalties.count": "winner-adds"
    }


def test_stay_on_ten() -> None:
    """003's alternative, any row worth 10 royalty points."""
    assert land("ofc").stay_royalty == 0
    assert land("ofc + stay-on-ten").stay_royalty == 10


def test_jokers_at_kkpoker() -> None:
    """`ofc-kkpoker-joker` (with two jokers, `copies: any`), in all else as `ofc-kkpoker`."""
    joker = rules("ofc-kkpoker-joker")
    assert joker.jokers == Jokers(2, "any", "none")
    assert joker.settings == {**rules("ofc-kkpoker").settings, "jokers": 2, "joker.copies": "any"}
    assert rules("ofc-kkpoker + jokers", "joker.copies=any").digest == joker.digest
    assert rules("ofc-kkpoker").jokers == Jokers(0, "row", "none")


def test_stay_without_middle() -> None:
    """Pineapple apps often leave the middle out."""
    assert stays("ofc-pineapple + stay-without-middle", MIDDLE, EXAMPLE["royal"]) is None
    assert stays("ofc-pineapple + stay-without-middle", BOTTOM, EXAMPLE["quads"]) == 0


# -- Presets ------------------------------------------------------------------------------------


def test_all_presets_of_rules_10_ship() -> None:
    assert set(PRESETS) == {
        *(
            "ofc",
            "ofc-pineapple",
            "ofc-progressive",
            "ofc-27",
            "ofc-27-progressive",
            "ofc-headshot",
            "chinese",
        ),
        *("chinese-simple", "chinese-pagat", "chinese-malayan", "chinese-vietnamese", "chinese-singapore"),
        *("chinese-hawaiian", "ofc-ultimate", "ofc-flat-trips", "ofc-2013", "chinese-eastern"),
        *("ofc-pppoker", "ofc-pppoker-progressive", "ofc-kkpoker", "ofc-2012", *THIRTEEN),
        "ofc-kkpoker-joker",
    }


def test_all_options_of_rules_10_ship() -> None:
    assert set(OPTIONS) == {
        *(
            "sweep-1",
            "sweep-3",
            "overall-point",
            "two-four",
            "higher-middle",
            "losing-hands-count",
            "surrender",
        ),
        *("bank", "single-winner", "pool", "aces-bet", "moon", "no-pictures", "small-to-ten", "dragon-26"),
        *("low-middle", "pineapple", "progressive", "double-triple", "double-all", "table-stakes"),
        *("bankroll-100", "stay-on-ten", "stay-without-middle", "no-fantasyland", "jokers"),
    }


@each("name", PRESETS)
def test_every_preset_loads_alone_and_states_everything(name: str) -> None:
    found = loaded(name)
    assert found.rules.name == name
    assert found.rules.layers == (name,)
    file = read_shipped(name)
    assert file is not None
    assert file[0].extends is None
    assert set(file[0].given) == set(found.rules.settings)


@each("name", [*PRESETS, *OPTIONS])
def test_every_shipped_file_has_its_name_title_and_source(name: str) -> None:
    found = read_shipped(name)
    assert found is not None
    file, problems = found
    assert not problems
    assert file.name == name
    assert 0 < len(file.title) <= 58
    assert file.source


def test_a_saved_rule_set_is_the_one_of_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the build saves them; a text that has changed since, or other nodes, are read anew."""
    saved = files.save_shipped()
    texts = [found for name in PRESETS + OPTIONS if (found := files.shipped_text(name)) is not None]
    monkeypatch.setattr(files, "package_data", lambda *name: saved)
    documents = files._saved_documents.__wrapped__()
    for text, file in texts:
        assert (pickle.loads(documents[text]), []) == read_document(text, file, Exit.USAGE)
    assert texts[0][0] + "#" not in documents
    monkeypatch.setattr(files, "_KIND_OF_NODE", ())
    assert files._saved_documents.__wrapped__() == {}
    monkeypatch.setattr(files, "package_data", lambda *name: None)
    assert files._saved_documents.__wrapped__() == {}


def test_presets_differ() -> None:
    assert len({digest(name) for name in PRESETS}) == len(PRESETS)


STRICT = {name for name in PRESETS if name.startswith("chinese")} | {"ofc-headshot"}


@each("name", OTHERS)
def test_order(name: str) -> None:
    """Strict in 000's and 002's Chinese poker and in 004, at least as good in open-face."""
    assert rules(name).order == ("strict" if name in STRICT else "at-least")


@each("name", OTHERS)
def test_scoops(name: str) -> None:
    """1-6 scoring, no scoop in 002's presets but chinese-hawaiian (9 instead of 6 for all)."""
    none = {"chinese-simple", "chinese-pagat", "chinese-malayan", "chinese-vietnamese", "chinese-singapore"}
    points = rules(name).points
    assert points.row == 1
    assert points.scoop == Bonus(0 if name in none else 3)
    assert points.scoop_all == Bonus(3 if name == "chinese-hawaiian" else 0)
    assert points.overall == 0


@each("name", OTHERS)
def test_fouls(name: str) -> None:
    """As three lost rows with the royalties; headshot 6 (004); ofc-2013 6 and no royalties."""
    foul = rules(name).foul
    assert foul.pays == (6 if name in ("ofc-headshot", "ofc-2013") else "lost-rows")
    assert foul.royalties == (name != "ofc-2013")


@each("name", PRESETS)
def test_surrender(name: str) -> None:
    """004 pays 2, Hawaiian Gardens 3; nobody else surrenders without the option."""
    assert rules(name).surrender == {"ofc-headshot": 2, "chinese-hawaiian": 3}.get(name, "none")


@each("name", PRESETS)
def test_who_compares(name: str) -> None:
    """Malayan is against the bank."""
    assert rules(name).compare == ("bank" if name in ("chinese-malayan", "pusoy-bank") else "everyone")


@each("name", PRESETS)
def test_players(name: str) -> None:
    """Pineapple for 2 or 3 players (4 is a warning)."""
    expected = Players(2, 3, "warning") if CARDS.get(name) == 14 else Players(2, 4, "problem")
    assert rules(name).players == expected


@each("name", OTHERS)
def test_what_no_preset_has(name: str) -> None:
    found = rules(name)
    assert found.moon is None
    assert found.aces == ()
    assert found.bankroll == 0
    assert not found.table_stakes
    assert found.ranks.wheel == "low"
    assert found.decides == ("surrender", "natural", "moon", "foul", "rows")


def test_flat_trips() -> None:
    """Any trips on top 20."""
    for trips in "23456789TJQKA":
        assert royalty("ofc-flat-trips", TOP, f"{trips} {trips} {trips}") == 20
    assert royalty("ofc-flat-trips", TOP, "A A 2") == 9


def test_2013() -> None:
    """Bottom 2, 4, 6, 8, 10, 20; middle 4, 8, 12, 16, 20, 20; top pairs only."""
    kinds = ("straight", "flush", "full house", "quads", "straight flush", "royal")
    assert [royalty("ofc-2013", BOTTOM, EXAMPLE[k]) for k in kinds] == [2, 4, 6, 8, 10, 20]
    assert [royalty("ofc-2013", MIDDLE, EXAMPLE[k]) for k in kinds] == [4, 8, 12, 16, 20, 20]
    assert royalty("ofc-2013", MIDDLE, EXAMPLE["trips"]) is None
    assert royalty("ofc-2013", TOP, "6 6 2") == 1
    assert royalty("ofc-2013", TOP, "A A 2") == 9
    assert royalty("ofc-2013", TOP, "A A A") is None


def test_eastern() -> None:
    """Top trips 3; middle full house 2, quads 8, straight flush 10, royal 14; bottom 4, 5, 7."""
    assert royalty("chinese-eastern", TOP, "2 2 2") == 3
    kinds = ("full house", "quads", "straight flush", "royal")
    assert [royalty("chinese-eastern", MIDDLE, EXAMPLE[k]) for k in kinds] == [2, 8, 10, 14]
    assert [royalty("chinese-eastern", BOTTOM, EXAMPLE[k]) for k in kinds] == [None, 4, 5, 7]


# -- Options ------------------------------------------------------------------------------------


def test_sweeps() -> None:
    """An extra 1 unit (or sometimes 3 units) for a sweep."""
    assert rules("chinese-pagat + sweep-1").points.scoop == Bonus(1)
    assert rules("chinese-pagat + sweep-3").points.scoop == Bonus(3)


def test_overall_points() -> None:
    """By points (002), by rows in 2-4 scoring (003), which has no scoop."""
    by_points = rules("chinese-pagat + overall-point").points
    assert (by_points.overall, by_points.overall_by) == (1, "points")
    two_four = rules("ofc + two-four").points
    assert (two_four.overall, two_four.overall_by) == (1, "rows")
    assert not two_four.scoop
    assert not two_four.scoop_all


def test_factors() -> None:
    """Double for one and triple for all (Vietnamese), double for all (Singapore)."""
    vietnamese = rules("chinese-vietnamese + double-triple").points
    assert (vietnamese.scoop, vietnamese.scoop_all) == (Bonus(factor=2), Bonus(factor=3))
    singapore = rules("chinese-singapore + double-all").points
    assert (singapore.scoop, singapore.scoop_all) == (Bonus(), Bonus(factor=2))


@pytest.mark.parametrize("option", ["pool", "single-winner"])
def test_what_compares_no_pairs_prices_no_fouls(option: str) -> None:
    """A foul wins nothing."""
    found = rules(f"ofc + {option}")
    assert found.compare == option
    assert found.decides == ("surrender", "natural", "rows")
    assert not found.points.scoop
    assert all(not table.entries for table in found.royalties.tables)
    assert found.pool_sweep == (3 if option == "pool" else 0)


def test_side_payments() -> None:
    """Surrender as two lost rows; aces 0, 1, 2, 6, 8; the moon 20 for jack-high or lower."""
    assert rules("chinese-pagat + surrender").surrender == "two-rows"
    assert rules("chinese-hawaiian + aces-bet").aces == (0, 1, 2, 6, 8)
    assert rules("ofc + moon").moon == Moon(20, 11)


def test_session_options() -> None:
    """100 starting points; chips."""
    assert rules("ofc + bankroll-100").bankroll == 100
    assert rules("chinese-hawaiian + table-stakes").table_stakes


def test_no_fantasyland() -> None:
    """Fantasyland is agreed before the game (002)."""
    assert rules("ofc + no-fantasyland").fantasyland is None


@each("order", list(permutations(["low-middle", "pineapple", "progressive"])))
def test_the_three_variants_of_001_in_any_order(order: tuple[str, ...]) -> None:
    """Low middle, pineapple and progressive can be set independently."""
    assert digest(" + ".join(["ofc", *order])) == digest("ofc-27-progressive")


@each(
    ("total", "preset"),
    [
        ("ofc + pineapple", "ofc-pineapple"),
        ("ofc + pineapple + progressive", "ofc-progressive"),
        ("ofc + progressive + pineapple", "ofc-progressive"),
        ("ofc + low-middle + pineapple", "ofc-27"),
        ("ofc + pineapple + low-middle", "ofc-27"),
        ("ofc-pineapple + low-middle", "ofc-27"),
        ("ofc-progressive + low-middle", "ofc-27-progressive"),
        ("ofc-27 + progressive", "ofc-27-progressive"),
        (
            "chinese-pagat + losing-hands-count + higher-middle",
            "chinese-pagat + higher-middle + losing-hands-count",
        ),
        ("ofc + sweep-3", "ofc"),
        ("chinese + no-fantasyland", "chinese"),
    ],
)
def test_sums_that_are_equal(total: str, preset: str) -> None:
    assert digest(total) == digest(preset)


def test_low_middle_alone_keeps_thirteen_cards_and_four_players() -> None:
    found = rules("ofc + low-middle")
    assert found.middle.low
    assert found.middle.worst == 10
    assert found.players.max == 4
    assert land("ofc + low-middle").cards == 13


@each("name", PRESETS)
def test_no_preset_contradicts_itself(name: str) -> None:
    assert list(nonsense(rules(name).settings)) == []


# What does not fit what, and why: the words that the message must have.
SENSELESS = {
    "bank": ({"mau-binh"}, "bank"),
    "single-winner": ({"chinese-malayan", "pusoy-bank"}, "it already says who compares with whom"),
    "pool": ({"chinese-malayan", "pusoy-bank"}, "it already says who compares with whom"),
    "moon": ({"ofc-27", "ofc-27-progressive"}, "does not fit a low middle"),
    "higher-middle": (
        {"chinese-simple", "ofc-27", "ofc-27-progressive", "thai-thirteen"},
        "quads in the middle pay no royalty",
    ),
    "small-to-ten": (
        set(PRESETS) - {"chinese-malayan", "chinese-singapore", *WATER},
        "no natural of small cards",
    ),
    "dragon-26": (
        set(PRESETS)
        - {"chinese-pagat", "chinese-vietnamese", "chinese-singapore", "chinese-hawaiian"}
        - {"mau-binh", "pusoy", "pusoy-bank", *WATER},
        "no natural of thirteen ranks",
    ),
    "no-pictures": (set(PRESETS), "has no points"),
    "losing-hands-count": (
        set(PRESETS) - {"chinese-pagat", "chinese-vietnamese", "chinese-singapore", *THIRTEEN}
        | {"pusoy", "pusoy-bank", "thai-thirteen"},
        "",
    ),
    **{
        option: (set(PRESETS) - set(CARDS), "it has no fantasyland")
        for option in ("pineapple", "progressive", "stay-on-ten", "stay-without-middle")
    },
}


@each("option", OPTIONS)
def test_every_option_on_every_preset(option: str) -> None:
    """Either a rule set, or a problem that says why."""
    senseless, why = SENSELESS.get(option, (set(), ""))
    for name in PRESETS:
        found, problems = load_layers(f"{name} + {option}")
        if name in senseless:
            assert found is None
            assert [p.code for p in problems] == ["rules-sense"]
            assert why in problems[0].message
        else:
            assert not problems, (name, option, problems)
            assert found is not None


@each(
    ("total", "why"),
    [
        ("ofc + bank + pool", "pool does not fit ofc + bank"),
        ("ofc + pool + bank", "bank does not fit ofc + pool"),
        ("ofc + single-winner + bank", "bank does not fit ofc + single-winner"),
        ("ofc + pool + overall-point", "points.overall is paid when two boards"),
        ("ofc + pool + sweep-3", "points.scoop is paid when two boards"),
        ("ofc + single-winner + double-all", "points.scoop_all is paid when two boards"),
        ("ofc + moon + pool", "decides has no moon"),
        ("ofc + moon + low-middle", "does not fit a low middle"),
        ("ofc + pool + stay-on-ten", "no row pays a royalty of 10"),
        ("ofc + no-fantasyland + progressive", "it has no fantasyland"),
    ],
)
def test_sums_that_make_no_sense(total: str, why: str) -> None:
    found, problems = load_layers(total)
    assert found is None
    assert len(problems) == 1
    assert why in problems[0].message
