"""Four phones at one table, in a real browser: an evening, all that goes wrong in it, and how it looks."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import pytest

from tests.browser.pages import RANKS, SUITS
from tests.host.serving import Host, hosted
from tests.transcripts import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

for package in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(package)
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser"), pytest.mark.timeout(240)]

PLAYERS: Final = ("Ann", "Bob", "Phil H.", "Zoë")
HEADER: Final = 'rules: ofc-pineapple\nstake: 0.50 EUR\nplayers: Ann, Bob, "Phil H.", Zoë\n\n'
HOSTILE: Final = "<img src=x onerror=alert(1)>"
FAST: Final = 1000
"""Milliseconds within which all phones are in step."""
Rows = Sequence[Sequence[str]]


class Phone:
    """A phone of the table; `taps` are counted, and `said` is what its page should not say."""

    def __init__(
        self, browser: Browser, url: str, width: int = 375, scheme: Literal["light", "dark"] = "light"
    ) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": 760}, color_scheme=scheme
        )
        self.said: list[str] = []
        self.taps = 0
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(8000)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.on("request", lambda asked: self._asked(asked.url, url))
        self.page.goto(url)

    def _asked(self, asked: str, own: str) -> None:
        if not asked.startswith((own.partition("/play/")[0].partition("/watch/")[0], "data:")):
            self.said.append(f"request: {asked}")

    def tap(self, selector: str, text: str | None = None) -> None:
        self.taps += 1
        found = (
            self.page.locator(selector, has_text=text) if text is not None else self.page.locator(selector)
        )
        found.first.click()

    def sit(self, player: str) -> Phone:
        self.tap("#names button", player)
        self.sees("#enter-title", player)
        return self

    def place(self, rows: Rows) -> None:
        for card in (card for row in rows for card in row):
            self.tap(f'#deck [data-card="{card}"]')

    def send(self) -> None:
        self.tap("#send")

    def sees(self, selector: str, text: str = "", timeout: int = 8000) -> None:
        """Waits until something is there, with a text."""
        self.page.locator(selector, has_text=text or re.compile("")).first.wait_for(
            state="visible", timeout=timeout
        )

    def is_in(self) -> None:
        """Waits until the board that was sent is on disk: shown as it is, or in a deal that is scored."""
        self.sees("#line", "Saved.")


def dealt(chance: random.Random, people: int) -> list[Rows]:
    """Boards of one deal, weak cards on top, so that most of them stand."""
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    chance.shuffle(deck)
    boards: list[Rows] = []
    for at in range(people):
        mine = sorted(deck[13 * at : 13 * at + 13], key=lambda card: RANKS.index(card[0]))
        alike = sorted(mine, key=lambda card: (sum(c[0] == card[0] for c in mine), RANKS.index(card[0])))
        boards.append((alike[:3], alike[3:8], alike[8:]))
    return boards


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Host]:
    (tmp_path / "friday.ofc").write_text(HEADER, encoding="utf-8")
    with hosted(tmp_path / "friday.ofc") as host:
        yield host


@pytest.fixture
def phone(browser: Browser, table: Host) -> Iterator[Callable[..., Phone]]:
    """Opens phones of the table; in the end none of them said a word on its console, or asked elsewhere."""
    phones: list[Phone] = []

    def opened(*given: object, url: str = "") -> Phone:
        phones.append(Phone(browser, url or table.url, *given))  # type: ignore[arg-type]
        return phones[-1]

    yield opened
    for one in phones:
        one.context.close()
    offline = (
        "net::ERR_INTERNET_DISCONNECTED",
        "403 (Forbidden)",
        "net::ERR_CONNECTION_REFUSED",
        "net::ERR_FAILED",
        "net::ERR_INCOMPLETE",
    )
    assert [said for one in phones for said in one.said if not any(word in said for word in offline)] == []


def test_an_evening_of_ten_deals_is_the_log_that_live_writes_in_fewer_taps(
    phone: Callable[..., Phone], tmp_path: Path
) -> None:
    phones = [phone().sit(player) for player in PLAYERS]
    chance = random.Random(11)
    typed: list[str] = []
    for number in range(1, 11):
        boards = dealt(chance, len(PLAYERS))
        if number == 2:
            # Queens on top and better below: fantasyland in the next deal.
            boards[0] = (["Qs", "Qh", "5c"], ["Ah", "Ad", "7c", "6s", "2c"], ["9s", "Th", "Jc", "Qd", "Kh"])
            boards[1] = (["2s", "3s", "4h"], ["2h", "3h", "5d", "6d", "8c"], ["4c", "4d", "7h", "8s", "9h"])
            boards[2] = (["2d", "3d", "5h"], ["3c", "4s", "6h", "8h", "Tc"], ["Js", "Jd", "5s", "7s", "Td"])
            boards[3] = (["6c", "7d", "8d"], ["9c", "9d", "Ts", "Jh", "Qc"], ["Ks", "Kd", "Kc", "As", "Ac"])
        for one, player, rows in zip(phones, PLAYERS, boards, strict=True):
            if number == 3 and player == "Bob":
                one.tap('[data-board="foul"]')
                typed.append("Bob: foul")
                continue
            if number == 5 and player == "Bob":
                # A card that Ann has: refused, and mended.
                one.place([*rows[:2], [*rows[2][:4], boards[0][0][0]]])
                one.send()
                one.sees("#verdict .bad", "is already in Ann's top row")
                one.tap("#rows .row:nth-child(3) .slot:nth-of-type(5)")
                one.tap("#rows .row:nth-child(3) .slot:nth-of-type(5)")
                one.tap(f'#deck [data-card="{rows[2][4]}"]')
            else:
                one.place(rows)
            if number == 4 and player == "Bob":
                one.page.reload()
                one.sees("#send", "Send the board")
            if number == 7 and player == "Zoë":
                one.context.set_offline(True)
                one.send()
                one.sees("#line", "No connection. The board will be sent")
                one.context.set_offline(False)
            else:
                one.send()
            typed.append(f"{player}: {' / '.join(' '.join(row) for row in rows)}")
            one.page.locator("#line", has_text="Saved.").or_(one.page.locator("#ask")).first.wait_for(
                state="visible"
            )
            if one.page.locator("#ask").is_visible():
                one.tap("#ask button", "Yes, it is a foul")
                typed.append("y")
            if number == 6 and player == "Phil H.":
                phones[0].page.locator("#undo", has_text="Undo Phil H.'s board").wait_for()
                phones[0].tap("#undo")
                one.sees("#enter-title", "Phil H.: deal 6")
                one.sees("#notices", "Ann undid Phil H.'s board")
                one.send()
            if player != PLAYERS[-1]:
                one.sees("#in-title", f"{player}'s board is in")
        for one in phones:
            one.sees("#summary", f"Deal {number}:", timeout=FAST * 8)
        if number == 2:
            phones[0].sees("#fantasyland", "Fantasyland with 14 cards")
    log = (tmp_path / "friday.ofc").read_text(encoding="utf-8")
    (tmp_path / "live.ofc").write_text(HEADER, encoding="utf-8")
    lines = "".join(f"{line.replace('Phil H.', chr(34) + 'Phil H.' + chr(34), 1)}\n" for line in typed)
    command = [sys.executable, "-m", "ofcscore", "live", str(tmp_path / "live.ofc")]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, cwd=ROOT, check=True)
    assert (tmp_path / "live.ofc").read_text(encoding="utf-8") == log, done.stdout.decode()[-2000:]
    # In `live` the players come in their order, so a board is its cards, two blanks and Enter.
    keys = sum(len(line.partition(": ")[2].replace(" / ", "  ").replace(" ", "")) + 3 for line in typed)
    taps = sum(one.taps for one in phones)
    assert taps < keys, f"{taps} taps, {keys} keys"
    print(f"{taps} taps, {keys} keys")


@pytest.mark.parametrize(
    "lost", [lambda route: route.abort(), lambda route: None], ids=["no way", "no answer"]
)
def test_a_board_that_did_not_arrive_is_sent_again_though_the_table_was_there_all_the_time(
    lost: Callable[[Route], None], phone: Callable[..., Phone]
) -> None:
    ann = phone().sit("Ann")
    ann.page.route("**/do", lost, times=1)
    ann.tap('[data-board="foul"]')
    ann.sees("#line", "No connection. The board will be sent", timeout=15000)
    ann.sees("#in-title", "Ann's board is in")


def test_a_tap_while_another_board_is_sent_waits_and_is_not_lost(phone: Callable[..., Phone]) -> None:
    held: list[Route] = []
    ann = phone().sit("Ann")
    ann.page.route("**/do", lambda route: held.append(route), times=1)
    ann.tap('[data-board="foul"]')
    ann.tap("#me")
    ann.tap("#names button", "Bob")
    foul = ann.page.locator('[data-board="foul"]')
    assert foul.is_disabled()
    held[0].continue_()
    foul.click()
    ann.sees("#in-title", "Bob's board is in")
    ann.sees("#waiting-title", "2 of 4 boards in")


def test_a_board_that_is_changed_without_a_connection_is_not_sent_as_it_was(
    phone: Callable[..., Phone],
) -> None:
    ann, bob = phone().sit("Ann"), phone().sit("Bob")
    rows = dealt(random.Random(1), 4)[0]
    ann.place(rows)
    ann.context.set_offline(True)
    ann.send()
    ann.sees("#line", "No connection. The board will be sent")
    for _ in range(2):
        ann.tap("#rows .row:nth-child(1) .slot:nth-of-type(3)")
    ann.context.set_offline(False)
    bob.tap('[data-board="foul"]')
    ann.page.wait_for_timeout(6000)
    ann.sees("#waiting-title", "1 of 4 boards in")
    ann.sees("#send", "1 card to go")


def test_a_board_is_changed_in_its_own_deal_alone(phone: Callable[..., Phone], table: Host) -> None:
    ann = phone().sit("Ann")
    ann.tap('[data-board="foul"]')
    ann.tap("#change")
    for player in PLAYERS[1:]:
        assert table.board(player, "foul", "1")["saved"]
    ann.sees("#enter-title", "Ann: deal 2")
    assert not ann.page.locator("#cancel").is_visible()
    assert table.board("Ann", "foul", "2")["saved"]
    ann.sees("#in-title", "Ann's board is in")


def test_a_board_that_is_typed_is_there_after_a_reload(phone: Callable[..., Phone]) -> None:
    ann = phone().sit("Ann")
    ann.tap('[data-mode="text"]')
    ann.page.locator("#text").fill("qq5 aa762 9tj")
    ann.page.reload()
    ann.sees("#typing")
    assert ann.page.locator("#text").input_value() == "qq5 aa762 9tj"


def test_whoever_ends_a_deal_reads_what_is_doubtful_in_it(phone: Callable[..., Phone]) -> None:
    # Four are too many for pineapple.
    ann = phone().sit("Ann")
    ann.tap('[data-board="foul"]')
    for player in PLAYERS[1:]:
        ann.tap("#others button", player)
        ann.tap('[data-board="foul"]')
    ann.sees("#line", "Saved. deal 1 has 4 players, but rule set `ofc-pineapple` allows at most 3")


def test_figures_stand_behind_names_written_from_right_to_left(browser: Browser, tmp_path: Path) -> None:
    header = "rules: ofc\nstake: 1 EUR\nplayers: Ann, שרה\n\n"
    (tmp_path / "friday.ofc").write_text(header, encoding="utf-8")
    with hosted(tmp_path / "friday.ofc") as host:
        for player, board in (("Ann", "foul"), ("שרה", "663 / KK943 / JJJ44")):
            assert host.board(player, board, "1")["saved"]
        ann = Phone(browser, host.url)
        ann.sees("#payments", "שרה")
        for where, figure in (("#last summary", "\N{MINUS SIGN}13"), ("#payments li", "13.00")):
            found = ann.page.locator(where).first
            assert found.evaluate(_PLACE, "שרה") < found.evaluate(_PLACE, figure)
        ann.context.close()


_PLACE: Final = """(element, part) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const at = texts.currentNode.data.indexOf(part);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + part.length);
    return range.getBoundingClientRect().left;
  }
}"""
"""The distance of a part of a text from the left edge."""


def test_two_phones_of_one_player_and_one_phone_for_all(phone: Callable[..., Phone]) -> None:
    first, second = phone().sit("Ann"), phone().sit("Ann")
    first.sees("#seats", "Ann (2 phones)")
    first.place(dealt(random.Random(1), 4)[0])
    first.send()
    second.sees("#in-title", "Ann's board is in", timeout=FAST * 3)
    assert len(second.page.locator("#in-board .line").all()) == 3
    for player in PLAYERS[1:]:
        second.tap("#others button", player)
        second.tap('[data-board="foul"]')
    first.sees("#last h2", "Deal 1,")


def test_watchers_see_and_change_nothing(phone: Callable[..., Phone], table: Host) -> None:
    watcher = phone(url=f"http://{table.where}:{table.port}{table.watch}")
    watcher.sees("#waiting-title", "0 of 4 boards in")
    assert not watcher.page.locator("#who, #enter, #menu").locator("visible=true").count()
    phone().sit("Ann").tap('[data-board="foul"]')
    watcher.sees("#waiting-title", "1 of 4 boards in", timeout=FAST * 3)


def test_ranks_alone_have_a_switch_for_a_flush(phone: Callable[..., Phone]) -> None:
    ann, bob = phone().sit("Ann"), phone().sit("Bob")
    for one, ranks in ((ann, "663KK943AT852"), (bob, "772QQ943J9765")):
        one.tap('[data-mode="ranks"]')
        for rank in ranks:
            one.tap(f'#deck .of-ranks [data-card="{rank}"]')
        one.sees("#verdict .bad", "foul")
    ann.send()
    ann.tap("#ask button", "It was a flush")
    ann.sees("#in-board", "A T 8 5 2 flush")
    bob.tap("#rows .row:nth-child(3) .flush")
    bob.sees("#verdict", "jack-high flush, royalty 4")
    bob.send()
    bob.sees("#in-board", "J 9 7 6 5 flush")


def test_a_card_is_tapped_from_row_to_row(phone: Callable[..., Phone]) -> None:
    ann = phone().sit("Ann")
    slot = "#rows .row:nth-child({}) .slot:nth-of-type({})".format
    ann.place([["Qs", "Qh"]])
    ann.tap(slot(1, 1))
    ann.tap(slot(3, 4))
    ann.sees(slot(3, 1), "Q♠")
    ann.sees(slot(1, 1), "Q♥")
    ann.tap(slot(1, 1))
    ann.tap(slot(3, 1))
    ann.sees(slot(1, 1), "Q♠")
    ann.tap(slot(1, 1))
    ann.tap(slot(1, 1))
    assert ann.page.locator(slot(1, 1)).inner_text() == ""
    assert ann.page.locator('#deck [data-card="Qs"]').is_enabled()


def test_a_board_of_a_deal_that_is_scored_is_changed(phone: Callable[..., Phone]) -> None:
    ann = phone().sit("Ann")
    ann.place([["6h", "6d", "3c"], ["Ks", "Kd", "9h", "4s", "3h"], ["As", "Ah", "Ad", "5d", "2d"]])
    ann.send()
    for player in PLAYERS[1:]:
        ann.tap("#others button", player)
        ann.tap('[data-board="foul"]')
    ann.sees("#summary", "Ann +21")
    ann.tap("#last button", "Change Ann's board")
    ann.sees("#enter-title", "Ann: change deal 1")
    ann.tap("#rows .row:nth-child(1) .slot:nth-of-type(3)")
    ann.tap("#rows .row:nth-child(1) .slot:nth-of-type(3)")
    ann.tap('#deck [data-card="Jc"]')
    ann.send()
    ann.sees("#notices", "changed Ann's board in deal 1")
    ann.sees("#last .board", "6♥ 6♦ J♣")


def test_a_keyboard_enters_a_board(phone: Callable[..., Phone]) -> None:
    ann = phone(1280).sit("Ann")
    ann.page.keyboard.type("qsqh5cahad7c6s2c9sthjcqdkc")
    ann.page.keyboard.press("Backspace")
    ann.page.keyboard.type("kh")
    ann.sees("#verdict", "straight to the king, royalty 2")
    ann.page.keyboard.press("Enter")
    ann.sees("#in-board", "Q♠ Q♥ 5♣")


def test_a_keyboard_comes_from_a_board_to_what_is_asked_about_it(phone: Callable[..., Phone]) -> None:
    ann = phone(1280).sit("Ann")
    ann.page.keyboard.type("6h6d3cksth9h4s3hasjd8d5d2d")
    ann.sees("#verdict .bad", "foul")
    ann.page.locator("#send").press("Enter")
    ann.sees("#ask button", "Yes, it is a foul")
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")
    ann.sees("#in-title", "Ann's board is in")


def test_more_phones_come_by_a_picture(phone: Callable[..., Phone], table: Host) -> None:
    ann = phone().sit("Ann")
    ann.tap("#invite summary")
    ann.sees("#links svg")
    box = ann.page.locator("#links svg").first.bounding_box()
    assert box is not None
    assert box["width"] == box["height"] > 150
    assert ann.page.locator("#links input").first.input_value() == table.url


def test_what_is_not_on_disk_is_said_on_every_phone_until_it_is(
    phone: Callable[..., Phone], table: Host
) -> None:
    resource = pytest.importorskip("resource")
    ann, bob = phone().sit("Ann"), phone().sit("Bob")
    # No file may grow: as a disk that is full.
    before = resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    ann.tap('[data-board="foul"]')
    for one in (ann, bob):
        one.sees("#trouble-said", "Cannot write friday.ofc.draft")
    resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, before)
    bob.tap("#trouble button", "Retry")
    for one in (ann, bob):
        one.page.locator("#trouble").wait_for(state="hidden")
    ann.sees("#in-title", "Ann's board is in")


def test_a_table_that_is_gone_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "friday.ofc").write_text(HEADER, encoding="utf-8")
    with hosted(tmp_path / "friday.ofc") as host:
        ann = Phone(browser, host.url).sit("Ann")
        ann.place([["Qs", "Qh", "5c"]])
    ann.sees("#line", "No connection to the table")
    again = Host(tmp_path / "friday.ofc", port=host.port)
    ann.sees("#out", "This link has expired")
    assert not ann.page.locator("#me").is_visible()
    ann.page.goto(again.url)
    ann.sees("#rows .slot", "Q♠")
    again.end()
    ann.context.close()


def test_naturals_are_claimed_and_surrender_is_offered_where_the_rules_have_them(
    browser: Browser, tmp_path: Path
) -> None:
    header = "rules: chinese-pagat + surrender\nplayers: Ann, Bob\n\n"
    (tmp_path / "friday.ofc").write_text(header, encoding="utf-8")
    with hosted(tmp_path / "friday.ofc") as host:
        ann = Phone(browser, host.url).sit("Ann")
        ann.place([["2s", "3h", "4s"], ["5s", "6s", "7d", "8s", "9s"], ["Ts", "Js", "Qs", "Ks", "As"]])
        ann.page.locator("#claim").select_option("dragon")
        ann.send()
        ann.sees("#in-board", "claim dragon")
        ann.tap("#others button", "Bob")
        ann.tap('[data-board="surrender"]')
        ann.sees("#summary", "Deal 1:")
        ann.context.close()


def test_a_deck_with_jokers_has_them(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "friday.ofc").write_text("rules: ofc-kkpoker-joker\nplayers: Ann, Bob\n\n", encoding="utf-8")
    with hosted(tmp_path / "friday.ofc") as host:
        ann = Phone(browser, host.url, 320).sit("Ann")
        ann.place([["Qs", "*", "5c"], ["Ah", "Ad", "7c", "6s", "2c"], ["9s", "Th", "Jc", "Qd", "*"]])
        ann.sees("#verdict", "pair of queens")
        ann.send()
        ann.sees("#in-board", "Q♠ * 5♣")
        ann.context.close()


def test_the_menu_writes_down_what_lies_beside_the_boards(
    phone: Callable[..., Phone], tmp_path: Path
) -> None:
    ann = phone().sit("Ann")
    ann.tap("#people summary")
    ann.tap("#sitting li:nth-child(4) button", "Sit out")
    ann.sees("#waiting-title", "0 of 3 boards in")
    ann.sees("#seats li:nth-child(4)", "sits out")
    for player in PLAYERS[:3]:
        if player != "Ann":
            ann.tap("#me")
            ann.tap("#names button", player)
        ann.tap('[data-board="foul"]')
    ann.sees("#summary", "Deal 1:")
    ann.tap("#menu summary", "Note, side bet, payment")
    ann.page.locator('[data-key="note"] input').fill("cold pizza")
    ann.tap('[data-key="note"] button')
    ann.sees("#last", "note: cold pizza")
    ann.page.locator('[data-key="adjust"] [name=from]').select_option("Bob")
    ann.page.locator('[data-key="adjust"] [name=to]').select_option("Phil H.")
    ann.page.locator('[data-key="adjust"] [name=amount]').fill("4")
    ann.tap('[data-key="adjust"] button')
    ann.sees("#payments", "Bob pays Phil H. 2.00 EUR.")
    ann.page.locator('[data-key="paid"] [name=from]').select_option("Bob")
    ann.tap('[data-key="paid"] button')
    ann.sees("#menu-said", "Write the amount as a number")
    log = (tmp_path / "friday.ofc").read_text(encoding="utf-8")
    assert "note: cold pizza\nadjust: " in log
    assert "Zoë" not in log.partition("deal 1")[2]


def test_names_are_text(phone: Callable[..., Phone]) -> None:
    ann = phone().sit("Ann")
    ann.tap("#people summary")
    ann.page.locator("#people input").fill(HOSTILE)
    ann.tap("#people form button")
    ann.sees("#seats", HOSTILE)
    assert ann.page.locator("img").count() == 0


def test_a_new_log_is_begun_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path / "new.ofc") as host:
        ann = Phone(browser, host.url)
        ann.page.locator("#start-form [name=players]").fill("Ann, Bob")
        ann.page.locator("#start-form [name=stake]").fill("a lot")
        ann.tap("#start-form button")
        ann.sees("#start-form .said", "a lot is not a valid number")
        ann.page.locator("#start-form [name=stake]").fill("1 EUR")
        ann.tap("#start-form button")
        ann.sees("#names button", "Bob")
        ann.context.close()
    assert (tmp_path / "new.ofc").read_text(
        encoding="utf-8"
    ) == "rules: ofc\nstake: 1 EUR\nplayers: Ann, Bob\n\n"


def test_a_payment_has_the_link_by_which_it_is_made(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "friday.ofc").write_text(f"{HEADER}deal 1\nexpect: Ann +5, Bob -5\n", encoding="utf-8")
    (tmp_path / "handles.csv").write_text("name,handle\nAnn,https://pay.example/ann/{amount}\n", "utf-8")
    with hosted(tmp_path / "friday.ofc", "--handles", str(tmp_path / "handles.csv")) as host:
        ann = Phone(browser, host.url).sit("Ann")
        link = ann.page.locator("#payments a")
        assert link.get_attribute("href") == "https://pay.example/ann/2.50"
        ann.context.close()


def test_points_alone_are_entered_on_a_phone(phone: Callable[..., Phone], table: Host) -> None:
    ann = phone().sit("Ann")
    ann.page.locator("summary", has_text="Points only").click()
    ann.page.locator("[name='points:Ann']").fill("5")
    ann.page.locator("[name='points:Bob']").fill("-2")
    ann.page.locator("[name='points:Phil H.']").fill("-3")
    ann.tap("#by-hand button")
    ann.sees("#standings", "+5")


def test_house_rules_are_made_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    with hosted(tmp_path / "new.ofc") as host:
        ann = Phone(browser, host.url)
        ann.page.locator("#start-form [name=players]").fill("Ann, Bob")
        ann.page.locator("#start-form [name=rules]").select_option("chinese")
        ann.page.locator("summary", has_text="House rules").click()
        assert ann.page.locator("[name='house:fantasyland.cards']").count() == 0
        ann.page.locator("#start-form [name=rules]").select_option("ofc-pineapple")
        assert ann.page.locator("[name='house:fantasyland.cards']").get_attribute("placeholder") == "14"
        ann.page.locator("[name='house:points.scoop']").fill("6")
        ann.page.locator("[name='house:fantasyland.enter.top.pair']").fill("KK")
        ann.tap("#start-form button")
        ann.sees("#names button", "Bob")
        ann.context.close()
    assert (tmp_path / "new.ofc").read_text("utf-8").startswith("rules: ./new-rules.yaml\n")
    assert (tmp_path / "new-rules.yaml").read_text("utf-8").splitlines()[3:] == [
        "extends: ofc-pineapple",
        "points: {scoop: 6}",
        "fantasyland: {enter: {top: {pair: {K: 0, A: 0}}}}",
    ]


def test_whoever_has_no_address_any_more_is_told(phone: Callable[..., Phone], table: Host) -> None:
    ann = phone().sit("Ann")
    ann.context.clear_cookies()
    ann.page.reload()
    assert "You need the address with its code" in ann.page.locator("body").inner_text()
    table.end()


_SMALL: Final = """() => [...document.querySelectorAll("button, input, select, summary, a")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width && (width < 43.5 || height < 43.5);
}).map((one) => one.outerHTML)"""
"""Buttons and fields that are smaller than a finger."""
_CUT: Final = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const pressed = one.matches("button, select") && one.scrollWidth > one.clientWidth + 1;
  const { width, right } = one.getBoundingClientRect();
  return pressed || right > innerWidth + 1 || (one.matches(".because") && width && width < 90);
}).map((one) => one.outerHTML)"""
"""Parts that are cut off, outside the screen, or too narrow for a word."""


