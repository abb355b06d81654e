"""Chats as apps export and copy them: accepted ones and questions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import pytest

from tests.loops import each
from tests.trials import Trial

ANA: Final = "QhQd5c / AhAd7s6c2d / 9hTsJdQsKc"
BEN: Final = "6h6d2c / KhKd9s4c3c / As8s5s3s2s"
"""Ana wins 5."""
ROWS: Final = {name: board.replace(" / ", "\n") for name, board in (("Ana", ANA), ("Ben", BEN))}


def stamped(*messages: str) -> str:
    """Return a WhatsApp chat with these messages, each after its sender's name."""
    return "".join(f"20/11/2026, 20:{at:02} - {line}\n" for at, line in enumerate(messages))


BOTH: Final = (f"Ana: {ANA}", f"Ben: {BEN}")


@each(
    "text",
    [
        # Slack, in 12 and 24 hours, with messages of several lines and the mark of an edited one.
        f"Ana Lopez\n  9:02 PM\ndeal 1\n{ANA}\nBen Ito\n  9:16 PM\n{BEN}\n",
        f"Ana Lopez\n  9:02 PM\nhello all\n9:15\n{ANA} (edited) \nBen Ito\n  9:16 PM\n{BEN}\n:joy:\n1\n",
        f"Ana Lopez\n  21:02\nlunch\n21:15\n{ANA}\nBen Ito\n  21:16\n{BEN}\n",
        f"Ana Lopez:palm_tree:\n  9:02 PM\n{ANA}\nBen Ito\n  9:16 PM\n{ROWS['Ben']}\n",
        f"Ana Lopez  9:02 PM\ndeal 1\n{ANA}\nBen Ito  9:16 PM\n{BEN}\n",
        f"Ana Lopez 9:02 PM\ndeal 1\n{ANA}\nBen Ito 9:16 PM\n{BEN}\n",
        f"Friday, November 20th\nAna Lopez\n  9:02 PM\ndeal 1\n{ANA}\nBen Ito\n  9:16 PM\n{BEN}\nNew\n",
        f"9:02\nhi\nAna Lopez\n  9:02 PM\ndeal 1\n{ANA}\nBen Ito\n  9:16 PM\n{BEN}\n",
        # Discord, copied.
        f"Ana Lopez\n — \n9:02 PM\ndeal 1\n{ANA}\nBen Ito\n — Today at 9:16 PM\n{BEN}\n[9:17 PM]\nnice\n",
        # Teams, old and new, with days instead of dates.
        f"[20/11/2026 12:02] Ana Lopez\nhi\n\n[20/11/2026 12:15] Ana Lopez\n{ANA}\n\n"
        f"[20/11/2026 12:16] Ben Ito\n{BEN}\nlike 1\n",
        f"[Friday 12:15 PM] Ana Lopez\ndeal 1\n{ANA}\n\n[Friday 12:16 PM] Ben Ito\n{BEN}\n",
        f"[12:15 PM] Ana Lopez\ndeal 1\n{ANA}\n\n[12:16 PM] Ben Ito\n{BEN}\n",
        f"Ana Lopez\n12:02 PM\ndeal 1\n{ANA}\n\nBen Ito\n12:15 PM\n{BEN}\n",
        # Google Chat.
        f"Ana Lopez, 9:02 PM\ndeal 1\n{ANA}\n\nBen Ito, 9:04 PM\n{BEN}\n",
        f"Ana Lopez, Yesterday 9:02 PM\ndeal 1\n{ANA}\nBen Ito, Fri 9:04 PM\n{BEN}\n"
        f"Ben Ito, Nov 20, 9:05 PM\ngg\n",
        # Messenger and iMessage, copied.
        f"Nov 20, 2026, 9:02 PM\nAna Lopez\nsorry, late\nYou sent\nok\nAna Lopez\ndeal 1\n{ANA}\nBen Ito\n"
        f"{BEN}\n",
        f"Today 9:02 PM\nAna Lopez\nGame 1\n{ROWS['Ana']}\nBen Ito\n{ROWS['Ben']}\nLiked “{BEN}”\n"
        f"Delivered\n",
        f"Friday 9:02 PM\nAna Lopez\nHere goes\n{ANA}\nBen Ito\n{BEN}\nLoved “Here goes”\nRead 9:05 PM\n",
        # Signal: the time below.
        f"Ana Lopez\nhi\n9:01 PM\nAna Lopez\ndeal 1\n9:02 PM\nAna Lopez\n{ANA}\n9:14 PM\nBen Ito\n{BEN}\n"
        f"9:15 PM\n",
        # DiscordChatExporter.
        f"{'=' * 62}\nGuild: Home games\nChannel: OFC / boards\n{'=' * 62}\n\n"
        f"[11/20/2026 9:02 PM] Ana Lopez\ndeal 1\n\n"
        f"[11/20/2026 9:15 PM] Ana Lopez\n{ANA}\n\n[11/20/2026 9:16 PM] Ben Ito (pinned)\n{BEN}\n\n"
        f"{{Reactions}}\n👍 (2) 😂\n\n{'=' * 62}\nExported 3 message(s)\n{'=' * 62}\n",
        # QQ: the time before the name.
        f"2026-11-20 21:02:11 Ana Lopez\ndeal 1\n{ANA}\n\n2026-11-20 21:03:11 Ben Ito\n{BEN}\n",
        # LINE, and messages of several lines in quotes.
        f'2026.11.20 Friday\n21:02 Ana Lopez "hi\nall"\n21:14 Ana Lopez "{ROWS["Ana"]}"\n'
        f'21:15 Ben Ito "{ROWS["Ben"]}"\n21:16 Ana Lopez Stickers\n',
        f'Fri, 20/11/2026\n21:02\tAna Lopez\tdeal 1\n21:14\tAna Lopez\t"{ROWS["Ana"]}"\n'
        f'21:15\tBen Ito\t"{ROWS["Ben"]}"\n',
        f"2026.11.20 Friday\n21:02 Ana Lopez deal 1\n21:14 Ana Lopez {ANA}\n21:15 Ben Ito {BEN}\n",
        # KakaoTalk, Zoom.
        f"[Ana Lopez] [오후 9:02] deal 1\n[Ana Lopez] [오후 9:12] {ANA}\n[Ben Ito] [오후 9:13] {BEN}\n",
        f"2026년 11월 20일 오후 9:02, Ana Lopez : {ANA}\n2026년 11월 20일 오후 9:03, Ben Ito : {BEN}\n",
        f"21:02:11\t From Ana Lopez : {ANA}\n21:03:11\t From Ben Ito : {BEN}\n",
        f"21:02:11 From Ana Lopez to Everyone:\n\t{ANA}\n21:03:11 From Ben Ito to Everyone:\n\t{BEN}\n",
        # Skype, Telegram.
        f"[20.11.2026 21:02:11] Ana Lopez: deal 1\n[20.11.2026 21:36:02 | Edited 21:36:40] Ana Lopez: {ANA}\n"
        f"[20.11.2026 21:37:02] Ben Ito: {BEN}\n",
        f"Ana Lopez, [20 нояб. 2026 г., 21:02:11]:\n{ANA}\n\nBen Ito, [20 нояб. 2026 г. в 21:16]:\n{BEN}\n",
        # No times at all.
        f"Ana Lopez: hi all\nBen Ito: sure\ndeal 1\nAna Lopez: {ANA}\nBen Ito: {BEN}\nCid: lol\n",
        f"Ana Lopez: hi all\nBen Ito: sure\nAna Lopez: {ANA}\nBen Ito: {BEN}\nAna Lopez: lol\n",
    ],
    few=11,
)
def test_senders_are_named(trial: Trial, text: str) -> None:
    assert "Ben Ito pays Ana Lopez 5 points." in trial.accepted(text).out


