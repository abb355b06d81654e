"""Messages for people about the faults that the parser of YAML finds."""

from typing import Final

UNCLOSED: Final = ("',' or ']'", "',' or '}'", "unexpected end of stream")

_OUT_OF_LINE: Final = (
    "this line does not line up with those above it",
    "what belongs together begins in one column",
)
# What the parser says, and what a person is told. The first that is in the parser's words counts.
_REASONS: Final = (
    (
        "tab character",
        "a tab stands where spaces are needed",
        "use spaces, not tabs, at the start of a line",
    ),
    (
        "mapping values are not allowed",
        "there is a second `: ` on the line, or the line is indented too far",
        "put a value that has a colon in it in quotes",
    ),
    ("expected key", *_OUT_OF_LINE),
    ("expected '-' indicator", *_OUT_OF_LINE),
    ("block end", *_OUT_OF_LINE),
    ("',' or ']'", "a list that begins with [ is not closed", "close it with ]"),
    ("',' or '}'", "a mapping that begins with { is not closed", "close it with }"),
    ("unexpected end of stream", "a quotation mark is not closed", None),
    ("incompatible", "this is no version of YAML that is read", "leave the %YAML line out"),
    ("expected ':'", "a colon is missing behind a key", None),
    ("escape code", "no character has this number", None),
    ("escape character", "this is no escape that YAML knows", "put the text in single quotes"),
    ("expected alphabetic", "a value cannot begin with * or &", "put it in quotes"),
    ("undefined tag handle", "tags are not read: every value is text", "leave it out"),
    ("expected <document start>", "something follows behind the end of the document", None),
)


def words(reason: str, character: str) -> tuple[str, str | None]:
    """Return the message and the hint of a fault at a character, by the reason that the parser gives."""
    if "cannot start any token" in reason or "found character" in reason:
        if character == "\t":
            return _REASONS[0][1:]
        if character:
            return f"a value cannot begin with {character}", "put it in quotes"
    for part, message, hint in _REASONS:
        if part in reason:
            return message, hint
    return f"this cannot be read as YAML ({reason})" if reason else "this cannot be read as YAML", None
