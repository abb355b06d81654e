"""Rule sets from names and files: sums, merging, `extends`, `--set`, and every message with its place."""

from __future__ import annotations

import json
import os
import re
import zipfile
from pathlib import Path
from subprocess import run
from sys import executable
from time import process_time
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ofcscore
from ofcscore.diagnostics.problem import Exit, Place, Problem, exit_status, format_problems
from ofcscore.rules import loading as loader
from ofcscore.rules.files import read_shipped, read_text, rule_set_names, shipped_names
from ofcscore.rules.loading import check_file, load_layers, load_rules, with_option
from ofcscore.rules.model import nested
from ofcscore.rules.setting_values import yes_no
from ofcscore.rules.settings import CHILDREN, DEFAULTS, SETTINGS, Setting
from tests.loops import each, table

PRESETS, OPTIONS = shipped_names()
ALL = (*PRESETS, *OPTIONS)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def told(problems: list[Problem]) -> str:
    return format_problems(problems)


def house(tmp_path: Path, text: str) -> str:
    """Return the messages about `ofc + ./house.yaml` with this text."""
    write(tmp_path, "house.yaml", text)
    rules, problems = load_rules("ofc + ./house.yaml", base=tmp_path)
    assert (rules is None) == (exit_status(problems) is not Exit.OK)
    return told(problems).replace(f"{tmp_path}{os.sep}", "")


# -- what is typed ----------------------------------------------------------------------------------------


@each(
    ("text", "hint"),
    [
        ("base: ofc-27\n", "did you mean `extends`?"),
        ("points.scoop: 4\n", "write `points: {scoop: 4}`"),
        ("fantasyland.enter.together: 1\n", "write `fantasyland: {enter: {together: 1}}`"),
        ("royalties.top: {trips: 3}\n", "write `royalties: {top: ...}`"),
        ("scoop: 5\n", "write `points: {scoop: 5}` or `factors: {scoop: 5}`"),
        ("row: many\n", "write `points: {row: ...}`"),
        ("points: {sweep: 3}\n", "did you mean `scoop`?"),
        ("foul: 6\n", "write `foul: {pays: 6}`"),
        ("foul: nothing\n", "write `foul: {pays: nothing}`"),
        ("fantasyland: 14\n", "write `fantasyland: {cards: 14}`"),
        ("joker: 2\n", "did you mean `jokers`?"),
        ("middle: Low\n", "add the highest card that is allowed: `middle: {low: {worst: T}}`"),
        ("compare: all\n", "did you mean `everyone`?"),
        ("royalties: {top: {QQ: 8}}\n", "write the rank inside: `pair: {Q: 8}`"),
        ("royalties: {top: {66: 1}}\n", "write the rank inside: `pair: {6: 1}`"),
        ("royalties: {top: {AAA: 22}}\n", "write the rank inside: `trips: {A: 22}`"),
        ("royalties: {middle: {three of a kind: 2}}\n", "did you mean `trips`?"),
        ("royalties: {middle: {four-of-a-kind: 9}}\n", "did you mean `quads`?"),
        ("royalties: {bottom: {boat: 6}}\n", "did you mean `full-house`?"),
    ],
)
def test_what_others_call_a_setting_is_hinted_at(text: str, hint: str, tmp_path: Path) -> None:
    assert house(tmp_path, f"wheel: low\n{text}").splitlines()[-1] == f"  help: {hint}"


@each("text", ["foul: none", "foul: no", "naturals: 6", "joker: 6"])
def test_a_value_in_place_of_a_group_is_that_of_what_comes_first_in_it_or_of_nothing(
    text: str, tmp_path: Path
) -> None:
    """`foul: {allowed: none}` was hinted at, under which none is scored, and a price of false claims."""
    assert "hint" not in house(tmp_path, f"wheel: low\n{text}\n").splitlines()[-1]


def test_keys_and_words_are_known_in_any_case_with_blanks_or_hyphens(tmp_path: Path) -> None:
    plain = "points: {scoop_all: 3}\norder: strict\nmoon: none\nroyalties: {middle: {full-house: 9}}\n"
    typed = "Points: {Scoop all: 3}\nORDER: Strict\nmoon: None\nroyalties: {Middle: {Full House: 9}}\n"
    typed += "middle: High\n"
    sets = []
    for text in (plain, typed):
        write(tmp_path, "house.yaml", text)
        rules, problems = load_rules("ofc + ./house.yaml", base=tmp_path)
        assert rules is not None
        assert problems == []
        sets.append(rules)
    assert sets[0].digest == sets[1].digest


def test_a_key_in_two_spellings_is_there_twice(tmp_path: Path) -> None:
    """The last one held, and nothing was said."""
    told = house(tmp_path, "points:\n  scoop_all: 3\n  scoop-all: 4\n")
    assert "`scoop-all` already appears in line 2 as `scoop_all`" in told


# -- names and sums ---------------------------------------------------------------------------------------


@each("text", ["ofc+moon", "ofc + moon", "  ofc  +moon ", 'ofc + "moon"', "ofc +\tmoon"])
def test_blanks_around_a_plus_are_optional(text: str) -> None:
    rules, problems = load_rules(text)
    assert not problems
    assert rules is not None
    assert rules.name == "ofc + moon"
    assert rules.layers == ("ofc", "moon")
    assert (
        rules.title
        == "Open-face Chinese poker, 1-6 scoring + Shooting the moon, 20 points for a jack-high bottom"
    )


def test_what_comes_with_the_program_is_named_in_any_case() -> None:
    """Capital letters do not make another rule set."""
    assert load_rules("OFC-27 + Surrender") == load_rules("ofc-27 + surrender")
    assert load_rules("OFC", sets=["points.scoop=0"]) == load_rules("ofc", sets=["points.scoop=0"])
    _, problems = load_rules("OFC + mon", place=Place("a.ofc", 1, 8, 9, "rules: OFC + mon"))
    assert [problem.place.column for problem in problems] == [14]


