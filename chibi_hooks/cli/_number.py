"""The text of an option -> a number within its bounds."""

from __future__ import annotations

from math import isnan
from typing import Any

import click


class Number(click.FloatRange):
    """Bounds that hold: NaN is on no side of any, and passed all of click's."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Raises click.BadParameter."""
        number = float(super().convert(value, param, ctx))
        if isnan(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number
