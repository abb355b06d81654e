"""The reports of `stats`: figures by player, head to head and by night.

`figures.toml` lists the figures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, Self

from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.terminal import wrap
from ofcscore.files.disk import package_text
from ofcscore.game.cards import ROWS
from ofcscore.log.check.people import name_key
from ofcscore.report.data import Data, csv_rows, dumps, head_data, points_data, problems_data, safe_cell
from ofcscore.report.text import GRID_LABEL, MARKDOWN, Rows, escape, grid_lines, heading_lines, pipe_table
from ofcscore.report.views import Report, SessionView
from ofcscore.report.wording import (
    NAME_WIDTH,
    Style,
    average,
    count,
    figure,
    rules_words,
    signed_money,
)
from ofcscore.scoring.score_lines import signed
from ofcscore.session.money import Outcome, format_money
from ofcscore.session.result import DealResult
from ofcscore.session.statistics import Statistics, Tally


class Kind(NamedTuple):
    """The conversion of a value to text and to data. `text` is None for a name."""

    text: Callable[[Any, Outcome], str] | None
    data: Callable[[Any, Outcome], int | float | str]


def _number(value: float | Fraction, outcome: Outcome) -> float:
    return round(float(value), 4)


_KINDS: Final = {
    "count": Kind(lambda value, outcome: str(value), lambda value, outcome: int(value)),
    "word": Kind(None, lambda value, outcome: str(value)),
    "points": Kind(lambda value, outcome: signed(value), lambda value, outcome: figure(value)),
    "mean": Kind(lambda value, outcome: average(value), _number),
    "size": Kind(lambda value, outcome: average(value).lstrip("+"), _number),
    "share": Kind(lambda value, outcome: f"{int(100 * value + Fraction(1, 2))}%", _number),
    "money": Kind(signed_money, lambda value, outcome: format_money(value, outcome.digits)),
}
_CALLS: Final[dict[str, Callable[[Any], Any]]] = {"len": len, "sum": sum}


class Part(NamedTuple):
    """One value of a figure: its key in data, its kind and its path in the statistics.

    A path is `interval.low`, or `fouls/boards` for a share. Any None on it gives None.
    """

    key: str
    kind: Kind
    paths: tuple[tuple[str | int, ...], ...]

    @classmethod
    def read(cls, text: str) -> Self:
        key, kind, paths = text.split()
        names = (path.split(".") for path in paths.split("/"))
        read = (tuple(int(name) if name.isdecimal() else name for name in path) for path in names)
        return cls(key, _KINDS[kind], tuple(read))

    def of(self, own: object) -> Any:
        part, *whole = (_at(own, path) for path in self.paths)
        if whole:
            return Fraction(part, whole[0]) if whole[0] else None
        return part


def _at(of: Any, path: tuple[str | int, ...]) -> Any:
    for name in path:
        if of is None:
            return None
        if isinstance(name, int):
            of = of[name]
        elif name in _CALLS:
            of = _CALLS[name](of)
        else:
            of = getattr(of, name)
    return of


class Figure(NamedTuple):
    """A line of a table. `form` formats its values. If `rare`, it may be hidden.

    It is shown head to head if `pairs`, perhaps with another title (`pairs_title`).
    """

    title: str
    definition: str
    parts: tuple[Part, ...]
    form: str = "{}"
    rare: bool = False
    pairs: bool = False
    pairs_title: str = ""

    @classmethod
    def read(cls, values: Iterable[str], **fields: Any) -> Self:
        return cls(parts=tuple(map(Part.read, values)), **fields)

    def values(self, of: object) -> list[Any]:
        return [part.of(of) for part in self.parts]

    def text(self, of: object, outcome: Outcome, name: Callable[[str], str]) -> str:
        """Return the figure as text: empty without any value, `-` for a missing one."""
        values = self.values(of)
        if all(value is None for value in values):
            return ""
        texts = [
            "-"
            if value is None
            else name(str(value))
            if part.kind.text is None
            else part.kind.text(value, outcome)
            for part, value in zip(self.parts, values, strict=True)
        ]
        return self.form.format(*texts)


class Section(NamedTuple):
    """A table of figures. `about` precedes their titles in the definitions."""

    title: str
    figures: tuple[Figure, ...]
    about: str = ""
    several_nights: bool = False
    """True if it is shown only for more than one night."""


PLAYERS: Final = tuple(
    Section(**{**one, "figures": tuple(Figure.read(**each) for each in one["figures"])})
    for one in tomllib.loads(package_text("ofcscore.report", "figures.toml"))["sections"]
)
_ALL: Final = tuple(one for section in PLAYERS for one in section.figures)
PAIRS: Final = tuple(one._replace(title=one.pairs_title or one.title) for one in _ALL if one.pairs)
"""The head-to-head figures of two people, from the first one's side."""


