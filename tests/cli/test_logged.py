"""`explain LOG:DEAL [A/B]`: find a deal of a log by its name and explain its score lines."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from tests.command import Ran, run
from tests.loops import each
from tests.sessions import ADJUSTED, FOULS, NIGHT
from tests.transcripts import EXAMPLES

NIGHTS = f"{EXAMPLES}/night.ofc"
SEASON = f"{EXAMPLES}/season/*.ofc"


def _explain(log: str, *more: str) -> Ran:
    return run("explain", *more[1:], "--", more[0], stdin=log)


def test_every_pair_has_the_lines_that_the_report_adds_up() -> None:
    for number, shown in enumerate(json.loads(run("score", NIGHTS, "--format", "json").out)["deals"], 1):
        data = json.loads(run("explain", f"{NIGHTS}:{number}", "--format", "json").out)
        assert {key: data[key] for key in ("boards", "pairs", "totals")} == {
            key: shown[key] for key in ("boards", "pairs", "totals")
        }
        for pair in data["pairs"]:
            assert sum(line["points"] for line in pair["lines"]) == pair["points"]


def test_who_was_in_fantasyland_and_why_and_who_is_due_next() -> None:
    assert "Due there next: Ana, 14 cards: pair of queens on top\n" in run("explain", f"{NIGHTS}:2").out
    out = run("explain", f"{NIGHTS}:3").out
    assert "In fantasyland: Ana, 14 cards: pair of queens on top in deal 2\nDue there next: nobody\n" in out
    data = json.loads(run("explain", f"{NIGHTS}:3", "--format", "json").out)
    cause = {"player": "Ana", "cards": 14, "deal": "2", "had": ["pair of queens on top"]}
    assert (data["fantasyland"], data["due"]) == ([cause], [])


def test_a_mark_that_nothing_before_explains_is_said_to_be_a_mark() -> None:
    log = NIGHT.replace("Hero: QQ5", "Hero: (fantasyland) JJ5")
    assert "In fantasyland: Hero, marked in the log\n" in _explain(log, "-:1").out
    assert "fantasyland" not in _explain(log, "-:1", "--rules", "chinese").out


def test_staying_is_explained_by_what_stays() -> None:
    log = "deal 1\nAnn: QQ5 / AA762 / 9TJQK\nBob: foul\ndeal 2\nAnn: 662 / AA733 / 9999K\nBob: foul\n"
    out = _explain(log, "-:2").out
    assert "In fantasyland: Ann, 13 cards: pair of queens on top in deal 1\n" in out
    assert "Due there next: Ann, 13 cards: four nines at the bottom\n" in out


def test_who_deals_next() -> None:
    log = f"dealer: Bob\nplayers: Ann, Bob\n{FOULS}"
    assert "Next dealer: Ann\n" in _explain(log, "-:1").out


def test_one_pair_from_the_side_of_whom_one_asks_about_first() -> None:
    there, back = (
        json.loads(run("explain", f"{NIGHTS}:3", pair, "--format", "json").out)["pairs"]
        for pair in ("ana/p", "P/Ana")
    )
    assert [pair["players"] for pair in (*there, *back)] == [["Ana", "Phil H."], ["Phil H.", "Ana"]]
    assert there[0]["points"] == -back[0]["points"] == 21
    out = run("explain", f"{NIGHTS}:3", "Ben/Ana").out
    assert run("explain", f"{NIGHTS}:3 Ben/Ana").out == out
    assert "Ben vs Ana\n" in out
    assert "Phil H.\n" not in out
    assert "Total: Ana +38, Ben -7, Phil H. -31\n" in out


def test_all_pairs_of_one_player() -> None:
    out = run("explain", f"{NIGHTS}:3", "Phil").out
    assert [line for line in out.splitlines() if " vs " in line] == ["Phil H. vs Ana", "Phil H. vs Ben"]


def test_a_name_may_have_a_slash() -> None:
    log = 'deal 1\n"A/B": QQ5 / AA762 / 9TJQK\nC: foul\n'
    assert "A/B vs C\n" in run("explain", "--", "-:1", "A/B/C", stdin=log).out
    assert "A/B vs C\n" in run("explain", "--", "-:1", "A/B", stdin=log).out


def test_a_deal_of_a_season_by_log_or_date() -> None:
    data = json.loads(run("explain", f"{SEASON}:2026-10/7", "--format", "json").out)
    assert (data["log"], data["name"]) == (f"{EXAMPLES}/season/2026-10.ofc", "7")
    assert data["night"] == "2026-10"
    for asked in (f"{SEASON}:2026-10.ofc/7", f"{SEASON}:2026-10-20/7", f"{EXAMPLES}/season:season/2026-10/7"):
        assert json.loads(run("explain", asked, "--format", "json").out) == data
    last = json.loads(run("explain", f"{SEASON}:last", "--format", "json").out)
    assert last["log"].endswith("2026-11.ofc")


def test_several_logs_are_one_session(tmp_path: Path) -> None:
    """Fantasyland from the last deal of a log continues in the first deal of the next log."""
    first, second = tmp_path / "1.ofc", tmp_path / "2.ofc"
    first.write_text("deal 1\nAnn: QQ5 / AA762 / 9TJQK\nBob: foul\n", encoding="utf-8")
    second.write_text("deal 2\nAnn: 885 / AA762 / 9TJQK\nBob: foul\n", encoding="utf-8")
    out = run("explain", f"{tmp_path}:2").out
    assert "In fantasyland: Ann, 13 cards: pair of queens on top in deal 1\n" in out
    assert "In fantasyland: nobody\n" in run("explain", f"{second}:2").out


def test_the_only_deal_needs_no_name(tmp_path: Path) -> None:
    log = tmp_path / "night.ofc"
    log.write_text(FOULS, encoding="utf-8")
    assert run("explain", log) == run("explain", f"{log}:1")
    assert "Everyone fouled: no points change hands.\n" in run("explain", log).out


def test_adjustments_are_shown() -> None:
    assert "Adjusted: Cat -2, Bob +2\n" in _explain(ADJUSTED, "-:1").out


def test_rules_are_those_of_the_log_or_of_the_command_line() -> None:
    assert "Rules: ofc-pineapple, " in _explain(NIGHT, "-:1").out
    log = NIGHT.replace("expect:", "note:")
    out = _explain(log, "-:1", "--rules", "ofc", "--set", "points.scoop=0").out
    assert "Rules: ofc + points.scoop=0" in out
    assert "wins all three rows" not in out


def test_a_deal_that_failed_what_was_expected_is_explained_all_the_same() -> None:
    ran = _explain(NIGHT.replace("Hero +20", "Hero +21"), "-:1")
    assert ran.status == 1
    assert "expected +21, but the score is +20" in ran.err
    assert "Hero vs Phil H.\n" in ran.out


@each(
    ("arguments", "words"),
    [
        ([f"{NIGHTS}:9"], "there is no deal 9 in EXAMPLES/night.ofc; there are deals 1, 2, 3, 4, 5, 6"),
        ([f"{EXAMPLES}/twenty-deals.ofc:21"], "there are deals 1, 2, 3, ..., 20"),
        ([f"{EXAMPLES}/twenty-deals.ofc:x"], "there are deals 1, 2, 3, ..., 20"),
        ([NIGHTS], "which deal? There are deals 1, 2, 3, 4, 5, 6; add its name after the log"),
        ([f"{SEASON}:7"], "there are 3 deals named 7; write 2026-09/7, 2026-10/7 or 2026-11/7"),
        ([f"{NIGHTS}:1", "Ana/Zoe"], "Zoe has no board in deal 1; the players are Ana, Ben, Phil H."),
        ([f"{NIGHTS}:1", "Ama/Ben"], "Ama has no board in deal 1; did you mean Ana?"),
        ([f"{NIGHTS}:1", "Ana", "Ben"], "explain takes one or two boards"),
    ],
)
def test_what_is_not_there_is_a_question(arguments: list[str], words: str) -> None:
    ran = run("explain", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err.replace(str(EXAMPLES), "EXAMPLES")
    assert ran.err.count("\n") == 1


def test_deals_of_one_name_are_told_by_date_or_line() -> None:
    one = FOULS.removeprefix("deal 1")
    log = f"deal 1 2026-11-20{one}deal 1 2026-11-21{one}"
    ran = _explain(log, "-:1")
    assert "write 2026-11-20/1 or 2026-11-21/1" in ran.err
    assert _explain(log, "-:2026-11-21/1").out.startswith("Deal 1, 2026-11-21 of")


def test_a_deal_without_a_score_is_said_to_be_void_or_wrong() -> None:
    ran = _explain(f"{FOULS}void\n", "-:1")
    assert (ran.status, ran.err.splitlines()[-1]) == (2, "ofcscore: deal 1 of <stdin> is void")
    for wrong in ("deal 1\nAnn: AAA / KK943 / 5542\nBob: foul\n", "deal 1\nAnn: AAA / KK943 / 55423\n"):
        ran = _explain(wrong, "-:1")
        assert (ran.status, ran.out) == (1, "")
        assert "error[" in ran.err


def test_a_log_that_is_not_there() -> None:
    ran = run("explain", "none.ofc:3")
    assert (ran.status, ran.out) == (3, "")
    ran = run("explain", "none*.ofc:3")
    assert (ran.status, ran.err) == (3, "ofcscore: no files match none*.ofc\n")


def test_boards_are_boards_still() -> None:
    assert "Gus\n" in run("explain", "Gus: 663 / KK943 / JJJ44").out
    assert "pair of queens" in run("explain", "top: QQ5 / mid: AA762 / bot: 9TJQK").out


# -- the logs that a command line names


def test_score_takes_patterns_and_folders_as_check_does(tmp_path: Path) -> None:
    names = [str(path) for path in sorted((EXAMPLES / "season").glob("*.ofc"))]
    out = run("score", *names).out
    assert run("score", SEASON).out == out
    assert run("score", EXAMPLES / "season").out == out
    assert run("check", SEASON).status == run("check", *names).status
    assert run("score", tmp_path).status == 3
    assert run("score", f"{tmp_path}/*.ofc").err == f"ofcscore: no files match {tmp_path}/*.ofc\n"


@each(
    ("form", "name"),
    [
        ("text", "night.txt"),
        ("csv", "night.tsv"),
        ("yaml", "night.yml"),
        ("jsonl", "night.ndjson"),
    ],
)
def test_a_folder_stands_for_its_logs_whatever_their_form(form: str, name: str, tmp_path: Path) -> None:
    """Logs with tabs or named `.ndjson` were once skipped silently."""
    (tmp_path / "first.ofc").write_text(NIGHT, encoding="utf-8")
    written = run("convert", "-", "--to", form, stdin=NIGHT).out
    with (tmp_path / name).open("w", encoding="utf-8", newline="") as file:
        if name.endswith(".tsv"):
            csv.writer(file, delimiter="\t").writerows(csv.reader(io.StringIO(written)))
        else:
            file.write(written)
    both = run("score", tmp_path / "first.ofc", tmp_path / name)
    assert (both.status, run("score", tmp_path).out) == (0, both.out)


def test_a_report_in_the_folder_of_its_logs_is_no_log_of_them(tmp_path: Path) -> None:
    (tmp_path / "night.ofc").write_text(NIGHT, encoding="utf-8")
    report = tmp_path / "report.txt"
    for _ in range(2):
        assert run("score", tmp_path, "-o", report).status == 0
    assert "Standings" in report.read_text(encoding="utf-8")


def test_a_file_whose_name_is_a_pattern_is_that_file(tmp_path: Path) -> None:
    log = tmp_path / "night[1].ofc"
    log.write_text(NIGHT, encoding="utf-8")
    assert run("score", log).status == 0
