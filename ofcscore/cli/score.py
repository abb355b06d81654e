"""Logs scored from the command line: what is asked for, checked, and written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, Final, cast

from ofcscore.cli.console import (
    Ended,
    Progress,
    UsageError,
    choice,
    named_output,
    near,
    tell,
    terminal_style,
    write,
)
from ofcscore.problems.problem import Exit, Problem, exit_status, show

if TYPE_CHECKING:
    from fractions import Fraction

    from ofcscore.cli.score_run import Selection
    from ofcscore.log.read.sources import Form, Source
    from ofcscore.report import Report
    from ofcscore.report.wording import Style
    from ofcscore.rules.model import Rules
    from ofcscore.scoring.deal import Deal, Header
    from ofcscore.session.money import Outcome, SettleWay


def score_logs(
    files: Sequence[str],
    rules: str | None = None,
    sets: Sequence[str] | None = None,
    stake: str | None = None,
    currency: str | None = None,
    form: str | None = None,
    format_: str | None = None,
    output: str | None = None,
    settle: str = "fewest",
    coin: str | None = None,
    deals: str | None = None,
    running: bool = False,
    compare: str | None = None,
    csv_raw: bool = False,
    template: str | None = None,
    chart: bool = False,
    keep_going: bool = False,
    jobs: int | None = None,
) -> int:
    """`score` for logs, with its options; the exit status."""
    check_jobs(jobs)
    from ofcscore.report import make_report
    from ofcscore.report.wording import PLAIN

    chosen = _format(format_, output)
    way = settle_way(settle, coin)
    shown = selection(deals)
    output = named_output(output, files)
    logs = Logs(files, form, rules, sets, stake, currency)
    style = terminal_style() if output is None else None
    if chosen in ("svg", "png"):
        _check_picture(chosen, output, compare)
    if chart and (chosen not in _WITH_CHART or compare is not None):
        raise UsageError(f"--chart draws below {', '.join(_WITH_CHART[:-1])} and {_WITH_CHART[-1]} alone")
    if compare is not None:
        if chosen == "html":
            raise UsageError("--compare has no html; use table, markdown, csv or json")
        return _compare(logs, compare, chosen, style, output, way, keep_going, csv_raw)
    if template is not None and chosen != "html":
        raise UsageError(f"--template is for --format html, not {chosen}")
    report = make_report(
        chosen,
        style or PLAIN,
        in_full=shown is not None,
        running=running,
        csv_raw=csv_raw,
        template=template,
    )
    below = style or PLAIN if chart else None
    return _score(logs, report, output, shown, way, keep_going, below, picture=chosen == "png")


def settle_way(text: str, coin: str | None) -> SettleWay:
    """Who pays whom, as `--settle` and `--round` say."""
    from ofcscore.log.check.names import normal_name
    from ofcscore.session.money import WAYS, SettleWay

    smallest = number_of("--round", coin) if coin is not None else None
    if smallest is not None and smallest <= 0:
        raise UsageError(f"--round is the smallest coin and must be more than 0, not {coin}")
    word, equals, name = text.partition("=")
    if word == "bank":
        if not name:
            raise UsageError("--settle bank=NAME names the person through whom all is paid")
        return SettleWay("bank", normal_name(name), smallest)
    if equals or word not in WAYS:
        raise UsageError(f"--settle is fewest, pairs, bank=NAME or none, not {show(text)}{near(word, WAYS)}")
    return SettleWay(word, None, smallest)


def number_of(option: str, text: str) -> Fraction:
    """The number of an option, by the rules of logs."""
    from ofcscore.log.amounts import parse_amount

    amount, problems = parse_amount(text, option)
    if amount is None:
        tell(problems)
        raise Ended(Exit.USAGE)
    return amount.value


def selection(text: str | None) -> Selection | None:
    if text is None:
        return None
    from ofcscore.cli.score_run import Selection

    try:
        return Selection.parse(text)
    except ValueError as error:
        raise UsageError(f"--deals: {error}") from None


class Logs:
    """The logs of one session as the command line names them, and the problems of reading them."""

    def __init__(
        self,
        files: Sequence[str],
        form: str | None,
        rules: str | None,
        sets: Sequence[str] | None,
        stake: str | None = None,
        currency: str | None = None,
    ) -> None:
        from ofcscore.log.check.checker import Overrides
        from ofcscore.log.read.sources import FORMS
        from ofcscore.problems.collected import Problems

        self.files = files
        self.form = None if form is None else cast("Form", choice("--from", form, FORMS))
        self.sets = tuple(sets or ())
        self.overrides = Overrides(rules, self.sets, stake, currency)
        self.reading = Problems()
        self.opened: list[BinaryIO] = []

    def items(self) -> Iterator[Header | Deal]:
        """Headers and deals as they are read."""
        from ofcscore.log.check.stream import read_stream
        from ofcscore.log.read.sources import file_source

        sources = [self._watched(file_source(file, self.form)) for file in self.files]
        return read_stream(sources, self.reading, self.overrides)

    def _watched(self, source: Source) -> Source:
        """The source, whose stream is known when it is opened."""

        def opened() -> BinaryIO:
            stream = source.open()
            self.opened.append(stream)
            return stream

        return source._replace(open=opened) if sys.stderr is not None and sys.stderr.isatty() else source

    def share_read(self) -> float | None:
        """How much of the logs has been read, from 0 to 1; None where that is not known."""
        try:
            total = sum(os.path.getsize(file) for file in self.files)
            done = sum(
                os.path.getsize(stream.name) if stream.closed else stream.tell() for stream in self.opened
            )
        except (OSError, ValueError, AttributeError):
            return None
        return min(done / total, 1.0) if total and self.opened else None

    def problems(self) -> Sequence[Problem]:
        return self.reading.kept


def check_jobs(jobs: int | None) -> None:
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs is how many at once, and at least 1, not {jobs}")


_WITH_CHART: Final = ("table", "plain", "chat")


def _check_picture(chosen: str, output: str | None, compare: str | None) -> None:
    """What a drawing needs: one rule set, and for a png its package and a place that is no terminal."""
    if compare is not None:
        raise UsageError(f"--compare has no {chosen}; use table, markdown, csv or json")
    if chosen == "svg":
        return
    from ofcscore.report.chart import MissingExtraError, need_picture

    try:
        need_picture()
    except MissingExtraError as missing:
        raise UsageError(str(missing)) from None
    if output is None and sys.stdout.isatty():
        raise UsageError("a png is nothing for a terminal; add `-o chart.png`")


def _format(name: str | None, output: str | None) -> str:
    """The format asked for, else the one that the output file's name says, else `table`."""
    from ofcscore.report import FORMATS, SUFFIXES

    if name is not None:
        return choice("--format", name, FORMATS)
    suffix = os.path.splitext(output or "")[1].lower()
    return SUFFIXES.get(suffix, "table")


