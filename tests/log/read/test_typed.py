"""What people type is read as what it can only mean, and `fmt` writes that in canonical notation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ofcscore
from ofcscore.log.read.typed import board, line
from ofcscore.log.syntax import Line, Text
from tests.command import run

ROWS = "JJ5 / AA762 / 9TJQK"
SHOWN = "J J 5 / A A 7 6 2 / 9 T J Q K"

TYPED = {
    # marks
    f"Ana: {ROWS} (FL)": f"Ana: {SHOWN} (fantasyland)",
    f"Ana: {ROWS} (fl)": f"Ana: {SHOWN} (fantasyland)",
    f"Ana: {ROWS} [FL]": f"Ana: {SHOWN} (fantasyland)",
    f"Ana: {ROWS} (fantasy)": f"Ana: {SHOWN} (fantasyland)",
    f"Ana: {ROWS} (Fantasy Land!)": f"Ana: {SHOWN} (fantasyland)",
    f"Ana: (in fantasyland) {ROWS}": f"Ana: {SHOWN} (fantasyland)",
    f"Ana (FL): {ROWS}": f"Ana: {SHOWN} (fantasyland)",
    f"Ana [in FL] : {ROWS}": f"Ana: {SHOWN} (fantasyland)",
    f"Ana: {ROWS} FL": f"Ana: {SHOWN} (fantasyland)",
    f"Ana: {ROWS} (FL 15)": f"Ana: {SHOWN} (fantasyland 15)",
    f"Ana: {ROWS} (fl15)": f"Ana: {SHOWN} (fantasyland 15)",
    f"Ana: {ROWS} (FL, 15 cards)": f"Ana: {SHOWN} (fantasyland 15)",
    f"Ana (fantasyland,15): {ROWS}": f"Ana: {SHOWN} (fantasyland 15)",
    f"Ana: {ROWS} (bust, FL, 15)": f"Ana: {SHOWN} (foul, fantasyland 15)",
    f"Ana: {ROWS} (Fantasyland: 15 cards)": f"Ana: {SHOWN} (fantasyland 15)",
    f"Ana: {ROWS} (in FL with 15 cards, bust)": f"Ana: {SHOWN} (fantasyland 15, foul)",
    f"Ana (FL 15): {ROWS}": f"Ana: {SHOWN} (fantasyland 15)",
    f"Ana: {ROWS} FL 15": f"Ana: {SHOWN} (fantasyland 15)",
    f"Ana: {ROWS} (Fouled)": f"Ana: {SHOWN} (foul)",
    f"Ana: {ROWS} - foul!": f"Ana: {SHOWN} (foul)",
    f"Ana: {ROWS} (FL, bust)": f"Ana: {SHOWN} (fantasyland, foul)",
    # what ends a sentence
    f"Ana: {ROWS}.": f"Ana: {SHOWN}",
    f"Ana: {ROWS} !": f"Ana: {SHOWN}",
    "Ana: JJ5; AA762; 9TJQK;": f"Ana: {SHOWN}",
    f"Ana {ROWS}.": f"Ana: {SHOWN}",
    f"{ROWS}.": None,
    f"**Ana (FL)**: {ROWS}": f"Ana: {SHOWN} (fantasyland)",
    "Ana ♥J ♦J ♣5 / AA762 / 9TJQK": "Ana: Jh Jd 5c / A A 7 6 2 / 9 T J Q K",
    "Ana - ♥J♦J♣5 / AA762 / 9TJQK": "Ana: Jh Jd 5c / A A 7 6 2 / 9 T J Q K",
    "Ana: JJ5 / AA762 / AT852 flush.": "Ana: J J 5 / A A 7 6 2 / A T 8 5 2 flush",
    f"Ana: {ROWS}. (FL)": f"Ana: {SHOWN} (fantasyland)",
    f"Ana: {ROWS} (FL).": f"Ana: {SHOWN} (fantasyland)",
    # in place of a board
    "Ana: fouled": "Ana: foul",
    "Ana: Foul.": "Ana: foul",
    "Ana: FOUL!": "Ana: foul",
    "Ana: bust": "Ana: foul",
    "Ana: busted (2 aces)": "Ana: foul (2 aces)",
    "Ana: foul, 2 aces": "Ana: foul (2 aces)",
    "Ana: busted with 1 ace": "Ana: foul (1 aces)",
    "Ana - foul": "Ana: foul",
    "Ana: out": "Ana: absent",
    "Ana: sat out": "Ana: absent",
    "Ana: sat this one out": "Ana: absent",
    "Ana: sat out this deal.": "Ana: absent",
    "Ana: fouled :(": "Ana: foul",
    "Ana: BUST! ;-) (2 aces)": "Ana: foul (2 aces)",
    # a mark before the cards, or a hyphen
    f"Ana: FL {ROWS}": f"Ana: {SHOWN} (fantasyland)",
    f"Ana: FL 15: {ROWS}": f"Ana: {SHOWN} (fantasyland 15)",
    f"Ana fantasyland, {ROWS}": f"Ana: {SHOWN} (fantasyland)",
    "Ana: FL 772 / AA653 / 99TTJ": "Ana: 7 7 2 / A A 6 5 3 / 9 9 T T J (fantasyland)",
    f"Ana: - {ROWS}": f"Ana: {SHOWN}",
    "Ana: Sitting out.": "Ana: absent",
    # between rows
    "Ana: JJ5 | AA762 | 9TJQK": f"Ana: {SHOWN}",
    "Ana: JJ5 - AA762 – 9TJQK": f"Ana: {SHOWN}",
    "Ana: JJ5; AA762; 9TJQK": f"Ana: {SHOWN}",
    "Ana: JJ5 \\ AA762 \\ 9TJQK": f"Ana: {SHOWN}",
    "Ana: JJ5／AA762／9TJQK": f"Ana: {SHOWN}",
    "Ana: [JJ5] [AA762] [9TJQK]": f"Ana: {SHOWN}",
    "Ana [JJ5], [AA762], [9TJQK] (FL)": f"Ana: {SHOWN} (fantasyland)",
    "Ana: top: JJ5 | mid: AA762 | bot: 9TJQK": f"Ana: {SHOWN}",
    "Ana\tJ J 5\tA A 7 6 2\t9 T J Q K": f"Ana: {SHOWN}",
    "Ana: JJ5 AA762 9TJQK": f"Ana: {SHOWN}",
    "Ana: JJ5-AA762-9TJQK": f"Ana: {SHOWN}",
    "Ana: JJ5.AA762.9TJQK": f"Ana: {SHOWN}",
    "Ana: JJ5_AA762_9TJQK": f"Ana: {SHOWN}",
    "Ana: JJ5 ~ AA762 ~ 9TJQK": f"Ana: {SHOWN}",
    "Ana: JJ5, AA762, 9TJQK": f"Ana: {SHOWN}",
    "Ana J J 5, A A 7 6 2, 9 T J Q K": f"Ana: {SHOWN}",
    "Ana: JJ5 AA762 AT852 flush": "Ana: J J 5 / A A 7 6 2 / A T 8 5 2 flush",
    "Ana: JJ5, AA762, AT852 Hearts": "Ana: J J 5 / A A 7 6 2 / Ah Th 8h 5h 2h",
    "Ana JJ5 AA762 AT852 flush (FL)": "Ana: J J 5 / A A 7 6 2 / A T 8 5 2 flush (fantasyland)",
    "Ana: JJ5 T9852 spades QQQAA": "Ana: J J 5 / Ts 9s 8s 5s 2s / Q Q Q A A",
    "Ana: JJ5 T9852 spades AT643 flush": "Ana: J J 5 / Ts 9s 8s 5s 2s / A T 6 4 3 flush",
    "Ana: top: JJ5, mid: AA762, bot: 9TJQK": f"Ana: {SHOWN}",
    "Ana: bot: 9TJQK Mid: AA762 top: JJ5": f"Ana: {SHOWN}",
    # behind the name
    f"Ana - {ROWS}": f"Ana: {SHOWN}",
    f"Ana (FL) - {ROWS}": f"Ana: {SHOWN} (fantasyland)",
    f"Ana [FL 15] {ROWS}": f"Ana: {SHOWN} (fantasyland 15)",
    f"Ana {ROWS}": f"Ana: {SHOWN}",
    f"Ana = {ROWS}": f"Ana: {SHOWN}",
    f"Ana= {ROWS}": f"Ana: {SHOWN}",
    f"Ana → {ROWS}": f"Ana: {SHOWN}",
    f"Ana / {ROWS}": f"Ana: {SHOWN}",
    f"Ana：{ROWS}": f"Ana: {SHOWN}",
    "Ana JJ5 AA762 9TJQK": f"Ana: {SHOWN}",
    "Ana; JJ5; AA762; 9TJQK": f"Ana: {SHOWN}",
    f'"Phil H." - {ROWS}': f'"Phil H.": {SHOWN}',
    # a name made of the letters of cards
    f"Jack {ROWS}": f"Jack: {SHOWN}",
    f"Kat {ROWS} (FL)": f"Kat: {SHOWN} (fantasyland)",
    "Jack JJ5 AA762 9TJQK": f"Jack: {SHOWN}",
    "AJ JJ5, AA762, 9TJQK": f"AJ: {SHOWN}",
    f"TJ {ROWS}": f"TJ: {SHOWN}",
    f"2) AJ {ROWS}": f"AJ: {SHOWN}",
    f"Kat - {ROWS}": f"Kat: {SHOWN}",
    f"AJ / {ROWS}": f"AJ: {SHOWN}",
    "Jack - fouled": "Jack: foul",
    "TJ – sat out": "TJ: absent",
    # before the name
    f"- Ana: {ROWS}": f"Ana: {SHOWN}",
    f"* Ana: {ROWS}": f"Ana: {SHOWN}",
    f"• Ana: {ROWS}": f"Ana: {SHOWN}",
    f"1. Ana: {ROWS}": f"Ana: {SHOWN}",
    f"2) Ana {ROWS}": f"Ana: {SHOWN}",
    f"> Ana: {ROWS}": f"Ana: {SHOWN}",
    f"-- Ana: {ROWS}": f"Ana: {SHOWN}",
    f"*Ana*: {ROWS}": f"Ana: {SHOWN}",
    f"_Ana_: {ROWS}": f"Ana: {SHOWN}",
    f"__Ana__ {ROWS}": f"Ana: {SHOWN}",
    f"*_Ana_* (FL): {ROWS}": f"Ana: {SHOWN} (fantasyland)",
    f'"_Ana_": {ROWS}': f'"_Ana_": {SHOWN}',
    f"_Ana: {ROWS}": f"_Ana: {SHOWN}",
    f"**Ana**: {ROWS}": f"Ana: {SHOWN}",
    f"*Ana:* {ROWS}": f"Ana: {SHOWN}",
    f"| Ana | {ROWS.replace('/', '|')} |": f"Ana: {SHOWN}",
    # signs that look like others, or like nothing
    "Ana:\u00a0JJ5\u2009/ AA762 /\u30009TJQK": f"Ana: {SHOWN}",
    "\ufeffAna:\u200b JJ5\u200b / AA762 / 9TJQK\u2060": f"Ana: {SHOWN}",
    "Ana: ＪＪ５ / ＡＡ７６２ / ９ＴＪＱＫ": f"Ana: {SHOWN}",
    f"“Phil H.”: {ROWS}": f'"Phil H.": {SHOWN}',
    f"„Phil H.“: {ROWS}": f'"Phil H.": {SHOWN}',
    f"«Phil H.»: {ROWS}": f'"Phil H.": {SHOWN}',
    f"‘Phil H.’: {ROWS}": f'"Phil H.": {SHOWN}',
    f"'Phil H.': {ROWS}": f'"Phil H.": {SHOWN}',
    f"“Phil H.” {ROWS}": f'"Phil H.": {SHOWN}',
    f"*Phil H.*: {ROWS}": f'"Phil H.": {SHOWN}',
    f"<Phil H.>: {ROWS}": f'"Phil H.": {SHOWN}',
    f"<Ana> {ROWS}": f"Ana: {SHOWN}",
    "<Ana> sat out": "Ana: absent",
    f'"Phil\u00a0H.": {ROWS}': None,
}
"""A line of a player's, and what `fmt` makes of it; None: a case for what is not rewritten."""
DEALS = {
    "Deal 7:": "deal 7",
    "deal 7.": "deal 7",
    "Hand 7. ": "deal 7",
    "Deal #7. # late": "deal 7  # late",
    "deal 7. 2026-11-20": "deal 7 2026-11-20",
    "Deal 7.5": "deal 7.5",
    "Deal 7.5:": "deal 7.5",
    'deal "7."': 'deal "7."',
    "DEAL 7": "deal 7",
    "Hand #7": "deal 7",
    "HAND No. 7:": "deal 7",
    "deal #7": "deal 7",
    "Round 7": "deal 7",
    "Game 7": "deal 7",
    "game #7:": "deal 7",
    "**Deal 7:**": "deal 7",
    "_Deal 7_": "deal 7",
    "Hand 7 -": "deal 7",
    "--- Deal 7 ---": "deal 7",
    "=== Hand #7 ===": "deal 7",
    "Hand #7 2026-11-20  # late": "deal 7 2026-11-20  # late",
}
HEADERS = {
    "RULES: ofc": "rules: ofc",
    "Rule: ofc": "rules: ofc",
    "Stakes: 0.50 EUR": "stake: 0.50 EUR",
    "STAKE： 0.50 EUR": "stake: 0.50 EUR",
    "stakes Ana/Ben: 2": "stake Ana/Ben: 2",
    "NOTES: “so” – he said": "note: “so” – he said",
    "Player: Ana, “Phil H.”, Ben": 'players: Ana, "Phil H.", Ben',
}
BEN = "Ben: 663 / KK943 / 88844"
BEN_SHOWN = "Ben: 6 6 3 / K K 9 4 3 / 8 8 8 4 4"