@each(
    ("text", "message", "hint"),
    [
        ("OFC + mon", "there is no rule set `mon`", "did you mean `moon`?"),
        ("ofc_27", "there is no rule set `ofc_27`", "did you mean `ofc-27`?"),
        ("ofc + mon", "there is no rule set `mon`", "did you mean `moon`?"),
        (
            "zzzz",
            "there is no rule set `zzzz`",
            "`ofcscore rules list` shows all names; a rule file needs a slash: `./house.yaml`",
        ),
        ("", "no rule set is named", "the default is `ofc`"),
        ("ofc +", "there is no rule set after this +", "write for example `rules: ofc + ./house.yaml`"),
        ("+ ofc", "there is no rule set before this +", "write for example `rules: ofc + ./house.yaml`"),
        ("ofc + moon + moon", "`moon` is listed twice in `ofc + moon + moon`", "remove one of the two"),
        (
            "moon + ofc",
            "`ofc` defines every setting, so it would replace `moon`",
            "write it first: `ofc + moon`",
        ),
        (
            "ofc + chinese",
            "`chinese` defines every setting, so it would replace `ofc`",
            "name only one of the two",
        ),
        ("moon", "`moon` is an option, so it needs a rule set before it", 'write `"ofc + moon"`'),
        (
            "https://example.org/house.yaml",
            "https://example.org/house.yaml is a web address, but rule sets are read only from files",
            "save it next to the log, and write for example `rules: ./house.yaml`",
        ),
        ("./no.yaml", "./no.yaml cannot be read: no such file or directory", None),
        ("no.yaml", "no.yaml cannot be read: no such file or directory", None),
        ("./a\0b.yaml", "./a\\u{0}b.yaml cannot be read: no such name", None),
        ("a\x1b[2J", "there is no rule set `a\\u{1b}[2J`", None),
    ],
)
def test_names_that_cannot_be_had(text: str, message: str, hint: str | None, tmp_path: Path) -> None:
    rules, problems = load_rules(text, base=tmp_path)
    assert rules is None
    assert problems[0].message == message
    if hint:
        assert problems[0].hint == hint
    assert exit_status(problems) is Exit.USAGE


def test_all_problems_of_a_sum_at_once() -> None:
    _, problems = load_rules("ofx + mon + nothing-like-it")
    assert len(problems) == 3


def test_a_fault_of_naming_stands_in_the_log() -> None:
    """A fault placed in a log is 1, in a rule set or an option 2."""
    place = Place("night.ofc", 3, 8, 12, "rules: ofc + moonn   # ours")
    rules, problems = load_rules("ofc + moonn", place=place)
    assert rules is None
    assert exit_status(problems) is Exit.INPUT
    assert told(problems) == (
        "night.ofc:3:14: error[rules-unknown]: there is no rule set `moonn`\n"
        "  3 | rules: ofc + moonn   # ours\n"
        "    |              ^^^^^\n"
        "  help: did you mean `rules: ofc + moon   # ours`"
        " (Shooting the moon, 20 points for a jack-high bottom)?"
    )


def test_an_option_that_makes_no_sense_stands_in_the_log() -> None:
    place = Place("night.ofc", 1, 8, 1, "rules: chinese-malayan + pool")
    _, problems = load_rules("chinese-malayan + pool", place=place)
    assert exit_status(problems) is Exit.INPUT
    assert told(problems).startswith(
        "night.ofc:1:26: error[rules-sense]: `pool` does not fit `chinese-malayan`: "
    )


def test_a_place_that_does_not_show_the_text_is_kept_whole() -> None:
    place = Place("night.ofc", 1, 8, 9, 'rules: "moonn"')
    _, problems = load_rules("moonn", place=place)
    assert problems[0].place == place


def test_the_same_sum_with_and_without_a_place_is_one_rule_set() -> None:
    assert load_rules("ofc + moon")[0] is load_rules("ofc + moon", place=Place("x", 1, 1))[0]


def test_loading_twice_gives_one_digest() -> None:
    first = [load_rules(name)[0] for name in PRESETS]
    loader._load_shipped.cache_clear()
    read_shipped.cache_clear()
    again = [load_rules(name)[0] for name in PRESETS]
    assert first == again


# -- files ------------------------------------------------------------------------------------------------


def test_a_file_is_relative_to_the_folder_of_the_log(tmp_path: Path) -> None:
    write(tmp_path, "rules/house.yaml", "points: {scoop: 5}\n")
    rules, problems = load_rules("ofc + rules/house.yaml", base=tmp_path)
    assert not problems
    assert rules is not None
    assert rules.points.scoop.points == 5
    assert rules.name == "ofc + rules/house.yaml"


def test_a_file_extends_others_relative_to_itself(tmp_path: Path) -> None:
    write(
        tmp_path, "house.yaml", "name: friday\ntitle: Friday\nextends: more/base.yaml\npoints: {scoop: 5}\n"
    )
    write(
        tmp_path,
        "more/base.yaml",
        "name: base\nextends: ofc + ./other.yaml\nmoon: {points: 10, highest: J}\n",
    )
    write(tmp_path, "more/other.yaml", "surrender: 4\npoints: {scoop: 7, overall: 1}\n")
    rules, problems = load_rules("./house.yaml", base=tmp_path)
    assert not problems
    assert rules is not None
    assert (rules.name, rules.title) == ("friday", "Friday")
    assert rules.layers == ("ofc", "./other.yaml", "base", "friday")
    assert (rules.points.scoop.points, rules.points.overall, rules.surrender) == (5, 1, 4)


def test_an_option_may_extend_an_option(tmp_path: Path) -> None:
    write(tmp_path, "house.yaml", "name: big-moon\nextends: moon\nmoon: {points: 40}\n")
    rules, problems = load_rules("ofc + ./house.yaml", base=tmp_path)
    assert not problems
    assert rules is not None
    assert rules.moon is not None
    assert (rules.moon.points, rules.moon.highest) == (40, 11)
    assert rules.name == "ofc + big-moon"


@pytest.mark.parametrize("suffix", [".yaml", ".yml"])
def test_a_suffix_makes_a_path(tmp_path: Path, suffix: str) -> None:
    write(tmp_path, f"moon{suffix}", "surrender: 9\n")
    rules, _ = load_rules(f"ofc + moon{suffix}", base=tmp_path)
    assert rules is not None
    assert rules.surrender == 9


def test_a_plus_in_a_path_needs_quotes(tmp_path: Path) -> None:
    write(tmp_path, "a+b.yaml", "surrender: 9\n")
    rules, _ = load_rules('ofc + "./a+b.yaml"', base=tmp_path)
    assert rules is not None
    assert rules.surrender == 9