@each(
    "said",
    [
        *("kkkkk", "hahaha", "Hahaha", "haha", "666", "777", "aaa", "233", "2333", "55555", "10/10", "AAAAA"),
        "nice)))",
    ],
    few=6,
)
def test_laughter_is_talk(trial: Trial, said: str) -> None:
    for text in (
        stamped(*BOTH, f"Ben: {said}"),
        stamped(f"Ben: {said}", *BOTH),
        stamped(BOTH[0], f"Ben: {said}", BOTH[1]),
    ):
        ran = trial.accepted(text)
        assert "Ben pays Ana 5 points." in ran.out
        assert "1 chat line was skipped as talk" in ran.err


def each_said(groups: Sequence[tuple[str, Sequence[str], Sequence[str]]]) -> list[tuple[str, str, str]]:
    """Return what is said of a chat, the chat, and the case that stands for `{}` in its messages."""
    return [
        (says, stamped(*(message.replace("{}", case) for message in messages)), case)
        for says, messages, cases in groups
        for case in cases
    ]


CID: Final = "Cid: 7h 7d 4s / Ac 8h 8d Jc 3h / Th 9c 9d 4h 4d"
MIA_TOM: Final = ("Mia: QQ5 / AA762 / 9TJQK", "Tom: 663 / KK943 / 88844")
PRICE: Final = "Ana: pineapple, 1 EUR a point?"
ANSWERED: Final = "Ana: pineapple, 25 cents a point, ok?"
REFUSED: Final = (
    # What the error says, the messages, and what is said in them.
    ("error[chat-foul]", (f"Ana: {ANA}", CID, "Ben: {}"), (
        *("almost foul", "not a foul", "foul?", "foul for Ana", "foul x2", "foul, just kidding"),
        *("foul or not", "your foul", "фол у Ани", "faltou, foul", "/ foul / for me"),
    )),
    # Proposals that nobody agrees to, and answers that change them.
    ("", ("Ana: {}", *BOTH), ("pineapple, 1 EUR a point?",)),
    ("", (PRICE, "{}", *BOTH), ("Ana: ok", "Ben: no", "Ben: ok but no royalties")),
    ("", (PRICE, "Ben: ok", "Cid: make it 2", *BOTH), ("",)),
    ("", ("Ana: 20 cents a point or 50?", "Ben: ok", *BOTH), ("",)),
    ("", ("Ana: 1 EUR a point?", "Ben: 50c a point?", "Ana: ok", *BOTH), ("",)),
    ("", ("Ana: pineapple?", "Ben: ok", "Ben: or turbo?", *BOTH), ("",)),
    ("", ("Ana: pineapple, 1 real o ponto?", "Ben: não, muito", "Ben: ok", *BOTH), ("",)),
    ("", (ANSWERED, "Ben: ok", "Cid: but only without scoops", *BOTH), ("",)),
    ("", (ANSWERED, "{}", *BOTH), (
        *("Ana: ok", "Ben: haha", "Ben: ok, make it 2", "Ben: ok but only 10", "Ben: ok, but a tenner"),
        *("Ben: ok, no royalties", "Ben: ok, progressive then", "Ben: ok, mais moitié prix"),
        *("Ben: ok, half tomorrow", "Ben: ok, at 10 cents", "Ben: ok bis 50 Cent"),
    )),
    # Void deals and fouls in other words: a message that surely matters, or a foul of the sender.
    ("5 | ", ("Ana: deal 1", *BOTH, "Cid: hi", "Ana: {}"), (
        *("miss deal", "파울", "Ben 반칙", "バースト", "爆牌", "ファウル!"),
    )),
    ("error[chat-foul]", ("Ana: deal 1", *BOTH, "Cid: foul", "Ben: {}"), (
        *("me too", "Same here!", "ich auch", "yo también"),
    )),
    ("void", (*BOTH, "Ben: {}"), (
        *("ok dann zählt die hand nicht", "die gilt dann nicht", "that one doesn't really count"),
        *("that deal is not to be counted", "esa no nos cuenta", "die telt dus niet"),
    )),
    ("this message may say", ("Ana: Hand 1", *BOTH, "Ana: {}", *BOTH), (
        *("Hand 2, Ben pays double", "Hand 2 half the points"),
    )),
    # A line about points that may be more than totals, a question, boards of others.
    ("", ("Ana Lopez: Hand 1", f"Ana Lopez: {ANA}", f"Uncle Ray: {BEN}", "Ana Lopez: {}"), (
        *("Ana +5, Ray -5?", "Ana +5, Ray -5, paid", "Ana +5, Ray -4", "Ana +5, Zoe -5"),
        *("Ana +5 €, Ray -5 €", "after 2 hands Ana +5, Ray -5"),
    )),
    ("", ("Leo: hello", "Mia: deal 1", *MIA_TOM, "Leo: {}"), (
        *("Mia paid Tom 20 right?", "Mia paid me 20 already?", "I paid Mia 20 ???", "Mia paid me 20 🤔"),
        *("I fouled again?", "Leo fouled lol?", "void deal 1?"),
    )),
    ("the name of a deal", ("Ana: Hand 1", *BOTH, "Ana: hand 2, {}", "Cid: AcAs5d / Kh7d6d2s3d / 9cTcJs8d3s",
     "Dan: 8h8d3h / JcJs4d4h5d / QcTc9c8c7c"), ("kids only",)),
    ("chat-", (*BOTH, "Cid: {}"), ("SA SK SQ H2 H3 H4 H5 H9 D2 D3 D4 D5 C9",)),
)  # fmt: skip