def canonical(log: str) -> list[str]:
    """The lines that `fmt` makes of a log, which it then leaves alone, names and boards in one column."""
    ran = run("fmt", "-", stdin=log)
    assert (ran.err, ran.status) == ("", 0)
    assert run("fmt", "-", stdin=ran.out).out == ran.out
    return ran.out.splitlines()


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("typed", [typed for typed, said in TYPED.items() if said])
def test_a_board(typed: str) -> None:
    lines = canonical(f"deal 1\n{typed}\n{BEN}\nCleo: foul\n")
    assert [squeezed(text) for text in lines] == ["deal 1", TYPED[typed], BEN_SHOWN, "Cleo: foul"]


@pytest.mark.parametrize("typed", DEALS)
def test_a_line_that_begins_a_deal(typed: str) -> None:
    lines = canonical(f"deal 1\nAna: foul\nBen: foul\n\n{typed}\nAna: {ROWS}\n{BEN}\n")
    assert squeezed(lines[4]) == squeezed(DEALS[typed])


@pytest.mark.parametrize("typed", HEADERS)
def test_a_key(typed: str) -> None:
    assert canonical(f"{typed}\n\nAna: {ROWS}\n{BEN}\n")[0] == HEADERS[typed]


@pytest.mark.parametrize("said", [*TYPED.values(), *DEALS.values(), *HEADERS.values()])
def test_what_is_canonical_stays(said: str | None) -> None:
    assert said is None or line(whole(said)).text.strip() == said


