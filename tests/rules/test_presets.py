"""The shipped rule sets say what the tables of the rules say: each row of each table by name."""

from __future__ import annotations

import pickle
from itertools import permutations

import pytest

from ofcscore.diagnostics.problem import Exit
from ofcscore.files.yaml_nodes import read_document
from ofcscore.game.naturals import NaturalHand
from ofcscore.rules import files
from ofcscore.rules.files import read_shipped, shipped_names
from ofcscore.rules.loading import load_layers
from ofcscore.rules.merging import Loaded, nonsense
from ofcscore.rules.model import Players, Rules
from tests.loops import each

PRESETS, OPTIONS = shipped_names()
WATER = ("shisanshui", "shisanshui-fujian", "shisanshui-shots")
"""The games of thirteen water."""
THIRTEEN = ("capsa-susun", "mau-binh", "mau-binh-double", "pusoy", "pusoy-bank", "thai-thirteen", *WATER)
"""The thirteen-card games of Asia, which `test_thirteen.py` holds against their tables."""
OTHERS = tuple(name for name in PRESETS if name not in THIRTEEN)


def loaded(text: str, *sets: str) -> Loaded:
    found, problems = load_layers(text, sets=sets)
    assert not problems, problems
    assert found is not None
    return found


def rules(text: str, *sets: str) -> Rules:
    return loaded(text, *sets).rules


def digest(text: str) -> str:
    return rules(text).digest


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
    """Its source gives no pictures no value, so a rule set has to."""
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


# -- settings ------------------------------------------------------------------------------------

PAIRS = dict(zip("6789TJQKA", range(1, 10), strict=True))
RISING = {"pair": {"Q": 0, "K": 1, "A": 2}, "trips": 3}
"""Cards more for queens, kings, aces and trips on top."""
LOW = {
    "middle": {"low": {"worst": "T"}},
    "royalties.middle": {"high-card": {"7": 4, "75432": 8, "8": 2, "9": 1}},
    "fantasyland.enter.top": {"pair": {"K": 0, "A": 0}, "trips": 0},
    "fantasyland.enter.middle": {"high-card": {"75432": 0}},
    "fantasyland.stay.middle": {},
}
NO_PAIRS = {
    "points.scoop": "none",
    "royalties.top": {},
    "royalties.middle": {},
    "royalties.bottom": {},
    "decides": ["surrender", "natural", "rows"],
}
"""A rule set that compares no pairs has no price for a foul."""


KINDS = ("trips", "straight", "flush", "full-house", "quads", "straight-flush", "royal-flush")


def pays(*points: int) -> dict[str, int]:
    """Return the royalties of the highest kinds of rows, up to the royal flush."""
    return dict(zip(KINDS[-len(points) :], points, strict=True))


def chinese(top: int, middle: dict[str, int], bottom: dict[str, int]) -> dict[str, object]:
    return {"royalties.top": {"trips": top}, "royalties.middle": middle, "royalties.bottom": bottom}


OPEN_FACE: dict[str, object] = {
    "players.min": 2,
    "players.max": 4,
    "players.more": "problem",
    "wheel": "low",
    "middle": "high",
    "order": "at-least",
    "points.row": 1,
    "points.scoop": 3,
    "points.scoop_all": "none",
    "points.overall": 0,
    "points.overall_by": "points",
    "foul.pays": "lost-rows",
    "foul.royalties": "paid",
    "royalties.count": "both",
    "royalties.top": {"pair": PAIRS, "trips": dict(zip("23456789TJQKA", range(10, 23), strict=True))},
    "royalties.middle": pays(2, 4, 8, 12, 20, 30, 50),
    "royalties.bottom": pays(2, 4, 6, 10, 15, 25),
    "compare": "everyone",
    "pool.sweep": "none",
    "surrender": "none",
    "aces": "none",
    "moon": "none",
    "fantasyland.cards": 13,
    "fantasyland.enter.top": {"pair": {"Q": 0, "K": 0, "A": 0}, "trips": 0},
    "fantasyland.enter.middle": {},
    "fantasyland.enter.bottom": {},
    "fantasyland.enter.together": 0,
    "fantasyland.stay.top": {"trips": 0},
    "fantasyland.stay.middle": {"full-house": 0, "quads": 0, "straight-flush": 0, "royal-flush": 0},
    "fantasyland.stay.bottom": {"quads": 0, "straight-flush": 0, "royal-flush": 0},
    "fantasyland.stay.royalty": "none",
    "fantasyland.stay.cards": "base",
    "bankroll": "none",
    "table-stakes": "no",
    "limits.first": "left-of-dealer",
    "decides": ["surrender", "natural", "moon", "foul", "rows"],
}

