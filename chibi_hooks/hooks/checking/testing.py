"""A `*-test.scm` file and the home it belongs to -> how many of its tests passed, and what was said.

    (import (chibi test))
    (test "force pushes are blocked"
        '(("block" . #t) ("message" . "no"))
      (fire 'pre_tool (fixture "force-push.json")))

Rules (DESIGN §10)
-----
* A test file is a sandboxed world with the prelude of hook files, `(chibi test)` and `(harness testing)`:
  `(fire point payload)` gives the outcome as an alist, `(fixture name)` the JSON file beside the test as a payload. It
  may use `(srfi 64)` as well.
* Every file has a Host of its own, so no hook remembers what another file did. Nothing is recorded. The home's plugins
  and unsandboxed files do what they always do.
* A file without a test, or one that ends with an error, has not passed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.fold import can_refuse
from chibi_hooks.hooks.deciding.point import POINTS, find
from chibi_hooks.hooks.deciding.samples import sample
from chibi_hooks.hooks.errors import BadPayload, BadRequest, ConfigError
from chibi_hooks.hooks.homes.home import CONFIG_NAME, TEST_ENDING, Given, Home, Surroundings
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.payload import parse_payload
from chibi_hooks.hooks.scripts.alist import Unfit, scheme_to_json
from chibi_hooks.hooks.scripts.granting import BYTES
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.hooks.scripts.providing import PRELUDE
from chibi_hooks.hooks.scripts.sexp import parse_sexp
from chibi_hooks.scheme.expanding.imports import import_text
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.library import common
from chibi_hooks.scheme.primitives.system.system import Exit
from chibi_hooks.scheme.reading.opener import is_directory, read_file, real_path, walk
from chibi_hooks.scheme.running.link import place_of
from chibi_hooks.scheme.values.data import Pair, String, Symbol, Value, from_list
from chibi_hooks.scheme.values.errors import Condition, SchemeError, fail, wrong_type
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.scheme.worlds.coverage import Coverage

TIME_LIMIT: Final = 60.0  # seconds for a whole file; each fire has the home's own limits
MEMORY_LIMIT: Final = 512 << 20
HOME_PARTS: Final = ("hooks", "plugins", CONFIG_NAME)

_PLACED: Final = """
(import (prefix (srfi 64) %64:))
(%64:test-runner-factory
  (lambda ()
    (let ((runner (%64:test-runner-simple)))
      (%64:test-runner-on-test-end! runner
        (lambda (runner)
          (if (memq (%64:test-result-kind runner) '(fail xpass))
              (let ((file (%64:test-result-ref runner 'source-file)))
                (if file
                    (begin (write-string file) (write-string ":")
                           (write-string (number->string (%64:test-result-ref runner 'source-line)))
                           (write-string ": ")))))
          (%64:test-on-test-end-simple runner)))
      runner)))
"""
_SRFI_64: Final = """
(import (prefix (srfi 64) %64:))
(let ((runner (%64:test-runner-current)))
  (if runner
      (map (lambda (count) (count runner))
           (list %64:test-runner-pass-count %64:test-runner-xfail-count %64:test-runner-fail-count
                 %64:test-runner-xpass-count %64:test-runner-skip-count))
      '(0 0 0 0 0)))
"""


@dataclass(slots=True)
class FileTested:
    """How a test file went. `output` is what the file and its test library wrote, `error` what ended it early."""

    path: Path
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    output: str = ""
    error: str | None = None
    notices: list[str] = field(default_factory=list)  # hooks that failed in a fire, files that could not be loaded

    @property
    def good(self) -> bool:
        """Did every test pass, and was there one?"""
        return self.failed == 0 and self.error is None and self.passed + self.skipped > 0

    @property
    def summary(self) -> str:
        """One line, without the path."""
        if self.passed + self.failed + self.skipped == 0 and self.error is None:
            return "there is no test in it"
        parts = [f"{self.passed} passed"]
        parts += [f"{self.failed} failed"] if self.failed else []
        parts += [f"{self.skipped} skipped"] if self.skipped else []
        return ", ".join([*parts, "ended with an error"] if self.error is not None else parts)

    def to_json(self) -> dict[str, Json]:
        """The form that `test --json` prints."""
        names = ("passed", "failed", "skipped", "output", "error", "notices", "good")
        return {"path": str(self.path), **{name: getattr(self, name) for name in names}}


def run_test_file(
    path: Path,
    home: Given = None,
    around: Surroundings | None = None,
    coverage: Coverage | None = None,
    opened: Callable[..., Host] = Host.open,
) -> FileTested:
    """Run a test file against `home`, or else the home that the file is in; `coverage` counts what runs there, `opened`
    opens a host (opening.py's).

    Raises ConfigError.
    """
    around = around or Surroundings.of_process()
    with coverage or nullcontext():  # the home's files, not the test
        host = opened(home=home or home_of(path), around=around, record=False, last_good=False)
    with host:
        run = _Run(path, host)
        run.ran.notices += [str(notice) for notice in host.notices]
        run.go()
        return run.ran


def directories_of(home: Home) -> list[Path]:
    """Where the tests of a home are: in it, and in the directories of policies that it uses. Raises ConfigError."""
    from chibi_hooks.hooks.homes.config import load_config
    from chibi_hooks.hooks.homes.policies import used_directories

    denying = {name: can_refuse(point) for name, point in POINTS.items()}
    used = used_directories(home.path, load_config(home.config, denying).policies)
    return [home.path, *(each for each in used if is_directory(each))]


def find_test_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The test files among and below these, each once, in the order of their names. Raises BadRequest."""
    seen: set[str] = set()
    for path in paths:
        if not os.path.lexists(path):
            raise BadRequest(f"{path}: there is no such file or directory")
        found = sorted(_below(path)) if is_directory(path) else [path]
        for each in found:
            real = os.path.realpath(each)
            if real not in seen:
                seen.add(real)
                yield each


def home_of(path: Path) -> Path:
    """The nearest directory above a test file that is a home. Raises ConfigError."""
    for directory in path.absolute().parents:
        if any((directory / part).exists() for part in HOME_PARTS):
            return directory
    raise ConfigError(f"{path}: it is in no home (a directory with hooks/ or plugins/); name one with --home")


def _below(directory: Path) -> Iterator[Path]:
    for each in walk(directory):
        if each.name.endswith(TEST_ENDING) and not each.is_directory:  # also one that cannot be read: that is told
            yield Path(each.path)


class _Run:
    """One test file under way."""

    def __init__(self, path: Path, host: Host) -> None:
        self.ran = FileTested(path)
        self._host = host
        self._fixtures: dict[int, tuple[Value, Json]] = {}  # `{}` and `[]` are the same in Scheme; here they are not
        self._world = Interpreter(
            "sandboxed",
            TIME_LIMIT,
            MEMORY_LIMIT,
            provided={"(harness testing)": self._procedures()},
            imports=[name for name in PRELUDE if common().exists(name, trusted=True)],
            exits=True,
        )

    def go(self) -> None:
        """Run the file and count."""
        try:
            text = self._read()
        except BadRequest as error:  # the other files are run all the same
            self.ran.error = str(error)
            return
        try:
            top_level = self._world.top_level
            import_text("(chibi test)", top_level)
            import_text("(harness testing)", top_level)
            self._count_reports()
            if "(srfi 64)" in text:  # where a test that failed stands
                self._world.run(SourceText("<places>", _PLACED))
            self._world.run(SourceText(str(self.ran.path), text))
        except SchemeError as error:
            self.ran.error = error.report()
        except Exit as exit:
            self.ran.error = f"the program ended itself with exit code {exit.code}" if self._is_early(exit) else None
        if "(srfi 64)" in text:
            self._count_srfi_64()
        self.ran.output = self._world.output.take() + self._world.errors.take()

    def _read(self) -> str:
        path = self.ran.path
        try:
            data = read_file(path, BYTES)
        except OSError as error:
            raise BadRequest(f"{path}: cannot be read: {error.strerror}") from None
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise BadRequest(f"{path}:{line}: wanted text in UTF-8, got byte {data[error.start]:#04x}") from None

    def _is_early(self, exit: Exit) -> bool:
        """`(test-exit)` ends a file with 1 when a test has failed; any other end with an error code is one."""
        return exit.code != 0 and self.ran.failed == 0

    def _count_reports(self) -> None:
        """Listen to what (chibi test) reports, and let it report."""
        parameter = self._world.lookup("current-test-reporter")
        reporter = self._world.call(parameter)

        def report(kind: Value, info: Value) -> Any:
            if isinstance(kind, Symbol):
                self._count(kind.text)
                if kind.text in ("FAIL", "ERROR"):
                    self._world.output.put(_place_in(info))
            return reporter, kind, info  # a tail call

        self._world.parameters = (parameter, report, self._world.parameters)

    def _count(self, kind: str) -> None:
        if kind == "PASS":
            self.ran.passed += 1
        elif kind == "SKIP":
            self.ran.skipped += 1
        else:
            self.ran.failed += 1

    def _count_srfi_64(self) -> None:
        try:
            counts = from_list(self._world.run(SourceText("<counts>", _SRFI_64)))
        except SchemeError as error:
            self.ran.error = self.ran.error or error.report()
            return
        self.ran.passed += counts[0] + counts[1]
        self.ran.failed += counts[2] + counts[3]
        self.ran.skipped += counts[4]

    def _procedures(self) -> dict[str, Callable[..., Value]]:
        def fire(point: Value, payload: Value) -> Value:
            """(fire point payload) -> the outcome as an alist."""
            return self._fire(point, payload)

        def fixture(name: Value) -> Value:
            """(fixture name) -> the payload in a file beside the test: JSON, or an S-expression in `*.sexp`."""
            return self._fixture(name)

        procedures: dict[str, Any] = {"fire": fire, "fixture": fixture}
        for name, procedure in procedures.items():
            procedure.scheme_name = name
        return procedures

    def _fire(self, point: Value, payload: Value) -> Value:
        if not isinstance(point, Symbol):
            raise wrong_type("fire", 1, "a symbol such as 'pre_tool", point)
        try:
            stated = find(point.text)
            known = self._fixtures.get(id(payload))
            given = known[1] if known is not None else scheme_to_json(payload, sample(stated), "payload")
            asked = isinstance(given, dict) and given.get("agent")  # what nobody decides is this agent's to decide
            fire = self._host.fire(point.text, given, settle=not asked)
        except (BadRequest, Unfit) as error:
            raise fail("error", str(error), who="fire") from None
        for answer in fire.answers:
            if answer.error is not None:
                self.ran.notices.append(f"{answer.responder} failed at {fire.point}: {answer.error.message}")
        return payload_to_scheme(dict(fire.folded.values))

    def _fixture(self, name: Value) -> Value:
        if not isinstance(name, String):
            raise wrong_type("fixture", 1, "a string, the name of a file", name)
        path = Path(real_path(self.ran.path.parent / name.s))
        if Path(os.path.realpath(self.ran.path.parent)) not in path.parents:
            raise fail("error", "wanted a file beside the test or below", name, who="fixture")
        try:
            data = read_file(path, BYTES)
            payload = _sexp(data, name.s) if path.suffix == ".sexp" else parse_payload(data)
            value = payload_to_scheme(payload)
        except (OSError, BadPayload) as error:
            message = error.strerror if isinstance(error, OSError) else str(error)
            raise fail("error", f"{name.s}: {message}", who="fixture") from None
        self._fixtures[id(value)] = (value, payload)
        return value


def _place_in(info: Value) -> str:
    """Where a test that failed stands, from what is known of it, or where its error was met: `tests/a-test.scm:3: `."""
    known = {each.car.text: each.cdr for each in from_list(info) if isinstance(each, Pair)}
    raised, test = known.get("exception"), known.get("thunk")
    place = raised.place if isinstance(raised, Condition) else None
    place = place or place_of(test, of_ours=True)
    return f"{place.source.name}:{place.line}: " if place is not None else ""


def _sexp(data: bytes, name: str) -> Json:
    try:
        return parse_sexp(data.decode("utf-8-sig"), name, {})
    except UnicodeDecodeError:
        raise BadPayload("not UTF-8") from None