@each(("says", "chat", "case"), each_said(REFUSED))
def test_what_is_said_asks(trial: Trial, says: str, chat: str, case: str) -> None:
    err = trial.refused(chat, name="x.txt").err
    assert says in err
    assert "player-repeated" not in err or not says


BARE: Final = ("Mia: deal 1", "Mia: QQ5 / AA762 / 9TJQK", "Tom: 962 / KJ943 / AT852")
"""Boards without suits."""
LISTED: Final = (
    # What is said of it, the messages, and what is said in them.
    ("`{}`", (f"Ana: {ANA}", CID, "Ben: {}"), ("não queimei a mão", "у меня не фол", "kein foul bei mir")),
    ("{}", ("Ana: {}", *BOTH), ("we played for 5 kr the whole evening", "0.50")),
    ("{}", ("Ana: deal 1", *BOTH, "Ana: {}"), (
        *("giro nullo", "felgiv", "无效", "ミスディール", "다시 합시다", "💀", "Ben 💀"),
        "my board is upside down",
    )),
    ("`{}`", (*BOTH, "Ben: {}"), (
        *("my top was 773", "sorry meant 773", "773 on top actually", "should be 773"),
        *("gave you a quid", "hab dir nen Fünfer gegeben", "te di cinco euros", "ti ho dato cinque euro"),
        *("x2", "für die doppelt", "esta vale doble", "вдвое"),
    )),
    ("`{}`", ("Ben: {}", *BOTH), (
        *("deuce", "deuce in the middle", "low in the middle", "raise to one"),
        "let's play for two",
    )),
    ("`{}`", ("Ben: 0.50 EUR a point", "Ben: {}", *BOTH), ("let's play for fun",)),
    ("`{}`", (*BOTH, "Ben: {}"), (
        *("I mistyped the bottom", "fives not fours", "the last two are fives", "jacks were queens"),
        *("read it again, it's kings", "two kings on top", "that's Cid's", "Ana for me"),
        *("sent", "done", "transferred"),
    )),
    ("line 4 `{}`", (*MIA_TOM, "Leo: 👍", "Leo: Mão 2, {}", *MIA_TOM), ("última que amanhã eu trabalho",)),
    ("`{}`", ("Mia: deal 1", *MIA_TOM, "Leo: {}"), ("F", "x", "DNF")),
    ("1 chat line was skipped as talk", (*BARE, "Leo: {}"), (
        *("still on for 8?", "that was quick, my bus leaves in ten minutes"),
        *("see you at 8", "10 min late", "bin um 8 da", "top!", "back in 5", "great game everybody"),
        "à demain",
    )),
)  # fmt: skip