# What each changes of another, naturals apart (above), and so what it leaves alone.
CHANGES: dict[str, tuple[str, dict[str, object]]] = {
    # Pineapple is for 2 or 3 players (4 is a warning), and has 14 cards.
    "ofc-pineapple": ("ofc", {"players.max": 3, "players.more": "warning", "fantasyland.cards": 14}),
    "ofc-progressive": ("ofc-pineapple", {"fantasyland.enter.top": RISING}),
    "ofc-ultimate": ("ofc-progressive", {"fantasyland.stay.cards": "same"}),
    "ofc-27": ("ofc-pineapple", LOW),
    "ofc-27-progressive": ("ofc-27", {"fantasyland.enter.together": 1}),
    # Strict, a foul 6, surrender 2, and no royalty for trips in the middle.
    "ofc-headshot": (
        "ofc",
        {"order": "strict", "foul.pays": 6, "surrender": 2, "royalties.middle": pays(4, 8, 12, 20, 30, 50)},
    ),
    "ofc-flat-trips": ("ofc", {"royalties.top": {"pair": PAIRS, "trips": 20}}),
    # On top pairs only; fouls 6 and no royalties.
    "ofc-2013": (
        "ofc",
        {
            "foul.pays": 6,
            "foul.royalties": "unpaid",
            "royalties.top": {"pair": PAIRS},
            "royalties.middle": pays(4, 8, 12, 16, 20, 20),
            "royalties.bottom": pays(2, 4, 6, 8, 10, 20),
        },
    ),
    # A royalty counts only for the row's winner; otherwise as `ofc`, before fantasyland.
    "ofc-2012": ("ofc + no-fantasyland", {"royalties.count": "winner-adds"}),
    # Trips on top enter with 16 cards at PPPoker, and nobody stays by the middle row.
    "ofc-pppoker": (
        "ofc-progressive",
        {
            "fantasyland.enter.top": {**RISING, "trips": 2},
            "fantasyland.stay.middle": {},
            "fantasyland.stay.cards": "same",
        },
    ),
    "ofc-pppoker-progressive": ("ofc-progressive", {"fantasyland.stay.middle": {}}),
    "ofc-kkpoker": ("ofc-progressive", {"fantasyland.stay.middle": {}, "fantasyland.stay.cards": "same"}),
    "ofc-kkpoker-joker": ("ofc-kkpoker", {"jokers": 2, "joker.copies": "any"}),
    # Chinese poker: strict, without fantasyland.
    "chinese": (
        "ofc + no-fantasyland",
        {"order": "strict", "limits.first": None, **chinese(3, pays(2, 6, 10, 20), pays(4, 5, 10))},
    ),
    "chinese-eastern": (
        "chinese",
        {"royalties.middle": pays(2, 8, 10, 14), "royalties.bottom": pays(4, 5, 7)},
    ),
    "chinese-simple": ("chinese", {path: NO_PAIRS[path] for path in NO_PAIRS if path != "decides"}),
    "chinese-pagat": (
        "chinese-simple",
        {"royalties.count": "winner-replaces", **chinese(3, pays(2, 4, 5, 5), pays(4, 5, 5))},
    ),
    "chinese-malayan": ("chinese-simple", {"compare": "bank", **chinese(2, pays(2, 6, 8, 8), pays(4, 6, 6))}),
    "chinese-vietnamese": (
        "chinese-simple",
        {"royalties.count": "winner-replaces", **chinese(3, pays(2, 8, 10, 10), pays(4, 5, 5))},
    ),
    "chinese-singapore": (
        "chinese-simple",
        {"royalties.count": "winner-replaces", **chinese(3, pays(2, 8, 14, 14), pays(4, 7, 7))},
    ),
    # 3 for a scoop and 3 more for all (9 instead of 6), and surrender 3.
    "chinese-hawaiian": (
        "chinese-vietnamese",
        {"royalties.count": "winner-adds", "points.scoop": 3, "points.scoop_all": 3, "surrender": 3},
    ),
    # Options.
    "chinese-pagat + higher-middle": ("chinese-pagat", {"royalties.middle": pays(2, 5, 6, 6)}),
    "chinese-pagat + losing-hands-count": (
        "chinese-pagat",
        {"royalties.count": "both", **chinese(2, pays(1, 3, 4, 4), pays(3, 4, 4))},
    ),
    "chinese-pagat + higher-middle + losing-hands-count": (
        "chinese-pagat + losing-hands-count",
        {"royalties.middle": pays(1, 4, 5, 5)},
    ),
    "chinese-pagat + sweep-1": ("chinese-pagat", {"points.scoop": 1}),
    "chinese-pagat + sweep-3": ("chinese-pagat", {"points.scoop": 3}),
    # By points, or by rows in 2-4 scoring, which has no scoop.
    "chinese-pagat + overall-point": ("chinese-pagat", {"points.overall": 1}),
    "ofc + two-four": ("ofc", {"points.overall": 1, "points.overall_by": "rows", "points.scoop": "none"}),
    # Double for one and triple for all (Vietnamese), double for all (Singapore).
    "chinese-vietnamese + double-triple": (
        "chinese-vietnamese",
        {"points.scoop": {"factor": 2}, "points.scoop_all": {"factor": 3}},
    ),
    "chinese-singapore + double-all": ("chinese-singapore", {"points.scoop_all": {"factor": 2}}),
    "ofc + pool": ("ofc", {"compare": "pool", "pool.sweep": 3, **NO_PAIRS}),
    "ofc + single-winner": ("ofc", {"compare": "single-winner", **NO_PAIRS}),
    "chinese + bank": ("chinese", {"compare": "bank"}),
    "chinese-pagat + surrender": ("chinese-pagat", {"surrender": "two-rows"}),
    "chinese-hawaiian + aces-bet": ("chinese-hawaiian", {"aces": [0, 1, 2, 6, 8]}),
    "ofc + moon": ("ofc", {"moon": None, "moon.points": 20, "moon.highest": "J"}),
    "ofc + bankroll-100": ("ofc", {"bankroll": 100}),
    "chinese-hawaiian + table-stakes": ("chinese-hawaiian", {"table-stakes": "yes"}),
    "ofc + jokers": ("ofc", {"jokers": 2}),
    "ofc + low-middle": ("ofc", LOW),
    "ofc + progressive": ("ofc", {"fantasyland.enter.top": RISING}),
    # An alternative: any row worth 10 royalty points; pineapple apps often leave the middle out.
    "ofc + stay-on-ten": ("ofc", {"fantasyland.stay.royalty": 10}),
    "ofc-pineapple + stay-without-middle": ("ofc-pineapple", {"fantasyland.stay.middle": {}}),
    # Fantasyland is agreed before the game.
    "ofc + no-fantasyland": (
        "ofc",
        {"fantasyland": "none", **{path: None for path in OPEN_FACE if path.startswith("fantasyland.")}},
    ),
}