def sections(nights: int) -> list[Section]:
    """Return the tables of a player for a number of nights."""
    return [one for one in PLAYERS if nights > 1 or not one.several_nights]


def data_of(figures: Sequence[Figure], own: object, outcome: Outcome) -> dict[str, int | float | str | None]:
    """Return the values of `figures` by key, with None for missing values."""
    return {
        part.key: None if value is None else part.kind.data(value, outcome)
        for one in figures
        for part, value in zip(one.parts, one.values(own), strict=True)
    }


_WORDS: Final = {
    **{row.label: row.label for row in ROWS},
    "fouls": "foul",
    "scoops": "scoop",
    "points": "point",
}
"""The words in titles that players may replace, with their vocabulary keys."""


def figure_title(figure: Figure, style: Style) -> str:
    """Return a figure's title in the players' words for rows, scoops, fouls, points."""
    own, words = style.speech.words, figure.title.split(" ")
    if words[-1] == "rows" and words[0] in own:
        # The players' word for a row needs no "rows".
        del words[-1]
    return " ".join(style.say(_WORDS[word], word) if word in _WORDS else word for word in words)


def figures_of(
    figures: Iterable[Figure],
    all_: Sequence[object],
    outcome: Outcome,
    style: Style,
    name: Callable[[str], str] = show,
) -> list[tuple[Figure, str, list[str]]]:
    """Return figures with titles and texts, without rare ones that are empty for everyone."""
    return [
        (one, figure_title(one, style), [one.text(own, outcome, name) for own in all_])
        for one in figures
        if not one.rare or any(one.values(own)[0] for own in all_)
    ]


