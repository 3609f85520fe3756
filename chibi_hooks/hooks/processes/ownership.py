"""What a program says about itself before anything is loaded -> `OWN`, which the keeper of processes reads when it is
needed first. It imports nothing: every command sets it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(slots=True)
class Ownership:
    """Is this process ours (then it adopts what plugins leave behind)? Has it a user's terminal to lend? And what
    shows at once what plugins write to stderr? An embedding program is not ours, and lends nothing unless it says so.
    """

    process: bool = False
    terminal: bool = False
    show: Callable[[bytes], object] | None = None


OWN: Final = Ownership()
