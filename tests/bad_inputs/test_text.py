"""Bad inputs 65 to 73, the text notation and its bytes."""

from __future__ import annotations

import gzip
from functools import partial
from typing import Final

import pytest

from ofcscore.log.read import builder, grammar
from tests.bad_inputs.test_numbers import memory_of
from tests.command import run
from tests.refusals import BOTH, DEAL, GUS, HERO, YAML, Letter


def test_065_line_ends(letter: Letter) -> None:
    plain = letter.accepted(DEAL).out
    assert letter.accepted(DEAL.replace("\n", "\r\n")).out == plain
    for end in ("\r", "\u2028", "\u2029", "\x85", "\x0b", "\x0c"):
        ran = letter.refused(HERO.strip() + end + GUS)
        assert "error[line-break]" in ran.err
        assert "hint: end lines with LF or CRLF" in ran.err


def test_066_encodings(letter: Letter) -> None:
    plain = letter.accepted(DEAL).out
    assert letter.accepted(b"\xef\xbb\xbf" + DEAL.encode()).out == plain
    assert letter.accepted(b"\xef\xbb\xbf" + YAML.encode(), name="x.yaml").out == plain
    assert "UTF-16 (little-endian)" in letter.refused(b"\xff\xfe" + BOTH.encode("utf-16-le")).err
    assert "UTF-16 (big-endian)" in letter.refused(b"\xfe\xff" + BOTH.encode("utf-16-be")).err
    letter.refused(BOTH.encode("utf-16-le"))
    letter.refused(b"\xff\xfe" + YAML.encode("utf-16-le"), name="x.yaml")
    latin = BOTH.replace("Hero", "Jos\xe9").encode("latin-1")
    assert "at byte 4 of line 1 (byte 0xE9)" in letter.refused(latin).err
    often = "".join(DEAL.replace("Hero", "Jos\xe9").replace("1", str(n), 1) for n in range(1, 6))
    assert letter.refused(often.encode("latin-1")).err.count("error[") == 1, "one slip, one problem"
    ran = letter.refused(YAML.replace("Gus", "Jos\xe9").encode("latin-1"), name="x.yaml")
    assert "x.yaml:3:6: error[not-utf8]: not valid UTF-8 at byte 6 of line 3 (byte 0xE9)" in ran.err
    letter.refused(b"deal,player,top,mid,bot\n1,Jos\xe9,JJ5,AA762,9TJQK\n", name="x.csv")
    letter.refused(b'{"boards": {"Jos\xe9": "foul", "B": "foul"}}\n', name="x.jsonl")


GZIP: Final = (
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03"
    b"\xf3H-\xca\xb7R\xf0\xf22U\xd0Wpt473\x02\xd2\x96!^"
    b"\x81\xde\\\xee\xa5\xc5V\nff\xc6@\x01ooK\x13\x10maaa"
    b"b\xc2\x05\x00Dv\xaaU3\x00\x00\x00"
)
"""A log packed by gzip, byte for byte: what packs it here may write other bytes tomorrow."""