def whole(text: str) -> Text:
    return Text(text, Line("x.ofc", 1, text), 1, len(text))


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("1. *Ana*: JJ5 | AA76Z | 9TJQK", "Z"),
        ("• Ana (FL): JJ5 / AA762 / 9TJQZ", "Z"),
        ("22. Ana JJ5 / AA762 / 9TJQK (fool)", "(fool)"),
        ("“Ana”: JJ5 - AA7Z2 - 9TJQK", "Z"),
        ("\u200bAna: JJ5；AA762；9TJQZ", "Z"),
    ],
)
def test_what_is_wrong_is_shown_where_it_was_typed(typed: str, wrong: str) -> None:
    ran = run("check", "-", "--from", "text", stdin=f"{typed}\n{BEN}\n")
    column = int(ran.err.split("<stdin>:1:")[1].split(":")[0])
    assert typed[column - 1 :].startswith(wrong)


@pytest.mark.parametrize(
    "typed",
    [
        "Ana: JJ5AA7629TJQK",
        "Ana: J J 5 A A 7 6 2 9 T J Q K",
        "A JJ5 / AA762 / 9TJQK",
        "Jh JJ5 / AA762 / 9TJQK",
        "JhQd JJ5 / AA762 / 9TJQK",
        "JK JJ5 / AA762 / 9TJQK",
        "AJ JJ5 / AA76 / 9TJQK",
        "AKQ / JJ5 / AA762 / 9TJQK",
        "AKQ - foul",
        "Jack foul",
        "Ana: lO 9 8 / AA762 / 9TJQK",
        "Ana: Кh Kd 5 / AA762 / 9TJQK",
        "Phil H.: JJ5 / AA762 / 9TJQK",
        "Ana foul",
        "Ana: -",
        "Ana: ?",
    ],
)
def test_what_can_mean_two_things_is_a_problem(typed: str) -> None:
    ran = run("check", "-", "--from", "text", stdin=f"{typed}\n{BEN}\n")
    assert ran.status == 1


def test_what_stands_behind_a_colon() -> None:
    assert board(whole(" (FL) JJ5 | AA762 | 9TJQK ")).text == "(fantasyland) JJ5 / AA762 / 9TJQK"
    assert board(whole("")).text == ""


