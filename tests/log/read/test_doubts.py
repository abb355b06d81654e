"""Signs and words that may take a line back: such a line is asked about, never counted in silence."""

from __future__ import annotations

import json
import re

from tests.loops import each
from tests.trials import Trial

DEAL = (
    "stake: 0.50 EUR\ndeal 1\nAna: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n"
    "Ben: 6h 6d 2c / Kh Kd 9s 4c 3c / As 8s 5s 3s 2s\n"
)
"""Ben pays Ana 2.50 EUR."""
CHAT = (
    "12/05/26, 9:00 PM - Ana: ofc 0.50 EUR a point\n"
    "12/05/26, 9:10 PM - Ana: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n"
    "12/05/26, 9:11 PM - Ben: 6h 6d 2c / Kh Kd 9s 4c 3c / As 8s 5s 3s 2s\n"
)


@each(
    "line",
    [
        *("[ ] void", "- [ ] void", "☐ void", "❓ void", "- [ ] Ben paid Ana 2", "☐ paid: Ben -> Ana 2.50"),
        *("○ Ben paid Ana 2", "❓ Ben paid Ana 2", "Ben paid Ana 2 ❌", "Ben paid Ana 2 ⏳"),
        "Ben paid Ana 2 👎",
        *("[ ] Cid: foul", "☐ Cid: foul", "Cid: foul ❓", "Cid: foul (kidding)"),
        "- [ ] adjust: Ana +5, Ben -5",
        *("Ben owes Ana 2.50 (bezahlt)", "Ben owes Ana 2.50 - received", "Ben pays Ana 2.50 ✅"),
        *("✔ Ben owes Ana 2.50", "- [x] Ben pays Ana 2.50", "[x] Ben -> Ana 2.50"),
        *("Ben pays Ana 2.50 (got it)", "Ben pays Ana 2.50 EUR (done)", "Ben owes Ana 2.50 (cleared)"),
        *("Ben paid Ana 2 €?", "Ben paid Ana 2 (?)", "Ben paid Ana 2 ??", "Ben paid Ana 2 (*)"),
        *("Ben paid Ana 2 (later)", "Ben paid Ana 2 (next week)", "- [ ] Ben owes Ana 2"),
        "- [ ] Ana => foul",
        "[ ] deal 2\nAna: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\nBen: foul",
        *("void: never mind", "void: nevermind", "void: forget it"),
        # Zero is the result, as a foul has no royalties.
        "Cid: foul (0)",
        # These deny or cancel something, or are a fee of nobody.
        *("not for money", "not: for money", "not valid", "not counted", "no money", "crossed out"),
        *("crossed: out", "Crossed: out", "struck: out", "wiped: out", "ruled: out", "ante: 5"),
        *("late fee: 3", "Ben paid Ana 5 each", "deal 2 n/c\nAna: foul\nBen: foul"),
    ],
)  # fmt: skip
def test_a_line_that_may_be_taken_back_is_asked_about(trial: Trial, line: str) -> None:
    trial.refused(f"{DEAL}{line}\n", name="x.txt")


@each(
    ("line", "amount"),
    [
        *(("- [x] Ben paid Ana 2", "0.50"), ("Ben paid Ana 2 👍", "0.50"), ("void: nothing", "2.50")),
        *(("| Total | Ana +5 | Ben -5 |", "2.50"), ("score so far: Ana +5, Ben -5", "2.50")),
        *(("Ben ya le pagó 2€ a Ana", "0.50"), ("Ben paid Ana 2, the rest next week", "0.50")),
        *(("- [ ] Ben still owes Ana 2.50", "2.50"), ("☐ Ben -> Ana 2.50 EUR", "2.50")),
    ],
)
def test_what_is_certain_counts(trial: Trial, line: str, amount: str) -> None:
    payments = json.loads(trial.accepted(f"{DEAL}{line}\n", "--format", "json", name="x.txt").out)["payments"]
    assert [payment["amount"] for payment in payments] == [amount]


@each("words", ["(Asse oben!)", "(aces on top)", "poker abajo!", "(schade um den Straight Flush)"])
def test_words_about_hands_behind_a_board_are_listed(trial: Trial, words: str) -> None:
    log = DEAL.replace("3s 2s\n", f"3s 2s {words}\n")
    assert "read as a remark" in trial.accepted(log, name="x.txt").err


@each("words", ["(pair of nines)", "(queen of hearts in the middle)", "(not a foul)", "(Ana paid)"])
def test_words_behind_a_board_that_may_correct_it_are_asked_about(trial: Trial, words: str) -> None:
    trial.refused(DEAL.replace("3s 2s\n", f"3s 2s {words}\n"), name="x.txt")