@each(("says", "chat", "case"), each_said(LISTED))
def test_what_is_said_is_listed(trial: Trial, says: str, chat: str, case: str) -> None:
    assert says.replace("{}", case) in trial.accepted(chat, name="x.txt").err


@each(
    "said",
    [
        *("e aí, bora um pineapple hoje?", "vamos de pineapple hoje?", "on se fait un pineapple ce soir ?"),
        *("facciamo una pineapple stasera?", "hacemos un pineapple esta noche?"),
    ],
)
def test_a_proposal_of_rules_is_read_after_an_agreement_and_shown_without(trial: Trial, said: str) -> None:
    ran = trial.accepted(stamped(f"Ana: {said}", "Ben: ok", *BOTH), name="x.txt")
    assert said not in ran.err
    assert "write the rules as `rules: ofc-pineapple`" in trial.ran(stamped(f"Ana: {said}", *BOTH)).err


def test_a_notice_of_encryption_is_no_talk(trial: Trial) -> None:
    notice = "As mensagens e as ligações são protegidas com a criptografia de ponta a ponta."
    assert "ponta" not in trial.accepted(stamped(notice, *BOTH), name="x.txt").err


MATTERS: Final = (
    "bottom is a flush|flush!|Tom has a flush|my middle beats my bottom|throw out deal 1|la donne 1 est nulle"
    "|maldonne|on refait|se repite|пересдача|Fehldeal|no count|illegal board|i fold|сгорел|爆了|Leo murió"
    "|add 5 to me|iou 5|pizza was 15, 5 each|host fee 2 each|scoop is 4|we play without fantasy|jetzt um 2"
    "|удваиваем|ya te pagué|missdeal|mis deal|Leo foulled"
    "|bitte nicht werten|Vergesst die Runde|olvida esta mano|oubliez cette main|ab jetzt ein Euro|all settled"
    "|raise it to a quid a point|gave Mia a twenty|geldt niet|iptal|無効|Einsatz verdoppelt!|raddoppiamo"
)


@each("said", MATTERS.split("|"), few=20)
def test_what_may_change_points_is_told(trial: Trial, said: str) -> None:
    ran = trial.ran(stamped(*BARE, f"Leo: {said}"))
    assert ran.status or f"4 `{said}`" in ran.err


READ: Final = (
    # What stands in the report, and the messages before the boards.
    ("1.00 R$", ("Ana: pineapple, R$ 1 o ponto",)),
    ("1.00 BRL", ("Ana: 1 real o ponto",)),
    ("0.10", ("Ana: 10 cent per punt",)),
    ("0.10", ("Ana: pineapple 10 cent per punt",)),
    # These are no times.
    ("0.25 USD", ("Ana: pineapple\n0.25 USD a point",)),
    ("12.30 HKD", ("Ana: hello all\n12.30 HKD a point",)),
    ("0.10", ("Ana: pineapple\n0.10 a point",)),
    # Proposals that others agree to.
    ("1.00 BRL", ("Ana: pineapple 1 real o ponto blz?", "Ben: blz")),
    ("20.00 RUB", ("Ana: ну что, ананас? по 20 руб", "Ben: давай", "Ben: +")),
    ("0.50", ("Ana: Leute, heute Pineapple, 50 Cent pro Punkt?", "Ben: passt")),
    ("0.50", ("Ana: pineapple, 50c a point?", "Cid: can't come", "Ben: 👍")),
    ("0.20", ("Ana: So Leute, Pineapple, 20 Cent der Punkt, ok?", "Ben: passt")),
    ("€0.50", ("Ana: pineapple à 0,50 € le point?", "Ben: ça marche")),
    ("€0.50", ("Ana: pineapple a 0,50 € el punto?", "Ben: dale")),
    ("€0.50", ("Ana: pineapple a 0,50 € a punto?", "Ben: va bene")),
)


