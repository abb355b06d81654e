"""Logs typed by people new to the program, once misread."""

from __future__ import annotations

from pathlib import Path

from tests.command import run
from tests.loops import each

HEAD = "rules: ofc-pineapple + no-fantasyland\nstake: 1 EUR\n"
ONE = "Ana: JJ5 / AA762 / 9TJQK\nBen: 6h 6d 2c / Kh Kd 9s 4c 3c / Ah Th 8h 5h 2h\n"
TWO = "Ben: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\nAna: Kh Jh 2c / 6h 6d 9s 4c 3c / 8s 8h 7d 7c As\n"
BOTH = f"{HEAD}deal 1\n{ONE}deal 2\n{TWO}"


@each(
    "words",
    [
        *("invalid", "(scratched)", "(no good)", "abandoned", "scrapped", "(wiped)"),
        *("worthless", "(nicht gewertet)", "(nul)", "(wrong)", "(struck)", "(skip)", "excluded", "(deleted)"),
    ],
)
def test_a_deal_is_not_counted_in_silence_whose_heading_may_say_that_it_does_not(
    words: str, tmp_path: Path
) -> None:
    (tmp_path / "night.ofc").write_text(f"{HEAD}deal 1\n{ONE}deal 2 {words}\n{TWO}", "utf-8")
    ran = run("score", tmp_path / "night.ofc")
    assert "deal 2" in ran.err or words.strip("()") in ran.err


