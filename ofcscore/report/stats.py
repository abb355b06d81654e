"""The reports of `stats`: figures by player, head to head and by night.

Each `Figure` has a title, a definition, the keys of its values in data, and their format.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, Final, NamedTuple

from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.terminal import wrap
from ofcscore.game.board import ROWS, Row
from ofcscore.log.check.people import name_key
from ofcscore.report.csv import csv_rows, safe_cell
from ofcscore.report.json import Data, dumps, head_data, points_data, problems_data
from ofcscore.report.markdown import STYLE as MARKDOWN
from ofcscore.report.markdown import escape, pipe_table
from ofcscore.report.table import GRID_LABEL, Rows, grid_lines, heading_lines
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
from ofcscore.session.statistics import PlayerStatistics, Statistics, Tally

Value = int | float | Fraction | str | None


class Kind(NamedTuple):
    """The conversion of a value to text and to data. `text` is None for a name."""

    text: Callable[[Any, Outcome], str] | None
    data: Callable[[Any, Outcome], int | float | str]


def _mean(value: float | Fraction, outcome: Outcome) -> str:
    return average(Fraction(value), 1, digits=2)


def _number(value: float | Fraction, outcome: Outcome) -> float:
    return round(float(value), 4)


_COUNT: Final = Kind(lambda value, outcome: str(value), lambda value, outcome: int(value))
WORD: Final = Kind(None, lambda value, outcome: str(value))
"""A name, which `Figure.text` formats like other names."""
_POINTS: Final = Kind(lambda value, outcome: signed(value), lambda value, outcome: figure(value))
_MEAN: Final = Kind(_mean, _number)
_SIZE: Final = Kind(lambda value, outcome: _mean(value, outcome).lstrip("+"), _number)
_SHARE: Final = Kind(lambda value, outcome: f"{int(100 * value + Fraction(1, 2))}%", _number)
_MONEY: Final = Kind(signed_money, lambda value, outcome: format_money(value, outcome.digits))


class Part(NamedTuple):
    """One value of a figure: its key in data, its kind and its getter."""

    key: str
    kind: Kind
    of: Callable[[Any], Value]


class Figure(NamedTuple):
    """A line of a table. `form` formats its values. If `rare`, it may be hidden."""

    title: str
    form: str
    parts: tuple[Part, ...]
    definition: str
    rare: bool = False

    def values(self, of: object) -> list[Value]:
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


def _at(path: str) -> Callable[[Any], Any]:
    """Return a getter for a path such as `interval.low`. Any None on it gives None."""
    names = path.split(".")
    return lambda own: reduce(lambda of, name: None if of is None else getattr(of, name), names, own)


def _share(part: int, of: int) -> Fraction | None:
    return Fraction(part, of) if of else None


def _one(
    title: str, kind: Kind, definition: str, *, key: str = "", path: str = "", rare: bool = False
) -> Figure:
    """Return a figure of one value. `key` defaults to the title, `path` to `key`."""
    key = key or title.replace(" ", "_")
    return Figure(title, "{}", (Part(key, kind, _at(path or key)),), definition, rare)


def _counted(
    title: str, of: str, definition: str, *, key: str = "", path: str = "", rare: bool = False
) -> Figure:
    """Return a figure of a count and its share of the count at the path `of`."""
    key = key or title.replace(" ", "_")
    part, whole = _at(path or key), _at(of)
    share = Part(f"{key}_share", _SHARE, lambda own: _share(part(own), whole(own)))
    return Figure(title, "{} ({})", (Part(key, _COUNT, part), share), definition, rare)


def _rows(row: Row) -> Figure:
    def of(kind: str) -> Callable[[Any], Value]:
        return lambda own: int(getattr(own.met, kind)[row])

    parts = tuple(Part(f"{row.label}_rows_{kind}", _COUNT, of(kind)) for kind in ("won", "lost", "tied"))
    definition = f"{row.label} rows won, lost and tied in the pairs whose rows count; a foul loses its rows"
    return Figure(f"{row.label} rows", "{}/{}/{}", parts, definition)


def _earned(title: str, rows: Sequence[Row], definition: str) -> Figure:

    def royalties(own: PlayerStatistics) -> Fraction | None:
        return _share(sum(own.royalties[row] for row in rows), own.all.deals)

    part = Part(f"{title}_royalties_a_deal", _SIZE, royalties)
    return Figure(f"{title} a deal", "{}", (part,), definition)


def _night(title: str, which: str) -> Figure:
    points = Part(f"{title}_night_points", _POINTS, _at(f"{title}_night.points"))
    name = Part(f"{title}_night", WORD, _at(f"{title}_night.name"))
    return Figure(f"{title} night", "{} {}", (points, name), f"the night with the {which} points")


_DEALS: Final = _one("deals", _COUNT, "deals played", path="all.deals")
_TOTAL: Final = _one("points", _POINTS, "all points, including adjustments")
_WORTH_DEFINED: Final = "money for the points of the deals, without adjustments and rake"
_WORTH: Final = _one("money", _MONEY, _WORTH_DEFINED, rare=True)
_WORTH_OF_DEALS: Final = _WORTH._replace(title="money of deals")
"""`_WORTH` for a table whose points include adjustments, unlike the money."""
_AVERAGE: Final = _one("points a deal", _MEAN, "points of the deals divided by their number", path="all.mean")
_SURE: Final = (
    _AVERAGE,
    Figure(
        "95% interval",
        "{} to {}",
        (
            Part("low", _MEAN, _at("interval.low")),
            Part("high", _MEAN, _at("interval.high")),
            Part("interval_by", WORD, _at("interval.by")),
        ),
        "the range in which points a deal are likely to be in the long run: the middle 95% of 1000 seasons,"
        " each made of as many nights drawn at random from those played (the same ones in every run);"
        " with only one night, 1.96 standard errors of its deals on both sides",
    ),
)
_MET: Final = (
    _one("pairs", _COUNT, "pairs of boards that were both played", path="met.pairs"),
    *map(_rows, ROWS),
    _counted("scoops", "met.pairs", "pairs with all three rows won, and their share", path="met.scoops"),
    _counted("scooped", "met.pairs", "pairs with all three rows lost, and their share", path="met.scooped"),
)
_OF_POINTS: Final = (
    _DEALS,
    _TOTAL,
    _one("outside the deals", _POINTS, "points of adjustments outside deals", key="adjusted", rare=True),
    _WORTH_OF_DEALS,
    *_SURE,
    _counted("deals won", "all.deals", "deals with a gain, and their share", path="won"),
    _one("deals lost", _COUNT, "deals with a loss", path="lost"),
)
_OF_NIGHTS: Final = (
    Figure(
        "nights won",
        "{} of {} ({})",
        (
            Part("nights_won", _COUNT, _at("nights_won")),
            Part("nights", _COUNT, lambda own: len(own.night_totals)),
            Part("nights_won_share", _SHARE, lambda own: _share(own.nights_won, len(own.night_totals))),
        ),
        "nights with a gain, including adjustments; a night is a log, or a date if there is only one log",
    ),
    _night("best", "most"),
    _night("worst", "fewest"),
)
_OF_BOARDS: Final = (
    _one("boards", _COUNT, "boards played"),
    _counted("fouls", "boards", "boards fouled, and their share"),
    _one("naturals", _COUNT, "boards that are naturals", rare=True),
    *_MET,
)
_OF_ROYALTIES: Final = (
    *(_earned(row.label, [row], f"royalties of {row.label} rows per deal; each counts once") for row in ROWS),
    _earned("all", ROWS, "royalties of all rows per deal"),
)
_OF_FANTASYLAND: Final = (
    _counted(
        "made",
        "boards_outside",
        "boards outside fantasyland that earned it, and their share",
        key="fantasyland_made",
        path="entered",
        rare=True,
    ),
    _counted(
        "kept",
        "there",
        "boards in fantasyland that stay there, and their share",
        key="fantasyland_kept",
        path="kept",
        rare=True,
    ),
    _one("boards there", _COUNT, "boards in fantasyland", key="fantasyland_boards", path="there", rare=True),
)


class Section(NamedTuple):
    """A table of figures. `about` precedes their titles in the definitions."""

    title: str
    about: str
    figures: tuple[Figure, ...]


_NIGHTS: Final = Section("Nights", "", _OF_NIGHTS)
"""The table that is hidden if there is only one night."""
PLAYERS: Final = (
    Section("Points", "", _OF_POINTS),
    _NIGHTS,
    Section("Boards and rows", "", _OF_BOARDS),
    Section("Royalties", "royalties, ", _OF_ROYALTIES),
    Section("Fantasyland", "fantasyland, ", _OF_FANTASYLAND),
)
PAIRS: Final = (_DEALS, _TOTAL, _WORTH, *_SURE, *_MET)
"""The head-to-head figures of two people, from the first one's side."""


def sections(nights: int) -> list[Section]:
    """Return the tables of a player, without `Nights` unless `nights` is above 1."""
    return [one for one in PLAYERS if one is not _NIGHTS or nights > 1]


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


_ALL: Final = tuple(one for section in PLAYERS for one in section.figures)


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

        for title, _, figures in sections(len(found.nights)):
            if rows := rows_of(figures, found.players):
                yield [[title, *people], *rows]
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
_TEXTS: Final = frozenset(part.key for one in _ALL for part in one.parts if part.kind is WORD)


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
