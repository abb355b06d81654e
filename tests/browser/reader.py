"""The page read back: a small tree of its elements, and the values that a reader sees in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "link", "br", "input", "rect", "path", "wbr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def find(self, tag: str, kind: str | None = None) -> list[Element]:
        """All elements below of a tag, and of a class."""
        return [
            e
            for e in self.walk()
            if e is not self
            and e.tag == tag
            and (kind is None or kind in (e.attributes.get("class") or "").split())
        ]

    def one(self, tag: str, kind: str | None = None) -> Element:
        found = self.find(tag, kind)
        assert len(found) == 1, f"{len(found)} of {tag} {kind}"
        return found[0]

    def by_id(self, name: str) -> Element:
        return next(e for e in self.walk() if e.attributes.get("id") == name)

    @property
    def text(self) -> str:
        """The text as it is read, blanks drawn together."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._texts()
                yield (
                    " "
                    if child.tag in ("dt", "dd", "th", "td", "p", "li", "h4", "small", "i", "span")
                    else ""
                )

    def own(self) -> str:
        return "".join(child for child in self.children if isinstance(child, str)).strip()


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("root", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID or (tag == "rect" and not self._closed()):
            self.open.append(element)

    def _closed(self) -> bool:
        return (self.get_starttag_text() or "").endswith("/>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse(page: str) -> Element:
    """The page as a tree; every element must be closed where it was opened."""
    parser = _Parser()
    parser.feed(page)
    parser.close()
    assert parser.open == [parser.root], "something is left open"
    return parser.root


def number(text: str) -> int | str:
    """A figure of the page as the JSON has it: a whole number, or text for a fraction."""
    plain = text.replace("−", "-").replace("+", "")
    return str(Fraction(plain)) if "/" in plain or "." in plain else int(plain)


def amount(text: str) -> str:
    return text.replace("−", "-").replace("+", "")


def cards(row: Element) -> str:
    """Cards as the JSON writes them: `Qh Qd 5c`."""
    letters = {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "": ""}
    return " ".join(
        card.own().replace("10", "T") + letters["".join(s.own().rstrip("︎") for s in card.find("u"))]
        for card in row.find("i")
    )


def standings(page: Element) -> dict[str, tuple[int | str, str | None]]:
    """Points and money by name."""
    found = {}
    for row in page.by_id("standings").one("table", "standings").one("tbody").find("tr"):
        cells = [cell.text for cell in row.find("td", "n")]
        found[row.one("th").text] = (number(cells[0]), amount(cells[1]) if len(cells) > 1 else None)
    return found


def payments(page: Element) -> list[dict[str, str]]:
    return [
        {
            "from": li.one("bdi", "payer").text,
            "to": li.one("bdi", "payee").text,
            "amount": li.one("strong").text,
        }
        for li in page.by_id("payments").find("li")
    ]


def deals(page: Element) -> list[dict[str, Any]]:
    """Every deal shown in full, in the shape of the JSON as far as a page shows it."""
    return [_deal(e) for e in page.find("details", "deal")]


def _deal(e: Element) -> dict[str, Any]:
    summary = e.one("summary")
    return {
        "name": summary.one("h3").one("bdi").text,
        "totals": {t.one("bdi").text: number(t.one("b").text) for t in summary.find("span", "total")},
        "boards": [_board(b) for b in e.find("section", "board")],
        "pairs": [_pair(p) for p in e.find("table", "pair")],
    }


def _board(e: Element) -> dict[str, Any]:
    status = (e.attributes.get("class") or "").split()[1]
    rows = {}
    for row in [div for list_ in e.find("dl") for div in list_.find("div")]:
        royalty = row.find("b")
        rank = row.one("dd", "rank")
        rows[row.one("dt").text] = {
            "cards": cards(row.one("dd", "cards")) + (" flush" if row.find("em") else ""),
            "rank": rank.own(),
            "royalty": number(royalty[0].text.removeprefix("royalty ")) if royalty else 0,
        }
    tag = [t.text for t in e.one("h4").find("span", "tag") if t.text.startswith("royalties")]
    return {
        "player": e.one("h4").find("bdi")[0].text,
        "status": status,
        "foul": e.one("p", "words").text if status == "foul" else None,
        "rows": rows or None,
        "royalties": number(tag[0].removeprefix("royalties ")) if tag else 0,
        "next": any("next deal" in p.text for p in e.find("p", "land")),
    }


def _pair(e: Element) -> dict[str, Any]:
    total = e.one("tfoot")
    return {
        "players": [bdi.text for bdi in e.one("caption").find("bdi")],
        "points": number(total.find("td", "n")[0].text),
        "rows": dict.fromkeys(("top", "middle", "bottom"), 0)
        | {by.text.split()[0]: number(by.text.split()[1]) for by in total.find("span", "by")},
        "lines": [
            {
                "what": tr.one("th").text,
                "note": tr.find("td")[0].text,
                "points": number(tr.one("td", "n").text),
            }
            for body in e.find("tbody")
            for tr in body.find("tr")
        ],
    }