@each(
    "said",
    [
        *("hearts not spades", "a seven, not a six", "it was a six", "just kidding", "those are Ben's cards"),
        *("not this one", "let's restart", "royalties off", "Ben sorted me", "keep it for next time", "cash"),
        # Corrections of cards.
        *(
            "should be jacks",
            "it should be QQ top",
            "QQ not JJ",
            "Ana had QQ",
            "Ana's top was QQ",
            "meant QQ",
        ),
        *("I had AA on top actually", "make that a king", "no pair actually", "that is no straight"),
        *("rows reversed", "Ben was Cid actually", "change my top to QQ", "Ana should have kings"),
        # Deals that may not count.
        *("exposed card, start again", "let's deal that again", "play it again", "leave that one out"),
        *("bin it", "throw that one away", "pretend it never happened", "botched deal", "no result"),
        *(
            "we don't pay that",
            "deck was missing a card",
            "test deal",
            "warmup",
            "V O I D",
            "don't score that",
        ),
        # Fouls.
        *("Fouuuul", "miss-set sorry", "bustedddd", "F: Ben", "Ben: F", "Ben X", "Ben: X", "Ben crashed"),
        *("Ben is toast", "Ben your middle is weaker"),
        # Money.
        *("Ana got her money from me", "I cleared my debt", "we're even", "we're square", "nothing owed"),
        *("done by Revolut", "cashapped you", "you still owe me", "I paid Ana 5 each"),
        *("royalty missing", "forgot my royalty", "missing bonus"),
    ],
    few=24,
)
def test_what_a_chat_may_take_back_is_listed(trial: Trial, said: str) -> None:
    ran = trial.ran(f"{CHAT}12/05/26, 9:12 PM - Ben: {said}\n", name="x.txt")
    assert said in ran.err


@each(
    ("told", "answer"),
    [
        *(
            (told, answer)
            for told in ("I paid Ana 5", "void")
            for answer in ("no", "no you did not", "when?")
        ),
        *(("I paid Ana 5", "it never arrived"), ("I paid Ana 5", "it bounced"), ("void", "it stands")),
    ],
)
def test_an_answer_that_may_deny_a_line_is_listed(trial: Trial, told: str, answer: str) -> None:
    chat = f"{CHAT}12/05/26, 9:12 PM - Ben: {told}\n12/05/26, 9:13 PM - Ana: "
    assert f"`{answer}`" in trial.accepted(f"{chat}{answer}\n", name="x.txt").err
    assert "as talk" in trial.accepted(f"{chat}nice\n", name="x.txt").err


@each(
    "said",
    [
        *("gg", "nice hand", "lol", "what a hand", "see you next week", "unlucky", "kings again!", "no"),
        *(
            "wow aces on top",
            "that straight was sick",
            "full house again",
            "lovely full house",
            "not my night",
        ),
        *(
            "shall we play again next week?",
            "we did it twice in a row",
            "Ben is fine",
            "sorry, late",
            "no way!",
        ),
        *("throw me a beer", "Ana you're killing me", "never again", "fingers crossed", "niiiice", "hahaaaa"),
        *("ich bin gleich da", "vale, no pasa nada", "bien joué", "gute Nacht", "my wifi is bad"),
    ],
    few=12,
)
def test_ordinary_talk_is_not_listed(trial: Trial, said: str) -> None:
    ran = trial.accepted(f"{CHAT}12/05/26, 9:12 PM - Ben: {said}\n", name="x.txt")
    assert "1 chat line was skipped as talk" in ran.err


@each(
    "words",
    [
        *("2x", "crossed out", "agreed not to count it", "does'nt count", "exposed card", "twice"),
        *("counted twice", "half points", "five euros to Ana", "two points off Ben", "minus two for Ben"),
        *("house took 1", "fine 2", "sidebet 10", "penalty for Ben", "bonus for Ana", "late fee Ben"),
        *("played for nothing", "without money", "Ana's top QQ not JJ", "wrongly set", "foul: Ben"),
        *(
            "from here 2 EUR",
            "2 EUR from here",
            "stakes up to 2 EUR",
            "for fun, no money",
            "Ana gets a fiver",
        ),
        *("Ben's hand is dead", "middle too weak, foul!", "card exposed -> redeal", "extra 2 to Ana"),
        *("Ana won the side bet", "Ben 5 to Ana"),
    ],
    few=12,
)
def test_notes_and_comments_are_weighed_alike(trial: Trial, words: str) -> None:
    for line in (f"note: {words}\n", f"# {words}\n"):
        assert "warning[note-" in trial.accepted(f"{DEAL}{line}", name="x.txt").err
    behind = DEAL.rstrip("\n") + f"  # {words}\n"
    assert "warning[note-" in trial.accepted(behind, name="x.txt").err