@each(("stake", "messages"), READ, few=9)
def test_a_stake_is_read_from_a_message_or_a_proposal(
    trial: Trial, stake: str, messages: Sequence[str]
) -> None:
    assert stake in trial.accepted(stamped(*messages, *BOTH)).out


def test_a_proposal_above_its_time_and_fouls_with_signs(trial: Trial) -> None:
    above = "Ana\npineapple tonight? 10c a point\n20:58\n\nBen\nsure\n20:59\n\n"
    assert "Ben pays Ana 0.50." in trial.accepted(f"{above}Ana\n{ANA}\n21:02\n\nBen\n{BEN}\n21:03\n").out
    for said in ("фол(", "фол(((", "foul :(", "sunog", "foul))"):
        assert "foul" in trial.accepted(stamped(f"Ana: {ANA}", f"Ben: {said}")).out


def test_a_row_that_looks_like_laughter_is_one_where_the_others_follow(trial: Trial) -> None:
    rows = [f"Ana: {row}" for row in ("555", "AAK62", "9TJQK")]
    for text in (stamped(*rows, BOTH[1]), stamped(rows[0] + "\nAAK62\n9TJQK", BOTH[1])):
        assert "Ana" in trial.accepted(text).out
    trial.refused(stamped(*rows[:2], BOTH[1]))


@each(
    "text",
    [
        # A system line of a group whose name is a key, and the marks that apps write behind messages.
        "[20/11/2026, 20:58:01] Cards: \u200eMessages and calls are end-to-end encrypted.\n"
        + "".join(f"[20/11/2026, 21:02:0{i}] {line}\n" for i, line in enumerate(BOTH)),
        stamped("Ana: Hand 1\n" + "\n".join(BOTH) + " <This message was edited>"),
        stamped("Ana: Hand 1", f"{BOTH[0]} <Diese Nachricht wurde bearbeitet.>", f"{BOTH[1]} (bearbeitet)"),
        stamped("Ana: Hand 1", f"{BOTH[0]} <Сообщение изменено>", f"{BOTH[1]} \u200e<attached: 0001.jpg>"),
    ],
)
def test_what_apps_write_is_left_out(trial: Trial, text: str) -> None:
    assert "Ben pays Ana 5 points." in trial.accepted(text).out


@each(
    "text",
    [
        # A line above a board that may be somebody's name.
        stamped(f"Nell: Ana\n{ANA}", f"Ben: {BEN}"),
        # A stake in words that are not known, above the boards.
        stamped("Ana: 10 cent per prick", *BOTH),
        # What stands in brackets behind a board is no mark of the app.
        stamped(BOTH[0], f"{BOTH[1]} <fouled>x"),
        # Points, a second board, a name in small letters above a board.
        f"Ana: hi\nBen: sure\nAna: {ANA}\nBen: {BEN}\nAna: 5\n",
        f"Today 9:02 PM\nAna Lopez\nGame 1\n{ANA}\nBen Ito\nWow\n{BEN}\n",
        f"9:02\n{ANA}\nthe river was cruel\n9:03\n{BEN}\n",
        f"Ana Lopez\n21:02\nlunch then\n21:15\n{ANA}\nBen Ito\n21:16\n{BEN}\n",
        f"Today 9:02 PM\nAna Lopez\nGame 1\nok\nrico\n{ANA}\nBen Ito\n{BEN}\n",
    ],
)
def test_what_is_asked(trial: Trial, text: str) -> None:
    trial.refused(text)


@each(
    "said",
    [
        *("I busted", "foul for me", "ugh, foul", "hab gefoult", "bei mir foul", "Mist, foul"),
        *("falsch gelegt", "j'ai foiré", "foul pour moi", "quemé", "tengo foul", "hice foul", "ho sballato"),
        *("foul per me", "queimei 😭", "estourei", "fiz foul", "putz, foul", "queimei a mão", "heb gefould"),
        *("foul bij mij", "spaliłem", "mam faul", "у меня фол", "фол у меня", "я сфолил", "блин, фол("),
        *(
            "tôi lủng",
            "saya foul",
            "na-foul ako",
            "我倒水了",
            "我乌龙",
            "jag foulade",
            "foulasin",
            "yanlış dizdim",
        ),
        *("ho fatto foul, che pollo", "ugh, foul. stupid river", "oh no, I fouled"),
    ],
    few=12,
)
def test_fouls_of_ones_own(trial: Trial, said: str) -> None:
    foul = trial.accepted(stamped(f"Ana: {ANA}", "Ben: foul")).out
    assert trial.accepted(stamped(f"Ana: {ANA}", f"Ben: {said}")).out == foul


@each(
    "word",
    [
        *("second", "zweite Runde", "la segunda", "вторая", "a segunda mão", "deuxième", "druga", "next"),
        *("следующая", "nächste Runde"),
    ],
    few=4,
)
def test_the_next_deal_in_words(trial: Trial, word: str) -> None:
    out = trial.accepted(stamped(*BOTH, f"Ben: {word}", *reversed(BOTH))).out
    assert "Ben pays Ana 10 points." in out
    # In the middle of a deal it is talk.
    assert "Ben pays Ana 5 points." in trial.accepted(stamped(BOTH[0], f"Ben: {word}", BOTH[1])).out