NIGHT = """\
players: Ana, Ben, "Phil H."

deal 1
Ana:       J J 5 / A A 7 6 2 / 9 T J Q K (fantasyland)
Ben:       6 6 3 / K K 9 4 3 / 8 8 8 4 4
"Phil H.": absent

deal 2
Ana:       foul
Ben:       6 6 3 / K K 9 4 3 / 8 8 8 4 4
"Phil H.": J J 5 / A A 7 6 2 / 9 T J Q K (foul)
"""
FORMS = {
    "yaml": """\
player: [Ana, Ben, 'Phil H.']
deals:
- deal: 1
  boards:
    Ana (FL): JJ5 | AA762 | 9TJQK
    Ben: {top: ６６３, mid: KK943, bot: 88844, status: set}
    Phil H.: sat out
- hand: 2
  Ana: {status: Busted!}
  ben: 663 KK943 88844
  Phil H.: {top: JJ5, mid: AA762, bot: 9TJQK, status: fouled}
""",
    "jsonl": """\
{"players": "Ana, Ben, “Phil H.”"}
{"deal": 1, "Ana (fl)": "JJ5; AA762; 9TJQK", "Ben": "663 - KK943 - 88844", "Phil H.": "out"}
{"deal": 2, "ANA": "fouled", "Ben": "663 / KK943 / 88844", "Phil H.": "JJ5 / AA762 / 9TJQK bust"}
""",
    "csv": """\
deal,player,top,mid,bot,status,key,value
,,,,,,Player,"Ana, Ben, “Phil H.”"
1,Ana (FL),JJ5,AA762,9TJQK,,,
1,Ben,６６３,KK943,88844,,,
1,Phil\u00a0H.,,,,sat out,,
2,ana,,,,busted!,,
2,Ben,663,KK943,88844,,,
2,Phil H.,JJ5,AA762,9TJQK,(Fouled),,
""",
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_reads_what_is_typed(form: str) -> None:
    ran = run("convert", "-", "--from", form, "--to", "text", stdin=FORMS[form])
    assert (ran.err, ran.status) == ("", 0)
    assert run("fmt", "-", stdin=ran.out).out == NIGHT


@pytest.mark.parametrize("head", ["deal\tplayer\ttop\tmid\tbot\tstatus\n", ""])
@pytest.mark.parametrize("name", ["night.txt", "night.ofc", "night.csv", "night"])
def test_cells_pasted_from_a_spreadsheet(head: str, name: str, tmp_path: Path) -> None:
    log = tmp_path / name
    log.write_text(f"{head}1\tAna\tJJ5\tAA762\t9TJQK\tFL\n1\tBen\t663\tKK943\t88844\n", encoding="utf-8")
    ran = run("convert", str(log), "--to", "text")
    assert ran.out == f"deal 1\nAna: {SHOWN} (fantasyland)\n{BEN_SHOWN}\n"


def test_a_row_of_tabs_alone_is_a_deal_of_two(tmp_path: Path) -> None:
    ran = run("fmt", "-", stdin="deal 7\nAna\tJJ5\tAA762\t9TJQK\nBen\t663\tKK943\t88844\n")
    assert ran.out == f"deal 7\nAna: {SHOWN}\n{BEN_SHOWN}\n"


@pytest.mark.parametrize("typed", [typed for typed, said in TYPED.items() if said and typed[0] != "-"])
def test_a_board_is_explained_as_it_is_typed(typed: str) -> None:
    said = TYPED[typed]
    assert said is not None
    assert run("explain", typed) == run("explain", said)


@pytest.mark.parametrize("text", ["deal 1", "rules: ofc", "", "# late"])
def test_what_is_no_board_is_not_explained(text: str) -> None:
    ran = run("explain", text)
    assert ran.status == 1
    assert "line-unreadable]: this is no board" in ran.err


def test_of_three_words_one_may_have_too_few_cards() -> None:
    for text in ("Jj5 aa762 9tj", "Ana: Jj5 aa762 9tj"):
        (problem,) = run("explain", text).err.split("\n\n")
        assert "bottom row has 3 cards, needs 5" in problem
    assert "no middle and bottom rows" in run("explain", "jj5 aa 762").err


def test_a_name_in_other_capital_letters_is_that_player() -> None:
    log = f"players: Ana, Ben\n\ndeal 1\nana: {ROWS}\nBEN: 663 / KK943 / 88844\nexpect: ANA +2, ben -2\n"
    assert run("check", "-", "--from", "text", stdin=log).status == 0
    assert f"Ana: {SHOWN}\n{BEN_SHOWN}\n" in run("fmt", "-", stdin=log).out


def test_two_players_may_differ_in_capital_letters() -> None:
    log = f"players: Ana, ana\n\nAna: {ROWS}\nana: 663 / KK943 / 88844\n"
    ran = run("score", "-", "--format", "csv", "--from", "text", stdin=log)
    assert (ran.status, ran.err) == (0, "")


class TestChat:
    """A log among all that is said of an evening, in the stamps of several phones."""

    @pytest.mark.parametrize(
        "stamp",
        [
            "[20/11/2026, 22:13:05] {}: ",
            "‎[11/20/26, 10:13:05\u202fPM] ~\u00a0{}: ",
            "20.11.26, 22:13 - {}: ",
            "2026-11-20 22:13 - {}: ",
            "[22:13, 20/11/2026] {}: ",
            "22:13 “{}”: ",
            "22:13 {}: ",
            "{}, [20.11.26 22:13]\n",
            "[20/11/2026 à 22:13:05] {}: ",
            "20/11/2026 às 22:13 - {}: ",
            "20.11.26, 22:13 Uhr - {}: ",
            "20.11.2026 klo 22.13 - {}: ",
            "20/11/2026، 22:13 - {}: ",
            "[2026/11/20 下午10:13:05] {}: ",
            "2026年11月20日 22:13 - {}: ",
            "2026. 11. 20. 오후 10:13 - {}: ",
            "{}, [Nov 20, 2026 at 10:13:05 PM]:\n",
            "22:13\t{}\t",
            "10:13 PM\t{}\t",
            "[20.11., 22:13] {}: ",
            "[20/11, 22:13] {}: ",
            "[11/20, 10:13 PM] {}: ",
            "[20-11 22:13] {}: ",
            "20.11, 22:13 - {}: ",
            "20/11/2026 22h13 - {}: ",
            "[Fri 20/11, 22:13] {}: ",
            "[20 Nov 2026, 22:13] {}: ",
            "[20-Nov-26 10:13 PM] {}: ",
            "[20 de nov. de 2026 22:13] {}: ",
            "[11月20日 22:13] {}: ",
            "{} 2026/11/20 22:13:05\n",
            "{} 11月20日 22:13\n",
            "{}  10:13 PM\n",
        ],
    )
    def test_stamps(self, stamp: str) -> None:
        ana, ben, cleo = (stamp.format(name) for name in ("Ana", "Ben", "Cleo B."))
        chat = f"{ana}Hand #1\n{ana}{ROWS}\n{cleo}what a hand!\n{ben}Ben: 663 KK943 88844\n{cleo}sat out\n"
        lines = run("fmt", "-", stdin=chat).out.splitlines()
        said = [squeezed(text) for text in lines if not text.startswith("#")]
        assert said == ["deal 1", f"Ana: {SHOWN}", BEN_SHOWN, '"Cleo B.": absent']
        assert "sat out" not in "".join(lines)
        ran = run("check", "-", stdin=chat)
        assert "note[chat-lines]: 1 line of this chat is talk" in ran.err
        assert ran.status == 0

    @pytest.mark.parametrize("time", ["21:05", "[21:45]", "9:45 PM", "21:05 Uhr", "|---|:--:|"])
    def test_a_time_alone_says_nothing(self, time: str) -> None:
        """It was the board of a player called 21."""
        ran = run("fmt", "-", stdin=f"{time}\nAna: {ROWS}\n{time}\nBen: 663 / KK943 / 88844\n{time}\n")
        remark = f"# {time}"
        lines = [squeezed(line) for line in ran.out.splitlines()]
        assert lines == [remark, f"Ana: {SHOWN}", remark, BEN_SHOWN, remark]

    @pytest.mark.parametrize(
        "heading",
        [
            "Friday 20/11/2026 21:05",
            "Deal 1, 21:05 - at Ana's",
            "Hand 2  21:05",
            "Spiel 1, 21:05 - x",
            "Ana  12.50\nBen  10.00",
        ],
    )
    def test_a_heading_with_a_time_is_no_message(self, heading: str) -> None:
        """What cannot be read below it is a problem, and no talk."""
        ran = run("check", "-", stdin=f"{heading}\nAna: {ROWS}\nBen: 663 / KK943 / 8884X\n")
        assert ran.status == 1
        assert "error[card-un" in ran.err
        assert "chat-lines" not in ran.err

    @pytest.mark.parametrize("stamp", ["22:13 {}: ", "[20/11/2026, 22:13:05] {}: ", "{}, [20.11.26 22:13]\n"])
    @pytest.mark.parametrize("name", ["Ana (FL)", "Ana (in FL)", "“Ana” (FL)"])
    def test_a_mark_behind_a_sender(self, stamp: str, name: str) -> None:
        """It made a new player of the sender and the mark."""
        chat = f"{stamp.format(name)}{ROWS}\n{stamp.format('Ben')}663 / KK943 / 88844\n"
        ran = run("fmt", "-", stdin=chat)
        said = [squeezed(line) for line in ran.out.splitlines() if not line.startswith("#")]
        assert said == [f"Ana: {SHOWN} (fantasyland)", BEN_SHOWN]

    @pytest.mark.parametrize(
        ("message", "said"),
        [
            ("♥J ♦J ♣5 / ♥A ♦A ♠7 ♣6 ♦2 / ♥9 ♠T ♣J ♠Q ♣K", "Jh Jd 5c / Ah Ad 7s 6c 2d / 9h Ts Jc Qs Kc"),
            ("♥J♦J♣5 / AA762 / ♥9♠T♣J♠Q♣K", "Jh Jd 5c / A A 7 6 2 / 9h Ts Jc Qs Kc"),
            ("Ana: ♥J♦J♣5 / ♥A♦A♠7♣6♦2 / 9TJQK", "Jh Jd 5c / Ah Ad 7s 6c 2d / 9 T J Q K"),
        ],
    )
    def test_suits_before_their_ranks(self, message: str, said: str) -> None:
        """The board was left out with the talk."""
        chat = f"22:13 Ana: {message}\n22:14 Ben: 663 / KK943 / 88844\n"
        lines = run("fmt", "-", stdin=chat).out.splitlines()
        assert [squeezed(line) for line in lines] == [f"Ana: {said}", BEN_SHOWN]

    @pytest.mark.parametrize(
        "board",
        [
            "claim dragon: A23456789TJQK",
            "X J 5 / AA762 / 9TJQK",
            "JK1 J 5 / AA762 / 9TJQK",
            "QQ5 / ♥A♦A♠7♣6♦2 / 9TJQK",
        ],
    )
    def test_another_players_board(self, board: str) -> None:
        line = f"Ana: {board}"
        chat = f"22:13 Zoe: rules: ofc + jokers + moon\n22:13 Zoe: {line}\n22:14 Ben: 663 / KK943 / 88844\n"
        text = f"rules: ofc + jokers + moon\n{line}\nBen: 663 / KK943 / 88844\n"
        ran = run("fmt", "-", stdin=chat)
        assert (ran.out, ran.err) == (run("fmt", "-", stdin=text).out, "")

    def test_a_key_in_a_chat_of_cells(self) -> None:
        """What was said of the rules was talk, and the night was scored by other rules."""
        chat = f"22:00\tAna\trules: ofc-pineapple\n22:13\tAna\t{ROWS}\n22:14\tBen\t663 / KK943 / 88844\n"
        assert run("fmt", "-", stdin=chat).out.splitlines()[0] == "rules: ofc-pineapple"

    def test_a_message_that_was_edited(self) -> None:
        edited = "\u200e<This message was edited>\n"
        chat = (
            f"22:13 Ana: {ROWS} {edited}22:14 Ben: 663 / KK943 / 88844 {edited}22:15 Ben: <Media omitted>\n"
        )
        ran = run("fmt", "-", stdin=chat)
        assert [squeezed(line) for line in ran.out.splitlines()[:2]] == [f"Ana: {SHOWN}", BEN_SHOWN]

    @pytest.mark.parametrize("labels", [("", "", ""), ("top: ", "mid: ", "bot: ")])
    @pytest.mark.parametrize("stamp", ["22:13 Ana: ", "22:13 ", ""])
    def test_a_board_in_three_messages(self, labels: tuple[str, ...], stamp: str) -> None:
        """The second row was a second board of Ana's."""
        rows = [f"{label}{row}" for label, row in zip(labels, ROWS.split(" / "), strict=True)]
        chat = (
            f"22:12 Ana: deal 1\n22:13 Ana: {rows[0]}\n{stamp}{rows[1]}\n22:13 Ben: wow\n{stamp}{rows[2]}\n"
        )
        lines = run("fmt", "-", stdin=f"{chat}22:14 Ben: 663 / KK943 / 88844\n").out.splitlines()
        said = [squeezed(text) for text in lines if not text.startswith("#")]
        assert said == ["deal 1", f"Ana: {SHOWN}", BEN_SHOWN]

    @pytest.mark.parametrize("stamp", ["22:13 Ana: ", ""])
    def test_labels_without_colons(self, stamp: str) -> None:
        """The rows were talk, and the last of them perhaps a word for a foul."""
        rows = f"22:13 Ana: top JJ5\n{stamp}mid AA762\n{stamp}bottom 9TJQK\n"
        chat = "22:12 Ana: deal 1\n{}22:14 Ben: 663 / KK943 / 88844\n"
        ran = run("check", "-", stdin=chat.format(rows))
        hints = [text.split("`")[1] for text in ran.err.splitlines() if "help: write `" in text]
        assert hints == ["22:13 Ana: top: JJ5", f"{stamp}mid: AA762", f"{stamp}bottom: 9TJQK"]
        assert ran.err.count("error[colon-missing]") == ran.err.count("error[") == 3
        assert run("check", "-", stdin=chat.format("\n".join([*hints, ""]))).status == 0

    @pytest.mark.parametrize(
        "rows",
        [
            "Ana:\ntop: JJ5\nmid: AA762 bot: 9TJQK\n",
            "Ana: top: JJ5, mid: AA762\nbot: 9TJQK\n",
            "Ana: JJ5\nAA762 / 9TJQK\n",
            "Ana:\nbot: 9TJQK | top: JJ5\nmid: AA762\n",
            "22:13 Ana: top: JJ5\n22:13 Ana: mid: AA762 bot: 9TJQK\n",
        ],
    )
    def test_two_rows_on_one_line(self, rows: str) -> None:
        """It said that `bot` is no row, and asked whether `bot:` was meant."""
        ran = run("score", "-", "--format", "csv", stdin=f"{rows}Ben: 663 / KK943 / 88844\n")
        assert (
            run("score", "-", "--format", "csv", stdin=f"Ana: {ROWS}\nBen: 663 / KK943 / 88844\n").out
            == ran.out
        )
        assert ran.status == 0

    def test_two_rows_on_one_line_without_colons(self) -> None:
        ran = run("check", "-", stdin="Ana:\ntop: JJ5\nmid AA762 bot 9TJQK\nBen: 663 / KK943 / 88844\n")
        assert "help: write `mid: AA762 bot: 9TJQK`" in ran.err

    def test_the_example_in_any_form(self) -> None:
        example = Path(__file__).parents[3] / "examples" / "chat.txt"
        typed = run("score", str(example), "--format", "csv")
        written = run("fmt", str(example)).out
        again = run("score", "-", "--format", "csv", stdin=written)
        assert (again.out, again.err, again.status) == (typed.out, "", 0)

    @pytest.mark.parametrize(
        "message",
        ["JJ5 / AA762 / 9TJQZ", "JJ5 / AA76 / 9TJQK", "lO 9 8 / AA762 / 9TJQK", "stake: a lot"],
    )
    def test_what_was_meant_to_be_a_line_is_a_problem(self, message: str) -> None:
        chat = f"22:13 Ana: {message}\n22:14 Ben: 663 / KK943 / 88844\n22:15 Cleo: foul\n"
        ran = run("check", "-", stdin=chat)
        assert ran.status == 1
        assert "error" in ran.err
        assert "chat-lines" not in ran.err


@pytest.mark.parametrize("typed", ["stake 0.50 EUR", "Stakes  €0.50", "22:12 Ana: stake 0.50 EUR # a point"])
def test_a_stake_needs_no_colon(typed: str) -> None:
    """Nor in a chat, where it was talk without one."""
    deal = f"deal 1\nAna: {ROWS}\n{BEN}\n"
    paid = [
        ofcscore.score(ofcscore.read_text(f"{line}\n{deal}")).payments for line in (typed, "stake: 0.50 EUR")
    ]
    assert paid[0] == paid[1]
    assert paid[0] != ofcscore.score(ofcscore.read_text(deal)).payments


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("5元", "Ben pays Ana 10.00 元."),
        ("100₽", "Ben pays Ana ₽200.00."),
        ("0'50 €", "help: write 0.50\n"),
        ("1'000 CHF", "help: write 1000\n"),
        ("5k", "help: write 5000\n"),
        ("1O", "1O is not a number"),
    ],
)
def test_a_currency_beside_the_number(typed: str, said: str) -> None:
    """`0'50` was to be written 050, and a letter O beside a 1 was a currency."""
    ran = run("score", "-", "--format", "chat", stdin=f"stake: {typed}\nAna: {ROWS}\n{BEN}\n")
    assert said in ran.out + ran.err


