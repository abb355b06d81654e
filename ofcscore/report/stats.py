"""The reports of `stats`: the figures by player, head to head, by night, by rule set and by stake."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ofcscore.diagnostics.screen import wrap
from ofcscore.log.check.people import name_key
from ofcscore.report.base import Report
from ofcscore.report.csv import csv_rows, safe_cell
from ofcscore.report.figures import GROUPS, PAIRS, PLAYERS, WORD, Figure, data_of, figure_title, sections
from ofcscore.report.json import Data, dumps, head_data, points_data, problems_data, rules_data, stake_data
from ofcscore.report.markdown import STYLE as MARKDOWN
from ofcscore.report.markdown import escape, grid_table
from ofcscore.report.table import GRID_LABEL, Grid, grid_lines, heading_lines
from ofcscore.report.views import SessionView
from ofcscore.report.wording import NAME_WIDTH, Style, count, figure, rules_words, stakes_words
from ofcscore.scoring.lines import signed
from ofcscore.session.money import Outcome
from ofcscore.session.result import DealResult
from ofcscore.session.statistics import Group, NightStatistics, PairStatistics, Statistics, Tally

_ALL: Final = tuple(one for section in PLAYERS for one in section.figures)


class StatsReport(Report):
    """The statistics of all players of the deals shown, or only of `players` if some are named."""

    has_pairs = True

    def __init__(
        self,
        form: str,
        style: Style,
        *,
        players: Collection[str] = (),
        definitions: bool = False,
        raw: bool = False,
    ) -> None:
        self.form = form
        self.style = MARKDOWN._replace(own=style.own) if form == "markdown" else style
        self.players = players
        self.definitions = definitions
        self.raw = raw
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
                return csv_rows(_csv(found, outcome, raw=self.raw)), ""
            case "markdown":
                lines = self._markdown(found, outcome)
            case _:
                lines = self._table(found, outcome)
        return "".join(f"{line}\n" for line in lines), ""

    # -- for people --------------------------------------------------------------------------------

    def _table(self, found: Statistics, outcome: Outcome) -> Iterator[str]:
        style, width = self.style, self.style.width
        view = SessionView(outcome, style)
        yield from heading_lines(view)
        yield from wrap(_opening(found), width, indent="  ")
        for grid in self._grids(found, outcome):
            yield ""
            yield from grid_lines(grid, style)
        yield ""
        for text in self._definitions() or [_WHERE_DEFINED]:
            yield from wrap(text, width, indent="  ")
        if view.left_out:
            yield from ("", *wrap(view.left_out, width))

    def _markdown(self, found: Statistics, outcome: Outcome) -> Iterator[str]:
        view = SessionView(outcome, self.style)
        yield from (f"# {view.title}", "") if view.title else ()
        yield from (f"- {note}" for note in view.notes)
        yield from (f"- Rules: {escape(rules_words(use.rules))}" for use in outcome.session.rules)
        yield f"- {escape(f'Stake: {view.stake}')}"
        yield f"- {_opening(found)}"
        for grid in self._grids(found, outcome):
            yield from ("", *grid_table(grid))
        defined = self._definitions()
        yield from ("", *(f"- {escape(text)}" for text in defined)) if defined else ()
        yield from ("", view.left_out) if view.left_out else ()

    def _definitions(self) -> list[str]:
        """Return how each figure is counted, where that is asked for."""
        if not self.definitions:
            return []
        return [
            f"{section.about}{figure_title(one, self.style)}: {one.definition}"
            for section in PLAYERS
            for one in section.figures
        ]

    def _name(self, text: str, width: int = NAME_WIDTH) -> str:
        """Return a name in a table, cut where that has to fit a screen."""
        return self.style.fit(text, width) if self.form == "table" else self.style.text(text)

    def _grids(self, found: Statistics, outcome: Outcome) -> Iterator[Grid]:
        """Yield every table that has something to say."""
        people = [self._name(own.person) for own in found.players]
        for title, about, figures in sections(len(found.nights)):
            rows = self._rows(figures, found.players, outcome)
            if rows:
                yield Grid(title, about, people, rows)
        if len(found.nights) > 1:
            yield Grid(
                "Night by night", "points", people, [self._night(night, found) for night in found.nights]
            )
        if found.pairs:
            pairs = [self._pair(pair) for pair in found.pairs]
            yield Grid("Head to head", "", pairs, self._rows(PAIRS, found.pairs, outcome))
        for title, group in _groups(found, outcome):
            own = group.own(in_money=outcome.in_money)
            there = [one.person for one in found.players if one.person in own]
            rows = self._rows(GROUPS, [own[person] for person in there], outcome) if there else []
            text = self.style.text(title)
            if rows:
                names = [self._name(person) for person in there]
                yield Grid(f"{text[0].upper()}{text[1:]}", f"{text}, ", names, rows)

    def _night(self, night: NightStatistics, found: Statistics) -> tuple[str, list[str]]:
        """Return the name of a night, and the points that it brought each player."""
        points = [night.totals.get(own.person) for own in found.players]
        return self._name(night.name), ["" if total is None else signed(total) for total in points]

    def _pair(self, pair: PairStatistics) -> str:
        each = min(NAME_WIDTH, (self.style.width - GRID_LABEL - len("   vs ")) // 2)
        return f"{self._name(pair.first, each)} vs {self._name(pair.second, each)}"

    def _rows(
        self, figures: Sequence[Figure], all_: Sequence[object], outcome: Outcome
    ) -> list[tuple[str, list[str]]]:
        """Return the lines of a table, but for those that nobody has anything to say in."""
        return [
            (figure_title(one, self.style), [one.text(own, outcome, self._name) for own in all_])
            for one in figures
            if one.is_said_of(all_)
        ]


_WHERE_DEFINED: Final = "`--definitions` says how each figure is counted."


def _opening(found: Statistics) -> str:
    nights = f" on {count(len(found.nights), 'night')}" if len(found.nights) > 1 else ""
    return f"{count(found.deals, 'deal')}{nights}, {count(len(found.players), 'player')}"


def _groups(found: Statistics, outcome: Outcome) -> Iterator[tuple[str, Group]]:
    """Yield the deals by rule set, and by stake, where there are several."""
    if len(found.rules) > 1:
        yield from ((f"rules {group.table.rules.name}", group) for group in found.rules)
    if len(found.stakes) > 1:
        yield from ((f"stake {stakes_words(group.table, outcome)}", group) for group in found.stakes)


def _of_players(found: Statistics, players: Collection[str]) -> Statistics:
    """Return the statistics of some players, in any case, and of whom they met.

    Of all where none is named.
    """
    if not players:
        return found
    named = {name_key(player) for player in players}
    return found._replace(
        players=tuple(own for own in found.players if name_key(own.person) in named),
        pairs=tuple(pair for pair in found.pairs if named & {name_key(pair.first), name_key(pair.second)}),
    )


# -- for machines --------------------------------------------------------------------------------------


def _data(found: Statistics, outcome: Outcome) -> Data:
    """Return every figure by its key; the groups have all players."""
    own = [{"player": one.person, **data_of(_ALL, one, outcome)} for one in found.players]
    pairs = [{"players": [one.first, one.second], **data_of(PAIRS, one, outcome)} for one in found.pairs]
    nights = [
        {
            "name": night.name,
            "date": night.date,
            "first": night.first,
            "deals": night.deals,
            "totals": points_data(night.totals),
        }
        for night in found.nights
    ]
    return {
        **head_data(outcome),
        "deals": found.deals,
        "nights": nights,
        "players": own,
        "pairs": pairs,
        "by_rules": [
            {**rules_data(group.table.rules), **_group_data(group, outcome)} for group in found.rules
        ],
        "by_stake": [
            {**stake_data(group.table, group.deals, outcome), **_group_data(group, outcome)}
            for group in found.stakes
        ],
        "definitions": {part.key: one.definition for one in _ALL for part in one.parts},
        **problems_data(outcome),
    }


def _group_data(group: Group, outcome: Outcome) -> Data:
    own = group.own(in_money=outcome.in_money)
    players = [{"player": person, **data_of(GROUPS, theirs, outcome)} for person, theirs in own.items()]
    return {"deals": group.deals, "players": players}


_KEYS: Final = tuple(part.key for one in _ALL for part in one.parts)
_TEXTS: Final = frozenset(part.key for one in _ALL for part in one.parts if part.kind is WORD)


def _csv(found: Statistics, outcome: Outcome, *, raw: bool) -> Iterator[Sequence[str | int]]:
    """Yield a row for each player, and for each player's night, rule set and stake, and for each pair.

    `name` is that of the night, the rule set, the stake, or the other one of the pair.
    """

    def row(of: str, name: str, player: str, data: Data) -> list[str | int]:
        values = ["" if data.get(key) is None else data[key] for key in _KEYS]
        texts = [
            safe_cell(value, raw=raw) if key in _TEXTS else value
            for key, value in zip(_KEYS, values, strict=True)
        ]
        return [of, safe_cell(name, raw=raw), safe_cell(player, raw=raw), *texts]

    yield ("of", "name", "player", *_KEYS)
    for own in found.players:
        yield row("all", "", own.person, data_of(_ALL, own, outcome))
    for own in found.players:
        for total in own.night_totals:
            data = {"deals": own.nights[total.night].deals, "points": figure(total.points)}
            yield row("night", total.name, own.person, data)
    for title, groups in (("rules", found.rules), ("stake", found.stakes)):
        for group in groups:
            table = group.table
            name = table.rules.name if title == "rules" else stakes_words(table, outcome)
            theirs = group.own(in_money=outcome.in_money)
            for own in found.players:
                if own.person in theirs:
                    yield row(title, name, own.person, data_of(GROUPS, theirs[own.person], outcome))
    for pair in found.pairs:
        yield row("pair", pair.second, pair.first, data_of(PAIRS, pair, outcome))