def test_text_of_twice_the_size_is_whole(large: Browser, table: Host) -> None:
    ann = Phone(large, table.url, 412).sit("Ann")
    ann.place([["Th", "Td", "3c"], ["Ks", "Kd", "9h"]])
    assert ann.page.evaluate(_CUT) == []
    for player, board in zip(PLAYERS, ("663 / KK943 / AAA52", "foul", "foul", "foul"), strict=True):
        assert table.board(player, board, "1")["saved"]
    ann.sees("#last h2", "Deal 1,")
    assert ann.page.evaluate(_CUT) == []
    ann.context.close()


def _fouls(phone: Phone, player: str) -> tuple[Callable[[], None], ...]:
    """Enter a foul for somebody else on a phone."""
    return (
        lambda: phone.tap("#others button", player),
        lambda: phone.tap('[data-board="foul"]'),
    )


@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "light"), (375, "dark"), (412, "light"), (768, "dark"), (1280, "light")]
)
def test_nothing_is_wider_than_the_screen_and_axe_finds_nothing(
    phone: Callable[..., Phone], width: int, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    ann = phone(width, scheme)
    states: list[Callable[[], object]] = [
        lambda: ann.sees("#names button"),
        lambda: ann.sit("Ann"),
        lambda: ann.place(
            [["6h", "6d", "3c"], ["Ks", "Kd", "9h", "4s", "3h"], ["As", "Td", "8d", "5d", "2d"]]
        ),
        ann.send,
        lambda: ann.tap("#ask button", "Yes"),
        *(step for one in PLAYERS[1:] for step in _fouls(ann, one)),
        lambda: ann.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })"),
        lambda: ann.page.evaluate("location.hash = '#tv'"),
    ]
    for state in states:
        state()
        ann.page.wait_for_timeout(400)
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
        assert ann.page.evaluate(_SMALL) == []
        found = getattr(Axe().run(ann.page), "response")["violations"]  # noqa: B009 - it has no types
        assert [
            f"{one['id']}: {node['html'][:100]} {node.get('failureSummary', '')[:300]}"
            for one in found
            for node in one["nodes"]
        ] == []