@pytest.mark.parametrize(
    "line", ["Laro {}", "Spiel {}:", "Раздача №{}", "Runde {}", "ván số {}", "第{}局", "{})", "Partida {}"]
)
def test_a_deal_begins_in_other_words(line: str) -> None:
    """Each line is one problem, and all that its hint says is to be written: no card is there twice."""
    deal = f"Ana: {ROWS}\n{BEN}\n"
    typed = "".join(f"{line.format(n)}\n{deal}" for n in (1, 2))
    ran = run("check", "-", "--from", "text", stdin=typed)
    hints = [text for text in ran.err.splitlines() if "help: " in text]
    assert hints == [
        f"  help: if a deal begins here, write `deal {n}`; a remark begins with `#`" for n in (1, 2)
    ]


def test_a_short_name_is_no_key_that_lacks_two_letters() -> None:
    """Chi's foul in the table's own words was to be written `chips: 倒牌`."""
    ran = run("fmt", "-", stdin=f"rules: shisanshui\nAna: {ROWS}\n{BEN}\nChi: 倒牌\n")
    assert ran.out.splitlines()[-1].split() == ["Chi:", "倒牌"]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("adjust: Ana +5 Ben -5", "write `adjust: Ana +5, Ben -5`"),
        ("expect: Ana +5; Ben -5", "write `expect: Ana +5, Ben -5`"),
        ("bet: Ben -5, Ana +5", "if they are to count, write `adjust: Ben -5, Ana +5`; if that"),
        ("Ana +2, Ben -2", "what came out, `expect: Ana +2, Ben -2`; a remark begins"),
    ],
)
def test_points_behind_names(line: str, hint: str) -> None:
    """`bet: Ben -5` was to be written `bet: Ben / 5`."""
    ran = run("check", "-", stdin=f"Ana: {ROWS}\n{BEN}\n{line}\n")
    assert hint in " ".join(ran.err.split())
    assert ran.err.count("error[") == 1