def test_a_shipped_name_is_never_looked_for_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted file is never read."""
    write(tmp_path, "ofc.yaml", "points: {row: 99}\n")
    write(tmp_path, "ofcscore/rules/presets/ofc.yaml", "points: {row: 99}\n")
    monkeypatch.chdir(tmp_path)
    loader._load_shipped.cache_clear()
    read_shipped.cache_clear()
    rules, _ = load_rules("ofc", base=tmp_path)
    assert rules is not None
    assert rules.points.row == 1


def test_a_file_beside_the_log_is_hinted_at(tmp_path: Path) -> None:
    write(tmp_path, "house.yaml", "surrender: 9\n")
    _, problems = load_rules("ofc + house", base=tmp_path)
    assert problems[0].hint == "write a rule file with a slash: `./house.yaml`"


def test_cycles_show_their_chain(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", "extends: b.yaml\n")
    write(tmp_path, "b.yaml", "surrender: 1\nextends: ./a.yaml\n")
    rules, problems = load_rules("./a.yaml", base=tmp_path)
    assert rules is None
    assert told(problems).replace(f"{tmp_path}{os.sep}", "") == (
        "b.yaml:2:10: error[rules-cycle]: ./a.yaml extends itself (./a.yaml -> b.yaml -> ./a.yaml)\n"
        "  2 | extends: ./a.yaml\n"
        "    |          ^^^^^^^^\n"
        "  help: remove one of the `extends:` lines"
    )
    assert exit_status(problems) is Exit.USAGE


def test_a_file_that_extends_itself(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", "extends: a.yaml\n")
    _, problems = load_rules("./a.yaml", base=tmp_path)
    assert [p.message for p in problems] == ["a.yaml extends itself (./a.yaml -> a.yaml)"]


def test_extending_what_is_not_there(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", "extends: ofc-72\n")
    place = Place("night.ofc", 1, 8, 8, "rules: ./a.yaml")
    _, problems = load_rules("./a.yaml", base=tmp_path, place=place)
    assert problems[0].message == "there is no rule set `ofc-72` (./a.yaml -> ofc-72)"
    assert problems[0].place.file.endswith("a.yaml")
    assert exit_status(problems) is Exit.USAGE


def test_a_long_chain_of_files_ends(tmp_path: Path) -> None:
    for i in range(40):
        write(tmp_path, f"{i}.yaml", f"extends: {i + 1}.yaml\n")
    _, problems = load_rules("0.yaml", base=tmp_path)
    assert "exceeds the limit of 32 rule files" in problems[0].message


@each(
    ("data", "message"),
    [
        (b"\xff\xfea\x00", "./house.yaml is UTF-16, not UTF-8"),
        (b"a: 1\nb: \xe9\n", "./house.yaml is not valid UTF-8 at byte 9 (line 2)"),
        (b"a" * 262_145, "./house.yaml cannot be read: it is longer than 256 kB"),
        (b"", "the rule file is empty"),
        (b"# nothing\n", "the rule file is empty"),
        (b"[1, 2]", "a rule file is a mapping of settings, not a list"),
        (b"ofc", "a rule file is a mapping of settings, not a text"),
        (
            b"---\nsurrender: 1\n---\nsurrender: 2\n",
            "`---` starts a second document, but only one is allowed",
        ),
    ],
)
def test_files_that_are_no_rule_files(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "house.yaml").write_bytes(data)
    rules, problems = load_rules("ofc + ./house.yaml", base=tmp_path)
    assert rules is None
    assert [p.message for p in problems] == [message]


NO_RULE_FILES = (
    *("/etc/shadow", "/proc/kmsg", "/dev/zero", "./x", "./house.yaml/", "/", "../x.yaml/..", "./.env"),
    *("~/.netrc", "./house.yaml.bak"),
)


@each("name", NO_RULE_FILES)
def test_a_file_of_another_name_is_not_even_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("ofcscore.rules.loading.read_text", lambda path: pytest.fail(f"{path} is read"))
    message = f"{name} is not a rule file, because its name does not end in .yaml or .yml"
    _, problems = load_rules(f"ofc + {name}", base=tmp_path, place=Place("x.ofc", 1, 8))
    assert [(p.code, p.message, p.status) for p in problems] == [("rules-file", message, Exit.INPUT)]


@each("name", NO_RULE_FILES)
def test_what_a_rule_file_extends_is_a_rule_file_too(tmp_path: Path, name: str) -> None:
    write(tmp_path, "house.yaml", f"points: {{row: 1}}\nextends: {name}\n")
    _, problems = load_rules("./house.yaml", base=tmp_path)
    via = f"(./house.yaml -> {name})"
    assert (
        problems[0].message
        == f"{name} is not a rule file, because its name does not end in .yaml or .yml {via}"
    )


def test_rule_files_above_the_log_and_at_home_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "house.YML", "surrender: 3\n")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "link.yaml").symlink_to(tmp_path / "house.YML")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("../house.YML", f"{tmp_path}/house.YML", "~/house.YML", "./link.yaml"):
        rules, _ = load_rules(f"ofc + {name}", base=tmp_path / "logs")
        assert rules is not None
        assert rules.surrender == 3


SECRETS = (
    "root:$6$hunter2:19000:0:99999:7:::\ndaemon:*:19000:0:99999:7:::\n",
    "hunter2",
    "- hunter2\n",
    "password: hunter2\n",
    "name: db\ntitle: the base\nsource: ours\npassword: hunter2\n",
    "password: &hunter2 a\nb: *hunter2\n",
    "password: !hunter2 a\n",
    "hunter2: 1\nhunter2: 2\n",
    "<<: hunter2\n",
    "password: {hunter2\n",
    "password: \t`hunter2\n",
    '"hunter2',
    "%hunter2 1\n--- a\n",
    "password: hunter2\n---\nhunter2: a\n",
    "password: hunter2\n---\npoints: {row: 1}\nhunter2: a\n",
    "password: \x07hunter2\n",
    "? [hunter2]\n: hunter2\n",
    "[" * 40 + "hunter2",
    "password: " + "hunter2" * 1000,
    "[points, hunter2]: 3\n",
    "deals:\n  points: hunter2\n",
)


@each("text", SECRETS)
@each("how", ["log", "option", "extends", "check"])
def test_nothing_is_said_of_what_is_in_a_file_that_is_no_rule_set(
    tmp_path: Path, text: str, how: str
) -> None:
    write(tmp_path, "there", text)
    (tmp_path / "secret.yaml").symlink_to(tmp_path / "there")
    write(tmp_path, "house.yaml", "points: {row: 1}\nextends: ./secret.yaml\n")
    place = Place("x.ofc", 1, 8) if how == "log" else None
    if how == "check":
        loaded, problems = check_file(str(tmp_path / "secret.yaml"))
        assert loaded is None
    else:
        name = "./house.yaml" if how == "extends" else "./secret.yaml"
        rules, problems = load_rules(name, base=tmp_path, place=place)
        assert rules is None
    assert exit_status(problems) is Exit.USAGE
    assert "hunter2" not in repr(problems)
    assert "password" not in repr(problems)
    assert all(p.place.text is None for p in problems)


def test_what_is_wrong_with_a_rule_file_without_a_setting_is_still_told(tmp_path: Path) -> None:
    assert house(tmp_path, "surender: 1\n") == (
        "house.yaml: error[rules-value]: this is not a rule set: none of its keys is a setting\n"
        "  help: did you mean `surrender`?"
    )
    assert house(tmp_path, "a: b\n").endswith("help: begin a rule file with `extends: ofc`")
    assert house(tmp_path, "a: b\n\tc: [d\n").startswith(
        "house.yaml: error[rules-value]: this is not a rule set: none of its keys is a setting\n"
        "  help: begin a rule file with `extends: ofc`\n"
        "house.yaml:2:1: error[yaml-syntax]: this is not valid YAML"
    )


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
@each("target", ["/dev/zero", "/dev/tty", "/dev/stdin", "/proc/kmsg", "/proc/self/environ", "."])
def test_a_link_to_a_device_does_not_hang(tmp_path: Path, target: str) -> None:
    (tmp_path / "house.yaml").symlink_to(target)
    for place in (None, Place("x.ofc", 1, 8)):
        rules, problems = load_rules("ofc + ./house.yaml", base=tmp_path, place=place)
        assert rules is None
        assert all(p.place.text is None for p in problems)


def test_a_pipe_that_takes_the_place_of_a_rule_file_does_not_hang(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file that is looked at is the one that is open."""
    house = write(tmp_path, "house.yaml", "surrender: 3\n")
    status = house.stat()
    house.unlink()
    os.mkfifo(house)
    monkeypatch.setattr(os, "stat", lambda path, **named: status)
    assert read_text(str(house)) == (None, "cannot be read: it is not a plain file")


