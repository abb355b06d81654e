"""Ask which language a log's card letters are in if two give different cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ofcscore.diagnostics.problem import Edit, Fix, Problem, Problems
from ofcscore.diagnostics.suggestions import listed
from ofcscore.log.card_alphabets import first_row, translated_as
from ofcscore.log.syntax import Line
from ofcscore.log.vocabulary import Vocabulary

_NAMES: Final = {
    "da": "Danish", "de": "German", "en": "English", "es": "Spanish", "fr": "French", "id": "Indonesian",
    "it": "Italian", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "sv": "Swedish",
    "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


def ask_for_letters(problems: Problems, vocabulary: Vocabulary, lines: Sequence[Line]) -> None:
    """Report the first row whose cards differ between the possible languages."""
    for line in lines if vocabulary.unclear else ():
        start, end = first_row(vocabulary.unclear, line.text)
        row = line.text[start:end]
        readings = [
            (
                language,
                next((text for text in translated_as(language, row) if text.lower() != row.lower()), row),
            )
            for language in vocabulary.unclear
        ]
        if start == end or all(text.lower() == row.lower() for _, text in readings):
            continue
        meanings = [f"`{text}` in {_NAMES[language]}" for language, text in readings]
        fixes = tuple(
            Fix(f"write `cards: {language}` above the deals", (_above(lines[0], language),), safe=False)
            for language, _ in readings
        )
        message = f"`{row}` could be {listed(meanings, 'or')}"
        hint = listed((fix.title for fix in fixes), "or")
        problems.add(
            Problem("card-unreadable", line.whole.part(start, end).place, message, hint, fixes=fixes)
        )
        return


def _above(line: Line, language: str) -> Edit:
    return Edit(line.file, line.number, 0, len(line.text), f"cards: {language}\n{line.text}")