@pytest.mark.parametrize("suit", ["♥", "♥️", "h", "hearts"])
@pytest.mark.parametrize("line", ["Cid: {}", "Cid - {}", "Cid {}", "Cid (FL): {}"])
def test_a_row_that_ends_in_its_suit(line: str, suit: str) -> None:
    """A sign of a suit was no part of a card."""
    rows = f"222 / 33345 / A T 8 6 7 {suit}"
    assert "Ah Th 8h 6h 7h" in canonical(f"deal 1\nAna: {ROWS}\n{line.format(rows)}\n")[-1]


@pytest.mark.parametrize("points", ["pts", "points", "pt.", "Points"])
def test_points_that_are_called_so(points: str) -> None:
    """They were a currency, and not the one of the stake."""
    keys = f"stake: 1 EUR\nadjust: Ana +5 {points}, Ben -5 {points}\nexpect: Ana +7 {points}\n"
    lines = canonical(f"{keys}\nAna: {ROWS}\n{BEN}\n")
    assert lines[1:3] == ["adjust: Ana +5, Ben -5", "expect: Ana +7"]


def test_a_sign_is_the_currency_of_its_code() -> None:
    """`10€` in a log in EUR was another currency."""
    log = f"stake: 1 EUR\nAna: {ROWS}\n{BEN}\npaid: Ben -> Ana {{}}\n"
    signed, coded = (run("score", "-", "--format", "chat", stdin=log.format(a)) for a in ("€10", "10 EUR"))
    assert (signed.out, signed.status) == (coded.out, 0)
    assert run("check", "-", stdin=log.format("$10")).status == 1