@pytest.mark.long
def test_a_long_rule_file_costs_little_time_however_often_it_is_named(tmp_path: Path) -> None:
    write(tmp_path, "house.yaml", "points: {row: 1}\n" + "".join(f"a{i}: 1\n" for i in range(25_000)))
    before = process_time()
    for i in range(1, 10):
        _, problems = load_rules("ofc + " + "./" * i + "house.yaml", base=tmp_path)
        assert len(problems) == 25_000
    assert process_time() - before < 8


def test_a_name_and_a_title_are_no_sign_of_a_rule_set_and_no_fault_of_one(tmp_path: Path) -> None:
    write(tmp_path, "house.yaml", "name: house\ntitle: ours\n")
    rules, _ = load_rules("ofc + ./house.yaml", base=tmp_path)
    assert rules is not None


def test_rule_files_can_be_forbidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "house.yaml", "surrender: 3\n")
    for reads in ("stat", "open"):
        monkeypatch.setattr(os, reads, lambda path, *_, **__: pytest.fail(f"{path} is looked at"))
    _, problems = load_rules("ofc + ./house.yaml", base=tmp_path, rule_files=False)
    assert told(problems) == (
        "error[rules-file]: ./house.yaml is a rule file, but rule files cannot be used here\n"
        "  help: use a rule set that comes with the program, for example `ofc`"
    )
    _, problems = load_rules("ofc + house", base=tmp_path, rule_files=False)
    assert "house.yaml" in (problems[0].hint or "")
    rules, _ = load_rules("ofc + surrender", base=tmp_path, sets=("points.row=2",), rule_files=False)
    assert rules is not None


def test_a_file_that_does_not_state_everything(tmp_path: Path) -> None:
    write(tmp_path, "house.yaml", "points: {scoop: 5}\n")
    _, problems = load_rules("./house.yaml", base=tmp_path)
    assert len(problems) == 1
    assert problems[0].message == (
        "`./house.yaml` does not define players.min, players.max, players.more, wheel and 34 more settings"
    )
    assert problems[0].hint == "begin the file with `extends: ofc`, or use `ofc + ./house.yaml`"


def test_half_a_group(tmp_path: Path) -> None:
    assert house(tmp_path, "moon: {points: 5}\n") == (
        "house.yaml: error[rules-missing]: `ofc + ./house.yaml` does not define moon.highest"
    )
    write(tmp_path, "half.yaml", "extends: ofc-2012\nfantasyland: {enter: {middle: none}}\n")
    _, (problem,) = load_rules("./half.yaml", base=tmp_path)
    assert problem.place.file.endswith("half.yaml")
    assert problem.message == (
        "`./half.yaml` does not define fantasyland.cards, fantasyland.enter.top, fantasyland.enter.bottom,"
        " fantasyland.enter.together and 5 more settings"
    )
    assert problem.hint is None


@each(
    ("text", "option", "hint"),
    [
        ("chinese + moon", "surrender", "write `rules: chinese + moon + surrender`"),
        ("chinese + ./house.yaml", "surrender", "add `+ surrender` to the rules"),
        ("./friday.yaml", "bank", "add `+ bank` to the rules"),
        ("ofc + pool", "bank", "add `+ bank` to the rules"),
    ],
)
def test_a_rule_set_is_shown_with_an_option_only_if_it_loads(
    text: str, option: str, hint: str, tmp_path: Path
) -> None:
    write(tmp_path, "house.yaml", "points: {row: 2}\n")
    write(tmp_path, "friday.yaml", "name: friday\nextends: chinese\n")
    rules, _ = load_rules(text, base=tmp_path)
    assert rules is not None
    assert with_option(rules, option) == hint


def test_check_file(tmp_path: Path) -> None:
    whole = write(tmp_path, "whole.yaml", "extends: ofc\nsurrender: 1\n")
    option = write(tmp_path, "option.yaml", "surrender: 1\n")
    wrong = write(tmp_path, "wrong.yaml", "surender: 1\n")
    loaded, problems = check_file(str(whole))
    assert not problems
    assert loaded is not None
    assert loaded.rules.surrender == 1
    assert check_file(str(option)) == (None, [])
    assert [p.hint for p in check_file(str(wrong))[1]] == ["did you mean `surrender`?"]
    _, problems = check_file(str(tmp_path / "none.yaml"))
    assert exit_status(problems) is Exit.FILES


# -- merging ----------------------------------------------------------------------------------------------


