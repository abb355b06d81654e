"""The words of the players: read from rule files, known in claims, shown by reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from ofcscore.diagnostics.problem import format_problem
from ofcscore.diagnostics.terminal import text_width
from ofcscore.game.cards import Board, Stated
from ofcscore.game.game_words import Speech, kind_called
from ofcscore.game.ranks import rank_high
from ofcscore.game.spelling import rank
from ofcscore.log.check.checker import Overrides, read_session
from ofcscore.log.read.sources import file_source, text_source
from ofcscore.report.wording import Style
from ofcscore.rules.describe import (
    as_lines,
    dump_rules,
    list_settings,
    players_word,
    settings_help,
    show_rules,
)
from ofcscore.rules.loading import check_file, load_layers, load_rules
from ofcscore.rules.settings import SETTINGS
from ofcscore.scoring.boards import scales_of, score_board
from ofcscore.scoring.deal import Deal
from ofcscore.session.session import score_session
from ofcscore.session.settlement import settle
from tests.loops import each
from tests.transcripts import ROOT

# Games 3.2: the words by language.
CHINESE = {
    "top middle bottom": "头道 中道 尾道",
    "point": "水",
    "high-card pair two-pair trips straight flush full-house quads straight-flush": (
        "乌龙 对子 两对 三条 顺子 同花 葫芦 铁支 同花顺"
    ),
    "scoop scoop-all foul double": "打枪 全垒打 倒牌 马牌",
    "one-suit dragon twelve-royals": "至尊青龙 一条龙 十二皇族",
    "three-straight-flushes three-quads": "三同花顺 三分天下",
    "big small one-colour four-triplets five-pairs-triplet": "全大 全小 凑一色 四套三条 五对三条",
    "six-pairs three-flushes three-straights": "六对半 三同花 三顺子",
}
VIETNAMESE = {
    "top": "chi đầu",
    "middle": "chi giữa",
    "bottom": "chi cuối",
    "trips": "sám",
    "two-pair": "thú",
    "full-house": "cù lũ",
    "quads": "tứ quý",
    "flush": "thùng",
    "straight": "sảnh",
    "straight-flush": "thùng phá sảnh",
    "scoop": "sập 3 chi",
    "scoop-all": "bắt sập làng",
    "foul": "binh lủng",
    "one-suit": "rồng cuốn",
    "dragon": "sảnh rồng",
    "five-pairs-triplet": "năm đôi một sám",
    "six-pairs": "lục phé bôn",
    "five-consecutive-pairs": "năm đôi thông",
    "three-flushes": "ba thùng",
    "three-straights": "ba sảnh",
}


@pytest.mark.parametrize("name", ["shisanshui", "shisanshui-fujian"])
def test_chinese(name: str) -> None:
    rules, _ = load_rules(name)
    assert rules is not None
    for keys, words in CHINESE.items():
        assert [rules.words[key][0] for key in keys.split()] == words.split()


@pytest.mark.parametrize("name", ["mau-binh", "mau-binh-double"])
def test_vietnamese(name: str) -> None:
    rules, _ = load_rules(name)
    assert rules is not None
    assert {key: rules.words[key][0] for key in VIETNAMESE} == VIETNAMESE


@each(
    ("text", "kind"),
    [
        ("sảnh rồng", "dragon"),
        ("SẢNH-RỒNG", "dragon"),
        # Decomposed, as some keyboards write it.
        ("sa\u0309nh ro\u0302\u0300ng", "dragon"),
        ("sảnh", None),
        ("sập 3 chi", None),
    ],
)
def test_a_kind_is_found_by_the_players_name(text: str, kind: str | None) -> None:
    rules, _ = load_rules("mau-binh")
    assert rules is not None
    assert kind_called(text, rules.words) == kind


def claimed(rules: str, claim: str) -> tuple[str | None, list[str]]:
    """Return the claims of a log under a rule set, and its problems."""
    log = f"deal 1\nAn: claim {claim}: A 2 3 4 5 6 7 8 9 T J Q K\nBinh: foul (0 aces)\n"
    items, problems = read_session([text_source(log)], Overrides(rules))
    kinds = [board.claim for item in items if isinstance(item, Deal) for board in item.boards]
    return (kinds[0] if kinds else None), [format_problem(p) for p in problems]


@each(
    ("rules", "claim"),
    [
        ("mau-binh", "sảnh rồng"),
        ("mau-binh", "Sảnh-rồng"),
        ("shisanshui", "一条龙"),
        ("mau-binh", "dragon"),
        ("shisanshui", "complete straight"),
    ],
)
def test_a_log_claims_in_the_players_words(rules: str, claim: str) -> None:
    assert claimed(rules, claim) == ("dragon", [])


def test_an_evening_of_four_is_settled_from_a_log_in_the_players_words() -> None:
    text = (ROOT / "examples" / "presets" / "mau-binh.ofc").read_text("utf-8")
    assert "An: claim năm đôi thông: " in text
    items, problems = read_session([text_source(text)])
    _, session, running = score_session(items)
    assert not problems
    assert not running
    assert session.totals == {"An": 24, "Binh": -27, "Chi": -3, "Dung": 6}
    assert [tuple(payment) for payment in settle(session.totals)] == [
        ("Binh", "An", 24),
        ("Binh", "Dung", 3),
        ("Chi", "Dung", 3),
    ]


def test_a_deal_by_rules_of_its_own_is_expected_in_their_words() -> None:
    text = (
        "rules: chinese\ndeal 1\nrules: mau-binh\nAn: claim sảnh rồng: A 2 3 4 5 6 7 8 9 T J Q K\n"
        "Binh: foul (0 aces)\nexpect An: natural Sảnh-Rồng\n"
    )
    items, problems = read_session([text_source(text)])
    assert not problems
    assert not score_session(items)[2]


HOUSE = """name: wednesday
title: Wednesday
source: agreed at the table
extends: chinese-pagat
words: {foul: [dead, kaputt], top: roof, middle: hall, bottom: cellar}
"""
FORMS = {
    "labelled rows": ("night.ofc", "Ana: roof: JJ5 / hall: AA762 / cellar: 9TJQK\nBen: dead\n"),
    "labels without colons": ("night.ofc", "Ana: roof=JJ5 hall=AA762 cellar=9TJQK\nBen: kaputt\n"),
    "a mark": ("night.ofc", "Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844 kaputt\n"),
    "a mark in brackets": ("night.ofc", "Ana: JJ5 / AA762 / 9TJQK\nBen (dead): 663 / KK943 / 88844\n"),
    "expected": (
        "night.ofc",
        "Ana: JJ5 / AA762 / 9TJQK\nBen: dead\nexpect Ana/Ben: roof +1\nexpect Ben: dead\n",
    ),
    "a chat": (
        "night.txt",
        "14/11/2026, 21:03 - Ana: roof JJ5 hall AA762 cellar 9TJQK\n14/11/2026, 21:04 - Ben: dead\n",
    ),
    "csv": ("night.csv", "player,roof,hall,cellar,status\nAna,JJ5,AA762,9TJQK,\nBen,,,,dead\n"),
    "markdown": (
        "night.txt",
        "| player | roof | hall | cellar |\n|---|---|---|---|\n| Ana | JJ5 | AA762 | 9TJQK |\n"
        "| Ben | dead | | |\n",
    ),
    "yaml": ("night.yaml", "boards:\n  Ana: {roof: JJ5, hall: AA762, cellar: 9TJQK}\n  Ben: dead\n"),
    "a list": (
        "night.yaml",
        "boards:\n- {player: Ana, roof: JJ5, hall: AA762, cellar: 9TJQK}\n- {player: Ben, status: kaputt}\n",
    ),
}
"""Logs that call rows and fouls as the rule set does."""


@each("form", FORMS)
@each("named", [True, False])
def test_logs_of_all_forms_call_rows_and_fouls_as_their_players_do(
    form: str, named: bool, tmp_path: Path
) -> None:
    name, text = FORMS[form]
    (tmp_path / "house.yaml").write_text(HOUSE, "utf-8")
    rules = str(tmp_path / "house.yaml")
    if named and name != "night.csv":
        text = f"rules: ./house.yaml\n{text}"
    log = tmp_path / name
    log.write_text(text, "utf-8")
    found, problems = read_session([file_source(log)], Overrides(None if "rules" in text else rules))
    assert [format_problem(problem) for problem in problems if not problem.warning] == []
    (deal,) = [item for item in found if isinstance(item, Deal)]
    assert deal.boards[0].rows == ("J J 5", "A A 7 6 2", "9 T J Q K")
    assert deal.boards[1].stated is Stated.FOUL


def test_words_of_other_players_are_no_natural() -> None:
    kind, problems = claimed("mau-binh", "一条龙")
    assert kind is None
    assert "`一条龙` is not a natural" in problems[0]


def test_the_digest_knows_no_words(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    text = "name: house\nextends: chinese\nwords: {foul: [phạm quy, hỏng], top: trên}\n"
    path.write_text(text, encoding="utf-8")
    found, problems = check_file(str(path))
    plain, _ = load_rules("chinese")
    assert found is not None
    assert plain is not None
    assert not problems
    assert found.rules.digest == plain.digest
    assert found.rules.words == {"foul": ("phạm quy", "hỏng"), "top": ("trên",)}
    path.write_text(dump_rules(found), encoding="utf-8")
    again, problems = check_file(str(path))
    assert again is not None
    assert not problems
    assert again.rules.words == found.rules.words


@each(
    ("text", "message"),
    [
        ("words: none", "words must be a mapping, for example {foul: binh lủng}, not `none`"),
        ("words: {fuol: x}", "`fuol` is not a setting of words"),
        (
            "words: {foul: {a: b}}",
            "words.foul must be one or a few words of at most 40 characters, not a mapping",
        ),
        ("words: {foul: 'a: b'}", "words.foul must be one or a few words"),
        ("words: {foul: ''}", "words.foul must be one or a few words of at most 40 characters, not nothing"),
        ("words: {dragon: rồng, one-suit: Rồng}", "Rồng is already the word for dragon"),
    ],
)
def test_words_that_cannot_be_read(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"extends: chinese\n{text}\n", encoding="utf-8")
    _, problems = check_file(str(path))
    assert message in problems[0].message


def test_a_table_of_wide_letters_is_in_line() -> None:
    found, _ = load_layers("shisanshui + surrender")
    assert found is not None
    lines = as_lines(show_rules(found, ""))
    assert max(map(text_width, lines)) <= 80
    assert "  full house              葫芦" in lines


def test_a_style_speaks_the_words_of_the_rules_that_it_is_given() -> None:
    rules, _ = load_rules("shisanshui")
    assert rules is not None
    assert Style().of_rules(rules).say("foul") == "foul"
    own = Style(own=True).of_rules(rules)
    assert own.say("foul") == "倒牌"
    assert own.say("surrender", "surrenders") == "surrenders"


def test_words_that_rule_sets_do_not_share_are_left_in_a_head() -> None:
    found = [load_rules(name)[0] for name in ("shisanshui", "mau-binh", "shisanshui-fujian")]
    water, binh, fujian = (one for one in found if one is not None)
    own = Style(own=True)
    assert own.of_rules(water, fujian).say("scoop", "scoops") == "打枪"
    assert own.of_rules(water, binh).say("scoop", "scoops") == "scoops"


@each(
    ("left", "right", "words"),
    [
        ("K K 5", "K K 4", "对子 K 5"),
        ("A K Q 9 3", "A K Q 9 2", "乌龙 A K Q 9 3"),
        ("9 9 5 5 J", "9 9 5 5 T", "两对 9 5 J"),
        ("Ah Kh Qh Jh Th", "9h 8h 7h 6h 5h", "同花顺 A"),
        ("5 5 5 5 5", "2 3 4 5 6", "five fives"),
    ],
)
def test_a_rank_in_the_players_words_has_the_kickers_that_decide(left: str, right: str, words: str) -> None:
    rules, _ = load_rules("shisanshui")
    assert rules is not None
    ranks = [rank_high((5,) * 5) if text == "5 5 5 5 5" else rank(text) for text in (left, right)]
    assert Speech(rules.words).rank(*ranks) == words


def test_a_foul_of_a_low_middle_is_told_in_the_players_words(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("name: house\nextends: ofc-27\nwords: {middle: giữa, straight: sảnh}\n", encoding="utf-8")
    found, _ = check_file(str(path))
    assert found is not None
    rules = found.rules
    for middle, said in (
        ("2 3 4 5 6", "the giữa is not low: sảnh 6"),
        ("J 3 4 5 6", "the giữa is jack high, but the worst allowed is ten high"),
    ):
        board = Board.of("Ann", "Q Q 5", middle, "9 T J Q K")
        assert score_board(board, scales_of(rules)).foul_in(Speech(rules.words)) == said


@each(
    ("word", "name"),
    [("打枪", "scoop"), ("全垒打", "scoop"), ("头道", "row"), ("马牌", "double"), ("六对半", "six pairs")],
)
def test_a_word_of_the_players_is_found_among_all_rule_sets(word: str, name: str) -> None:
    found = players_word(word)
    assert found is not None
    assert (found.name, found.rules) == (name, "shisanshui")


def test_a_word_of_nobody_is_none() -> None:
    assert players_word("xyzzy") is None


SPEAK = (
    *("ofc", "ofc + moon", "ofc + jokers", "ofc + low-middle", "ofc + single-winner", "ofc + pool"),
    *("ofc-kkpoker-joker", "chinese + overall-point", "mau-binh"),
)
"""Rule sets that have every setting between them."""


def test_every_setting_has_its_help_with_values_that_a_rule_set_takes() -> None:
    assert list(settings_help()) == list(SETTINGS)
    refused = [
        f"{path}={value}"
        for path, about in settings_help().items()
        for value in about["values"]
        if not any(load_rules(name, sets=[f"{path}={value}"])[0] for name in SPEAK)
    ]
    assert refused == []
    shown = as_lines(list_settings())
    assert set(SETTINGS) <= set(shown)