@pytest.mark.parametrize("stake", ["0.50", "0.50 EUR"])
@pytest.mark.parametrize(
    ("key", "read"),
    [
        ("paid: Ben -> Ana M 5", 'paid: Ben -> "Ana M" 5'),
        ("adjust: Ana M +5, Ben -5", 'adjust: "Ana M" +5, Ben -5'),
        ("expect: Ana M +2", 'expect: "Ana M" +2'),
    ],
)
def test_a_known_name_of_two_words_needs_no_quotes(stake: str, key: str, read: str) -> None:
    """Ana was paid 5 M, and the whole log was in M."""
    lines = canonical(f'stake: {stake}\nAna: foul\n"Ana M": {ROWS}\n{BEN}\n{key}\n')
    assert read in lines


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        (
            "adjust: Ben +5 bounty, Ana -5 bounty",
            "`currency: bounty` in the header; a remark begins with `#`",
        ),
        ("paid: Ben -> Ana X 5", '`"Ana X"`'),
        ("chips: Ana 5 BB, Ben 5 BB", "`currency: BB` in the header; a remark begins with `#`"),
    ],
)
def test_a_word_that_nobody_knows_for_a_currency_is_asked_about(key: str, hint: str) -> None:
    """`+5 bounty` was money, at a stake without a currency; `5 EUR` is, wherever it stands."""
    log = f"stake: 0.50\nAna: {ROWS}\n{BEN}\n{{}}\n"
    ran = run("check", "-", stdin=log.format(key))
    assert hint in ran.err
    assert "error[currency]" in ran.err
    named = run("check", "-", stdin="currency: BB\n" + log.format("adjust: Ben +5 BB, Ana -5 BB"))
    assert (named.err, named.status) == ("", 0)
    assert run("check", "-", stdin=log.format("paid: Ben -> Ana 5 eur")).status == 0


@pytest.mark.parametrize("word", ["gave", "pays", "paid"])
def test_a_payment_in_words(word: str) -> None:
    """`Ben gave Ana 10` had a currency called Ana."""
    log = f"stake: 1 EUR\nAna: {ROWS}\n{BEN}\npaid: Ben {word} Ana 10\n"
    assert canonical(log)[-1] == "paid: Ben -> Ana 10"


def test_a_hint_has_no_unseen_signs() -> None:
    ran = run("check", "-", stdin=f"\u200fשרה כהן\u200f: {ROWS}\n{BEN}\n")
    assert 'help: write `"שרה כהן": ' in ran.err


def test_rows_on_lines_of_their_own_below_a_name() -> None:
    lines = canonical(f"deal 1\nAna: JJ5\nAA762\n9TJQK\n{BEN}\n")
    assert lines == ["deal 1", f"Ana: {SHOWN}", BEN_SHOWN]


LISTS = """\
- boards:
    Ana: {top: [J, J, 5], mid: [A, A, 7, 6, 2], bot: [9, 10, J, Q, K]}
    Ben: 663 / KK943 / 88844
"""


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_the_cards_of_a_row_as_a_list(form: str) -> None:
    log = LISTS
    if form == "json":
        rows = {"top": ["J", "J", "5"], "mid": ["A", "A", "7", "6", "2"], "bot": ["9", "10", "J", "Q", "K"]}
        log = json.dumps([{"boards": {"Ana": rows, "Ben": "663 / KK943 / 88844"}}])
    ran = run("convert", "-", "--from", form, "--to", "text", stdin=log)
    assert (ran.out.splitlines()[-2:], ran.err) == ([f"Ana: {SHOWN}", BEN_SHOWN], "")


@pytest.mark.parametrize("cells", ["foul,,,", ",,fouled,", "busted!,busted!,busted!,"])
def test_a_word_in_place_of_the_cells_of_a_board(cells: str) -> None:
    log = f"deal,player,top,mid,bot,status\n1,Ana,JJ5,AA762,9TJQK,\n1,Ben,{cells}\n"
    assert run("convert", "-", "--from", "csv", "--to", "text", stdin=log).out.endswith("Ben: foul\n")


@pytest.mark.parametrize("arrow", ["to", "To", "=>", "-->", ">"])
def test_who_is_paid(arrow: str) -> None:
    lines = canonical(f'paid: Ana {arrow} "Phil H." 10\n\nAna: {ROWS}\n"Phil H.": foul\n')
    assert lines[0] == 'paid: Ana -> "Phil H." 10'