def _score(
    logs: Logs,
    report: Report,
    output: str | None,
    selection: Selection | None,
    way: SettleWay,
    keep_going: bool,
    chart: Style | None = None,
    *,
    picture: bool = False,
) -> int:
    """Scores and writes; `chart` draws the running totals below, with `picture` the report is a drawing."""
    from ofcscore.cli.score_run import report_session
    from ofcscore.files.written import Spool

    progress = Progress(logs.share_read)
    with Spool() as spool:
        head, tail, outcome = report_session(
            logs.items(),
            report,
            spool,
            logs.reading,
            deals=selection,
            way=way,
            keep_going=keep_going,
            tick=progress.tick,
        )
        progress.clear()
        status = max(logs.reading.status, exit_status(outcome.problems))
        if head or tail:
            check_bank(way, outcome)
            if outcome.session.deals:
                if chart is not None:
                    tail += _chart(outcome, chart)
                if picture:
                    _write_picture(output, head)
                else:
                    write(output, _all(head, spool.chunks(), tail))
    tell(outcome.problems)
    return status


def _chart(outcome: Outcome, style: Style) -> str:
    """The running totals as they are drawn in a terminal."""
    from ofcscore.report.chart import render_chart_text

    return "\n" + "".join(f"{line}\n" for line in render_chart_text(outcome.session, style))


def _write_picture(output: str | None, svg: str) -> None:
    """A drawing as a png."""
    from ofcscore.report.chart import picture

    if output is not None:
        write(output, [picture(svg)])
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(picture(svg))


def _all(head: str, body: Iterable[str], tail: str) -> Iterable[str]:
    yield head
    yield from body
    yield tail


def check_bank(way: SettleWay, outcome: Outcome) -> None:
    """Paying through somebody who was never there is a slip of the pen."""
    if way.bank is not None and way.bank not in outcome.session.totals:
        names = [show(name) for name in outcome.session.totals]
        hint = near(way.bank, names) or f"; there are {', '.join(names)}"
        raise UsageError(f"--settle bank={show(way.bank)}: nobody has that name{hint}")


def _compare(
    logs: Logs,
    names: str,
    format_: str,
    style: Style | None,
    output: str | None,
    way: SettleWay,
    keep_going: bool,
    csv_raw: bool,
) -> int:
    """The same session under several rule sets: totals, fouls, and who would owe whom."""
    from ofcscore.cli.score_run import compare_rules
    from ofcscore.report.compare import comparison
    from ofcscore.report.wording import PLAIN

    rule_sets = [rules_named(name.strip(), logs.sets) for name in names.split(",")]
    if len(rule_sets) < 2:
        raise UsageError("--compare names two rule sets or more, with a comma between them")
    progress = Progress()
    compared = compare_rules(logs.items(), rule_sets, way, progress.tick)
    progress.clear()
    found = list(logs.problems())
    for _, outcome in compared:
        found += [p for p in outcome.problems if p not in found]
    status = max(exit_status(found), logs.reading.status)
    check_bank(way, compared[0][1])
    if status == Exit.OK or (keep_going and compared[0][1].session.deals):
        write(output, comparison(compared, format_, style or PLAIN, csv_raw=csv_raw))
    tell(found)
    return status


def rules_named(text: str | None, sets: Sequence[str]) -> Rules:
    """A rule set of the command line; one with problems is told and ends the run."""
    from ofcscore.rules.building import load_rules
    from ofcscore.rules.files import default_name

    rules, problems = load_rules(text or default_name(), sets=tuple(sets))
    tell(problems)
    if rules is None:
        raise Ended(max(exit_status(problems), Exit.USAGE))
    return rules
