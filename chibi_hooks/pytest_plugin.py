"""pytest -> the `*-test.scm` files it meets run as tests, one item per file: found by pytest itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take the files that are Scheme tests."""
    if not file_path.name.endswith("-test.scm"):
        return None
    collected: SchemeFile = SchemeFile.from_parent(parent, path=file_path)
    return collected


class SchemeFile(pytest.File):
    """A test file; its one item runs it."""

    def collect(self) -> Iterator[pytest.Item]:
        """The item."""
        yield SchemeItem.from_parent(self, name=self.path.stem)


class SchemeItem(pytest.Item):
    """Runs a test file against the home it is in."""

    def runtest(self) -> None:
        """Run it."""
        from chibi_hooks.hooks.testing import run_test_file  # pytest loads plugins in projects without any hooks

        ran = run_test_file(self.path)
        if not ran.good:
            raise SchemeTestFailed("\n".join([ran.summary, ran.output, ran.error or "", *ran.notices]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What the file reported, without Python frames."""
        if isinstance(excinfo.value, SchemeTestFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it is."""
        return self.path, None, self.name


class SchemeTestFailed(Exception):
    """A test file did not pass; the message is its report."""