@each(
    "note",
    [
        *(
            "double stakes in deal 2",
            "Ana owes Ben another 10 from last week",
            "Ana gets 3 points for bad mood",
        ),
        *("side bet: Ben gives Ana 3", "Ana transferred 11", "stake was 2 EUR", "rake 2 EUR", "scrapped"),
        *("Ana still gets 5 EUR from Ben", "total Ana -20, Ben +20", "Ana -5, Ben +5", "ignore this one"),
    ],
)
def test_a_note_about_money_is_warned_of(note: str, tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(f"{BOTH}note: {note}\n", "utf-8")
    assert "warning[note-unread]" in run("score", tmp_path / "night.ofc").err


@each("note", ["nice weather", "Ben had queens and Ana jacks", "lucky win by Ana", "played in the kitchen"])
def test_a_note_about_the_evening_is_not(note: str, tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(f"{BOTH}note: {note}\n", "utf-8")
    assert run("score", tmp_path / "night.ofc").err == ""


CHAT = "".join(
    f"12/10/2026, 20:0{n} - Ana: {line}\n"
    if not line.startswith("Ben")
    else f"12/10/2026, 20:0{n} - {line}\n"
    for n, line in enumerate(BOTH.splitlines())
)


@each(
    "message",
    [
        *("received 11 from Ben", "11 handed to Ben", "venmo'd Ben 11", "settled 11 with Ben"),
        *("do not count deal 2", "remove deal 2", "forget the second deal", "we replay deal 2", "annulled"),
        *("that deal was invalid, we had 51 cards", "oops, dealt wrong, redeal"),
        "my bottom was wrong, it is Ah Th 8h 5h 3h",
    ],
)
def test_a_message_that_surely_matters_is_an_error(message: str, tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(f"{CHAT}12/10/2026, 20:30 - Ana: {message}\n", "utf-8")
    ran = run("score", tmp_path / "chat.txt")
    assert (ran.status, "error[chat-unread]" in ran.err) == (1, True), ran.err


@each("message", ["I paid Ben everything", "Ana paid me half", "Ben, 8 more?", "nice top Ah Kh Qh"])
def test_a_message_that_may_matter_is_listed(message: str, tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(f"{CHAT}12/10/2026, 20:30 - Ana: {message}\n", "utf-8")
    assert message in run("score", tmp_path / "chat.txt").err


@each(
    ("one", "other"),
    [
        *(
            ("Ann B", "Ann"),
            ("Tom K", "Tom"),
            ("Tom K.", "Tom"),
            ("Tom Kramer", "Kramer"),
            ("Tom Kramer", "TK"),
        ),
        *(("Christian", "Chris"), ("Alexander", "Alex"), ("Big Tom", "Tom"), ("B.", "Ben")),
    ],
)
def test_a_name_that_may_be_another_in_short_is_asked_about(one: str, other: str, tmp_path: Path) -> None:
    text = f"{HEAD}deal 1\n{ONE}deal 2\n{TWO}".replace("Ben:", "Mia:")
    first, second = text.replace("Ana:", f'"{one}":', 1), f'"{other}":'
    (tmp_path / "night.ofc").write_text(first.replace("Ana:", second), "utf-8")
    assert "warning[name-near]" in run("score", tmp_path / "night.ofc").err


@each(
    "board",
    [
        *("9-T-J-Q-K A-A-7-6-2 J-J-5", "9TJQKAA762JJ5", "9 T J Q K A A 7 6 2 J J 5"),
        *("9TJQK AA762 JJ5", "9_T_J_Q_K A_A_7_6_2 J_J_5", "9.T.J.Q.K A.A.7.6.2 J.J.5"),
    ],
)
def test_no_fix_makes_a_foul_of_a_board_that_was_typed_from_the_bottom_up(board: str, tmp_path: Path) -> None:
    log = tmp_path / "night.ofc"
    log.write_text(f"{HEAD}Ana: {board}\nBen: foul\n", "utf-8")
    ran = run("check", "--fix", log)
    assert ran.status == 1 or "JJ5 / AA762 / 9TJQK" in log.read_text("utf-8").replace(" ", "").replace(
        "/", " / "
    )
    assert "J J 5" in ran.err or "JJ5" in ran.err


def test_headings_in_words_are_headings(tmp_path: Path) -> None:
    log = tmp_path / "night.ofc"
    log.write_text(
        f"{HEAD}# first deal\n{ONE}\n# second deal\nCid: 443 / TT987 / QQ338\nDan: foul\n", "utf-8"
    )
    assert "Ben pays Ana 4.00 EUR" in run("score", log).out


def test_a_sender_in_brackets_is_one(tmp_path: Path) -> None:
    lines = [*HEAD.splitlines(), "deal 1 x2", "JJ5 / AA762 / 9TJQK"]
    text = "".join(f"20:00 <Ana> {line}\n" for line in lines)
    text += "20:02 <Ben> 6h 6d 2c / Kh Kd 9s 4c 3c / Ah Th 8h 5h 2h\n"
    (tmp_path / "irc.txt").write_text(text, "utf-8")
    assert "Ben pays Ana 8.00 EUR" in run("score", tmp_path / "irc.txt").out


@each(
    ("ledger", "said"),
    [
        ("round,Ana,Ben\n1,4,-4\n2,-15,15\nSubtotal,-11,11\n3,1,-1\n", "Ana pays Ben 10 points"),
        ("round,Ana,Ben\n1,4,-4\nEnd,4,-4\n", "Ben pays Ana 4 points"),
        ("round,Ana,Ben\n1,4,-4\n2,-15,15\n,-11,11\n", "is this row a round or the sum"),
        ("round,Ana,Ben\n1,4,-4\n2,-15,15\nEUR,-5.5,5.5\n", "is this row a round or the sum"),
        ("round,Ana,Ben\n1,4,-4\n2 void,-15,15\n", "what does `2 void` mean"),
        ("round,Ana,Ben\n1,4,-4\n2 x2,-15,15\n", "what does `2 x2` mean"),
        ("name,points,comment\nAna,-11,paid 5 already\nBen,11,\n", "`comment` may be about money"),
        ("name,points,settled\nAna,-11,yes\nBen,11,yes\n", "`settled` may be about money"),
        ("player,net,void\nAna,-11,x\nBen,11,x\n", "`void` may be about money"),
        ("player,net,currency\nAna,-11,USD\nBen,11,EUR\n", "currency-mixed"),
        ("player,net,currency\nAna,-11,USD\nBen,11,USD\n", "Ana pays Ben 11.00 USD"),
    ],
)
def test_ledgers_say_what_they_leave_out(ledger: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "ledger.csv").write_text(ledger, "utf-8")
    ran = run("settle", tmp_path / "ledger.csv")
    assert said in ran.out + ran.err


@each("stake", ["2x", "1k", "5 k", "2X", "1 mio"])
def test_a_factor_is_no_currency(stake: str, tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(f"stake: {stake}\n{ONE}", "utf-8")
    ran = run("score", tmp_path / "night.ofc")
    assert (ran.status, "is not a currency" in ran.err or "not a number" in ran.err) == (1, True), ran.err


def test_sen_are_hundredths(tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(f"rules: ofc\nstake: 20 sen\n{ONE}", "utf-8")
    assert "Ben pays Ana 0.80" in run("score", tmp_path / "night.ofc").out


@each(
    ("sheet", "said"),
    [
        ("Player,R1,R2,R3\nAnn,5,-2,3\nBen,-3,1,-1\nCid,-2,1,-2\n", "Ben pays Ann 3 points"),
        ("Name,Round 1,Round 2,Total\nAnn,5,-2,3\nBen,-5,2,-3\n", "Ben pays Ann 3 points"),
        (
            "Name,Round 1,Round 2,Total\nAnn,5,-2,4\nBen,-5,2,-4\n",
            "the sum of Ann is 4 here, but the other rows sum to 3",
        ),
        ("player,1,2\nAnn,5,-2\nBen,-5,2\nTotal,0,0\n", "Ben pays Ann 3 points"),
        ("player,1,2\nAnn,5,-2\nBen,-4,2\n", "the points of round 1 sum to +1"),
    ],
)
def test_a_row_of_each_player_may_have_the_rounds_across(sheet: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "sheet.csv").write_text(sheet, "utf-8")
    ran = run("settle", tmp_path / "sheet.csv")
    assert said in ran.out + ran.err, ran


@each("column", ["date,2026-11-20,2026-11-21", "date,Fri,Sat", "night,Friday,Saturday", "venue,Ana's,Ben's"])
def test_total_rows_below_several_evenings_are_checked_and_not_added(column: str, tmp_path: Path) -> None:
    title, one, two = column.split(",")
    rows = f"{title},player,net\n{one},Ann,5\n{one},Bob,-5\n{two},Ann,3\n{two},Bob,-3\n"
    (tmp_path / "sheet.csv").write_text(f"{rows}Total,Ann,8\nTotal,Bob,-8\n", "utf-8")
    assert "Bob pays Ann 8 points." in run("settle", tmp_path / "sheet.csv").out
    (tmp_path / "sheet.csv").write_text(f"{rows}Total,Ann,9\nTotal,Bob,-9\n", "utf-8")
    assert (
        "the sum of Ann is 9 here, but the other rows sum to 8" in run("settle", tmp_path / "sheet.csv").err
    )


def test_debts_below_boards_side_by_side_are_checked_by_their_direction(tmp_path: Path) -> None:
    boards = (
        "HAND 1       ANA                 BEN\nfront     Ks 9s 5h           Ts 9d 2s\n"
        "middle    Ah Ad Tc Td 2c     As Qc Jc 5s 3h\nback      6s 5d 4s 3d 2h     7d 7h 7s 6h 6d\n"
    )
    for line, status in (("Ana owes Ben $1.50", 0), ("BEN pays ANA $1.50", 1)):
        (tmp_path / "night.txt").write_text(f"stake: $0.50\n\n{boards}\n{line}\n", "utf-8")
        ran = run("score", tmp_path / "night.txt")
        assert ran.status == status, ran


KINGS = "Ana: KKQ / AA446 / 9TJQK"
LOW = "Ben: 852 / 44K76 / TJQ98"


@each(
    "line",
    [
        *("(kings - fantasyland next time)", "kings up top -> fantasyland", "FL next", "=> FL!"),
        *("Ana hat Könige oben -> Fantasyland", "Ana goes to fantasyland"),
    ],
)
def test_a_line_below_a_board_that_tells_of_the_next_fantasyland_is_checked(
    line: str, tmp_path: Path
) -> None:
    for boards, status in ((f"{LOW}\n{KINGS}\n", 0), (f"{KINGS}\n{LOW}\n", int("Ana" not in line))):
        (tmp_path / "night.txt").write_text(f"{boards}{line}\n", "utf-8")
        assert run("score", tmp_path / "night.txt").status == status, boards


@each("tail", ["+14   FL", "+14 (FL)", "+14 kings, makes FL", "(+14) -> FL"])
def test_fantasyland_behind_a_result_is_what_the_board_wins(tail: str, tmp_path: Path) -> None:
    for one, other, status in ((f"{KINGS} {tail}", LOW, 0), (KINGS, f"{LOW} {tail.replace('+', '-')}", 1)):
        (tmp_path / "night.txt").write_text(f"{one}\n{other}\n", "utf-8")
        assert run("score", tmp_path / "night.txt").status == status


@each("row", ["QQ666 full house", "QQ666 (full)", "full house QQ666", "QQ666"])
@each("other", ["A9853 flush in spades", "A9853 flush"])
def test_the_rank_of_a_row_is_named_between_commas(row: str, other: str, tmp_path: Path) -> None:
    log = f"Nadia: T64, AKQ82 high card, {row}\nChris: AK5, 44228 two pair, {other}\n"
    (tmp_path / "night.txt").write_text(log, "utf-8")
    assert "Chris pays Nadia 1 point." in run("score", tmp_path / "night.txt", "--format", "chat").out
    wrong = log.replace("44228 two pair", "44228 trips")
    (tmp_path / "night.txt").write_text(wrong, "utf-8")
    assert "the cards of this row are two pair, not trips" in run("score", tmp_path / "night.txt").err


@each("word", ["(full)", "full", "(full house)", "(suite)"])
def test_a_rank_in_brackets_behind_a_labelled_row(word: str, tmp_path: Path) -> None:
    rows = f"Claire\n  Haut : A♠ 9♦ 4♠\n  Milieu : D♥ 8♦ 6♣ 5♦ 5♠\n  Bas : 7♣ 7♠ 2♦ 2♣ 2♥ {word}\n"
    other = "Benoît\n  Haut : A♣ 6♦ 3♦\n  Milieu : A♦ D♦ 8♣ 8♠ 2♠\n  Bas : 9♠ 8♥ 7♥ 6♠ 5♥ (suite)\n"
    (tmp_path / "donne.txt").write_text(f"{other}\n{rows}", "utf-8")
    assert run("score", tmp_path / "donne.txt").status == int(word == "(suite)")


@each("title", ["Sunday OFC 27/9", "OFC 27/9", "Sunday OFC 27/9  Ana, Ben", "Sonntag OFC 27.9."])
def test_a_day_behind_the_name_of_a_rule_set(title: str, tmp_path: Path) -> None:
    (tmp_path / "night.txt").write_text(f"{title}\n#1\n{KINGS}\n{LOW}\n", "utf-8")
    assert "1 deal, ofc, points only" in run("score", tmp_path / "night.txt", "--format", "chat").out


def test_a_player_in_fantasyland_beside_an_emphasized_deal(tmp_path: Path) -> None:
    boards = f"\n- {KINGS}\n- {LOW}\n"
    log = f"**First deal**\n{boards}\n**Second deal** (Ana in fantasyland)\n{boards}"
    (tmp_path / "night.md").write_text(log, "utf-8")
    ran = run("score", tmp_path / "night.md", "--format", "chat")
    assert "2 deals" in ran.out, ran


def test_a_last_result_that_fits_neither_the_deal_nor_the_evening(tmp_path: Path) -> None:
    """The evening's totals are not compared if a deal cannot be read."""
    log = f"deal 1\n{LOW}\n{KINGS}\ndeal 2\n{LOW}\n{KINGS}\nBen -15\n"
    (tmp_path / "night.txt").write_text(log, "utf-8")
    assert "expected -15, but has -14 in this deal and -28 so far" in run("score", tmp_path / "night.txt").err
    (tmp_path / "night.txt").write_text(log.replace("44K76 / TJQ98\n", "44K7 / TJQ98\n", 1), "utf-8")
    assert "expected -15" not in run("score", tmp_path / "night.txt").err


@each("value", ["true", "false", "1", "no"])
def test_a_field_that_tells_of_the_next_fantasyland_is_checked(value: str, tmp_path: Path) -> None:
    board = f"{{top: KKQ, mid: AA446, bot: 9TJQK, fantasyland_next: {value}}}"
    log = f"deals:\n- Ana: {board}\n  Ben: 852 / 44K76 / TJQ98\n"
    (tmp_path / "night.yaml").write_text(log, "utf-8")
    assert run("score", tmp_path / "night.yaml").status == int(value in ("false", "no"))


@each("words", ["(full)", "(full house)", "full"])
def test_a_rank_in_brackets_behind_letters_of_another_language(words: str, tmp_path: Path) -> None:
    luc = f"• Luc : 7 4 3 / A 2 3 4 5 (quinte) / D D D 9 9 {words}"
    log = f"Donne 1\n{luc}\n• Greg : D V 6 / 6 5 4 3 2 / A A A 7 7\n"
    (tmp_path / "donne.txt").write_text(log, "utf-8")
    assert run("score", tmp_path / "donne.txt").status == 0


@each("words", ["scala colore", "scala a colore", "scala reale", "straight flush", "escalera de color"])
def test_words_for_a_straight_flush(words: str, tmp_path: Path) -> None:
    (tmp_path / "mano.txt").write_text(f"Paolo: A84 / TT732 / A2345 {words}\n{LOW}\n", "utf-8")
    assert "straight flush" in run("score", tmp_path / "mano.txt").out


@each("end", ["", ".", "!"])
def test_a_payment_that_ends_with_a_full_stop(end: str, tmp_path: Path) -> None:
    log = f"stake: 1 EUR\n{LOW}\n{KINGS}\nBen ha già dato 14 € a Ana{end}\n"
    (tmp_path / "mano.txt").write_text(log, "utf-8")
    assert "Nobody owes anybody anything." in run("score", tmp_path / "mano.txt").out


def test_a_title_with_a_date_in_a_row_of_a_table(tmp_path: Path) -> None:
    rows = "Hand,Player,Top,Middle,Bottom\n1,Ana,KKQ,AA446,9TJQK\n,Ben,852,44K76,TJQ98\n"
    (tmp_path / "night.csv").write_text(f"Poker night 5 April 2025,,,,\n{rows}", "utf-8")
    assert "2025-04-05" in run("score", tmp_path / "night.csv").out