class StatsReport(Report):
    """The statistics of `players` in the deals shown, or of everyone if it is empty."""

    has_pairs = True

    def __init__(
        self, form: str, style: Style, *, players: Collection[str], definitions: bool, csv_raw: bool
    ) -> None:
        super().__init__(MARKDOWN._replace(own=style.own) if form == "markdown" else style, csv_raw=csv_raw)
        self.form = form
        self.players = players
        self.definitions = definitions
        self.tally = Tally()

    def deal(self, result: DealResult) -> str:
        self.tally.deal(result)
        return ""

    def frame(self, outcome: Outcome) -> tuple[str, str]:
        found = _of_players(self.tally.finish(outcome.session), self.players)
        self.style = self.style.of_session(outcome.session)
        match self.form:
            case "json":
                return dumps(_data(found, outcome)) + "\n", ""
            case "csv":
                return csv_rows(_csv(found, outcome, raw=self.csv_raw)), ""
            case _:
                return "".join(f"{line}\n" for line in self._lines(found, outcome)), ""

    # -- table and Markdown ------------------------------------------------------------------------

    def _lines(self, found: Statistics, outcome: Outcome) -> Iterator[str]:
        style, width, markdown = self.style, self.style.width, self.form == "markdown"
        view = SessionView(outcome, style)
        nights = f" on {count(len(found.nights), 'night')}" if len(found.nights) > 1 else ""
        opening = f"{count(found.deals, 'deal')}{nights}, {count(len(found.players), 'player')}"
        if markdown:
            yield from (f"# {view.title}", "") if view.title else ()
            rules = [f"Rules: {escape(rules_words(use.rules))}" for use in outcome.session.rules]
            facts = [*view.notes, *rules, escape(f"Stake: {view.stake}"), opening]
            yield from (f"- {fact}" for fact in facts)
        else:
            yield from heading_lines(view)
            yield from wrap(opening, width, indent="  ")
        for rows in self._tables(found, outcome):
            yield from ("", *(pipe_table(rows) if markdown else grid_lines(rows, style)))
        defined = [
            f"{section.about}{figure_title(one, style)}: {one.definition}"
            for section in PLAYERS
            for one in section.figures
            if self.definitions
        ] or ([] if markdown else [_WHERE_DEFINED])
        yield from [""] if defined else ()
        for text in defined:
            yield from [f"- {escape(text)}"] if markdown else wrap(text, width, indent="  ")
        if view.left_out:
            yield from ("", *([view.left_out] if markdown else wrap(view.left_out, width)))

    def _name(self, text: str, width: int = NAME_WIDTH) -> str:
        return self.style.fit(text, width) if self.form == "table" else self.style.text(text)

    def _tables(self, found: Statistics, outcome: Outcome) -> Iterator[Rows]:
        people = [self._name(own.person) for own in found.players]

        def rows_of(figures: Iterable[Figure], all_: Sequence[object]) -> list[list[str]]:
            shown = figures_of(figures, all_, outcome, self.style, self._name)
            return [[title, *texts] for _, title, texts in shown]

        for section in sections(len(found.nights)):
            if rows := rows_of(section.figures, found.players):
                yield [[section.title, *people], *rows]
        if len(found.nights) > 1:
            rows = []
            for night in found.nights:
                won = {name: signed(total) for name, total in night.totals.items()}
                rows.append([self._name(night.name), *(won.get(own.person, "") for own in found.players)])
            yield [["Night by night", *people], *rows]
        if found.pairs:
            each = min(NAME_WIDTH, (self.style.width - GRID_LABEL - len("   vs ")) // 2)
            pairs = [
                f"{self._name(one.first, each)} vs {self._name(one.second, each)}" for one in found.pairs
            ]
            yield [["Head to head", *pairs], *rows_of(PAIRS, found.pairs)]


_WHERE_DEFINED: Final = "`--definitions` says how each figure is counted."


def _of_players(found: Statistics, players: Collection[str]) -> Statistics:
    """Keep `players`, in any letter case, and their pairs. Keep all if it is empty."""
    if not players:
        return found
    named = {name_key(player) for player in players}
    return found._replace(
        players=tuple(own for own in found.players if name_key(own.person) in named),
        pairs=tuple(pair for pair in found.pairs if named & {name_key(pair.first), name_key(pair.second)}),
    )


# -- JSON and CSV --------------------------------------------------------------------------------------


def _data(found: Statistics, outcome: Outcome) -> Data:
    return {
        **head_data(outcome),
        "deals": found.deals,
        "nights": [
            {
                "name": night.name,
                "date": night.date,
                "first": night.first,
                "deals": night.deals,
                "totals": points_data(night.totals),
            }
            for night in found.nights
        ],
        "players": [{"player": one.person, **data_of(_ALL, one, outcome)} for one in found.players],
        "pairs": [
            {"players": [one.first, one.second], **data_of(PAIRS, one, outcome)} for one in found.pairs
        ],
        "definitions": {part.key: one.definition for one in _ALL for part in one.parts},
        **problems_data(outcome),
    }


_KEYS: Final = tuple(part.key for one in _ALL for part in one.parts)
_TEXTS: Final = frozenset(part.key for one in _ALL for part in one.parts if part.kind.text is None)


def _csv(found: Statistics, outcome: Outcome, *, raw: bool) -> Iterator[Sequence[str | int]]:
    """Yield rows by player, night and pair. `name` is the night or the opponent."""

    def row(of: str, name: str, player: str, data: Data) -> list[str | int]:
        values = ((key, "" if data.get(key) is None else data[key]) for key in _KEYS)
        cells = [safe_cell(value, raw=raw) if key in _TEXTS else value for key, value in values]
        return [of, safe_cell(name, raw=raw), safe_cell(player, raw=raw), *cells]

    yield ("of", "name", "player", *_KEYS)
    for own in found.players:
        yield row("all", "", own.person, data_of(_ALL, own, outcome))
    for own in found.players:
        for total in own.night_totals:
            data = {"deals": own.nights[total.night].deals, "points": figure(total.points)}
            yield row("night", total.name, own.person, data)
    for pair in found.pairs:
        yield row("pair", pair.second, pair.first, data_of(PAIRS, pair, outcome))
