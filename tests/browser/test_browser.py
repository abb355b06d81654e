"""The page in a real browser: its width, its folds, what it asks for, what axe finds, what is printed."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from ofcscore.api import Result
from tests.browser import reader
from tests.browser.pages import log, page, result, score, write_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Scheme = Literal["light", "dark"]
Open = Callable[..., "Page"]
LONG = ("Wolfeschlegelsteinhausenbergerdorff", "Ματθαίος", "محمد", "李小龍李小龍李小龍李小龍")
HOSTILE = '"<img src=x onerror=alert(1)><script>alert(2)</script>"'
OPEN_ALL = "document.querySelectorAll('details').forEach(d => { d.open = true })"


@pytest.fixture
def said() -> list[str]:
    """Everything that a page says on the console, asks for, or throws."""
    return []


@pytest.fixture
def opened(browser: Browser, tmp_path: Path, said: list[str]) -> Iterator[Open]:
    """Opens the page of a session, and holds that it says nothing and asks for nothing."""
    contexts = []

    def dismiss(dialog: Dialog) -> None:
        said.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def asked(url: str, own: str) -> None:
        if not url.startswith((own, "data:")):
            said.append(f"request: {url}")

    def open_(scored: Result, width: int = 1280, scheme: Scheme = "light", *, csp: bool = True) -> Page:
        path = write_page(tmp_path, scored)
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=not csp
        )
        contexts.append(context)
        found = context.new_page()
        found.on("console", lambda message: said.append(f"console: {message.text}"))
        found.on("pageerror", lambda error: said.append(f"error: {error}"))
        found.on("dialog", dismiss)
        found.on("request", lambda request: asked(request.url, path.as_uri()))
        found.goto(path.as_uri())
        return found

    yield open_
    for context in contexts:
        context.close()


SESSIONS: Mapping[str, Callable[[], Result]] = {
    "night": lambda: result(20, 3),
    "four": lambda: result(20, 4),
    "one-deal": lambda: result(1, 2),
    "long-names": lambda: score(log(3, tuple(f'"{name}"' for name in LONG))),
    "hostile": lambda: score(log(3, (HOSTILE, "Gus", "Ana"))),
    "many-people": lambda: score(
        "rules: ofc\nplayers: "
        + ", ".join(f"Player{i}" for i in range(9))
        + "\n"
        + "".join(
            f"deal {i}\nPlayer{i}: QQ5 / AA762 / 9TJQK\nPlayer{i + 1}: 663 / KK943 / JJJ44\n"
            for i in range(8)
        )
    ),
    "dear": lambda: score(
        log(3, ("Alexander", "Benedikt", "Christina", "Dominique")).replace("0.50 EUR", "5000 IDR")
    ),
    "season": lambda: result(110, 3),
}


@pytest.mark.parametrize("name", SESSIONS)
@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_it_opens_without_sideways_scrolling(opened: Open, said: list[str], name: str, width: int) -> None:
    found = opened(SESSIONS[name](), width)
    assert found.evaluate("document.documentElement.scrollWidth") <= width
    found.evaluate(OPEN_ALL)
    assert found.evaluate("document.documentElement.scrollWidth") <= width
    assert said == []


@pytest.mark.parametrize("name", ["night", "four"])
def test_text_of_twice_the_size_needs_no_sideways_scrolling(
    large: Browser, tmp_path: Path, name: str
) -> None:
    with closing(large.new_page(viewport={"width": 412, "height": 800})) as found:
        found.goto(write_page(tmp_path, SESSIONS[name]()).as_uri())
        found.evaluate(OPEN_ALL)
        assert found.evaluate("document.documentElement.scrollWidth") <= 412


def test_what_is_pressed_has_room_for_a_finger(browser: Browser, tmp_path: Path) -> None:
    with closing(browser.new_page(viewport={"width": 375, "height": 800}, has_touch=True)) as found:
        found.goto(write_page(tmp_path, SESSIONS["night"]()).as_uri())
        found.evaluate(OPEN_ALL)
        pressed = "nav a, main a, button, input, select, summary"
        small = """(pressed) => [...document.querySelectorAll(pressed)].filter((one) => {
            const { height, width } = one.getBoundingClientRect();
            return width && height < 43.5;
        }).map((one) => one.outerHTML)"""
        assert found.evaluate(small, pressed) == []


def test_on_paper_points_stand_with_their_own_name(opened: Open) -> None:
    found = opened(SESSIONS["long-names"](), 718)
    found.emulate_media(media="print")
    gaps = """[...document.querySelectorAll(".deal .total + .total bdi")].map((name) =>
        name.getBoundingClientRect().left
        - name.parentElement.previousElementSibling.querySelector("b").getBoundingClientRect().right)"""
    assert min(found.evaluate(gaps)) > 16


@pytest.mark.parametrize("name", ["night", "four"])
def test_up_to_four_players_need_no_region_that_scrolls(opened: Open, name: str) -> None:
    found = opened(SESSIONS[name](), 320)
    found.evaluate(OPEN_ALL)
    wider = "[...document.querySelectorAll('main *')].filter(e => e.scrollWidth > e.clientWidth + 1"
    wider += " && getComputedStyle(e).overflowX !== 'visible' && getComputedStyle(e).clipPath === 'none'"
    wider += " && getComputedStyle(e).textOverflow !== 'ellipsis')"
    wider += ".map(e => e.outerHTML.slice(0, 90))"
    assert found.evaluate(wider) == []


@pytest.mark.parametrize("name", SESSIONS)
def test_heads_of_columns_do_not_break(opened: Open, name: str) -> None:
    found = opened(SESSIONS[name](), 320)
    found.evaluate(OPEN_ALL)
    broken = """[...document.querySelectorAll('thead bdi, .heads bdi, thead th')].filter(e => {
        if (e.querySelector('bdi, .sr') || e.closest('.sr')) return false;
        const text = document.createRange();
        text.selectNodeContents(e);
        return new Set([...text.getClientRects()].map(line => Math.round(line.top))).size > 1;
    }).map(e => e.outerHTML)"""
    assert found.evaluate(broken) == []


def test_three_players_stand_side_by_side_on_a_phone(opened: Open) -> None:
    found = opened(result(), 360)
    found.evaluate(OPEN_ALL)
    for of_whom in ("#deal-1 .board", "#deal-1 .total"):
        boxes = [box for one in found.locator(of_whom).all() if (box := one.bounding_box())]
        assert len({box["x"] for box in boxes}) == 3
    rows = [box["y"] for row in found.locator("#deal-1 dl > div").all() if (box := row.bounding_box())]
    assert len(rows) == 9
    assert len(set(rows)) == 3


def test_the_names_stay_in_sight_beside_the_deals(opened: Open) -> None:
    found = opened(result(60), 360)
    found.locator("#deal-30").scroll_into_view_if_needed()
    head = found.locator(".heads").bounding_box()
    assert head is not None
    assert head["y"] == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", SESSIONS)
def test_axe_finds_nothing(opened: Open, name: str, scheme: Scheme) -> None:
    from axe_playwright_python.sync_playwright import Axe

    wide = opened(SESSIONS[name](), 1280, scheme, csp=False)
    assert _violations(Axe().run(wide)) == []
    if name != "season":
        phone = opened(SESSIONS[name](), 360, scheme, csp=False)
        phone.evaluate(
            "document.querySelectorAll('details').forEach("
            "(d, i) => { d.open = !d.closest('#deals') || i < 6 })"
        )
        assert _violations(Axe().run(phone)) == []


def _violations(results: object) -> list[str]:
    response = getattr(results, "response")  # noqa: B009 - the package has no types
    return [
        f"{v['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:200]}"
        for v in response["violations"]
        for node in v["nodes"]
    ]


def test_folds_work_by_keyboard(opened: Open, said: list[str]) -> None:
    found = opened(result())
    focused = "document.activeElement.closest('details')?.id ?? ''"
    for _ in range(40):
        found.keyboard.press("Tab")
        if found.evaluate(focused) == "deal-1":
            break
    assert found.evaluate(focused) == "deal-1"
    deal = found.locator("#deal-1")
    board = deal.locator(".board").first
    assert not board.is_visible()
    found.keyboard.press("Enter")
    assert board.is_visible()
    outline = found.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "the focus must be seen"
    found.keyboard.press("Space")
    assert not board.is_visible()
    assert said == []


def test_links_lead_to_their_sections(opened: Open) -> None:
    found = opened(result())
    for link in found.locator("nav a").all():
        link.click()
        target = found.locator(link.get_attribute("href") or "")
        assert target.is_visible()
        box = target.bounding_box()
        assert box is not None
        assert box["y"] < 800


def test_hostile_names_are_text(opened: Open, said: list[str]) -> None:
    found = opened(SESSIONS["hostile"]())
    found.evaluate(OPEN_ALL)
    assert found.locator("img").count() == 0
    assert found.locator("script").count() == 2
    assert HOSTILE.strip('"') in found.inner_text("#standings")
    assert said == []


def test_it_follows_light_and_dark(opened: Open) -> None:
    color = "getComputedStyle(document.body).backgroundColor"
    papers = [opened(result(), 1280, scheme).evaluate(color) for scheme in ("light", "dark")]
    light, dark = (sum(int(n) for n in paper.strip("rgb()").split(",")) for paper in papers)
    assert light > 600
    assert dark < 150


@pytest.mark.parametrize("width", [320, 600, 1280])
def test_one_chart_is_shown(opened: Open, width: int) -> None:
    found = opened(result(), width)
    shown = [chart for chart in found.locator("svg.chart").all() if chart.is_visible()]
    assert len(shown) == 1
    smallest = found.evaluate(
        "Math.min(...[...document.querySelectorAll('svg.chart text')]"
        ".map(t => t.getBoundingClientRect().height).filter(h => h))"
    )
    assert smallest > 10


@pytest.mark.parametrize(
    ("name", "scheme"), [("night", "light"), ("night", "dark"), ("one-deal", "dark"), ("season", "light")]
)
def test_printing_loses_nothing(opened: Open, name: str, scheme: Scheme) -> None:
    from pypdf import PdfReader

    scored = SESSIONS[name]()
    found = opened(scored, 1280, scheme)
    pdf = PdfReader(io.BytesIO(found.pdf(format="A4")))
    printed = _squeezed("".join(sheet.extract_text() for sheet in pdf.pages))
    root = reader.parse(page(scored))
    pieces = [e for tag in ("td", "th", "dt", "dd", "h1", "h2", "h4", "summary", "p") for e in root.find(tag)]
    lost = {piece.text for piece in pieces if _squeezed(piece.text) not in printed}
    # Headings for those who listen are not printed, nor is a picture's own text.
    assert lost <= {"What", "Why", "Points", "Place", ""}


def test_a_deal_is_printed_on_one_sheet_and_three_share_it(opened: Open) -> None:
    from pypdf import PdfReader

    scored = result(20, 3)
    pdf = PdfReader(io.BytesIO(opened(scored).pdf(format="A4")))
    sheets = [_squeezed(sheet.extract_text()) for sheet in pdf.pages]
    assert len(sheets) <= 11
    for deal in reader.parse(page(scored)).find("details", "deal"):
        pieces = [_squeezed(e.text) for tag in ("summary", "h4", "caption", "tfoot") for e in deal.find(tag)]
        assert any(all(piece in sheet for piece in pieces) for sheet in sheets)


def _squeezed(text: str) -> str:
    """Text as paper has it: no blanks, no ligatures, no case (labels are capitalised by the style)."""
    plain = unicodedata.normalize("NFKC", text.replace("︎", ""))
    return "".join(plain.split()).casefold()


def test_deals_are_found_by_player_by_what_there_was_and_by_size(opened: Open, said: list[str]) -> None:
    from playwright.sync_api import expect

    deals = 40
    scored = result(deals)
    found = opened(scored)
    found.evaluate("document.querySelector('#deals').scrollIntoView()")
    found.wait_for_selector(".deal")
    pick = found.locator("#find select")
    pick.nth(0).select_option(label="Gus")
    pick.nth(1).select_option(label="fouls")
    pick.nth(2).select_option(label="biggest loss")
    fouled = [
        deal
        for deal in scored.deals
        if any(b.player == "Gus" and b.status.value == "foul" for b in deal.score.boards)
    ]
    expect(found.locator("#found")).to_have_text(f"{len(fouled)} of {deals} deals")
    shown = found.locator(".deal h3 bdi").all_inner_texts()
    wanted = sorted(fouled, key=lambda deal: deal.totals["Gus"])
    assert shown == [deal.deal.name for deal in wanted]
    for menu in range(3):
        pick.nth(menu).select_option(index=0)
    found.locator("#find input").fill("17")
    found.keyboard.press("Enter")
    found.wait_for_selector("#deal-17[open]")
    assert found.locator("#deal-17 .board").first.is_visible()
    assert said == []


def _season() -> Result:
    import ofcscore

    examples = Path(__file__).resolve().parent.parent.parent / "examples" / "season"
    return ofcscore.score(ofcscore.read(*sorted(examples.glob("*.ofc"))))


def test_a_found_deal_stands_below_its_night(opened: Open) -> None:
    from playwright.sync_api import expect

    found = opened(_season())
    found.locator("#nights a").nth(1).click()
    expect(found.locator("#deal-8 summary")).to_be_focused()
    assert not found.locator("#deal-8").evaluate("deal => deal.open")
    found.locator("#find input").fill("2026-10-20")
    expect(found.locator(".deal")).to_have_count(1)
    assert found.locator("#deal-list .night").all_inner_texts()[0].startswith("2026-10")


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_a_deal_says_its_night_only_where_that_does_not_stand_above(opened: Open, width: int) -> None:
    from playwright.sync_api import expect

    found = opened(_season(), width)
    deal = found.locator("#deal-8 h3 bdi")
    assert deal.inner_text() == "1"
    found.locator("#find select").last.select_option(label="biggest swing")
    expect(deal).to_have_text("2026-10/1")
    assert deal.locator(".of").evaluate("of => of.scrollWidth <= of.clientWidth + 1")
    lines = "of => new Set([...of.getClientRects()].map(line => line.top)).size"
    assert deal.locator(".of").evaluate(lines) == 1


def test_a_payment_and_the_whole_session_are_copied(opened: Open, said: list[str]) -> None:
    from playwright.sync_api import expect

    found = opened(result())
    found.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = found.locator("#payments li .copy").first
    button.click()
    expect(button).to_contain_text("Copied")
    copied = found.evaluate("navigator.clipboard.readText()")
    assert copied == button.get_attribute("data-copy")
    found.locator("#payments summary").click()
    found.locator("#payments > details .copy").click()
    expect(found.locator("#payments > details .copy")).to_have_text("Copied")
    assert found.evaluate("navigator.clipboard.readText()") == found.locator("#as-text").text_content()
    assert said == []


def test_without_script_nothing_is_lost_but_what_needs_it(browser: Browser, tmp_path: Path) -> None:
    path = write_page(tmp_path, result(60))
    context = browser.new_context(java_script_enabled=False)
    found = context.new_page()
    found.goto(path.as_uri())
    assert found.locator(".deal").count() == 60
    assert not found.locator("#find").is_visible()
    assert not found.locator(".copy").first.is_visible()
    found.locator("#deal-9 summary").click()
    assert found.locator("#deal-9 .board").first.is_visible()
    context.close()