def test_layers_apply_from_left_to_right(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", "points: {scoop: 7}\n")
    for text, points in (("ofc + sweep-1 + ./a.yaml", 7), ("ofc + ./a.yaml + sweep-1", 1)):
        rules, _ = load_rules(text, base=tmp_path)
        assert rules is not None
        assert rules.points.scoop.points == points


def merged(tmp_path: Path, text: str, path: str, on: str = "ofc", sets: tuple[str, ...] = ()) -> object:
    write(tmp_path, "house.yaml", text)
    loaded, problems = load_layers(f"{on} + ./house.yaml", base=tmp_path, sets=sets)
    assert loaded is not None, told(problems)
    return loaded.rules.settings[path]


TOP = {
    "pair": dict(zip("6789TJQKA", range(1, 10), strict=True)),
    "trips": dict(zip("23456789TJQKA", range(10, 23), strict=True)),
}


@each(
    ("text", "table"),
    [
        ("{trips: 20}", {**TOP, "trips": 20}),
        ("{trips: {A: 30}}", {**TOP, "trips": {"A": 30}}),
        ("{trips: none}", {"pair": TOP["pair"]}),
        ("{high-card: {AKQ: 1}}", {"high-card": {"AKQ": 1}, **TOP}),
        ("{others: none, trips: 5}", {"trips": 5}),
        ("none", {}),
        ("{pair: {10: 1, A: 2}}", {**TOP, "pair": {"T": 1, "A": 2}}),
        ("{pair: {a: 2, t: 1}}", {**TOP, "pair": {"T": 1, "A": 2}}),
    ],
)
def test_a_royalty_table_merges_by_category(tmp_path: Path, text: str, table: object) -> None:
    assert merged(tmp_path, f"royalties: {{top: {text}}}\n", "royalties.top") == table


def test_none_clears_all_royalties(tmp_path: Path) -> None:
    write(tmp_path, "house.yaml", "royalties: none\n")
    rules, _ = load_rules("ofc + ./house.yaml", base=tmp_path)
    assert rules is not None
    assert all(not table.entries for table in rules.royalties.tables)
    assert rules.royalties.count == "both"


@each(
    ("text", "path", "value"),
    [
        ("points: {scoop_all: {factor: 2}}", "points.scoop_all", {"factor": 2}),
        ("points: {scoop-all: {points: 2}}", "points.scoop_all", 2),
        ("points: {scoop: {factor: 1}}", "points.scoop", "none"),
        ("points: {scoop: 0}", "points.scoop", "none"),
        ("table_stakes: on", "table-stakes", "yes"),
        ("foul: {pays: lost_rows}", "foul.pays", "lost-rows"),
        ("foul: {pays: nothing}", "foul.pays", "nothing"),
        ("surrender: 4", "surrender", 4),
        ("wheel: second", "wheel", "second"),
        ("naturals: [{kind: dragon, points: 13}]", "naturals.hands", [{"kind": "dragon", "points": 13}]),
        ("naturals: {hands: none}", "naturals.hands", []),
        (
            "naturals: {dragon: 1, big: 2}",
            "naturals.hands",
            [{"kind": "dragon", "points": 1}, {"kind": "big", "points": 2}],
        ),
        ("naturals: {declared: auto}", "naturals.declared", "auto"),
        ("naturals: {dragon: 13}", "naturals.hands", [{"kind": "dragon", "points": 13}]),
        (
            "naturals: {small: {to: 10, points: 3}}",
            "naturals.hands",
            [{"kind": "small", "to": "T", "points": 3}],
        ),
        ("fantasyland: none", "fantasyland", "none"),
        ("fantasyland: {stay: none, enter: {together: 2, middle: {quads: 1}}}", "fantasyland.stay.top", {}),
        ("players: {more: warning}", "players.more", "warning"),
        ("aces: [0, 1, 2, 6, 8]", "aces", [0, 1, 2, 6, 8]),
        ("bankroll: 50", "bankroll", 50),
    ],
)
def test_settings_in_their_shapes(tmp_path: Path, text: str, path: str, value: object) -> None:
    assert merged(tmp_path, text + "\n", path) == value


def test_naturals_change_one_by_one(tmp_path: Path) -> None:
    text = "naturals: {six-pairs: none, dragon: {points: 26}, big: {points: 3, above: three-straights}}\n"
    assert merged(tmp_path, text, "naturals.hands", on="chinese-pagat") == [
        {"kind": "three-straights", "points": 3},
        {"kind": "big", "points": 3},
        {"kind": "three-flushes", "points": 3},
        {"kind": "dragon", "points": 26},
    ]


def test_a_group_that_was_none_comes_back(tmp_path: Path) -> None:
    text = """
fantasyland:
  cards: 13
  enter: {top: {trips: 0}, middle: none, bottom: none, together: none}
  stay: {top: {trips: 0}, middle: none, bottom: none, royalty: none, cards: same}
"""
    write(tmp_path, "house.yaml", text)
    rules, problems = load_rules("chinese + ./house.yaml", base=tmp_path)
    assert not problems
    assert rules is not None
    assert rules.fantasyland is not None
    assert rules.fantasyland.stay_cards == "same"


def test_a_house_file_may_add_and_depend(tmp_path: Path) -> None:
    """Files can do all that shipped options do."""
    text = """
requires:
  - {fantasyland: any, because: it is about fantasyland}
when:
  - {if: {middle: low}, then: {surrender: 1}}
  - {if: {middle: high, points.scoop: [1, 3]}, then: {surrender: 2}}
add: {royalties: {top: {trips: 1}, bottom: 2}}
"""
    write(tmp_path, "house.yaml", text)
    for name, surrender in (("ofc", 2), ("ofc-27", 1), ("ofc + two-four", "none")):
        loaded, problems = load_layers(f"{name} + ./house.yaml", base=tmp_path)
        assert loaded is not None, told(problems)
        assert loaded.rules.surrender == surrender
        assert loaded.rules.settings["royalties.top"]["trips"]["2"] == 11
        assert loaded.rules.settings["royalties.bottom"]["quads"] == 12
    _, problems = load_layers("chinese + ./house.yaml", base=tmp_path)
    assert [p.message for p in problems] == ["`./house.yaml` does not fit `chinese`: it is about fantasyland"]


def test_an_addition_below_nothing(tmp_path: Path) -> None:
    assert "royalties.bottom would pay a negative number" in house(
        tmp_path, "add: {royalties: {bottom: -3}}\n"
    )


def test_what_is_added_to_nothing_is_nothing(tmp_path: Path) -> None:
    """An amount is added to what a row earns; `chinese-simple` has no royalties at all."""
    text = "add: {royalties: {top: {trips: 1}, bottom: 2}}\n"
    assert not merged(tmp_path, text, "royalties.top", on="chinese-simple")
    assert not merged(tmp_path, text, "royalties.bottom", on="chinese-simple")


def test_what_each_layer_changed() -> None:
    loaded, _ = load_layers("chinese-pagat + higher-middle + sweep-3")
    assert loaded is not None
    _, middle, sweep = loaded.layers
    assert [change.path for change in middle.changes] == ["royalties.middle"]
    assert [(c.path, c.before, c.after) for c in sweep.changes] == [("points.scoop", "none", 3)]
    assert loaded.origins["royalties.middle"] == "higher-middle"
    assert loaded.origins["points.scoop"] == "sweep-3"
    assert loaded.origins["points.row"] == "chinese-pagat"


def test_an_option_that_changes_nothing_has_no_changes() -> None:
    loaded, problems = load_layers("ofc + sweep-3")
    assert not problems
    assert loaded is not None
    assert loaded.layers[1].changes == ()


# -- --set ------------------------------------------------------------------------------------------------


@each(
    ("setting", "path", "value"),
    [
        ("points.scoop=0", "points.scoop", "none"),
        (" points.scoop = 5 ", "points.scoop", 5),
        ("points.scoop_all={factor: 2}", "points.scoop_all", {"factor": 2}),
        ("royalties.top.trips.A=30", "royalties.top", {**TOP, "trips": {**TOP["trips"], "A": 30}}),
        (
            "royalties.top.pair.6=none",
            "royalties.top",
            {**TOP, "pair": {k: n for k, n in TOP["pair"].items() if k != "6"}},
        ),
        (
            "royalties.middle.trips=none",
            "royalties.bottom",
            {
                "straight": 2,
                "flush": 4,
                "full-house": 6,
                "quads": 10,
                "straight-flush": 15,
                "royal-flush": 25,
            },
        ),
        ("fantasyland=none", "fantasyland", "none"),
        ("middle.low.worst=9", "middle", {"low": {"worst": "9"}}),
    ],
)
def test_set_sets_one_key(setting: str, path: str, value: object) -> None:
    sets = ("royalties.middle={others: none}", "fantasyland=none", setting)
    loaded, problems = load_layers("ofc", sets=sets)
    assert loaded is not None, told(problems)
    assert loaded.rules.settings[path] == value


def test_set_of_one_rank_where_all_were_equal() -> None:
    loaded, _ = load_layers("ofc", sets=("royalties.middle.trips.A=5",))
    assert loaded is not None
    trips = {**dict.fromkeys("23456789TJQK", 2), "A": 5}
    assert loaded.rules.settings["royalties.middle"]["trips"] == trips


def test_sets_come_last_and_are_part_of_the_name() -> None:
    rules, _ = load_rules("ofc + sweep-1", sets=("points.scoop=2", "surrender=1"))
    assert rules is not None
    assert rules.points.scoop.points == 2
    assert rules.name == "ofc + sweep-1 + points.scoop=2 + surrender=1"
    assert rules.layers == ("ofc", "sweep-1", "points.scoop=2", "surrender=1")


def test_a_set_that_changes_nothing_keeps_the_digest() -> None:
    rules, _ = load_rules("ofc", sets=("points.scoop=3",))
    plain, _ = load_rules("ofc")
    assert rules is not None
    assert plain is not None
    assert rules.digest == plain.digest


@each(("setting", "text"), table("sets_that_cannot_be"))
def test_sets_that_cannot_be(setting: str, text: str) -> None:
    rules, problems = load_rules("ofc", sets=(setting,))
    assert rules is None
    assert told(problems) == text
    assert exit_status(problems) is Exit.USAGE


# -- messages ---------------------------------------------------------------------------------------------


@each(
    ("text", "found"),
    [
        ("points: {scop: 1}", "1:10 rules-key"),
        ("points: {qqqq: 1}", "1:10 rules-key"),
        ("order: exact", "1:8 rules-value"),
        ("order: strikt", "1:8 rules-value"),
        ("points: {row: -1}", "1:15 rules-value"),
        ("points: {row: 0.5}", "1:15 rules-value"),
        ("players: {max: 5}", "1:16 rules-value"),
        ("royalties: {top: {straight: 1}}", "1:19 rules-key"),
        ("royalties: {bottom: {quad: 1}}", "1:22 rules-key"),
        ("royalties: {top: {pair: {QQ: 1}}}", "1:26 rules-key"),
        ("royalties: {top: {pair: {1: 1}}}", "1:26 rules-key"),
        ("royalties: {top: {trips: {AKQJ: 1}}}", "1:27 rules-key"),
        ("royalties: {middle: {high-card: {23457: 1}}}", "1:34 rules-key"),
        ("royalties: {bottom: {straight: {4: 1}}}", "1:33 rules-key"),
        ("royalties: {top: {trips: -1}}", "1:26 rules-value"),
        ("royalties: {top: {pair: {T: 1, 10: 2}}}", "1:32 rules-key"),
        ("moon: yes", "1:7 rules-value"),
        ("moon: {points: 3, highest: 11}", "1:28 rules-value"),
        ("middle: low", "1:9 rules-value"),
        ("aces: [1, 2]", "1:7 rules-value"),
        ("decides: [moon, foul]", "1:10 rules-value"),
        ("decides: [foul, foul, rows]", "1:17 rules-value"),
        ("naturals: {dragn: 3}", "1:12 rules-key"),
        ("naturals: [{kind: dragon}]", "1:12 rules-missing"),
        ("naturals: [{kind: dragon, points: 1, to: 8}]", "1:12 rules-value"),
        ("points: 3", "1:9 rules-value"),
        ("points: {scoop: {factor: 2, points: 3}}", "1:17 rules-value"),
        ("points: {scoop: {factr: 2}}", "1:18 rules-key"),
        ("royalties: {top: {pair: {Q: x, K: 2}}}", "1:29 rules-value"),
        ("table-stakes: maybe", "1:15 rules-value"),
        ("name: ofc", "1:7 rules-value"),
        ('name: "a\\e[2J"', "1:7 rules-value"),
        ("surrender: 1\nsurrender: 2", "2:1 yaml-repeated-key"),
        ("add: {points: {row: 1}}", "1:7 rules-key"),
        ("add: {royalties: {top: x}}", "1:24 rules-value"),
        ("requires: [{compare: bank}]", "1:12 rules-value"),
        ("when: [{if: {midle: low}, then: {surrender: 1}}]", "1:14 rules-key"),
        ("middle: {low: 3}", "1:15 rules-value"),
        ("royalties: {bottom: 3}", "1:21 rules-value"),
        ("royalties: {bottom: {others: 3}}", "1:30 rules-value"),
        ("aces: 3", "1:7 rules-value"),
        ("aces: [0, 1, 2, 3, x]", "1:20 rules-value"),
        ("decides: rows", "1:10 rules-value"),
        ("decides: [row]", "1:11 rules-value"),
        ("naturals: {hands: 3}", "1:19 rules-value"),
        ("naturals: [{kind: big, points: 1}, {kind: big, points: 2}]", "1:36 rules-value"),
        ("naturals: {dragon: {to: 8}}", "1:20 rules-value"),
        ("naturals: {hands: [], dragon: 3}", "1:23 rules-key"),
        ("title: [a]", "1:8 rules-value"),
        ("name: ''", "1:7 rules-value"),
        ("requires: 3", "1:11 rules-value"),
        ("requires: [{compare: {}, because: x}]", "1:12 rules-value, 1:22 rules-value"),
        ("when: [3]", "1:8 rules-value"),
        ("when: [{if: {middle: low}, then: {}, els: {}}]", "1:38 rules-key"),
        ("add: 3", "1:6 rules-value"),
        ("add: {royalties: {top: {quad: 1}}}", "1:25 rules-value"),
        ("extends: [ofc]", "1:10 rules-value"),
    ],
)
def test_messages(tmp_path: Path, text: str, found: str) -> None:
    """Each problem has its place and its code; the pages of `errors/` have the words."""
    said = re.findall(r"^house\.yaml:([\d:]+): \w+\[([a-z-]+)\]", house(tmp_path, text + "\n"), re.MULTILINE)
    assert ", ".join(" ".join(one) for one in said) == found


def test_all_problems_of_a_file_at_once(tmp_path: Path) -> None:
    said = house(
        tmp_path, "order: x\npoints: {row: -1, scop: 2}\nroyalties: {top: {pair: {1: 1}}}\nmoon: 1\n"
    )
    assert said.endswith("\n5 problems")
    assert [line.split(": ")[0] for line in said.splitlines() if "error[" in line] == [
        "house.yaml:1:8",
        "house.yaml:2:15",
        "house.yaml:2:19",
        "house.yaml:3:26",
        "house.yaml:4:7",
    ]


def test_a_requirement_may_ask_for_nothing(tmp_path: Path) -> None:
    write(tmp_path, "house.yaml", "requires: [{moon: none, because: one moon is enough}]\nsurrender: 1\n")
    assert load_rules("ofc + ./house.yaml", base=tmp_path)[0] is not None
    _, problems = load_rules("ofc + moon + ./house.yaml", base=tmp_path)
    assert [p.message for p in problems] == ["`./house.yaml` does not fit `ofc + moon`: one moon is enough"]


@each(
    ("text", "message"),
    [
        (
            "royalties: {middle: {others: none, high-card: {J: 1}}}\nmiddle: {low: {worst: T}}",
            "only ranks above",
        ),
        ("players: {min: 4, max: 3}", "players.min is 4, but players.max is only 3"),
        ("compare: pool", "points.scoop is paid when two boards compare their rows"),
        ("pool: {sweep: 3}", "pool.sweep is set, but there is no pool"),
        ("decides: [rows]", "decides has no foul, but with `compare: everyone` a foul has a price"),
        ("surrender: 1\ndecides: [foul, rows]", "surrender is set, but decides has no surrender"),
        ("middle: {low: {worst: T}}", "royalties.middle lists trips, but a low middle with one is a foul"),
        ("royalties: {count: winner-replaces, bottom: {straight: 0}}", "royalties.bottom pays 0"),
        ("fantasyland: {stay: {royalty: 99}}", "no row pays a royalty of 99"),
        ("fantasyland: {enter: {together: 1}}", "fantasyland.enter.together needs a top and a middle"),
        ("fantasyland: {enter: none}", "nobody can ever enter fantasyland"),
        ("naturals: {small: 3}", "small needs its highest rank"),
        ("naturals: {one-suit: }", "the natural one-suit has no points"),
        ("naturals: {big: {points: 3, above: dragon}}", "big ranks above dragon, which is not in the list"),
        ("aces: [1, 1, 1, 1, 1]", "every number of aces is worth the same"),
        ("bankroll: 0", "with a bankroll of 0 everybody would be out at once"),
    ],
)
def test_settings_that_make_no_sense(tmp_path: Path, text: str, message: str) -> None:
    said = house(tmp_path, text + "\n")
    assert message in said
    assert said.startswith("house.yaml:1:")


def test_senseless_settings_stand_where_they_were_given(tmp_path: Path) -> None:
    assert house(tmp_path, "surrender: none\naces: [1, 1, 1, 1, 1]\n") == (
        "house.yaml:2:7: error[rules-sense]: every number of aces is worth the same, so the bet never pays\n"
        "  2 | aces: [1, 1, 1, 1, 1]\n"
        "    |       ^"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "royalties: {top: {pair: {6: 9, 7: 2}}}",
            "royalties.top pays 2 for pair 7 and 9 for the weaker pair 6",
        ),
        (
            "royalties: {bottom: {flush: 1}}",
            "royalties.bottom pays 1 for flush and 2 for the weaker straight",
        ),
        (
            "naturals: [{kind: dragon, points: 13}, {kind: six-pairs, points: 3}]",
            "naturals are listed from low to high, but dragon (13) pays more than six-pairs (3) after it",
        ),
    ],
)
def test_what_only_looks_wrong_is_a_warning(tmp_path: Path, text: str, message: str) -> None:
    """Non-monotonic only a warning."""
    write(tmp_path, "house.yaml", text + "\n")
    rules, problems = load_rules("ofc + ./house.yaml", base=tmp_path)
    assert rules is not None
    assert [(p.message, p.warning, p.place.line) for p in problems] == [(message, True, 1)]
    assert exit_status(problems) is Exit.OK


