"""`fmt`: one canonical text per log, complete, and unchanged if repeated."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ofcscore.diagnostics.problem import Problems, format_problems
from ofcscore.files.disk import ChangedError, LogFile
from ofcscore.log.keys import FREE_KEYS
from ofcscore.log.read.sources import Source
from ofcscore.log.syntax import Line, Text
from ofcscore.log.text.reader import Reader
from ofcscore.log.write.rewriting import format_text, split_remark
from tests.command import answer
from tests.log.write.test_round import convert, logs, read
from tests.loops import each
from tests.strategies import COSTLY, broken_logs, deals, spelled_text

A, B = "Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc", "6h 6d 2c / Kh Kd 9s 4c 3c / As Th 8h 5h 2h"


def fmt(text: str) -> str:
    problems = Problems()
    written = "".join(format_text(io.BytesIO(text.encode()), "night.ofc", "", problems))
    assert not problems.errors, format_problems(problems.kept)
    return written


CASES = {
    "canonical": (f"deal 1\nHero: {A}\nGus:  {B}\n", None),
    "any spelling of cards": (
        f"Hero: Q♥ q♦,5c / bot: 9h10sJdQsKc / AhAd7s6c2d\nGus: {B}",
        f"Hero: {A}\nGus:  {B}\n",
    ),
    "rows on their own lines": (
        f"Hero:\n  top: Qh Qd 5c\n\n  bot: 9h Ts Jd Qs Kc\n  mid: Ah Ad 7s 6c 2d\nGus: {B}\n",
        f"Hero: {A}\nGus:  {B}\n",
    ),
    "rows on their own lines with remarks among them": (
        "Hero: (fantasyland) # why\n  #one\n"
        "  front: QhQd5c\n #two\n  AhAd7s6c2d/ 9h Ts Jd Qs Kc  # end\n"
        f"Gus: {B}\n",
        "Hero: (fantasyland)  # why\n  #one\n  top: Qh Qd 5c\n  #two\n"
        f"  mid: Ah Ad 7s 6c 2d / bot: 9h Ts Jd Qs Kc  # end\nGus: {B}\n",
    ),
    "a remark behind the last of its rows": (
        f"Hero:\n  QhQd5c\n  AhAd7s6c2d\n  9h Ts Jd Qs Kc # end\nGus: {B}\n",
        f"Hero: {A}  # end\nGus:  {B}\n",
    ),
    "a word for a board below its name": (
        f"Hero: {A}\nGus:\n fouled\nTom: # late\n FOUL! # mucked\n",
        f"Hero: {A}\nGus:  foul\nTom:  # late\n  foul  # mucked\n",
    ),
    "currencies": (
        f"stake: eur 0.50\nHero: {A}\nGus: {B}\nrake: 1 eUR\nadjust: Hero +1 Eur, Gus -1 eur\n",
        f"stake: 0.50 EUR\n\nHero: {A}\nGus:  {B}\nrake: 1 EUR\nadjust: Hero +1 EUR, Gus -1 EUR\n",
    ),
    "a remark stays in its column": (
        f"stake:2           # each\nhand   1 2026-11-20 # b\nHero:{A} # a\nGus:{B}\n",
        f"stake: 2          # each\n\ndeal 1 2026-11-20   # b\nHero: {A}  # a\nGus:  {B}\n",
    ),
    "blank lines": (
        f"\n\n# title\n\n\nrules: ofc\n# about\ndeal 1\n\n\nHero: {A}\nGus: {B}\n\n\n\n# end\n\n",
        f"# title\n\nrules: ofc\n\n# about\ndeal 1\n\nHero: {A}\nGus:  {B}\n\n# end\n",
    ),
    "no blank line above the first deal": (
        f"# title\ndeal 1\nHero: {A}\nGus:  {B}\n",
        None,
    ),
    "header and boards without a deal line": (
        f"rules: ofc\nHero: {A}\nGus:  {B}\nexpect: Hero +3, Gus -3\n",
        f"rules: ofc\n\nHero: {A}\nGus:  {B}\nexpect: Hero +3, Gus -3\n",
    ),
    "anonymous boards": (
        f"{A}\ntop: {B}\n",
        "".join("top: {} / mid: {} / bot: {}\n".format(*board.split(" / ")) for board in (A, B)),
    ),
    "quotes where they are needed": (
        f'"Hero": {A}\n"No. 1":\t{B}\n"007": absent\nexpect: "Hero" +3, "007" 0\n',
        f'Hero:    {A}\n"No. 1": {B}\n007:     absent\nexpect: Hero +3, "007" 0\n',
    ),
    "instead of boards": (
        f"deal 1\nHero: {A}(FANTASYLAND)\nGus: Foul ( 2  aces )\nAnn:absent\n".replace(
            "FANTASYLAND", "Fantasyland"
        ),
        f"deal 1\nHero: {A} (fantasyland)\nGus:  foul (2 aces)\nAnn:  absent\n",
    ),
    "claims": (
        "Hero: claim Six  Pairs:QQ5/AA762/ 9TJQK\nGus: Claim dragon: A23456789TJQK\n",
        "Hero: claim six-pairs: Q Q 5 / A A 7 6 2 / 9 T J Q K\n"
        "Gus:  claim dragon: A 2 3 4 5 6 7 8 9 T J Q K\n",
    ),
    "keys": (
        "Players:Hero=H,Gus = a +b\nstake Hero /Gus:2\nNote:  x  y \nPaid: Hero Gus 20\n"
        f"deal 1\nHero: {A}\na: {B}\nvoid: yes\nexpect H/a: -2,top +2\n",
        "players: Hero = H, Gus = a + b\nstake Hero/Gus: 2\nnote: x  y\npaid: Hero -> Gus 20\n\n"
        f"deal 1\nHero: {A}\na:    {B}\nvoid\nexpect H/a: -2, top +2\n",
    ),
    "several values of one line": (
        f"Pineapple, 50c a point  # as ever\n\ndeal 1 (Ann fouled)\nHero: {A} (+6)  # so\nGus: {B}\n"
        f"deal 2 - double stakes\nHero {A.replace(' / ', '/')} vs Gus {B.replace(' / ', '/')}\n",
        f"rules: ofc-pineapple    # as ever\nstake: 50 c\n\ndeal 1\nAnn:  foul\nHero: {A}       # so\n"
        f"expect Hero: result +6\nGus:  {B}\n\ndeal 2\nstake: x2\nHero: {A}\nGus:  {B}\n",
    ),
    "entries among the rows of a board": (
        "Hero:\ntop QQ5\nnote: so\nmid AA762\nbot 9TJQK +2\n"
        "Gus:\ntop 663  # a\nnote: no\nmid KK943\nbot AT852 flush\n",
        "Hero: Q Q 5 / A A 7 6 2 / 9 T J Q K\nnote: so\nexpect Hero: bottom 2\n"
        "Gus:\n  top: 6 6 3  # a\n  mid: K K 9 4 3\n  bot: A T 8 5 2 flush\nnote: no\n",
    ),
    "carriage returns and a byte order mark": (
        f"\ufeffHero: {A}\r\nGus:  {B}\r\n",
        f"Hero: {A}\nGus:  {B}\n",
    ),
}


@each("name", CASES)
def test_canonical_text(name: str) -> None:
    text, expected = CASES[name]
    assert fmt(text) == (text if expected is None else expected)
    assert fmt(fmt(text)) == fmt(text)


def test_a_remark_goes_above_a_line_that_would_be_too_long() -> None:
    remark = "# " + "x" * 4050
    text = f"Hero: QhQd5c/AhAd7s6c2d/9hTsJdQsKc {remark}\nGus:  {B}\n"
    assert fmt(text) == f"{remark}\nHero: {A}\nGus:  {B}\n"


REMARKS = (" # so", '  # an "odd" one', "\t#one", " #", ' # "')


@st.composite
def remarked(draw: DrawFn, text: str) -> str:
    """A log with remarks and blank lines."""
    lines = []
    for line in text.splitlines():
        # A `void` between blank lines may be about the deal above or the one below, which is asked.
        blanks = () if line.lstrip(" \t").startswith("void") else ("", "   ")
        lines += draw(st.lists(st.sampled_from(("# x", "  # y", *blanks)), max_size=2))
        lines.append(line + draw(st.sampled_from(("", "", *REMARKS))))
    return "\n".join(lines) + draw(st.sampled_from(("\n", "", "\n\n", "\n# end\n")))


def remarks(text: str) -> list[str]:
    found = []
    for line in text.splitlines():
        key = line.strip(" \t").partition(":")[0].strip(" \t").lower()
        found.append(split_remark(line, free=key in FREE_KEYS)[1])
    return [remark for remark in found if remark]


any_log = st.one_of(logs(), deals().flatmap(spelled_text)).flatmap(remarked)


def may_be_two_deals(text: str) -> bool:
    """A blank line between two boards and two other boards is reported."""
    problems = Problems()
    list(format_text(io.BytesIO(text.encode()), "night.ofc", "", problems))
    return any(problem.code == "deal-line" for problem in problems.kept)


@COSTLY
@example('players: "No", "fantasyland"\n"No": 222 / 23333 / 44445\n"fantasyland": 555 / 66667 / 77788\n')
@given(any_log)
def test_fmt_twice_is_fmt_once_and_nothing_is_lost(text: str) -> None:
    assume(not may_be_two_deals(text))
    written = fmt(text)
    assert fmt(written) == written
    assert read(written, "text") == read(text, "text")
    assert sorted(remarks(written)) == sorted(remarks(text))
    assert "\n\n\n" not in written
    assert all(line == line.rstrip(" \t") or "#" in line or '"' in line for line in written.splitlines())


@COSTLY
@example('players: "No", "\u0300"\n"No": 222 / 23333 / 44445\n"\u0300": 555 / 66667 / 77788\n')
@given(logs())
def test_what_convert_writes_is_canonical(text: str) -> None:
    written = convert(text, "text", "text")
    assert fmt(written) == written


@given(broken_logs())
def test_any_text_is_formatted_or_has_problems(text: str) -> None:
    problems = Problems()
    written = "".join(
        format_text(io.BytesIO(text.encode("utf-8", "surrogatepass")), "night.ofc", "", problems)
    )
    if not problems.errors:
        assert fmt(written) == written


@given(
    st.sampled_from(("note: ", "rules: ", "Hero: ", "expect: ", "players: ", "deal 1 ", "")),
    st.text(st.sampled_from('ab "#:/,\t='), max_size=20),
)
def test_remarks_are_found_where_the_grammar_finds_them(start: str, rest: str) -> None:
    line = start + rest
    free = start in ("note: ", "rules: ")
    body, remark = split_remark(line, free=free)
    assert line.rstrip(" \t").endswith(remark)
    assert not body or line.startswith(body)
    if remark:
        whole, cut = (Problems(), Problems())
        one = Reader("x", whole).read(Line("x", 1, line))
        other = Reader("x", cut).read(Line("x", 1, body))
        assert bool(whole.errors) == bool(cut.errors)
        if not whole.errors:
            assert shape(tuple(one)) == shape(tuple(other))


def shape(value: object) -> object:
    """Return a syntax value without its lines."""
    if isinstance(value, Text):
        return value.text, value.column, value.width
    return (type(value), *map(shape, value)) if isinstance(value, tuple) else value


# --- the command


SLOPPY, NEAT = f"hand 1\nHero: {A}\nGus:{B}\n", f"deal 1\nHero: {A}\nGus:  {B}\n"


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "night.ofc"
    path.write_text(SLOPPY)
    return path


def test_fmt_prints(night: Path) -> None:
    assert answer("fmt", "night.ofc") == (0, NEAT, "")
    assert night.read_text() == SLOPPY


def test_fmt_check_names_what_would_change(night: Path) -> None:
    (night.parent / "neat.ofc").write_text(NEAT)
    assert answer("fmt", "--check", "night.ofc", "neat.ofc") == (1, "night.ofc\n", "")
    assert answer("fmt", "--check", "neat.ofc") == (0, "", "")


def test_fmt_diff(night: Path) -> None:
    status, out, err = answer("fmt", "--diff", "night.ofc")
    assert (status, err) == (0, "")
    assert out.splitlines()[:5] == [
        "--- night.ofc",
        "+++ night.ofc (formatted)",
        "@@ -1,3 +1,3 @@",
        "-hand 1",
        "+deal 1",
    ]
    assert answer("fmt", "--diff", "--check", "night.ofc")[0] == 1


def test_fmt_in_place(night: Path) -> None:
    night.chmod(0o640)
    link = night.parent / "link.ofc"
    link.symlink_to("night.ofc")
    assert answer("fmt", "-i", "link.ofc") == (0, "", "")
    assert link.is_symlink()
    assert night.read_text() == NEAT
    assert night.stat().st_mode & 0o777 == 0o640
    before = night.stat()
    assert answer("fmt", "--in-place", "night.ofc") == (0, "", "")
    assert night.stat().st_mtime_ns == before.st_mtime_ns
    assert night.stat().st_ino == before.st_ino
    assert sorted(os.listdir(night.parent)) == ["link.ofc", "night.ofc"]


def test_a_log_that_is_open_elsewhere_is_left_alone(night: Path) -> None:
    table = LogFile(str(night))
    table.open()
    try:
        status, out, err = answer("fmt", "-i", "night.ofc")
    finally:
        table.close()
    assert (status, out, err.count("\n")) == (3, "", 1)
    assert "is in use by `live` or `host`" in err
    assert night.read_text() == SLOPPY
    assert answer("fmt", "-i", "night.ofc") == (0, "", "")


def test_a_log_that_is_written_to_meanwhile_is_left_alone(night: Path) -> None:
    log = LogFile(str(night))
    log.hold()
    night.write_text("deal 1\n")
    with pytest.raises(ChangedError):
        log.replace(["deal 2\n"])
    log.close()
    assert night.read_text() == "deal 1\n"


def test_a_log_with_problems_is_left_alone(night: Path) -> None:
    night.write_text(SLOPPY.replace("5c", "Qh"))
    status, out, err = answer("fmt", "-i", "night.ofc")
    assert (status, out) == (1, "")
    assert err.startswith("night.ofc:2:13: error[card-repeated]: ")
    assert night.read_text() == SLOPPY.replace("5c", "Qh")


def test_a_log_with_two_names_is_left_alone(night: Path) -> None:
    os.link(night, night.parent / "other.ofc")
    status, out, err = answer("fmt", "-i", "night.ofc")
    assert (status, out) == (3, "")
    assert "cannot write night.ofc: " in err
    assert "hard link" in err
    assert night.read_text() == SLOPPY


def test_a_log_that_may_not_be_written_is_left_alone(night: Path) -> None:
    night.chmod(0o444)
    assert answer("fmt", "-i", "night.ofc") == (
        3,
        "",
        "ofcscore: cannot write night.ofc: Permission denied\n",
    )
    assert night.read_text() == SLOPPY


def test_fmt_is_for_text(night: Path) -> None:
    (night.parent / "a.yaml").write_text("deals: []\n")
    status, out, err = answer("fmt", "a.yaml")
    assert (status, out) == (2, "")
    assert err == (
        "ofcscore: fmt needs a text log, but a.yaml is YAML; run `ofcscore convert a.yaml --to text`\n"
    )


@pytest.mark.parametrize("options", [("-i", "--check"), ("-i", "--diff"), ("-i", "-")])
def test_options_that_do_not_go_together(options: tuple[str, ...], night: Path) -> None:
    status, out, err = answer("fmt", *options, "night.ofc")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_fmt_reads_standard_input() -> None:
    assert answer("fmt", "-", stdin=SLOPPY) == (0, NEAT, "")


def test_a_source_is_closed() -> None:
    opened: list[io.BytesIO] = []
    from ofcscore.cli.convert import format_log
    from ofcscore.files.disk import Spool

    def opening() -> io.BytesIO:
        opened.append(io.BytesIO(NEAT.encode()))
        return opened[-1]

    with Spool() as spool:
        assert not format_log(Source("x.ofc", opening), spool, Problems())
    assert opened
    assert all(stream.closed for stream in opened)