@each(
    "words", ["nice hand, Ana!", "what a hand", "quads on the bottom!", "Ana's first royal flush", "Ben late"]
)
def test_ordinary_notes_and_comments_are_not_warned_of(trial: Trial, words: str) -> None:
    for line in (f"note: {words}\n", f"# {words}\n"):
        assert "warning[note-" not in trial.accepted(f"{DEAL}{line}", name="x.txt").err


@each("stake", ["~1", "~1 EUR", "~0.50"])
def test_a_stake_that_is_not_exact_asks(trial: Trial, stake: str) -> None:
    trial.refused(DEAL.replace("0.50 EUR", stake), name="x.txt")


def test_a_denied_deal_in_a_chat_is_asked_about(trial: Trial) -> None:
    said = f"{CHAT}12/05/26, 9:12 PM - Ana: ok dann zählt Hand 1 nicht\n"
    assert "void" in trial.refused(said, name="x.txt").err


def test_a_payment_above_the_deals_and_below_is_warned_of(trial: Trial) -> None:
    paid = "paid: Ben -> Ana 1\n"
    assert "money-repeated" in trial.accepted(f"{paid}{DEAL}{paid}", name="x.txt").err


def test_a_board_with_an_arrow_is_no_debt(trial: Trial) -> None:
    trial.accepted(DEAL.replace("3s 2s\n", "3s 2s -> -5 👍\n"), name="x.txt")


def test_an_option_that_is_named_like_a_way_to_score_is_read(trial: Trial) -> None:
    log = DEAL.replace("stake: 0.50 EUR", "chinese poker, sweep 1")
    rules = json.loads(trial.accepted(log, "--format", "json", name="x.txt").out)["rules"]
    assert rules["name"] == "chinese + sweep-1"


def test_no_fantasyland_is_a_rule_of_open_face(trial: Trial) -> None:
    for head in ("no fantasyland", "no fantasyland, 0.50 EUR a point", "OFC at Tom's\nno fantasyland"):
        log = DEAL.replace("stake: 0.50 EUR", head)
        rules = json.loads(trial.accepted(log, "--format", "json", name="x.txt").out)["rules"]
        assert rules["name"] == "ofc + no-fantasyland"


@each(
    "reason",
    [
        *("adjust", "side bet", "payment", "stake", "scoop", "fantasyland", "the doubling", "Ben", "Cid"),
        *("Ben wants it, we said no", "Ben asked, refused", "denied", "rejected", "Ana yes, Ben no"),
        *("Ana miscounted; counts anyway", "played on", "withdrawn", "misdeal avoided"),
        *("penultimate", "the penultimate", "partly", "tonight", "vorletzte", "✗", "❌", "✖️", "/", "[ ]"),
    ],
)
def test_a_reason_that_names_a_part_or_takes_void_back_is_asked_about(trial: Trial, reason: str) -> None:
    trial.refused(f"{DEAL}Cid: foul\nvoid: {reason}\n", name="x.txt")


@each(
    "reason",
    [
        *("wrong deck", "Ben saw a card", "misdeal, Ben had 14 cards", "card exposed by Ana"),
        *("Ben was late today", "misdeal, again", "❌ misdeal"),
    ],
)
def test_a_reason_voids_the_deal(trial: Trial, reason: str) -> None:
    assert (
        f"Void: deal 1 ({reason})" in trial.accepted(f"{DEAL}Cid: foul\nvoid: {reason}\n", name="x.txt").out
    )


@each("name", ["1-old", "1-v1", "double", "last-double", "half", "triple", "2-2EUR", "2 ✗"])
def test_a_deals_name_that_says_how_it_counts(trial: Trial, name: str) -> None:
    trial.refused(DEAL.replace("deal 1", f'deal "{name}"'))


@each("name", ["final", "2b", "old", "table-2", "1v1", "first-half"])
def test_a_deals_name_in_words(trial: Trial, name: str) -> None:
    trial.accepted(DEAL.replace("deal 1", f"deal {name}"))


ROWS = "1,Ana,Qh Qd 5c,Ah Ad 7s 6c 2d,9h Ts Jd Qs Kc\n1,Ben,6h 6d 2c,Kh Kd 9s 4c 3c,As 8s 5s 3s 2s\n"
SECOND = "2,Ana,Jd 7h 5c,Qh Qc 8s 4h 3h,Js Jc Ts Td 3c\n2,Ben,8h 8c 4c,Ac As Th 7d 3s,Kd Kc 9d 9c 2d\n"
TITLES = "deal,player,top,mid,bot"