FIVE = """\
extends: ofc
jokers: 2
joker: {copies: any, five-of-a-kind: above-royal}
royalties: {middle: {five-of-a-kind: 60}, bottom: {five-of-a-kind: 30}}
"""
BETTER = "quads: 0, straight-flush: 0, royal-flush: 0, others: none"


@each(
    ("land", "doubted"),
    [
        ("enter: {bottom: {straight-flush: 0}}", ["fantasyland.enter.bottom lists straight-flush"]),
        (f"stay: {{middle: {{{BETTER}, five-of-a-kind: 0}}}}", []),
        (f"stay: {{middle: {{{BETTER}}}}}", ["fantasyland.stay.middle lists quads"]),
        ("stay: {middle: {full-house: 0, others: none}}", []),
    ],
)
def test_five_of_a_kind_that_fantasyland_leaves_out_is_doubted(
    tmp_path: Path, land: str, doubted: list[str]
) -> None:
    """Whoever has the best row of all would not stay, or enter, by it."""
    stays = "stay: {middle: {five-of-a-kind: 0}, bottom: {five-of-a-kind: 0}}"
    write(tmp_path, "all.yaml", f"{FIVE}fantasyland: {{{stays}}}\n")
    write(tmp_path, "house.yaml", f"extends: ./all.yaml\nfantasyland: {{{land}}}\n")
    _, problems = load_layers("./house.yaml", base=tmp_path)
    messages = [f"{start} but not the better five-of-a-kind" for start in doubted]
    assert [(p.message, p.code, p.warning) for p in problems] == [(m, "rules-doubt", True) for m in messages]