def test_067_files_that_are_no_text(letter: Letter) -> None:
    for data, words in (
        (GZIP, "a gzip archive"),
        (b"PK\x03\x04\x14\0\6\0", "a zip archive or an office document"),
        (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "a PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
    ):
        for name in ("x.ofc", "x.yaml", "x.csv", "x.jsonl"):
            ran = letter.refused(data, name=name)
            assert words in ran.err
            assert ran.err.count("error[") == 1
    for text, name in ((DEAL, "x.ofc"), (YAML, "x.yaml"), (HERO, "x.ofc")):
        ran = letter.refused(text.encode() + b"\0", name=name)
        assert "it has a NUL byte" in ran.err
        assert ran.err.count("error[") == 1


def test_fault_20_the_packed_log_is_a_log_whoever_packs_it() -> None:
    """Python 3.13 writes another byte into the head of what it packs, for the system that did it."""
    assert gzip.decompress(GZIP).decode() == BOTH


def test_068_long_lines(letter: Letter) -> None:
    letter.accepted(DEAL.removesuffix("\n"))
    letter.accepted(YAML.removesuffix("\n"), name="x.yaml")
    million = "x" * 1_000_000
    for text, name in (
        (f"{BOTH}{million}\n", "x.ofc"),
        (f"{BOTH}#{million * 10}", "x.ofc"),
        ("Hero: " + "Q" * 1_000_000, "x.ofc"),
        (f"note: {million}\n{YAML}", "x.yaml"),
        (f"deal,player,top,mid,bot\n1,{million},JJ5,AA762,9TJQK\n", "x.csv"),
        (f'{{"note": "{million}"}}\n', "x.jsonl"),
        (f'{{"note": "{million}", "boards": {{"A": "foul", "B": "foul"}}}}', "x.json"),
    ):
        ran = letter.refused(text, name=name, within=0.5)
        assert ran.err.count("error[") == 1
    endless = f"{BOTH}#{million * 10}".encode()
    path = letter.folder / "endless.ofc"
    path.write_bytes(endless)
    assert memory_of(partial(run, "score", path)) < 2_000_000


def test_069_slips_of_signs(letter: Letter) -> None:
    for line, column in (
        ('"Hero: JJ5 / AA762 / 9TJQK', 1),
        ("Hero: JJ5 // AA762 / 9TJQK", 12),
        ("Hero: /JJ5 / AA762 / 9TJQK", 7),
        ("Hero: JJ5 / AA762 / 9TJQK /", 28),
        ("Hero:: JJ5 / AA762 / 9TJQK", 6),
        ("Hero: : JJ5 / AA762 / 9TJQK", 7),
        ("Hero: top JJ5 / mid AA762 / bot 9TJQK", 10),
        ("Hero JJ5 / AA762 / 9TJQK", 5),
        ("Hero: JJ5 / AA762 / 9TJQK (foul", 27),
        ("Hero: JJ5 / AA762 / 9TJQK)", 26),
        ("Hero: JJ5 \\ AA762 \\ 9TJQK", 11),
        ("Hero: JJ5 | AA762 | 9TJQK", 11),
        ("Hero: JJ5; AA762; 9TJQK", 10),
        ("Hero: JJ5 - AA762 - 9TJQK", 11),
    ):
        ran = letter.refused(f"{line}\n{GUS}")
        assert ran.err.count("error[") == 1, "one slip, one problem"
        assert ran.err.startswith(f"x.ofc:1:{column}: ")
    ran = letter.refused("Hero:\n top JJ5\n mid: AA762\n bot: 9TJQK\n" + GUS)
    assert "x.ofc:2:5: error[colon-missing]: `top` needs a colon" in ran.err
    assert ran.err.count("error[") == 1


def test_070_file_cut_off(letter: Letter) -> None:
    letter.refused(DEAL + "dea")
    for rest in ("deal 2\nHero: 225 / AA7", "deal 2\nHero: 225 / AA762 / 9TJQK\n", "deal 2", "deal"):
        letter.refused(DEAL + rest)
        ran = letter.ran(DEAL + rest, "--keep-going")
        assert ran.status == 1
        assert "Standings" in ran.out
    cut = "deals:\n- deal: 1\n  " + YAML.replace("\n", "\n  ") + "\n- deal: 2\n  boards:\n    Hero: 225 / AA"
    letter.refused(cut, name="x.yaml")
    letter.refused('{"boards": {"A": "foul", "B": "fo', name="x.json")
    letter.refused('{"boards": {"A": "foul", "B": "foul"}}\n{"boards": {"A": "fo', name="x.jsonl")
    letter.refused("deal,player,top,mid,bot\n1,A,foul,,\n1,B,663,KK943,888", name="x.csv")


def test_071_mistyped_keywords(letter: Letter) -> None:
    for line, hint in (
        ("dael 2", "did you mean `deal`? Write `deal 2`"),
        ("hnad 2", "did you mean `hand`? Write `hand 2`"),
        ("deal2", "write `deal 2`"),
        ("Deal: 2", "write `deal 2`"),
        ("DEAL 2", "write `deal 2`"),
        ("deal", "write `deal 1`"),
    ):
        again = BOTH.replace("762", "763")
        assert f"hint: {hint}" in letter.refused(f"{DEAL}{line}\n{again}").err
    for line, meant in (
        ("rule: ofc", "rules:"),
        ("staek: 1", "stake:"),
        ("playrs: Hero, Gus", "players:"),
        ("expct: Hero +1", "expect:"),
        ("adjst: Hero +1, Gus -1", "adjust:"),
        ("RULES: ofc", "rules:"),
    ):
        assert f"did you mean `{meant}`?" in letter.refused(f"{line}\n{DEAL}").err
    assert "`rules` needs a colon" in letter.refused("rules ofc\n" + DEAL).err


def test_072_rule_files_that_are_not_there(letter: Letter) -> None:
    house = {"house.yaml": "name: h\ntitle: H\nsource: s\nextends: ofc\n"}
    letter.accepted(f"rules: ./house.yaml\n{DEAL}", others=house)
    # A path of a log starts at the log, wherever the command is run.
    letter.accepted(f"rules: ../house.yaml\n{DEAL}", name="logs/x.ofc", others=house)
    for rules in (
        "./none.yaml",
        "./",
        "/",
        "/etc/passwd",
        "./x.ofc/y.yaml",
        "nosuch",
        "ocf",
        "ofc + surender",
    ):
        letter.refused(f"rules: {rules}\n{DEAL}")
    for address in ("http://x.test/z.yaml", "https://x.test/y", "ftp://x.test", "file:///etc/passwd"):
        ran = letter.refused(f"rules: {address}\n{DEAL}")
        assert "is an address, and rule sets are read from files alone" in ran.err
    letter.refused('rules: "./a\\0b.yaml"\n' + YAML, name="x.yaml")


def test_073_files_missing_from_the_installation(letter: Letter, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        builder._parser.cache_clear()
        patch.setattr(grammar, "GRAMMAR", "none.lark")
        patch.setattr(builder, "load_grammar", lambda: grammar.load_grammar("none.lark"))
        ran = letter.refused("Hero: foul\n" + GUS, status=2)
        assert "broken installation: the grammar file none.lark is missing" in ran.err
    builder._parser.cache_clear()