@each(
    "name",
    [
        *("Ben FOUL", "Ben - foul", "Ben, foul", "Ben [foul]", "Ben (F)", "Ben (void)", "Ben (x2)", "Ben ❌"),
        *("Ben (+2)", "Ben +2", "Ben -2", "Ben (owes 5)", "Ben owes 5", "Ben (not foul)", "Ben (foul?)"),
        *("Ben (half)", "Ben (double)", "Ben FL", "Ben x2", "Ben 1 €", "Ben 50c", "Ben (won 5)"),
    ],
)  # fmt: skip
def test_a_mark_in_the_cell_of_a_name_is_asked_about(trial: Trial, name: str) -> None:
    trial.refused(f"{TITLES}\n{ROWS}".replace("Ben", f'"{name}"'), name="x.csv")
    boards = {"Ana": "Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc", name: "6h6d2c / KhKd9s4c3c / As8s5s3s2s"}
    trial.refused(json.dumps({"deals": [{"boards": boards}]}), name="x.json")
    listed = json.dumps({"players": [*boards], "deals": [{"boards": boards}]})
    trial.accepted(listed, name="x.json")


@each("name", ["(Ben)", "[Ben]", "'Ben'", "_Ben_", "**Ben**", "Ben2", "Ben 2", "Ben!"])
def test_a_name_with_signs_beside_the_same_name_is_asked_about(trial: Trial, name: str) -> None:
    told = trial.accepted(f"{TITLES}\n{ROWS}{SECOND.replace('Ben', name)}", name="x.csv").err
    assert f"name-near]: {name} is new, and Ben" in told
    trial.accepted(f"{TITLES}\n{ROWS.replace('Ben', name)}", name="x.csv")
    foul = f"{TITLES}\n{ROWS}1,{name},,,foul\n"
    assert "[name-unknown]: is" in trial.refused(foul, name="x.csv").err


@each(
    "note",
    [
        *("middle all hearts", "hearts", "♥", "five hearts", "srdce", "hertta", "suited"),
        *("half", "bonus two", "double"),
    ],
)
def test_a_remark_that_may_matter_is_warned_of(trial: Trial, note: str) -> None:
    lines = "1,Ana,Qh Qd 5c,Ah Ad 7s 6c 2d,9h Ts Jd Qs Kc,\n1,Ben,543,AT852,88844,"
    code = "[note-unread]" if note in ("half", "bonus two", "double") else "[flush-forgotten]"
    assert code in trial.accepted(f"{TITLES},remark\n{lines}{note}\n", name="x.csv").err
    rows = {"top": "543", "mid": "AT852", "bot": "88844", "remark": note}
    boards = {"Ana": "Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc", "Ben": rows}
    assert code in trial.accepted(json.dumps({"deals": [{"boards": boards}]}), name="x.json").err
    for harmless in ("nice", "queen of hearts"):
        rows["remark"] = harmless
        told = trial.accepted(json.dumps({"deals": [{"boards": boards}]}), name="x.json").err
        assert "[note-unread]" not in told
        assert "[flush-forgotten]" not in told


@each("field", ["cancelled: fee", "void: penalty", "order: top bottom middle"])
def test_a_field_of_a_deal_that_may_mean_more_is_asked_about(trial: Trial, field: str) -> None:
    boards = "".join(f"    {line}\n" for line in DEAL.splitlines()[2:])
    trial.refused(f"deals:\n- {field}\n  boards:\n{boards}", name="x.yaml")


@each("tail", ["flush draw", "hearts missed", "flush, almost"])
def test_a_flush_that_is_taken_back_is_asked_about(trial: Trial, tail: str) -> None:
    text = "deal 1\nAna: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\nBen: 663 / KK943 / QT843"
    trial.refused(f"{text} {tail}\n", name="x.txt")
    trial.accepted(f"{text} (clubs)\n", name="x.txt")


@each("note", ["x", "F", "✗", "(f)", "❌"])
def test_a_note_that_is_only_a_mark_of_a_foul_is_warned_of(trial: Trial, note: str) -> None:
    text = f"{TITLES},note\n{ROWS}".replace("3s 2s\n", f"3s 2s,{note}\n")
    assert "[note-unread]" in trial.accepted(text, name="x.csv").err


@each(
    "name",
    ["Ben X.", "Ben Foulds", "Mary Ann", "O'Neil", "Ben (new)", "Ben (Spain)", "Ben 2", "Ben-2", "Ben Half"],
)
def test_other_names_in_cells_are_names(trial: Trial, name: str) -> None:
    trial.accepted(f"{TITLES}\n{ROWS}".replace("Ben", f'"{name}"'), name="x.csv")


