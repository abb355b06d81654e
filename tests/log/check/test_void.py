"""Void deals named elsewhere in their log, and deals with the same name."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from pathlib import Path

import pytest

from ofcscore.log.read.voids import WORDS, _has_word
from ofcscore.log.words import tables
from tests.command import Ran, run
from tests.loops import each

HEAD = "rules: ofc-pineapple\nstake: 1 EUR\n\n"
DEALS = (
    "deal 1\nAna: Q32 / JJ66A / KK996\nBen: 22A / TTAQ2 / 77754\n",
    "deal 2\nAna: K86 / AQ873 / TJQKA\nBen: A85 / 44K76 / QQ993\n",
    "deal 3\nAna: 88T / QQ976 / AA963\nBen: JT5 / QQAT9 / KK558\n",
)


def score(text: str, *options: str) -> Ran:
    """Score a log from standard input."""
    return run("score", "-", *options, stdin=text)


def totals(text: str, *options: str) -> tuple[dict[str, int], list[str]]:
    """Return the totals of a log, and the names of its void deals."""
    ran = score(text, "--format", "json", *options)
    assert ran.status == 0, ran.err
    data = json.loads(ran.out)
    return data["totals"], [deal["name"] for deal in data.get("void", [])]


def log(*lines: str, deals: tuple[str, ...] = DEALS) -> str:
    """Return a log of three deals with lines after them."""
    return HEAD + "\n".join(deals) + "".join(f"{line}\n" for line in lines)


@cache
def without(*numbers: int) -> dict[str, int]:
    """Return the totals of the three deals without those of some numbers."""
    kept = [deal for number, deal in enumerate(DEALS, 1) if number not in numbers]
    return totals(HEAD + "\n".join(kept))[0]


@each(
    "line",
    [
        *("void: deal 1", "void: 1", "void deal 1", "Void: Deal #1", "void: deal 1 (misdeal)"),
        *("void: deal 1, Ana saw a card", "deal 1 void (misdeal)", "Deal 1: void", "deal 1 - misdeal"),
        *("deal 1 void", "deal 1 (exposed card)", "void: nr. 1", "void: Deal No. 1", "void: Runde 1"),
        *("ungültig: Spiel 1", "Vergeben: Runde Nr. 1 (zehn Karten)", "no deal: hand 1"),
    ],
    few=6,
)
@each("place", ["end", "below deal 2", "in deal 1"])
def test_a_void_deal_that_is_named_is_the_one(line: str, place: str) -> None:
    deals = list(DEALS)
    at = {"end": 2, "below deal 2": 1, "in deal 1": 0}[place]
    deals[at] += f"{line}\n"
    assert totals(HEAD + "\n".join(deals)) == (without(1), ["1"])


@each("line", ["void: deal 3", "void: 3 (misdeal)", "void deal 3"])
@each("above", [0, 1])
def test_a_void_deal_may_be_named_before_it(line: str, above: int) -> None:
    deals = list(DEALS)
    deals[above] = f"{line}\n{DEALS[0]}" if above == 0 else f"{DEALS[1]}{line}\n"
    assert totals(HEAD + "\n".join(deals)) == (without(3), ["3"])


def test_the_quick_look_for_void_deals_knows_every_word() -> None:
    words = [word for group in tables()["keys"]["void"].values() for word in group]
    talk = tables()["talk"]
    of_deals = (word for word in (*talk["redeals"], *talk["void_sentences"]) if not word[0].isdigit())
    for word in (*words, *tables()["money"]["void"], *of_deals):
        assert any(part in word.replace("'", "").replace(" ", "") for part in WORDS), word


def test_a_word_for_void_is_found_among_many_cards() -> None:
    line = "Tak: As Qs 2h / Js Jh Jd Ah Td / Kh Kd 9s Jc Tc\n"
    assert not _has_word(io.BytesIO(line.encode() * 3000))
    assert _has_word(io.BytesIO(f"{line * 3000}void\n{line * 3000}".encode()))
    for word in WORDS:
        for written in (word, word.upper(), word.title(), " ".join(word)):
            assert _has_word(io.BytesIO(f"{line * 30}{written}\n{line}".encode())), written


NAMED = {
    "void: 2nd|void: the 2nd|void: 2nd one|void: second|void: the second|void: second hand": [2],
    "void: two|void: deal two|void: II|void: # 2|void: 2)|void: (2)|void: misdeal in 2": [2],
    "void: as agreed 2|void: 2. Runde|void: #2 (14 cards)|void: 2 was void|void: zweites Spiel": [2],
    "void: #1 and #2|Void: #1 & #2|void #1 #2|void: 1, 2|void: deals 1, #2|void deals #1, #2 (so)": [1, 2],
    "void: 3rd, and 1st too|void: deal 3 and deal #1|misdeal #1 and #3": [1, 3],
    "void: 3 too": [3],
    "void the second deal": [2],
}


@each(("line", "void"), [(line, void) for lines, void in NAMED.items() for line in lines.split("|")], few=12)
@each("chat", [False, True])
def test_void_deals_are_named_by_their_numbers(line: str, void: list[int], chat: bool) -> None:
    text = log(line)
    if chat:
        said = [line for line in text.splitlines() if line]
        text = "".join(f"[20/11/2026, 21:0{at // 10}:1{at % 10}] Ana: {one}\n" for at, one in enumerate(said))
    found, names = totals(text)
    assert (found, sorted(names)) == (without(*void), sorted(map(str, void)))
    if not chat:
        written = run("fmt", "-", stdin=text).out
        assert run("fmt", "-", stdin=written).out == written
        assert totals(written) == (found, names)


END = DEALS[2]
"""The end of the log: a line after it is below all deals."""
ASKED = (
    # What stands in the log, what stands there instead, what is said of it.
    *((END, f"{END}void: {said}\n", "error[void-unclear]") for said in (
        *("deal 7", "7", "no, it counts", "?", "both", "all", "the whole evening", "half", "top row"),
        *("Ben only", "never mind, it counts", "2/3", "2 too", "also 2", "2 as well", "1 2", "2a", "1-2"),
        *("too many cards; also #1", "Ben's 2nd", "two of three", "first two", "seen in 2", "two deals"),
        *("deal 2, also 1", "1 because Ana saw a card", "1 as agreed", "1 due to a misdeal", "x2 for Ben"),
        *("2 as Ben showed it", "2 please", "D1", "H-2", "①", "第1局", "prev", "the last one", "no misdeal"),
        "1 Ana saw a card",
        # A reason that may mean that the deal counts.
        *("misdeal no", "no longer", "false alarm", "would be void", "cancelled?", "counts", "tbd"),
    )),
    *((DEALS[1], f"{DEALS[1]}void: {said}\n", "error[void-unclear]")
      for said in ("n/a", "nope", "nichts", "无", "maybe", "undecided")),
    *((DEALS[0], f"{DEALS[0].replace('deal 1', 'deal A')}void: {said}\n", "error[void-unclear]")
      for said in ("A as agreed", "A due to a misdeal")),
    *((DEALS[1], f"{DEALS[1]}{comment}\nvoid\n", "error[void-unclear]")
      for comment in ("# 14", "# 1st deal", "## Deal 5")),
    *((END, END + line, "error[void-unclear]") for line in (
        *("void deal 7\n", "anulada: la anterior\n", "ungültig: die vorige\n", "作废: 上一局\n"),
    )),
    *(("deal 3", again, "error[void-unclear]")
      for again in ("deal 2-corrected", "deal 2new", "deal 2v2", "deal 2-fix")),
    ("deal 2", "## Deal 2 ## void", "error[void-unclear]"),
    *(("deal 2", line, "struck out")
      for line in ("## ~~Deal 2~~", "**~~Deal 2~~**", "- ~~Deal 2~~", "> ~~stake: 2 EUR~~")),
    *(("deal 1", f"deal 1 {words}", "struck out")
      for words in ("~~x2~~", "~~void~~", "~void~", "(~~2 EUR~~)")),
    # A number twice, however it is written.
    *(("deal 3", again, "error[deal-name-repeated]: there is already a deal 2 in this log") for again in (
        *("deal two", "第二局", "第二把", "deal II", "deal ٢", "deal 2!", "deal 2 2026-11-20"),
        "deal 2 (20.11.2026)",
    )),
)  # fmt: skip


@each(("old", "new", "said"), ASKED)
def test_what_may_mean_another_deal_or_more_or_less_than_one_is_asked_about(
    old: str, new: str, said: str
) -> None:
    ran = score(log().replace(old, new, 1))
    assert (ran.status, ran.out) == (1, "")
    assert said in ran.err
    assert ran.err.count("error[void-unclear]") <= 1


VOID = (
    *((END, f"{END}void: {said}\n", [3]) for said in (
        *("3 cards dropped", "Ana saw a card", "14 cards", "2 cards exposed", "a second jack of spades"),
        *("Ben had 14", "at 21:30", "no contest", "doesn't count", "Leo saw two cards", "no deal"),
        "zählt nicht",
    )),
    *((END, f"{END}void: {said}\n", [1])
      for said in ("第一局", "第一把", "первую", "pierwsze", "første", "ilk", "una")),
    *((END, f"{END}void: {word}\n", []) for word in ("no", "nein", "-", "false")),
    *((DEALS[1], f"{DEALS[1]}{comment}\nvoid\n", [2])
      for comment in ("# misdeal, a card was seen", "# he sighed", "# 7 cards", "# ok")),
    # A name that says nothing more.
    *(("deal 2", f"deal {name}", []) for name in ("2a", "2b", "A", "12.5", "Friday", "2026-11-20")),
    ("deal 2", "## Deal 2 ##", []),
    ("deal 1", "deal 1 무효", [1]),
)  # fmt: skip


@each(("old", "new", "void"), VOID)
def test_which_deal_is_void_is_read(old: str, new: str, void: list[int]) -> None:
    assert totals(log().replace(old, new, 1)) == (without(*void), list(map(str, void)))


def test_a_deal_with_other_keys_below_a_void_one_of_its_name_asks() -> None:
    other = DEALS[1] + "expect: Ana 0, Ben 0\n"
    assert "error[void-unclear]" in score(log(deals=("deal 2 void\n", other))).err


def test_a_void_deal_is_named_as_its_deal_line_names_it() -> None:
    friday = log("void: Friday", deals=(DEALS[0].replace("deal 1", "deal Friday"), *DEALS[1:]))
    assert totals(friday) == (without(1), ["Friday"])


def test_a_number_twice_asks_with_and_without_a_date(tmp_path: Path) -> None:
    again = DEALS[2].replace("deal 3", "deal 2")
    dated = [DEALS[n].replace(f"deal {n + 1}", f"deal {n + 1} 2026-11-20") for n in (0, 1)]
    for text in (
        log(deals=(DEALS[0], dated[1], again)),
        log(deals=(*dated, again)),
        "date: 2026-11-20\n" + log(deals=(*DEALS[:2], again)),
    ):
        assert "error[deal-name-repeated]" in score(text).err
    boards = [{"Ana": "Q32 / JJ66A / KK996", "Ben": "22A / TTAQ2 / 77754"}] * 2
    boards.append({"Ana": "K86 / AQ873 / TJQKA", "Ben": "A85 / 44K76 / QQ993"})
    for name in ("Deal 2", "#2", " 2", "2.", 2.0, "２", "deal two"):
        data = [{"deal": deal, "boards": of} for deal, of in zip(("1", "2", name), boards, strict=True)]
        (tmp_path / "log.json").write_text(json.dumps(data))
        assert "error[deal-name-repeated]" in run("score", tmp_path / "log.json").err


def test_an_ordinal_is_asked_about_where_the_first_deal_is_another() -> None:
    deals = tuple(deal.replace("deal ", "deal 1") for deal in DEALS)
    assert "error[void-unclear]" in score(log("void: 2nd", deals=deals)).err
    assert totals(log("void: 12", deals=deals)) == (without(2), ["12"])


FORMATS = ("table", "chat", "markdown", "csv", "json", "jsonl", "html")


@each("form", FORMATS)
def test_each_report_lists_the_void_deals(form: str) -> None:
    ran = score(log("void: deal 1 (misdeal)"), "--format", form)
    assert ran.status == 0
    assert "void" in ran.out.lower()
    assert "misdeal" in ran.out


def test_void_deals_of_several_logs_are_told_apart(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.ofc").write_text(log("void: deal 1"), encoding="utf-8")
    ran = run("score", tmp_path / "a.ofc", tmp_path / "b.ofc", "--format", "chat")
    assert "Void: deals a/1, b/1" in ran.out


def test_a_void_deal_is_read_in_each_form(tmp_path: Path) -> None:
    file = tmp_path / "night.ofc"
    file.write_text(log("void: deal 1 (misdeal)"), encoding="utf-8")
    for form in ("yaml", "json", "jsonl", "csv", "ofc"):
        other = tmp_path / f"next.{form}"
        assert run("convert", file, "-o", other).status == 0
        data = json.loads(run("score", other, "--format", "json").out)
        assert data["totals"] == without(1)
        assert data["void"] == [{"name": "1", "reason": "misdeal"}]
        file = other


def test_fmt_keeps_a_deal_line_that_names_a_void_deal() -> None:
    once = run("fmt", "-", stdin=log("deal 1 void (misdeal)  # so"))
    assert "\n\ndeal 1                 # so\nvoid: misdeal\n" in once.out
    assert run("fmt", "-", stdin=once.out).out == once.out
    assert totals(once.out) == (without(1), ["1"])


def test_a_deal_line_makes_the_deal_below_it_void() -> None:
    text = log(deals=(DEALS[0], DEALS[1].replace("deal 2", "deal 2 - misdeal"), DEALS[2]))
    assert totals(text) == (without(2), ["2"])
    assert totals(log("deal 4 void")) == (without(), ["4"])


@pytest.mark.parametrize(
    ("value", "void"), [("1", None), ("#1", None), ("'1'", "1"), ("'#1'", "1"), ("true", "2")]
)
def test_a_bare_number_in_yaml_is_asked_about(value: str, void: str | None) -> None:
    boards = "boards: {Ana: Q32 / JJ66A / KK996, Ben: 22A / TTAQ2 / 77754}"
    flags = f"- deal: A\n  {boards}\n  void: 'no'\n- deal: 1\n  {boards}\n"
    flags += f"- deal: 2\n  void: {value}\n  {boards}\n"
    ran = run("score", "-", "--from", "yaml", "--format", "json", stdin=flags)
    found = [deal["name"] for deal in json.loads(ran.out)["void"]] if not ran.status else None
    assert found == ([void] if void else None)
    assert ("error[void-unclear]" in ran.err) == (void is None)


@pytest.mark.long
def test_a_long_log_is_scored_by_the_plain_way_where_it_names_a_void_deal(tmp_path: Path) -> None:
    boards = (
        "Ana: Qh Qd 2c / Ah Ad 7s 6c 3d / 9h Ts Jd Qs Kc\nBen: 4h 4d 5c / 8h 8d 9s 2d 3c / 6h 6d 6s Kd Kh\n"
    )
    deals = [f"deal {number}\n{boards}\n" for number in range(1, 12_000)]
    file = tmp_path / "long.ofc"
    file.write_text("rules: ofc\n\n" + "".join(deals) + "void: deal 1\n", encoding="utf-8")
    data = json.loads(run("score", file, "--format", "json").out)
    file.write_text("rules: ofc\n\n" + "".join(deals[1:]), encoding="utf-8")
    other = json.loads(run("score", file, "--format", "json").out)
    assert [deal["name"] for deal in data["void"]] == ["1"]
    assert data["totals"] == other["totals"]


@each("again", ["deal 2", "deal 2 again", "deal 2 2026-11-21"])
@each(
    "void",
    ["deal 2\nvoid: misdeal", "deal 2 void", "deal 2: misdeal", "deal 2 - void, redealt", "deal 2\nvoid"],
)
def test_a_deal_below_a_void_one_of_its_name_asks(void: str, again: str) -> None:
    ran = score(log(deals=(DEALS[0], f"{void}\n", DEALS[1].replace("deal 2", again), DEALS[2])))
    assert (ran.status, ran.out) == (1, "")
    assert "error[void-unclear]" in ran.err
    assert "if the deal below counts, remove this one with its `void`; " in ran.err
    below = DEALS[1].replace("deal 2", again)
    if again != "deal 2 again":
        assert totals(log(deals=(DEALS[0], f"{void}\n", f"{below}void\n", DEALS[2]))) == (without(2), ["2"])


@each(
    ("names", "said", "void"),
    [
        (("night one", "night two"), "night two", "night two"),
        (("night one", "night two"), '"night two" (misdeal)', "night two"),
        (("night one", "night two"), "deal night one, a card was seen", "night one"),
        (("A B", "A B C"), "A B", "A B"),
        (("A B", "A B C"), '"A B C"', "A B C"),
        (("blue two", "blue"), "blue two", "blue two"),
        (("red", "red, again"), "red, again", "red, again"),
        (("red", "red, again"), "red", "red"),
    ],
)
@each("place", [0, 1, 2])
def test_names_of_several_words(names: tuple[str, str], said: str, void: str, place: int) -> None:
    deals = [
        f'deal "{name}"' + deal.removeprefix(f"deal {n}")
        for n, (name, deal) in enumerate(zip(names, DEALS, strict=False), 1)
    ]
    written = HEAD + "\n".join([*deals[:place], f"void: {said}", *deals[place:]]) + "\n"
    assert totals(written)[1] == [void]


@each("said", ["{} and {}", '"{}", "{}"', "{} + {} (misdeals)", "deals {} & {}"])
@each("names", [("2-b", "2-c"), ("night one", "night two"), ("A B", "A B C")])
def test_two_names_with_signs_or_spaces(said: str, names: tuple[str, str]) -> None:
    deals = [DEALS[0], *(DEALS[n].replace(f"deal {n + 1}", f'deal "{names[n - 1]}"') for n in (1, 2))]
    assert totals(log(deals=(*deals, f"void: {said.format(*names)}\n"))) == (without(2, 3), list(names))


@each("mark", ["# Deal {}", "## Deal {}", "#{}", "# Spiel {}"])
def test_a_heading_in_notes_above_a_void_deal(mark: str) -> None:
    first, last = (DEALS[n].replace(f"deal {n + 1}", mark.format(n + 1)) for n in (0, 2))
    assert totals(log(deals=(first, f"{mark.format(2)}\nvoid: misdeal\n", last))) == (without(2), ["2"])


@each("heading", ["# deal two", "## Hand B", "# second deal"])
def test_a_heading_in_words_in_notes(heading: str) -> None:
    """Four other players would be one deal with the first two."""
    boards = "Cid: Jd 7h 5c / Qh Qc 8s 4h 3h / Js Jc Ts Td 3c\nDan: foul\n"
    first = DEALS[0].replace("deal 1", "## Deal 1").rstrip("\n")
    found = json.loads(run("score", "-", "--format", "json", stdin=f"{HEAD}{first}\n{heading}\n{boards}").out)
    assert len(found["deals"]) == 2


@each(
    "comment",
    [
        *("# Deal No.2", "# Deal II", "# round: 2", "# no. 2", "# Friday, hand 2", "# D2", "# 2nd"),
        *("# table 2", "# mesa II", "# second table", "# 2. Tisch", "# tavolo due", "-----", "***", "____"),
    ],
)
def test_a_line_that_may_begin_the_next_deal_between_boards_asks(comment: str) -> None:
    boards = "Cid: Jd 7h 5c / Qh Qc 8s 4h 3h / Js Jc Ts Td 3c\nDan: foul\n"
    head = DEALS[0].rstrip("\n")
    ran = run("score", "-", stdin=f"{HEAD}{head}\n{comment}\n{boards}")
    assert (ran.status, ran.out) == (1, "")
    assert "error[deal-line]" in ran.err


@each(
    ("name", "text"),
    [
        ("x.ofc", "Mia: JJ5 / AA762 / 9TJQK\nTom: ~~663 / KK943 / 88844~~\nLeo: foul\n"),
        ("x.ofc", "Mia: JJ5 / AA762 / 9TJQK\nTom: ~663 / KK943 / 88844~\nLeo: foul\n"),
        ("x.ofc", "Mia: JJ5 / AA762 / 9TJQK\nTom: 663 / ~~KK943~~ / 88844\nLeo: foul\n"),
        ("x.csv", "Player,Top,Middle,Bottom\nMia,JJ5,AA762,9TJQK\nTom,~~663~~,~~KK943~~,~~88844~~\n"),
        ("x.yaml", "boards:\n  Mia: JJ5 / AA762 / 9TJQK\n  Tom: ~~663 / KK943 / 88844~~\n"),
    ],
)
def test_a_struck_out_board_asks(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    ran = run("score", file)
    assert (ran.status, ran.out) == (1, "")
    assert "struck out" in ran.err


def test_a_name_twice_asks_and_each_answer_scores() -> None:
    again = DEALS[2].replace("deal 3", "deal 2")
    ran = score(log(deals=(*DEALS[:2], again)))
    assert (ran.status, ran.out) == (1, "")
    assert "error[deal-name-repeated]" in ran.err
    assert "error[void-unclear]" in score(log("void: deal 2", deals=(*DEALS[:2], again))).err
    assert totals(log(deals=(DEALS[0], DEALS[1] + "void\n", again))) == (without(2), ["2"])
    assert totals(log(deals=(*DEALS[:2], again + "void\n"))) == (without(3), ["2"])
    assert totals(log(deals=(*DEALS[:2], again.replace("deal 2", "deal 2b")))) == (without(), [])


def test_numbers_come_again_on_another_night() -> None:
    first, second = DEALS[0].replace("deal 1", "deal 1 2026-11-20"), DEALS[1].replace("deal 2", "deal 2")
    later = DEALS[2].replace("deal 3", "deal 2 2026-11-27")
    assert totals(log(deals=(first, second, later))) == (without(), [])


@each("key", ["stake: 2 EUR", "rules: ofc", "rake: 1 EUR", "bank: Ana", "stake Ana/Ben: 3"])
@each("deal", [0, 2])
def test_a_key_below_the_boards_of_a_deal_asks_which_deal_it_means(key: str, deal: int) -> None:
    deals = list(DEALS)
    deals[deal] += f"{key}\n"
    ran = score(HEAD + "\n".join(deals))
    assert (ran.status, ran.out) == (1, "")
    assert "error[key-apart]" in ran.err
    assert f"`{key}` above its boards" in ran.err
    deals[deal] = DEALS[deal].replace("\nBen", f"\n{key}\nBen", 1)
    assert "error[key-apart]" in score(HEAD + "\n".join(deals)).err
    deals[deal] = DEALS[deal].replace("\nAna", f"\n{key}\nAna", 1)
    assert "key-apart" not in score(HEAD + "\n".join(deals)).err


@each("mark", ["# deal {}", "## Deal {}", "#{}", "# Hand {}:", "### deal #{}"])
def test_a_heading_behind_a_hash_begins_a_deal(mark: str) -> None:
    deals = [deal.replace(f"deal {n}", mark.format(n), 1) for n, deal in enumerate(DEALS, 1)]
    ran = score(HEAD + "\n".join(deals), "--format", "json")
    assert [deal["name"] for deal in json.loads(ran.out)["deals"]] == ["1", "2", "3"]
    assert json.loads(ran.out)["totals"] == without()


def test_a_deal_that_is_commented_out_stays_a_comment() -> None:
    out = "".join(f"# {line}\n" for line in DEALS[1].splitlines())
    assert totals(log(deals=(DEALS[0], out, DEALS[2]))) == (without(2), [])
    for comment in ("# deal 1 was wild\n", "#1 fan of Ana\n", "# deal 1\n", "# 1\n"):
        said = DEALS[0].replace("deal 1\n", f"deal 1\n{comment}", 1)
        assert totals(log(deals=(said, *DEALS[1:]))) == (without(), [])
    assert totals(log("# deal 4")) == (without(), [])


def test_totals_of_the_session_below_the_last_deal_say_so() -> None:
    found = without()
    line = "expect: " + ", ".join(f"{name} {points:+}" for name, points in found.items())
    deals = (DEALS[1], DEALS[2], DEALS[0])
    ran = score(log(line, deals=deals))
    assert ran.status == 1
    assert f"write `{line}` before the first deal" in ran.err
    assert score(HEAD + f"{line}\n" + "\n".join(DEALS)).status == 0
    assert "before the first deal" not in score(log("expect: Ana +50, Ben -50")).err


@each(
    ("flags", "void"),
    [((0, 1), ["2"]), ((None, 1), None), ((1, None), None), ((0, 0), []), ((None, "1"), ["1"])],
)
def test_a_number_in_json_is_yes_or_no(
    flags: tuple[int | str | None, ...], void: list[str] | None, tmp_path: Path
) -> None:
    """A 1 means yes after a 0; otherwise it may be the name of a deal."""
    boards = [
        {"Ana": "Q32 / JJ66A / KK996", "Ben": "22A / TTAQ2 / 77754"},
        {"Ana": "K86 / AQ873 / TJQKA", "Ben": "A85 / 44K76 / QQ993"},
    ]
    data = [
        {"deal": str(number), "boards": of} | ({} if flag is None else {"void": flag})
        for number, (of, flag) in enumerate(zip(boards, flags, strict=True), 1)
    ]
    (tmp_path / "log.json").write_text(json.dumps(data))
    ran = run("score", tmp_path / "log.json", "--format", "json")
    if void is None:
        assert "error[void-unclear]" in ran.err
    else:
        assert [deal["name"] for deal in json.loads(ran.out).get("void", [])] == void


NAMES = (
    "2-void|void|misdeal|1_void|1.void|practice|test|warmup|demo|example|redeal|2-redo|1-x2|1-double|1x2|2x"
    "|~~2~~|1/void|1 流局|1 x2 for Ben|1 for Ben x2|1 not counted for Cid"
)


@each("name", NAMES.split("|"))
def test_a_deals_name_that_may_say_how_it_counts_is_asked_about(name: str) -> None:
    text = log(deals=(DEALS[0].replace("deal 1", f"deal {name}"), DEALS[2]))
    ran = score(text)
    assert (ran.status, ran.out) == (1, "")
    assert re.search(r"error\[(void-unclear|deal-line)\]", ran.err)
    assert "`void: x2" not in ran.err
    assert "for Ben`" not in ran.err
    if " " not in name and "/" not in name:
        assert totals(text.replace("\nAna", "\nvoid\nAna", 1)) == (without(1, 2), [name])


@each("name", ["2*", "2'", "2bis", "2+", "2-again"])
def test_a_deal_that_may_be_another_once_more_asks_and_each_answer_scores(name: str) -> None:
    again = DEALS[2].replace("deal 3", f"deal {name}")
    ran = score(log(deals=(*DEALS[:2], again)))
    assert (ran.status, ran.out) == (1, "")
    assert "error[void-unclear]" in ran.err
    assert totals(log(deals=(DEALS[0], DEALS[1] + "void\n", again))) == (without(2), ["2"])
    assert totals(log(deals=(*DEALS[:2], again + "void\n"))) == (without(3), [name])
    dated = DEALS[1].replace("deal 2", "deal 2 2026-11-20")
    assert "error[void-unclear]" in score(log(deals=(DEALS[0], dated, again))).err
    assert totals(log(deals=(DEALS[0], again))) == (without(2), [])


@pytest.mark.parametrize(("flags", "asks"), [("no yes", True), ("yes no", True), ("x x", False)])
def test_rows_of_a_table_that_differ_in_whether_the_deal_is_void_are_asked_about(
    flags: str, asks: bool, tmp_path: Path
) -> None:
    rows = zip(("1,Ana,Q32,JJ66A,KK996", "1,Ben,22A,TTAQ2,77754"), flags.split(), strict=True)
    table = "".join(f"{row},{flag}\n" for row, flag in rows)
    (tmp_path / "a.csv").write_text(f"deal,player,top,mid,bot,void\n{table}")
    ran = run("score", tmp_path / "a.csv", "--format", "json")
    assert (ran.status, "error[csv-cell]" in ran.err) == (int(asks), asks)


REMARKS = (
    "deal title cancelled|deal title misdeal|deal title trial hand, no money|deal title double stakes"
    "|title Friday, 2 EUR a point|title Friday, foul pays 3 each, cap 10|title play money|title no money"
    "|title Friday chinese-simple|deal note scrubbed|deal note started over, see deal 2"
    "|deal note deck was missing a queen so we threw it out|deal note essa a gente desconsiderou"
    "|deal note Cid blew it|note no royalties tonight|note everything tonight at half price"
    "|deal note Ben hat gefoult|deal note Бен фол|deal note maldonne|deal note throw out deal 1"
    "|note scoop is 4"
    "|note house takes 1|note joker wild|deal note pineapple from here"
)


@each("remark", REMARKS.split("|"))
def test_a_title_or_a_note_that_may_change_what_counts_is_warned_of(remark: str) -> None:
    assert "warning[note-unread]" in with_remark(remark).err


OTHERS = (
    "title Friday night|title November 2026|title Night 12|title OFC Friday|title At Ben's, week 3"
    "|deal title final|deal note Ana blew it|note no smoking|title Pineapple night"
)


@each("remark", OTHERS.split("|"))
def test_other_titles_and_notes_are_not_warned_of(remark: str) -> None:
    assert "note-unread" not in with_remark(remark).err


def with_remark(remark: str) -> Ran:
    key, _, said = remark.removeprefix("deal ").partition(" ")
    line = f"{key}: {said}\n"
    if not remark.startswith("deal "):
        # The rules of the log are stated only for a title that names them.
        head = HEAD if "ineapple" in remark else HEAD.replace("rules: ofc-pineapple\n", "")
        ran = score(line + head + "\n".join(DEALS))
    else:
        ran = score(log(deals=(DEALS[0].replace("deal 1\n", f"deal 1\n{line}"), *DEALS[1:])))
    assert ran.status == 0, ran.err
    return ran


@each("between", ["\nvoid\n\n", "---\nvoid\n---\n", "\nmisdeal: scrapped\n\n", "---\nvoid\n\n"])
def test_a_void_apart_from_the_boards_of_deals_without_headings_asks(between: str) -> None:
    """It may be a deal of its own, of which nobody wrote the boards."""
    deals = [deal.partition("\n")[2].rstrip("\n") + "\n" for deal in DEALS[:2]]
    for text in (between.join(deals), deals[0] + "\n" + deals[1] + between.rstrip("\n")):
        assert "error[void-unclear]" in run("score", "-", stdin=HEAD + text).err


@each("words", ["(cancelled?)", "(void if Leo comes late)", "(Mia misdealt)", "(no misdeal)", "void?"])
def test_a_doubtful_heading_offers_both_that_the_deal_counts_and_that_it_does_not(words: str) -> None:
    ran = score(log(deals=(DEALS[0].replace("deal 1", f"deal 1 {words}"), DEALS[2])))
    assert "does this deal count, or is it void?" in ran.err
    assert "`, then `void`" in ran.err


@each("words", ["(2 EUR)", "@ 2 EUR", ", stake 2 EUR", "half", "(Ana fouled)", "(ofc-27)", "(50c)"])
def test_words_after_a_number_in_a_name_of_data_ask(words: str) -> None:
    """A heading in text would read them."""
    boards = "boards: {Ana: JJ5 / AA762 / 9TJQK, Ben: 663 / KK943 / 88844}"
    for name, code in ((f"2 {words}", 1), ("2 of 5", 0), ("2 for Anna", 0)):
        ran = run("score", "-", "--from", "yaml", stdin=f'- deal: "{name}"\n  {boards}\n')
        assert ran.status == code, name


def test_a_key_on_both_sides_of_the_boards_without_a_deal_line_is_warned_of() -> None:
    boards = "Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"
    assert "warning[key-apart]" in score(f"stake: 1 EUR\n{boards}stake: 2 EUR\n").err
    assert "key-apart" not in score(f"note: one\n{boards}note: two\n").err