def test_five_of_a_kind_that_a_preset_does_not_know_is_doubted(tmp_path: Path) -> None:
    write(tmp_path, "house.yaml", f"{FIVE}doubts: {{fantasyland.stay.middle: intended}}\n")
    found, problems = load_layers("./house.yaml", base=tmp_path)
    assert [p.message for p in problems] == [
        "fantasyland.stay.bottom lists quads but not the better five-of-a-kind"
    ]
    assert found is not None
    assert found.intended == ("fantasyland.stay.middle",)


QUADS = "royalties: {middle: {quads: {2: 8, A: 32}, straight-flush: 10, royal-flush: 10}}\n"


@each(
    ("own", "on_top", "doubted"),
    [
        (f"{QUADS}doubts: {{royalties.middle: intended}}\n", "", ""),
        (f"{QUADS}doubts: {{royalties.bottom: intended}}\n", "", "house"),
        (f"{QUADS}doubts: {{royalties.middle: intended}}\n", " + higher-middle", ""),
        (f"{QUADS}doubts: {{royalties.middle: intended}}\n", " + ./more.yaml", "more"),
    ],
)
def test_a_doubt_is_answered_in_the_file_that_gives_cause(
    tmp_path: Path, own: str, on_top: str, doubted: str
) -> None:
    """An answer holds for what stands up to it, and for options that ship on top of it."""
    write(tmp_path, "house.yaml", own)
    write(tmp_path, "more.yaml", "royalties: {middle: {quads: {2: 9, A: 40}}}\n")
    found, problems = load_layers(f"chinese-pagat + ./house.yaml{on_top}", base=tmp_path)
    assert found is not None
    assert [Path(p.place.file).stem for p in problems if p.code == "rules-doubt"] == [doubted] * bool(doubted)
    assert found.intended == (() if doubted else ("royalties.middle",))


