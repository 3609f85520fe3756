"""pytest -> the `*-test.scm` files it meets run as tests, one item per file: found by pytest itself.

`--hook-coverage` shows at the end which clauses of the hook files never ran.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

COVERAGES: Final = pytest.StashKey[dict[Path, Any]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--hook-coverage`."""
    group = parser.getgroup("chibi-hooks")
    group.addoption("--hook-coverage", action="store_true", help="show which clauses of hook files never ran")


def pytest_configure(config: pytest.Config) -> None:
    """A place for what is counted: by home."""
    config.stash[COVERAGES] = {}


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Tell what never ran."""
    if not config.stash[COVERAGES]:
        return
    from chibi_hooks.hooks.replaying.coverage import covered, percentage

    terminalreporter.section("coverage of hook files")
    every = []
    for home, coverage in config.stash[COVERAGES].items():
        for file in covered(coverage, home):
            every.append(file)
            terminalreporter.line(f"{file.path}: {file.ran} of {file.clauses} clauses ran")
            for missed in file.missed:
                terminalreporter.line(f"  {missed.place}: {missed.words}")
                terminalreporter.line(f"    {missed.source}")
    terminalreporter.line(f"coverage: {percentage(every):.0f} %")


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
        """Run it. Raises SchemeTestFailed."""
        from chibi_hooks import Host
        from chibi_hooks.hooks.checking.testing import (  # pytest loads plugins where there are no hooks
            home_of,
            run_test_file,
        )

        coverage = None
        if self.config.getoption("--hook-coverage"):
            from chibi_hooks.scheme.worlds.coverage import Coverage

            coverage = self.config.stash[COVERAGES].setdefault(home_of(self.path), Coverage())
        ran = run_test_file(self.path, coverage=coverage, opened=Host.open)
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
