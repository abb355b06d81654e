"""The table of words, read line by line."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from ofcscore.files.disk import package_text
from ofcscore.game.ranks import rank_text
from ofcscore.log.keys import CORRECTIONS
from ofcscore.log.words import tables
from ofcscore.rules.files import shipped_names
from ofcscore.rules.loading import load_rules


def test_the_words_are_those_of_any_reader_of_toml() -> None:
    assert tables() == tomllib.loads(package_text("ofcscore.log", "words.toml"))


def test_words_that_correct_or_announce_a_board_are_no_players() -> None:
    talk = tables()["talk"]
    assert {word for word in (*talk["corrects"], *talk["before_board"]) if " " not in word} <= CORRECTIONS


def test_no_word_stands_twice_in_a_list() -> None:
    def lists(value: object) -> Iterator[list[str]]:
        if isinstance(value, dict):
            yield from chain.from_iterable(map(lists, value.values()))
        elif isinstance(value, list) and all(isinstance(word, str) for word in value):
            yield value

    aliases = tomllib.loads(package_text("ofcscore.rules", "aliases.toml"))
    found = lists({**tables(), **aliases})
    assert [word for words in found for word, times in Counter(words).items() if times > 1] == []


def test_the_rule_sets_that_enter_fantasyland_with_queens() -> None:
    def enters(name: str, top: str) -> bool:
        rules = load_rules(name)[0]
        assert rules is not None
        fantasyland = rules.fantasyland
        return fantasyland is not None and fantasyland.enter[0].value(rank_text(top)) is not None

    found = [name for name in shipped_names()[0] if enters(name, "Q Q 5") and not enters(name, "J J 5")]
    assert sorted(tables()["terms"]["from-queens"]) == sorted(found)