@each(
    "change",
    [("2,", "#2,"), ("2,", "//2,"), ("2,Ana,Jd 7h 5c", "2,Ana,~~Jd 7h 5c~~"), ("Jd 7h 5c", "~Jd 7h 5c~")],
)
def test_rows_taken_out_of_a_table_are_asked_about(trial: Trial, change: tuple[str, str]) -> None:
    second = "".join(line.replace(*change, 1) + "\n" for line in SECOND.splitlines())
    assert "[csv-cell]" in trial.refused(f"{TITLES}\n{ROWS}{second}", name="x.csv").err


@each("corner", ["   ", "Row", "#1 ", "Deal 1"])
@each("beside", ["x2", "x2  ", "Cid (foul)", "+5", "Cid"])
def test_words_beside_the_names_of_boards_side_by_side_are_asked_about(
    trial: Trial, corner: str, beside: str
) -> None:
    rows = "top     QQ5     663\nmid     AA762   KK943\nbot     9TJQK   JJJ44\n"
    trial.refused(f"{corner:8}Ana     Ben     {beside}\n{rows}")
    assert "Ben pays Ana 3 points." in trial.accepted(f"{corner:8}Ana     Ben\n{rows}").out


@each("words", ["void", "(void)", "misdeal", "cancelled", "not counted", "does not count"])
def test_words_behind_the_number_of_a_deal_in_any_of_its_rows_count(trial: Trial, words: str) -> None:
    for second in (SECOND.replace("2,Ben", f"2 {words},Ben"), f"{SECOND}2 {words},,,,\n"):
        assert "Ben pays Ana 5 points." in trial.accepted(f"{TITLES}\n{ROWS}{second}", name="x.csv").out
    points = f"Round,Ana,Ben\n1,5,-5\n2,3,-3\n2 {words},,\n"
    assert "Ben pays Ana 5 points." in trial.accepted(points, name="x.csv").out


@each(
    ("words", "amount"),
    [("x2", "13.00"), ("double", "13.00"), ("(2 EUR)", "13.00"), ("stake 2", "13.00"), ("rake 1", "3.50")],
)
def test_a_stake_behind_the_number_of_a_deal_in_any_of_its_rows_counts(
    trial: Trial, words: str, amount: str
) -> None:
    # Ben loses 5 points in deal 1, and Ana 9 in deal 2.
    for second in (SECOND.replace("2,", f"2 {words},"), SECOND.replace("2,Ben", f"2 {words},Ben")):
        log = f"Stake,1 EUR\n{TITLES}\n{ROWS}{second}"
        assert f"Ana pays Ben {amount} EUR." in trial.accepted(log, name="x.csv").out


@each("words", ["void", "misdeal", "x2", "(2 EUR)", "stake 2", "rake 1", "✗", "not counted"])
def test_words_in_a_row_of_a_ledger_without_amounts_are_asked_about(trial: Trial, words: str) -> None:
    evenings = "session,player,net\n1,Ana,50\n1,Ben,-50\n2,Ana,20\n2,Ben,-20\n"
    for text in (f"{evenings}2 {words},,\n", f"player,net\nAna,50\nBen,-50\n{words},\n"):
        assert "[ledger-unreadable]" in trial.refused(text, name="x.csv", command=["settle"]).err
    titled = evenings.replace("2,Ana", "Night 2,,\n2,Ana")
    assert "Ben pays Ana 70 points." in trial.accepted(titled, name="x.csv", command=["settle"]).out


@each("title", ["void", "voided", "annulled", "misdealt", "not counted", "annulée"])
@each("words", [("no", "yes"), ("FALSE", "TRUE"), ("n", "y")])
def test_a_column_of_void_deals_under_any_word(trial: Trial, title: str, words: tuple[str, str]) -> None:
    lines = (ROWS + SECOND).splitlines()
    told = "".join(f"{line},{words[line[0] == '2']}\n" for line in lines)
    ran = trial.accepted(f"{TITLES},{title}\n{told}", name="x.csv")
    assert "Ben pays Ana 5 points." in ran.out


@each("title", ["void", "misdeal", "cancelled"])
@each("words", [("✗", "✓"), ("✖️", "✔️"), ("❌", "✅"), ("☐", "☑"), ("x", "✓")])
def test_a_cross_beside_ticks_means_no_and_alone_is_asked_about(
    trial: Trial, title: str, words: tuple[str, str]
) -> None:
    def told(off: str, on: str) -> str:
        lines = (f"{line},{on if line[0] == '2' else off}\n" for line in (ROWS + SECOND).splitlines())
        return f"{TITLES},{title}\n{''.join(lines)}"

    off, on = words
    for text in (told(off, on), told("", on)):
        assert "Ben pays Ana 5 points." in trial.accepted(text, name="x.csv").out
    if off == "x":
        assert "Ben pays Ana 5 points." in trial.accepted(told("", off), name="x.csv").out
    else:
        assert "[void-unclear]" in trial.refused(told("", off), name="x.csv").err


