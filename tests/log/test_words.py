"""The table of words, read line by line."""

import tomllib

from ofcscore.files.reading import package_text
from ofcscore.log.words import tables


def test_the_words_are_those_of_any_reader_of_toml() -> None:
    assert tables() == tomllib.loads(package_text("ofcscore.log", "words.toml"))
