"""How often this process has been copied since its program began: `FORKS`."""

from __future__ import annotations

import os
from typing import Final


class Forks:
    """A number that is another one in a forked child: to ask the system who it is at every fire would cost more than
    what is asked for."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0
        os.register_at_fork(after_in_child=self._note)

    def _note(self) -> None:
        self.count += 1


FORKS: Final = Forks()
