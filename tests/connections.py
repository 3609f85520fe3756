"""Connections to SQLite that fail."""

from __future__ import annotations

import sqlite3
from typing import Any


class Uncommitting(sqlite3.Connection):
    """Once `fails` is set, the next commit fails as on a disk that is full; SQLite leaves the transaction open then."""

    fails = False

    def execute(self, query: str, *values: Any) -> sqlite3.Cursor:
        if query == "COMMIT" and Uncommitting.fails:
            Uncommitting.fails = False
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(query, *values)