def test_a_foul_in_more_words_by_one_without_a_board_is_an_error(trial: Trial) -> None:
    cid = f"Cid: {ANA.replace('Q', '3')}"
    said = "hab mich ganz schlimm verlegt, das war foul"
    ran = trial.refused(stamped("Ana: hand 1", *BOTH, cid, "Ana: hand 2", BOTH[0], f"Cid: {said}", BOTH[1]))
    assert "error[chat-foul]" in ran.err
    assert "`Cid: foul`" in ran.err
    assert said in trial.accepted(stamped("Ana: hand 1", *BOTH, f"Ben: {said}")).err


@pytest.mark.parametrize("labels", [("", "", ""), ("T ", "M ", "B "), ("top: ", "mid: ", "bot: ")])
def test_a_scorekeeper_names_each_player_above_the_rows(trial: Trial, labels: tuple[str, str, str]) -> None:
    boards = (
        f"Zoë: {name}:\n"
        + "\n".join(f"{label}{row}" for label, row in zip(labels, rows.split("\n"), strict=True))
        for name, rows in (("Mary Ann", ROWS["Ana"]), ("Ben", ROWS["Ben"]))
    )
    ran = trial.accepted(stamped("Zoë: deal 1", *boards, "Ben: pizza is here"), name="x.txt")
    assert "Mary Ann" in ran.out
    assert "Zoë" not in ran.out


def test_names_above_rows_begin_the_next_deal(trial: Trial) -> None:
    boards = tuple(f"Zoë: {name}:\n{ROWS[name]}" for name in ("Ana", "Ben"))
    ran = trial.accepted(stamped(*boards, "Zoë: and again", *boards), "--format", "json", name="x.txt")
    assert [deal["totals"]["Ana"] for deal in json.loads(ran.out)["deals"]] == [5, 5]


def test_labels_of_one_letter_in_a_message(trial: Trial) -> None:
    rows = (
        "T Qh Qd 5c\nM Ah Ad 7s 6c 2d\nB 9h Ts Jd Qs Kc",
        "T 6h 6d 2c\nM Kh Kd 9s 4c 3c\nB As 8s 5s 3s 2s",
    )
    trial.accepted(stamped(f"Ana: {rows[0]}", f"Ben: {rows[1]}"), name="x.txt")


@each("said", ["Pizza ist da", "haha", "one more?", "look at this"])
def test_talk_above_a_board_is_no_name(trial: Trial, said: str) -> None:
    ran = trial.accepted(stamped(f"Ana: {said}", f"Ana: {ROWS['Ana']}", f"Ben: {ROWS['Ben']}"), name="x.txt")
    assert said not in ran.out


FOUL: Final = "AcAs5d / Kh7d6d2s3d / 9cTcJs8d3s"
"""A foul by its cards: the top row is better than the others."""
OTHER: Final = "8h8d3h / JcJs4d4h5d / QcTc9c8c7c"
"""A third board of one deck."""


def assert_same(trial: Trial, chat: str, canonical: str) -> str:
    """Score a chat and its equivalent log, compare them, and return the chat's warnings."""
    ran = trial.accepted(chat, "--format", "json", name="x.txt")
    read, meant = (json.loads(out) for out in (ran.out, trial.accepted(canonical, "--format", "json").out))
    assert [read[key] for key in ("totals", "payments")] == [meant[key] for key in ("totals", "payments")]
    return ran.err


def log_of(*deals: tuple[str, ...], head: str = "") -> str:
    """Return the canonical log with these deals."""
    return head + "".join(
        f"deal {number}\n" + "".join(f"{line}\n" for line in lines) for number, lines in enumerate(deals, 1)
    )


@each(
    ("heading", "lines"),
    [
        ("Hand 2, last one, I have to close up", BOTH),
        ("mano 2, última", BOTH),
        ("Mano 2 y a casa", BOTH),
        ("Deal 2 - kettle's on", BOTH),
        ("última mano", BOTH),
        ("Runde 2 (ich bin im Fantasyland)", (BOTH[0] + " (fantasyland)", BOTH[1])),
        ("Hand 2 (I'm in FL)", (BOTH[0] + " (fantasyland)", BOTH[1])),
        ("Runde 2, Ben ist im Fantasyland", (BOTH[0], BOTH[1] + " (fantasyland)")),
    ],
    few=4,
)
def test_headings_with_plain_words(trial: Trial, heading: str, lines: tuple[str, ...]) -> None:
    chat = stamped("Ana: Hand 1", *BOTH, f"Ana: {heading}", *reversed(BOTH))
    assert_same(trial, chat, log_of(BOTH, lines))