@each(
    "key",
    ["stake: 2 EUR", "void: yes", "paid: Ana -> Ben 4 EUR", "players: Ben, Ana", "rules: ofc-pineapple"],
)
def test_keys_of_the_session_in_a_later_document_are_an_error(trial: Trial, key: str) -> None:
    boards = (
        "boards: {Ana: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc, Ben: 6h6d2c / KhKd9s4c3c / As8s5s3s2s}"
    )
    log = f"stake: 1 EUR\ndeals: [{{deal: 1, {boards}}}]\n---\n{key}\ndeals: [{{deal: 2, {boards}}}]\n"
    assert "[key-misplaced]" in trial.refused(log, name="x.yaml").err


@each(
    "message", ["In reply to Ana: I paid Ana 2.50", "In reply to Ben: foul!", "> I fouled", "> stake 2 EUR"]
)
def test_an_answer_is_not_taken_for_a_line_of_the_app(trial: Trial, message: str) -> None:
    ran = trial.ran(f"{CHAT}12/05/26, 9:12 PM - Ben: {message}\n", name="x.txt")
    assert ran.status or "Ben pays Ana 2.50 EUR." not in ran.out


@each("message", ["In reply to Ana", "[In reply to Ana: nice]", "> ofc 0.50 EUR a point"])
def test_quotations_of_the_chat_are_lines_of_the_app(trial: Trial, message: str) -> None:
    ran = trial.accepted(f"{CHAT}12/05/26, 9:12 PM - Ben: {message}\n", name="x.txt")
    assert "Ben pays Ana 2.50 EUR." in ran.out


@each("again", ["Ben paid me 2.50", "paid: Ben -> Ana 2.50", "Ben gave me 2", "I paid Ben 1"])
def test_a_payment_told_by_both_is_asked_about(trial: Trial, again: str) -> None:
    paid = f"{CHAT}12/05/26, 9:12 PM - Ben: I paid Ana 2.50\n"
    told = f"{paid}12/05/26, 9:13 PM - Ana: {again}\n"
    assert "error[money-repeated]: is this the payment of line 4" in trial.refused(told, name="x.txt").err
    trial.accepted(paid, name="x.txt")


POINTS = "1 EUR/pt\ndeal 1: Ana +5, Ben -5\ndeal 2: Ana -9, Ben +9\n"


@each("lines", ["Total Ana -4\nTotal Ben +4", "Old Ana +10\nOld Ben -10", "Pizza Ana +3\nPizza Ben -3"])
def test_points_of_a_name_with_another_name_in_it(trial: Trial, lines: str) -> None:
    assert "[name-unknown]" in trial.refused(f"{POINTS}{lines}\n", name="x.txt").err


@each("label", ["After deal {}", "After {}", "Stand nach {}", "Total after {}"])
def test_rows_of_totals_so_far_are_no_deals(trial: Trial, label: str) -> None:
    rows = "".join(f"{label.format(at)},{points}\n" for at, points in ((1, "5,-5"), (2, "-4,4")))
    trial.refused(f"Deal,Ana,Ben\n{rows}", name="x.csv")


@each("total", ["Total", "Final", "running", "Stand"])
def test_a_total_of_the_last_deal_alone_is_told(trial: Trial, total: str) -> None:
    told = trial.accepted(f"{POINTS}{total}: Ana -9, Ben +9\n", name="x.txt").err
    assert "-9 is the result of deal 2 alone; the total is -4" in told
    assert trial.accepted(f"{POINTS}{total}: Ana -4, Ben +4\n", name="x.txt").err == ""
    each_deal = POINTS.replace("deal 2", "Total: Ana +5, Ben -5\ndeal 2")
    assert trial.accepted(f"{each_deal}Total: Ana -9, Ben +9\n", name="x.txt").err == ""


@each("players", ["{Ana: 10, Ben: -10}", "{Ana: 1 EUR, Ben: 2}", "[Ana, {name: Ben, stake: 2}]"])
def test_what_a_list_of_players_says_beside_names(trial: Trial, players: str) -> None:
    boards = "{Ana: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc, Ben: 6h6d2c / KhKd9s4c3c / As8s5s3s2s}"
    trial.refused(f"players: {players}\ndeals:\n- boards: {boards}\n", name="x.yaml")