def settings_of(text: str) -> dict[str, object]:
    return {path: v for path, v in rules(text).settings.items() if not path.startswith("naturals.")}


def test_the_settings_of_open_face() -> None:
    assert settings_of("ofc") == OPEN_FACE


@each("name", CHANGES)
def test_what_a_rule_set_changes_of_another(name: str) -> None:
    base, changes = CHANGES[name]
    before, found = settings_of(base), settings_of(name)
    paths = {path for path in (*before, *found) if before.get(path) != found.get(path)}
    assert {path: found.get(path) for path in paths} == changes


def test_every_preset_but_those_of_thirteen_cards_is_held_against_its_table() -> None:
    assert {"ofc", *(name for name in CHANGES if " + " not in name)} == set(OTHERS)


@each("name", THIRTEEN)
def test_who_plays_games_of_thirteen_cards(name: str) -> None:
    found = rules(name)
    assert (found.surrender, found.players) == ("none", Players(2, 4, "problem"))
    assert found.compare == ("bank" if name == "pusoy-bank" else "everyone")
    assert found.fantasyland is None


# -- Presets ------------------------------------------------------------------------------------


def test_all_presets_ship() -> None:
    assert set(PRESETS) == {
        *(
            *("ofc", "ofc-pineapple", "ofc-progressive", "ofc-27", "ofc-27-progressive", "ofc-headshot"),
            "chinese",
        ),
        *("chinese-simple", "chinese-pagat", "chinese-malayan", "chinese-vietnamese", "chinese-singapore"),
        *("chinese-hawaiian", "ofc-ultimate", "ofc-flat-trips", "ofc-2013", "chinese-eastern"),
        *("ofc-pppoker", "ofc-pppoker-progressive", "ofc-kkpoker", "ofc-2012", *THIRTEEN),
        "ofc-kkpoker-joker",
    }


def test_all_options_ship() -> None:
    assert set(OPTIONS) == {
        *(
            *("sweep-1", "sweep-3", "overall-point", "two-four", "higher-middle", "losing-hands-count"),
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


# -- Options ------------------------------------------------------------------------------------


@each("order", list(permutations(["low-middle", "pineapple", "progressive"])))
def test_three_variants_in_any_order(order: tuple[str, ...]) -> None:
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


@each("name", PRESETS)
def test_no_preset_contradicts_itself(name: str) -> None:
    assert list(nonsense(rules(name).settings)) == []


WITH_FANTASYLAND = {name for name in OTHERS if name.startswith("ofc")} - {"ofc-2012"}
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
        option: ({*PRESETS} - WITH_FANTASYLAND, "it has no fantasyland")
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
        ("ofc + bank + pool", "`pool` does not fit `ofc + bank`"),
        ("ofc + pool + bank", "`bank` does not fit `ofc + pool`"),
        ("ofc + single-winner + bank", "`bank` does not fit `ofc + single-winner`"),
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
