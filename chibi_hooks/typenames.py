"""The names of `typing` that the modules of a start use in their annotations, without `typing` itself.

Loading that brings `re` and `enum` with it: together a fifth of the time in which a program that is kept on disk
starts. Annotations are never evaluated here (`from __future__ import annotations`), so the names need only exist.
"""

from __future__ import annotations

TYPE_CHECKING = False  # known to type checkers by its name

if TYPE_CHECKING:
    from typing import Any as Any
    from typing import BinaryIO as BinaryIO
    from typing import Final as Final
    from typing import Literal as Literal
    from typing import NoReturn as NoReturn
    from typing import Protocol as Protocol
    from typing import TextIO as TextIO
    from typing import TypeAlias as TypeAlias
    from typing import TypeVar as TypeVar
else:
    Any = BinaryIO = Final = NoReturn = Protocol = TextIO = TypeAlias = object

    class Literal:
        """`Literal["a", "b"]` is a class like any other."""

        __class_getitem__ = classmethod(lambda cls, values: cls)

    def TypeVar(name, **options):
        """A variable that nobody asks about."""
        return object