@each(
    ("heading", "status"),
    [
        ("Cid: hand 2. I fouled 🤦", "foul"),
        ("Cid: hand 2 - fouled", "foul"),
        ("Ana: Hand 2, Cid sits out (on the phone with his mother)", "absent"),
        ("Ana: Hand 2 (Cid sits out)", "absent"),
    ],
)
def test_a_heading_that_states_a_status(trial: Trial, heading: str, status: str) -> None:
    chat = stamped("Ana: Hand 1", *BOTH, "Cid: foul", heading, *BOTH)
    assert_same(trial, chat, log_of((*BOTH, "Cid: foul"), (*BOTH, f"Cid: {status}")))


@each("line", ["so +5 for me, Ben -5", "that is +5 for me, -5 for Ben", "+5 for Ana and -5 for Ben"])
def test_points_before_a_name_are_checked(trial: Trial, line: str) -> None:
    chat = stamped("Ana: Hand 1", *BOTH, f"Ana: {line}")
    assert "pays" in trial.accepted(chat).out
    assert "[expect-failed]" in trial.refused(chat.replace("5 for", "6 for")).err


@pytest.mark.parametrize(
    "said",
    [
        ("Ana: Hand 1", BOTH[0], "Ana: hand 2 will be mine", BOTH[1]),
        ("Ana: Hand 1", BOTH[0], "Ana: hand 2, revenge!", BOTH[1], "Ana: Hand 2", *BOTH),
        ("Ana: Hand 1", BOTH[0], "Ana: last one", BOTH[1]),
    ],
)
def test_a_later_deal_in_talk_begins_none(trial: Trial, said: tuple[str, ...]) -> None:
    assert_same(trial, stamped(*said), log_of(*[BOTH] * (len(said) // 3)))


@each(
    ("messages", "stake"),
    [
        (("Ana: Evening all. Pineapple tonight, $0.25 a point as usual?", "Ben: Fine by me"), "0.25 USD"),
        (("Ana: pineapple a 20 cts el punto, va?", "Ben: va", "Cid: ok pero solo 3 manos"), "0.20"),
        (("Ana: hola guapos, pineapple esta noche, 25 cents a point ok?", "Ben: vale 👍"), "0.25"),
        (("Ana: Guten Abend zusammen. Pineapple wie immer, 0,50 € pro Punkt.",), "0.50 EUR"),
        (("Ana: Evening both. Pineapple, 10p a point, usual place?", "Ben: yep 👍🏽"), "0.10 GBP"),
        (("Ana: yo pineapple? $1/point", "Ben: sure", "Cid: i'm in, give me 5"), "1 USD"),
        (("Ana: buenas! jugamos pineapple? 50 céntimos el punto", "Ben: venga, a las 12 me voy"), "0.50"),
        (("Ana: pineapple, 1 euro a point?", "Ben: Yes! Let me get my glasses first"), "1 EUR"),
        (("Ana: Hey everyone, pineapple, $2 a point. I'll keep score",), "2 USD"),
    ], few=4)  # fmt: skip
def test_proposals_with_talk_around(trial: Trial, messages: tuple[str, ...], stake: str) -> None:
    twin = log_of(BOTH, head=f"rules: ofc-pineapple\nstake: {stake}\n")
    assert_same(trial, stamped(*messages, "Ana: Hand 1", *BOTH), twin)


@pytest.mark.parametrize("said", ["Foul, I know, I know", "foul", "Ja ja, Foul. Ich weiß.", "Oh no I fouled"])
def test_a_foul_of_a_board_that_is_there(trial: Trial, said: str) -> None:
    lines = (f"Ana: {ANA}", f"Ben: {FOUL}", f"Ben: {said}")
    assert_same(trial, stamped("Ana: Hand 1", *lines), log_of(lines[:2]))
    ran = trial.accepted(stamped("Ana: Hand 1", f"Ana: {ANA}", f"Ben: {said}"))
    assert "foul" in ran.out
    sound = (f"Ana: {ANA}", f"Ben: {BEN}", f"Ben: {said}")
    assert "Ben: expected foul, found no foul" in trial.refused(stamped("Ana: Hand 1", *sound)).err


@each(
    "said",
    ["Ben: I fouled, trips in the middle", "Ana: Ben fouled", "Ana: you fouled Ben, 8 high in the middle"],
)
def test_a_foul_told_in_words_is_held_against_the_cards(trial: Trial, said: str) -> None:
    lines = ("Ana: Hand 1", f"Ana: {ANA}", f"Ben: {FOUL}")
    assert_same(trial, stamped(*lines, said), log_of(lines[1:]))
    sound = (*lines[:2], f"Ben: {BEN}", said)
    assert "Ben: expected foul, found no foul" in trial.refused(stamped(*sound)).err


NAMED: Final = ("Ana Lopez", "Uncle Ray")
OF_NAMED: Final = (f"Ana Lopez: {ANA}", f"Uncle Ray: {BEN}")


@each(
    "said",
    [
        *("+5 me, Ray -5", "me +5, Ray -5", "Ana +5 Ray -5", "so +5 Ana and -5 Ray", "Ana +5 / Ray: -5"),
        *("Final scores: Ana +5, Ray -5", "Ana +5, Ray -5 for the night", "Nach Runde 1: ich +5, Ray -5"),
        *("after 1 hand Ana +5, Uncle Ray -5", "Ana +5, Ray -5. Bravo !", "Ana +5\nRay -5", "Ray −5, Ana 5"),
    ],
    few=5,
)
def test_totals_are_expected(trial: Trial, said: str) -> None:
    chat = stamped("Ana Lopez: Hand 1", *OF_NAMED, f"Ana Lopez: {said}")
    twin = log_of(tuple(f'"{name}": {board}' for name, board in zip(NAMED, (ANA, BEN), strict=True)))
    assert "may matter" not in assert_same(trial, chat, twin)
    assert (
        "expect-failed"
        in trial.refused(chat.replace("5, ", "6, ").replace("-5", "-6").replace("+5", "+6")).err
    )


def test_an_amount_beside_a_name_is_checked_for_that_player(trial: Trial) -> None:
    cid = "Cid: 7h 7d 4s / Ac 8h 8d Jc 3h / Th 9c 9d 4h 4d"
    chat = stamped("Ana: 1 EUR a point", "Ana: Hand 1", *BOTH, cid, "Ana: Ana gets €18")
    assert "Cid pays Ana 17.00 EUR." in trial.accepted(chat, name="x.txt").out
    # It is what Cid owes.
    assert "[expect-failed]" in trial.refused(chat.replace("€18", "€17"), name="x.txt").err


def test_boards_behind_a_word_of_a_senders_name(trial: Trial) -> None:
    chat = stamped("Ana Lopez: hi", "Uncle Ray: hi", f"Ana Lopez: Hand 1\nAna: {ANA}\nRay: {BEN}")
    assert "Uncle Ray" in trial.accepted(chat, name="x.txt").out
    # Two have that word.
    chat = stamped("Ana Lopez: hi", "Ana Ruiz: hi", f"Ana Lopez: Hand 1\nAna: {ANA}\nRay: {BEN}")
    assert "Ray pays Ana 5" in trial.accepted(chat, name="x.txt").out


def test_letters_of_the_court_by_sender(trial: Trial) -> None:
    german, other = "D♥ D♦ 5♣\nA♥ A♦ 7♠ 6♣ 2♦\n9♥ 10♠ B♦ D♠ K♣", BEN.replace("9s", "Jc")
    chat = stamped("Ana: Runde 1", f"Ana: {german}", f"Ben: {other}")
    assert_same(trial, chat, log_of((BOTH[0], f"Ben: {other}")))


def test_three_rows_of_the_player_who_sent_the_last_board(trial: Trial) -> None:
    rows = tuple(f"Ben: {row}" for row in (ROWS["Ben"], ROWS["Ben"]))
    chat = stamped("Ana: Hand 1", f"Ana: {ANA}", rows[0], "Ana: Hand 2, last one", rows[1], f"Ana: {ANA}")
    assert_same(trial, chat, log_of(BOTH, BOTH))


@each(
    "said",
    [
        "Ana: Ben owes me 2.50 €",
        "Ben: I owe Ana 2,50 €",
        "Ben: ich schulde Ana 2,50 €",
        "Cid: Ben -> Ana 2.50 €",
        "Ben: me -> Ana: €2.50",
    ],
    few=3,
)
def test_debts_that_equal_the_settlement_are_expected(trial: Trial, said: str) -> None:
    chat = ("Ana: pineapple, 0.50 € a point", "Ana: Hand 1", *BOTH)
    twin = log_of(BOTH, head="rules: ofc-pineapple\nstake: 0.50 EUR\n")
    assert "matter" not in assert_same(trial, stamped(*chat, said), twin)
    trial.refused(stamped(*chat, said.replace("2", "3")), name="x.txt")


@pytest.mark.parametrize(
    "said", ["Ben owes Ana 3 € and Cid 1 €", "Ben owes Cid €1, me €3.00", "Ben -> Cid 1 €\nBen -> me 3 €"]
)
def test_debts_of_one_to_several(trial: Trial, said: str) -> None:
    boards = (*BOTH, f"Cid: {OTHER}")
    twin = log_of(boards, head="rules: ofc-pineapple\nstake: 0.50 EUR\n")
    chat = stamped("Ana: pineapple, 0.50 € a point", "Ana: Hand 1", *boards)
    assert_same(trial, f"{chat}20/11/2026, 21:00 - Ana: {said}\n", twin)


@each(
    "message",
    ["what a foul", "definitely a foul", "he fouled", "dead right", "dead 😂", "busted, see you next week"],
)
def test_talk_about_fouls_is_not_a_player_nor_the_senders_foul(trial: Trial, message: str) -> None:
    boards = ("Mia: QQ5 / AA762 / 9TJQK", "Tom: 663 / KK943 / 88844")
    ran = trial.ran(stamped("Mia: deal 1", *boards, f"Leo: {message}"), (), "x.txt", ("score",))
    assert message in ran.err
    assert "Leo pays" not in ran.out
    assert "what" not in ran.out
