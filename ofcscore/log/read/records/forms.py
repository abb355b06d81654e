"""Every form of records, and who reads it."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import BinaryIO, Final

from ofcscore.log.read.records import arena, fpdb, hh
from ofcscore.log.read.records.hands import Hand, LeftOut
from ofcscore.log.read.records.sessions import log_of
from ofcscore.log.read.sources import Source
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from ofcscore.problems.collected import Problems

_READERS: Final[Mapping[str, Callable[[BinaryIO, str, Problems], Iterator[Hand | LeftOut]]]] = (
    MappingProxyType({"hh": hh.read_hands, "arena": arena.read_hands, "fpdb": fpdb.read_hands})
)


def read_record(
    form: str, stream: BinaryIO, source: Source, problems: Problems
) -> Iterator[HeaderSyntax | DealSyntax]:
    """The header of an open record, and then a deal for each hand."""
    return log_of(_READERS[form](stream, source.name, problems), source.name, source.base, problems)