@pytest.mark.parametrize(
    ("log", "hint"),
    [
        (f"deal 1: Ana {ROWS}, {BEN}", "write `deal 1`, and below it each board on a line of its own"),
        (f"deal 1 Ana {ROWS}, {BEN}", "write `deal 1`, and below it each board on a line of its own"),
        ("rules: ofc, surrender", "write `rules: ofc + surrender`"),
        ("rules: ofc and moon", "write `rules: ofc + moon`"),
        (
            "rules: ofc-pineapple; stake: 50c",
            "this line says the rules alone: `rules: ofc-pineapple`; write `stake: 50c` on a line of its own",
        ),
        (
            "rules: ofc-pinapple, stake 1",
            "this line says the rules alone: `rules: ofc-pineapple`; write `stake 1` on a line of its own",
        ),
        (
            "rules: Chinese poker, Hawaiian",
            "did you mean `rules: chinese-hawaiian` (Chinese poker of the Hawaiian Gardens casino)?",
        ),
        ("paid: Ana 5 to Ben", "write `paid: Ana -> Ben 5`"),
        (f"Seat 1: Ana {ROWS}", f"write `Ana {ROWS}`"),
        (f"Seat 1: Ana: {ROWS}", f"write `Ana: {ROWS}`"),
        (f"Seat 1: {ROWS}", f'write `"Seat 1": {ROWS}`'),
        ("paid: Ana 5 EUR -> Ben", "write `paid: Ana -> Ben 5 EUR`"),
        ('paid: Ana paid 5€ to "Phil H."', 'write `paid: Ana -> "Phil H." 5€`'),
        ("paid: Ana -> Ben: 5", "write `paid: Ana -> Ben 5`"),
        ("players: Ana Ben", "write `players: Ana, Ben`, or put a name of several words in quotes"),
        (
            "players: Ana, Ben and Cid",
            "write `players: Ana, Ben, Cid`, or put a name of several words in quotes",
        ),
        (
            "players: Ana; Ben; Cid",
            "write `players: Ana, Ben, Cid`, or put a name of several words in quotes",
        ),
        ("players: Ana & Ben", "write `players: Ana, Ben`, or put a name of several words in quotes"),
        ("50c a point", "if that is what a point is worth, write `stake: 50c`; a remark begins with `#`"),
        ("2.", "if a deal begins here, write `deal 2`; a remark begins with `#`"),
        ("Round one", "did you mean `deal`? Write `deal one`"),
        ("Cid", "if it is a player whose rows follow, write `Cid:`; a remark begins with `#`"),
        ("Cid fouled", "write `Cid: fouled`"),
        ("Ace fouled", "write `Ace: fouled`"),
        (
            f"{BEN} -4",
            f"write `{BEN}`, and `expect: Ben -4` on a line below it if the deal came to that",
        ),
        (
            "Ben paid Ana 10 EUR",
            "if that is a payment already made, write `paid: Ben -> Ana 10 EUR`; a remark begins with `#`",
        ),
        ("Ana top: JJ5", "write `top: JJ5`, and `Ana:` once, on a line above the three rows"),
        ("Cid: six pairs: 2233445566778", "write `Cid: claim six pairs: 2233445566778`"),
        (
            "Cid: 222 / 33345 / 66778 (all hearts)",
            "if the row before it was a flush, write `Cid: 222 / 33345 / 66778 hearts`",
        ),
        (
            "Cid: did not play",
            "if `Cid` is no player, write `# Cid: did not play`; foul, absent, or not known yet?"
            " Write `Cid: foul`, `Cid: absent`, or `void` in the deal",
        ),
        (
            "Cid: dead",
            "if `Cid` is no player, write `# Cid: dead`; foul, absent, or not known yet? Write `Cid: foul`,"
            " `Cid: absent`, or `void` in the deal",
        ),
        ("Cid: -3", "what a deal came to is checked by a line `expect: Cid -3`"),
        (
            "Cid: 663 | KK943 | 88844 | -5",
            "write `Cid: 663 | KK943 | 88844`, and `expect: Cid -5` on a line below it if the deal came"
            " to that",
        ),
        ("Button: Ben", "did you mean `dealer:`? Write `dealer: Ben`"),
        ("Game: ofc-pineapple", "did you mean `rules:`? Write `rules: ofc-pineapple`"),
        (f"{BEN}\nHost: Ben", "if it is a remark, write `# Host: Ben`"),
        (f"{BEN}\nWinner: Ben", "if it is a remark, write `# Winner: Ben`"),
        (
            "side bet: Ana +5, Ben -5",
            "if they are to count, write `adjust: Ana +5, Ben -5`; if that is what came out, `expect: Ana +5,"
            " Ben -5`",
        ),
        ("Ate Joy: foul", 'write `"Ate Joy": foul`'),
        ("Player Joy: sat out", 'write `"Player Joy": sat out`'),
        (f"FL Ana: {ROWS}", f"write `Ana: (fantasyland) {ROWS}`"),
        (f"Ana fouled: {ROWS} # late", f"write `Ana: (foul) {ROWS} # late`"),
        ("paid: Ben 5", "as in `paid: Ann -> Bob 20`"),
        ("players: 1. Ana 2. Ben", "write `players: Ana, Ben`, or put a name of several words in quotes"),
    ],
)
def test_nothing_is_lost_by_a_hint(log: str, hint: str) -> None:
    """A hint drops no rule set, no stake and no board of the line that it is about."""
    assert f"help: {hint}\n" in run("check", "-", "--from", "text", stdin=f"{log}\n").err


@pytest.mark.parametrize(
    "board",
    [
        "234 56789 TJQKA hearts",
        "JJ5 T9852 spades AK743",
        "JJ5 hearts AT852 88844",
        "J J 5 A A 7 6 2 A T 8 5 2 flush",
        "JJ5AA762AT852 hearts",
    ],
)
def test_of_which_row_a_suit_is_said_is_asked(board: str) -> None:
    """The hint made all thirteen cards hearts, and left out the name or the flush."""
    ran = run("check", "-", "--from", "text", stdin=f"Ana: {board}\nBen: foul\n")
    hint = "put a slash between the rows, and each word for a suit at the end of its own"
    assert f"  help: {hint}\n" in ran.err
    assert ran.err.count("error[") == 1


@pytest.mark.parametrize("sign", ["-", ";", "–"])
def test_cards_with_signs_between_them(sign: str) -> None:
    """Each card was called a row, and each row's hint put slashes between them."""
    rows = [sign.join(row) for row in ("JJ5", "AA762", "9TJQK")]
    ran = run("check", "-", "--from", "text", stdin=f"Ana: {' / '.join(rows)}\n{BEN}\n")
    assert ran.err.count("error[card-unreadable]: cards are parted by a blank, or by nothing, not by") == 3
    assert ran.err.count("error[") == 3
    for cards in ("J J 5", "A A 7 6 2", "9 T J Q K"):
        assert f"  help: write the row `{cards}`\n" in ran.err


def test_a_remark_before_the_first_deal_is_no_board() -> None:
    log = f"location: Ana's kitchen\nSpieler: Ute\nstake: 1\n\ndeal 1\nAna: {ROWS}\n{BEN}\n"
    ran = run("check", "-", "--from", "text", stdin=log)
    assert ran.err.count("error[key-unknown]") == ran.err.count("error[") == 2
    assert "`location` is no key, and no board stands behind it" in ran.err
    assert "help: if it is a remark, write `# location: Ana's kitchen`\n" in ran.err
    assert (
        run("check", "-", "--from", "text", stdin=log.replace("l", "# l", 1).replace("S", "# S")).status == 0
    )


@pytest.mark.parametrize("head", ["| Player | Top | Middle | Bottom |", "Note | Ana | Ben", "Round | x"])
def test_the_head_of_a_table_is_no_key(head: str) -> None:
    ran = run("check", "-", "--from", "text", stdin=f"{head}\n| Ana | JJ5 | AA762 | 9TJQK |\n{BEN}\n")
    assert "error[line-unreadable]: can't read this line: not a board, a setting or a deal heading" in ran.err
    assert "Write `" not in ran.err
    assert ran.err.count("error") == 1


@pytest.mark.parametrize("said", ["a point", "per point", "/ point", "/pt", "per unit.", "A POINT"])
def test_what_a_stake_is_for(said: str) -> None:
    assert canonical(f"stake: 0.50 EUR {said}\n\nAna: {ROWS}\n{BEN}\n")[0] == "stake: 0.50 EUR"


def test_a_deal_line_that_was_left_out_is_told_at_the_first_board_behind_it() -> None:
    ran = run("check", "-", "--from", "text", stdin=f"Ana: {ROWS}\n{BEN}\nBen: foul\nAna: foul\n")
    assert ran.err.startswith("<stdin>:3:1: error[player-repeated]")
    assert "help: was a `deal` line left out before it?" in ran.err
    assert ran.err.count("error[") == 1


def test_a_hint_shows_a_cell_without_its_tabs() -> None:
    log = "1\tAna\tJJ5\tAA762\t9TJQK\n1\tBen\t663\tKK943\tAT852\n"
    ran = run("check", "-", stdin=log)
    assert ran.err.startswith("<stdin>:2:17: warning[flush-forgotten]")
    assert "write `A T 8 5 2 flush`;" in ran.err
