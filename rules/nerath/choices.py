"""Lists of actions that are told by sets, and written out only when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, overload

from rules.nerath.actions import NerathAction
from rules.nerath.board import bits

Fan: TypeAlias = tuple[Callable[[int], NerathAction], int, int]
"""Actions that differ in one space alone: what gives the action for a space, the set of spaces, its size."""
Group: TypeAlias = tuple[tuple[Fan, ...], int]
"""The fans that begin in one space, and how many actions they are together."""
NOTHING: Group = ((), 0)


class Choices(Sequence[NerathAction]):
    """The actions of some groups, in order, and ``more`` after them."""

    __slots__ = ("_grouped", "_groups", "_more")

    def __init__(self, groups: Sequence[Group], grouped: int, more: Sequence[NerathAction]) -> None:
        self._groups, self._grouped, self._more = groups, grouped, more

    def __len__(self) -> int:
        return self._grouped + len(self._more)

    def __iter__(self) -> Iterator[NerathAction]:
        for fans, _size in self._groups:
            for make, spaces, _count in fans:
                for space in bits(spaces):
                    yield make(space)
        yield from self._more

    @overload
    def __getitem__(self, index: int) -> NerathAction: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[NerathAction]: ...

    def __getitem__(self, index: int | slice) -> NerathAction | Sequence[NerathAction]:
        if isinstance(index, slice):
            return list(self)[index]
        left = index + len(self) if index < 0 else index
        if left < 0:
            raise IndexError(index)
        if left >= self._grouped:
            return self._more[left - self._grouped]
        for fans, size in self._groups:
            if left >= size:
                left -= size
                continue
            for make, spaces, count in fans:
                if left >= count:
                    left -= count
                    continue
                for _ in range(left):
                    spaces &= spaces - 1
                return make((spaces & -spaces).bit_length() - 1)
        raise IndexError(index)