@each("names", [("Jörg", "Joerg"), ("Götz", "Goetz"), ("Åsa", "Aasa"), ("Strauß", "Strauss")])
def test_two_spellings_of_a_letter(trial: Trial, names: tuple[str, str]) -> None:
    second = DEAL.replace("stake: 0.50 EUR\n", "").replace("deal 1", "deal 2").replace("Ana", names[1])
    told = trial.accepted(f"{DEAL.replace('Ana', names[0])}{second.replace('5c', '4h')}", name="x.txt")
    assert "[name-near]" in told.err


@each("message", ["Mist tot", "Akku tot", "Battery dead"])
def test_a_word_beside_slang_for_a_foul_is_no_player(trial: Trial, message: str) -> None:
    ran = trial.ran(f"{CHAT}12/05/26, 9:12 PM - Ben: {message}\n", name="x.txt")
    assert "pays Ben" not in ran.out
    assert message in ran.err


def test_what_is_written_instead_of_totals_of_the_last_deal_alone(trial: Trial) -> None:
    """In money too, and in a notation with a deal on one line."""
    second = (
        DEAL.partition("\n")[2]
        .replace("deal 1", "deal 2")
        .replace("Ana", "Ben ", 1)
        .replace("Ben: 6", "Ana: 6")
    )
    boards = f"{DEAL}{second.replace('Ben :', 'Ben:')}"
    for line in ("running: Ana -2.50 EUR, Ben +2.50 EUR", "running: Ana -5, Ben +5", "Ana -5\nBen +5"):
        told = trial.accepted(f"{boards}{line}\n", name="x.txt").err
        (instead,) = re.findall("`(expect: [^`]*)`", told)
        assert "expect" not in trial.accepted(f"{boards}{instead}\n", name="x.txt").err
    deals = [
        {"deal": "1", "boards": {}, "expect": "Ana +5, Ben -5"},
        {"deal": "2", "boards": {}, "expect": "Ana -9, Ben +9", "running": "Ana -9, Ben +9"},
    ]
    written = "".join(f"{json.dumps(deal)}\n" for deal in deals)
    assert "[expect-last-deal]" in trial.accepted(written, name="x.jsonl").err


def test_a_sign_of_doubt_in_quotes_is_a_name(trial: Trial) -> None:
    text = 'players: "No", "[]"\nNo: QQ5 / AA762 / 9TJQK\n"[]": 663 / KK943 / 88844\n'
    assert "[] pays No" in trial.accepted(text).out


TWO = "Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"
"""Ben pays Ana 2 points."""
FOULED = f"{TWO}Cid: foul\n"
"""Ana +16, Ben +11, Cid -27."""
ONE_DEAL = f"stake: 0.50 EUR\n{FOULED}"
"""Cid pays Ana 8.00 EUR and Ben 5.50 EUR."""


@each(
    "line",
    [
        *("(+1.40 €)", "+1.40 €", "1 €", "(8.00 €)", "=> 1 €", "$1", "a euro", "20 € tonight", "5 €, ok"),
        *("2-7 in the middle", "chinese", "pusoy"),
    ],
)
def test_an_amount_or_a_rule_set_below_a_board_sets_nothing(trial: Trial, line: str) -> None:
    first, last = TWO.splitlines()
    for log in (f"{first}\n{last}\n{line}\n", f"{first}\n{line}\n{last}\n", f"{ONE_DEAL}{line}\n"):
        told = trial.refused(log, name="x.txt").err
        assert "`stake:" not in told


def test_a_signed_amount_below_a_board_is_its_result(trial: Trial) -> None:
    for line in ("(+8.00 €)", "+8 €", "=> +8 EUR"):
        log = ONE_DEAL.replace("\nBen", f"\n{line}\nBen")
        assert "Cid pays Ana 8.00 EUR." in trial.accepted(log, name="x.txt").out
        assert "[expect-failed]" in trial.refused(log.replace("8", "7", 1), name="x.txt").err
    trial.refused(f"+1 €\n{TWO}", name="x.txt")


@each("said", ["+1.40 €", "5 € 👍", "*2 €", "1 €"])
def test_an_amount_in_a_message_below_the_boards_is_listed(trial: Trial, said: str) -> None:
    chat = CHAT.replace("ofc 0.50 EUR a point", "hi")
    ran = trial.accepted(f"{chat}12/05/26, 9:12 PM - Ana: {said}\n", name="x.txt")
    assert "may affect the score" in ran.err
    assert "Ben pays Ana 5 points." in ran.out


@each("said", ["chinese", "pusoy", "2-7 in the middle", "1 € a point"])
def test_terms_in_a_message_below_the_boards_are_asked_about(trial: Trial, said: str) -> None:
    trial.refused(f"{CHAT}12/05/26, 9:12 PM - Ana: {said}\n", name="x.txt")


