"""Running an executable under a deadline: it always comes back, with what it could learn."""

from __future__ import annotations

import errno
import os
import subprocess
import time
from pathlib import Path

import pytest

from chibi_hooks.hooks.processes.keeper import MARK
from chibi_hooks.hooks.processes.runner import STDERR_KEPT, STDOUT_CAP, Ran, run

ENVIRONMENT = {"PATH": os.environ["PATH"]}


def sh(script: str, stdin: bytes = b"", timeout: float = 100.0) -> Ran:
    return run(("/bin/sh", "-c", script), stdin=stdin, environment=ENVIRONMENT, directory="/", timeout=timeout)


def test_what_it_reads_and_writes_passes_through() -> None:
    ran = sh("cat; echo oops >&2", b"hello")
    assert (ran.end, ran.status, ran.stdout, ran.stderr) == ("exit", 0, b"hello", b"oops\n")


def test_an_exit_code_and_a_signal_are_told_apart() -> None:
    assert (sh("exit 9").end, sh("exit 9").status) == ("exit", 9)
    assert (sh("kill -9 $$").end, sh("kill -9 $$").status) == ("signal", 9)


def test_a_payload_larger_than_the_pipe_meets_an_output_larger_than_the_pipe() -> None:
    ran = sh("head -c 300000 /dev/zero; cat >/dev/null", b"x" * 500_000)
    assert (ran.end, ran.status, len(ran.stdout)) == ("exit", 0, 300_000)


def test_a_program_need_not_read_its_input() -> None:
    assert sh("exit 0", b"x" * 500_000).end == "exit"


def test_an_input_that_is_never_read_counts_against_the_deadline() -> None:
    assert sh("sleep 60", b"x" * 500_000, timeout=0.2).end == "timeout"


def test_the_whole_group_ends_with_it_even_when_it_ignores_term(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    ran = sh(f"trap '' TERM; sleep 60 & echo $! > {pid_file}; wait; sleep 60", timeout=0.3)
    assert ran.end == "timeout"
    assert _ends(int(pid_file.read_text()))


def test_a_background_child_that_holds_the_pipes_does_not_hold_the_answer() -> None:
    ran = sh("sleep 5 & echo answer")
    assert (ran.end, ran.stdout) == ("exit", b"answer\n")


def test_too_much_output_stops_it_at_once() -> None:
    ran = sh("yes")
    assert ran.end == "output"
    assert len(ran.stdout) == STDOUT_CAP


def test_only_the_first_part_of_stderr_is_kept_and_the_rest_does_not_block() -> None:
    ran = sh("head -c 300000 /dev/zero >&2; echo done")
    assert (ran.end, ran.stdout, len(ran.stderr)) == ("exit", b"done\n", STDERR_KEPT)


def test_a_program_that_closes_its_outputs_is_waited_for() -> None:
    assert sh("exec >&- 2>&-; sleep 0.1; exit 4").status == 4


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#!/no/such/interpreter\n", "the interpreter named in its first line does not exist"),
        ("echo no shebang\n", "does its first line start with #! ?"),
    ],
)
def test_a_program_that_cannot_start_says_why(tmp_path: Path, text: str, reason: str) -> None:
    program = tmp_path / "program"
    program.write_text(text)
    program.chmod(0o755)
    ran = run((str(program),), environment=ENVIRONMENT, directory="/", timeout=100)
    assert ran.end == "spawn"
    assert reason in ran.reason


def test_a_missing_program_and_a_missing_directory_say_so() -> None:
    assert "No such file" in run(("/no/such",), environment={}, directory="/", timeout=100).reason
    assert "/no/where" in run(("/bin/sh",), environment={}, directory="/no/where", timeout=100).reason


def test_a_file_that_is_being_written_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    real, failures = subprocess.Popen, [errno.ETXTBSY, errno.EAGAIN]

    def busy(*args: object, **options: object) -> subprocess.Popen[bytes]:
        if failures:
            raise OSError(failures.pop(), "busy")
        return real(*args, **options)  # type: ignore[call-overload,no-any-return]

    monkeypatch.setattr(subprocess, "Popen", busy)
    assert sh("echo started").stdout == b"started\n"


def test_no_descriptor_is_left_open() -> None:
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    for script in ("true", "exit 1", "kill $$", "yes"):
        sh(script)
    after = len(os.listdir("/proc/self/fd")) if before else 0
    assert after == before


def test_the_environment_is_the_given_one_and_our_mark() -> None:
    ran = run(("/usr/bin/env",), environment={"ONLY": "this"}, directory="/", timeout=100)
    first, second = sorted(ran.stdout.decode().splitlines())
    assert (first.partition("=")[0], second) == (MARK, "ONLY=this")


def _ends(pid: int) -> bool:
    """Does the process go, now that it has been killed? The kernel may need a moment for it."""
    return any(_is_gone(pid) or time.sleep(0.01) for _ in range(10_000))


def _is_gone(pid: int) -> bool:
    """Gone, or dead and waiting for whoever adopted it."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] in ("Z", "X")