@each(
    ("text", "message"),
    [
        ("doubts: none", "doubts must be a mapping, for example {royalties.top: intended}, not `none`"),
        ("doubts: {royalties.middle: yes}", "doubts.royalties.middle must be intended, not `yes`"),
        ("doubts: {points.row: intended}", "points.row never has a doubt"),
        ("doubts: {royalty: intended}", "`royalty` is not a setting"),
    ],
)
def test_answers_to_doubts_that_cannot_be_read(tmp_path: Path, text: str, message: str) -> None:
    assert message in house(tmp_path, text + "\n")


# -- laws -------------------------------------------------------------------------------------------------


@each("name", PRESETS)
def test_the_digest_is_over_canonical_json(name: str) -> None:
    import hashlib

    loaded, _ = load_layers(name)
    assert loaded is not None
    text = json.dumps(nested(loaded.rules.settings), sort_keys=True, separators=(",", ":"))
    assert loaded.rules.digest == hashlib.sha256(text.encode()).hexdigest()[:12]


@each("name", PRESETS)
def test_a_new_setting_at_its_default_changes_no_digest(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest covers what differs from the schema's defaults, so that old reports can be compared."""
    before = load_layers(name)[0]
    monkeypatch.setitem(cast("dict[str, Setting]", SETTINGS), "night.cap", Setting(yes_no, default="no"))
    monkeypatch.setitem(cast("dict[str, str]", DEFAULTS), "night.cap", "no")
    children = cast("dict[str, tuple[str, ...]]", CHILDREN)
    monkeypatch.setitem(children, "", (*CHILDREN[""], "night"))
    monkeypatch.setitem(children, "night", ("cap",))
    stated, other = (load_layers(name, sets=(f"night.cap={word}",))[0] for word in ("no", "yes"))
    assert before is not None
    assert stated is not None
    assert other is not None
    assert stated.rules.digest == before.rules.digest != other.rules.digest


@given(st.lists(st.sampled_from(ALL), max_size=5), st.sampled_from(["", " ", "\t "]))
def test_any_sum_of_shipped_names_gives_rules_or_problems(names: list[str], blank: str) -> None:
    rules, problems = load_rules(f"{blank}+{blank}".join(names))
    assert (rules is None) == any(not p.warning for p in problems)
    if rules is not None:
        assert rules.layers == tuple(
            rule_set_names().get(name, name) if i == 0 else name for i, name in enumerate(names)
        )


@given(st.text(max_size=60))
def test_any_text_gives_rules_or_problems(text: str) -> None:
    rules, problems = load_rules(text)
    assert (rules is None) == any(not p.warning for p in problems)


_words = st.sampled_from(
    (
        *("points", "scoop", "royalties", "top", "pair", "Q", "none", "moon", "3", "-1", "naturals", "hands"),
        *("kind", "dragon", "when", "if", "then", "add", "requires", "because", "extends", "ofc"),
        *("fantasyland", "any"),
    )
)
_trees = st.recursive(
    _words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_words, inner, max_size=4),
    max_leaves=12,
)


@given(tree=st.dictionaries(_words, _trees, max_size=4))
def test_any_rule_file_gives_rules_or_problems(
    tmp_path_factory: pytest.TempPathFactory, tree: object
) -> None:
    folder = tmp_path_factory.getbasetemp()
    write(folder, "fuzz.yaml", json.dumps(tree))
    rules, problems = load_rules("ofc + ./fuzz.yaml", base=folder)
    assert (rules is None) == any(not p.warning for p in problems)
    check_file(str(folder / "fuzz.yaml"))


# -- where it runs ----------------------------------------------------------------------------------------


def test_shipped_files_are_read_from_a_zip(tmp_path: Path) -> None:
    """A zipped wheel finds its files."""
    package = Path(ofcscore.__file__).parent
    archive = tmp_path / "ofcscore.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        for path in package.rglob("*"):
            if path.suffix in (".py", ".yaml", ".toml", ".txt") and "__pycache__" not in path.parts:
                zipped.write(path, path.relative_to(package.parent))
    code = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "from ofcscore.rules import loading as loader, files\n"
        "assert '.zip' in loader.__file__\n"
        "rules, problems = loader.load_rules('ofc + moon')\n"
        "assert rules is not None and not problems\n"
        "from ofcscore.diagnostics.problem import codes\n"
        "print(rules.digest, len(files.shipped_names()[0]), files.default_name(), 'row-size' in codes())\n"
    )
    done = run([executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stderr == ""
    rules, _ = load_rules("ofc + moon")
    assert rules is not None
    assert done.stdout == f"{rules.digest} {len(PRESETS)} ofc True\n"


def test_a_broken_installation_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule files missing from the installation are no traceback."""
    monkeypatch.setattr("ofcscore.rules.files.FOLDERS", ("nowhere",))
    monkeypatch.setattr("ofcscore.rules.loading.shipped_names", lambda: ((), ()))
    loader._load_shipped.cache_clear()
    read_shipped.cache_clear()
    try:
        rules, problems = load_rules("ofc")
        assert rules is None
        assert exit_status(problems) is Exit.USAGE
    finally:
        loader._load_shipped.cache_clear()
        read_shipped.cache_clear()