@each(
    ("above", "line"), [("rules: pineapple\n", "Pineapple"), ("", "ofc"), ("stake: 1 EUR\n", "1 € a point")]
)
def test_terms_below_the_boards_that_only_repeat_those_above_are_accepted(
    trial: Trial, above: str, line: str
) -> None:
    assert trial.accepted(f"{above}{TWO}{line}\n", name="x.txt").err == ""


@each(
    "line",
    [
        *("Cid owes 8 €", "Cid has to pay 5.50", "Cid loses 13.50", "Ana gets 8 €", "Ben gets 5.50 from Cid"),
        *(
            "so Ana gets 8.00 and Ben 5.50, both from Cid",
            "thats €8.00 from Cid",
            "pays 8 €",
            "Cid owes 8.00",
        ),
        "so Cid pays Ana 8.00 and Ben 5.50 in the end",
    ],
)
def test_a_debt_of_a_player_is_a_balance_or_a_payment_of_that_player(trial: Trial, line: str) -> None:
    assert trial.accepted(f"{ONE_DEAL}{line}\n", name="x.txt").err == ""
    once = trial.accepted(f"{ONE_DEAL}{line}\n", name="x.txt", command=["fmt"]).out
    assert "anybody" not in once or "-> anybody" in once or "anybody -> " in once


@each(
    "line",
    [
        *(
            "Ana owes 8 €",
            "Ana pays 8 €",
            "Ana has to pay 8 €",
            "Ana owes 5.50 €",
            "Ben pays 5.50",
            "I owe 8 €",
        ),
        *("Cid gets 13.50", "Ana gets 8.00 from Ben", "thats €8.00 from Ben", "gets 8.00", "pays 5.60"),
        "Cid pays 8.00 and Ben 5.50",
    ],
)
def test_a_debt_of_another_player_or_in_the_other_direction_fails(trial: Trial, line: str) -> None:
    trial.refused(f"{ONE_DEAL}{line}\n", name="x.txt")


def test_a_debt_below_rows_is_of_their_player(trial: Trial) -> None:
    rows = "stake: 0.50 EUR\nAna:\nJJ5\nAA762\n9TJQK\n{}\n\nBen:\n663\nKK943\n88844\n"
    trial.accepted(rows.format("gets 1 €"), name="x.txt")
    trial.refused(rows.format("pays 1 €"), name="x.txt")


@each(
    ("stake", "totals", "amount"),
    [
        ("50c a point (NZD)", "Ana +16 ($8.00), Ben +11 ($5.50), Cid -27 (-$13.50)", "8.00 NZD"),
        ("stake: 0.50 CAD", "Ana $8, Ben $5.50, Cid -$13.50", "8.00 CAD"),
        ("20 pesos per point", "Ana +16 (320), Ben +11 (220), Cid -27 (-540)", "320.00 PHP"),
        ("stake: 0.50 EUR", "Ana +16 (8), Ben +11 (5,50), Cid -27 (-13.5)", "8.00 EUR"),
    ],
)
def test_totals_beside_their_worth_are_checked(trial: Trial, stake: str, totals: str, amount: str) -> None:
    log = f"{stake}\n{FOULED}Total: "
    ran = trial.accepted(f"{log}{totals}\n", name="x.txt")
    assert (f"Cid pays Ana {amount}." in ran.out, ran.err) == (True, "")
    other = totals.replace("320", "330").replace("540", "550").replace("8", "9").replace("13", "14")
    assert "[expect-failed]" in trial.refused(f"{log}{other}\n", name="x.txt").err


@each(
    "totals",
    [
        *("Total: Ana +16 (8), Ben +11, Cid -27 (-8)", "Total: Ana +16 (3), Ben +11 (4), Cid -27 (2)"),
        *(
            "Ana +16 (8), Ben +11 (5.5), Cid -27 (-13.5)",
            "Total: Ana +16 ($8), Ben +11 ($5.50), Cid -27 (-$13.50)",
        ),
    ],
)
def test_other_figures_beside_totals_are_asked_about(trial: Trial, totals: str) -> None:
    assert '"Ben $"' not in trial.refused(f"{ONE_DEAL}{totals}\n", name="x.txt").err


@each("stake", ["TWENTY-FIVE CENTS A POINT ($0.25)", "25c a point ($0.25)", "$0.25 a point (25 cents)"])
def test_the_same_stake_twice_is_one(trial: Trial, stake: str) -> None:
    assert "Cid pays Ana $4.00." in trial.accepted(f"{stake}\n{FOULED}", name="x.txt").out
    trial.refused(f"{stake.replace('25)', '35)').replace('25 c', '35 c')}\n{FOULED}", name="x.txt")
