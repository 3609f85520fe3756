"""The thin client: whatever happens to it, to its host or to what it is given, the agent gets its own answer."""

from __future__ import annotations

import fcntl
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from chibi_hooks.dialects.rows.dialect import row_dialects
from chibi_hooks.hooks.homes.trust import Trust
from chibi_hooks.server import hook
from chibi_hooks.server.command import CLIENT
from tests.homes import make_home
from tests.server.calling import DENIED, GUARD, Calling, event

CLOSED = '[on_failure]\npre_shell_exec = "deny"\n'
SHORT = '{"READING": 0.2, "TAKING": 0.3}'
NO_HOST = {"CHIBI_HOOKS_RESIDENT": "0"}


def test_a_guard_denies_and_a_benign_call_is_silence_and_one_host_answers_both(calling: Calling) -> None:
    refused = calling("claude-code", stdin=event("rm"))
    assert (refused.code, refused.said, refused.stderr) == (0, DENIED, "")
    host = calling.host
    assert host
    passed = calling("claude-code", "PreToolUse", stdin=event("ls"))
    assert (passed.code, passed.stdout, passed.stderr) == (0, b"{}", "")
    assert calling.host == host
    assert calling.logs.count("listening") == 1


def test_what_is_saved_decides_the_next_call(calling: Calling) -> None:
    assert calling("claude-code", stdin=event("ls")).stdout == b"{}"
    make_home(calling.home, {"hooks/guard.scm": GUARD.replace('"rm"', '"ls"')})
    assert calling("claude-code", stdin=event("ls")).said == DENIED


def test_of_twenty_at_once_exactly_one_starts_the_host(calling: Calling) -> None:
    clients = [calling.start("claude-code") for _ in range(20)]
    answers = [client.communicate(event("rm"), timeout=200) for client in clients]
    assert [json.loads(stdout) for stdout, _ in answers] == [DENIED] * 20
    assert [client.returncode for client in clients] == [0] * 20
    assert calling.logs.count("listening") == 1


def test_what_it_starts_keeps_nothing_of_ours(calling: Calling) -> None:
    ours, theirs = os.pipe()
    environment = {"CHIBI_HOOKS_CALL": "outer", "A": "b"}
    client = calling.start("claude-code", pass_fds=(theirs,), environment=environment)
    os.close(theirs)
    client.communicate(event("ls"), timeout=200)  # ends when nobody has its stdout and stderr any more
    assert os.read(ours, 1) == b""
    os.close(ours)
    about = Path(f"/proc/{calling.host}")
    assert os.readlink(about / "cwd") == "/"
    assert {os.readlink(about / "fd" / number) for number in "01"} == {os.devnull}
    assert os.getsid(calling.host) == calling.host
    told = (about / "environ").read_bytes().split(b"\0")
    assert b"A=b" in told
    assert not [each for each in told if each.startswith(b"CHIBI_HOOKS_CALL")]


@pytest.mark.parametrize("switch", ["0", "off"])
def test_it_can_be_told_to_do_without_a_host(calling: Calling, switch: str) -> None:
    refused = calling("claude-code", stdin=event("rm"), environment={"CHIBI_HOOKS_RESIDENT": switch})
    assert (refused.code, refused.said, refused.stderr) == (0, DENIED, "")
    assert calling.host == 0
    assert calling.logs == ""


BAD: dict[str, bytes] = {
    "empty": b"",
    "not json": b"{oops",
    "not utf-8": b'{"a": "\xff"}',
    "two documents": b"{} {}",
    "deep": b'{"a":' + b"[" * 5000 + b"]" * 5000 + b"}",
    "unknown": b'{"hook_event_name": "Nonsense"}',
    "zero bytes": bytes(1000),
}


def test_what_is_no_event_is_answered_by_silence_and_told(calling: Calling) -> None:
    for name, bad in BAD.items():
        answer = calling("claude-code", stdin=bad)
        assert (answer.code, answer.stdout) == (0, b"{}"), name
        assert answer.stderr.startswith("chibi-hooks hook: "), name
    marked = calling("claude-code", stdin=b"\xef\xbb\xbf" + event("rm"))
    assert (marked.said, marked.stderr) == (DENIED, "")


def test_fifty_megabytes_are_answered_and_more_than_the_limit_is_told(calling: Calling) -> None:
    large = calling("claude-code", stdin=event("rm", padding="x" * (50 << 20)))
    assert large.said == DENIED
    larger = calling("claude-code", stdin=b" " * (hook.LARGEST + 3 * hook.PIECE))
    assert (larger.code, larger.stdout) == (0, b"{}")
    assert "is the most" in larger.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [((), (1, b"")), (("no-such-agent",), (1, b"")), (("claude-code", "a", "b", "--c"), (0, b"{}"))],
)
def test_words_that_are_wrong_are_silence_but_for_the_name_of_the_agent(
    calling: Calling, words: tuple[str, ...], said: tuple[int, bytes]
) -> None:
    answer = calling(*words, stdin=event("ls"))
    assert (answer.code, answer.stdout) == said
    assert answer.stderr != ""


def test_stdin_that_nobody_closes_does_not_keep_the_agent_waiting(calling: Calling) -> None:
    client = calling.start("claude-code", constants=SHORT)
    client.stdin.write(event("rm"))
    client.stdin.flush()
    assert client.wait(timeout=200) == 0
    assert json.loads(client.stdout.read()) == DENIED
    silent = calling.start("claude-code", constants=SHORT)
    assert silent.wait(timeout=200) == 0
    assert silent.stdout.read() == b"{}"
    half = calling.start("claude-code", constants=SHORT)
    half.stdin.write(event("rm")[:-5])
    half.stdin.flush()
    assert half.wait(timeout=200) == 0
    assert half.stdout.read() == b"{}"


def test_chibi_is_told_who_answers_where_and_sends_nothing(calling: Calling) -> None:
    client = calling.start("chibi", "--schema")
    assert client.wait(timeout=200) == 0
    assert json.loads(client.stdout.read())["hooks"] == ["pre_shell_exec"]
    fired = calling("chibi", stdin=b'{"tool_name": "t", "command": "rm"}', environment={"CHIBI_HOOK": "pre_shell_exec"})
    assert (fired.said, fired.stderr) == ({"denied": True, "reason": "no"}, "")


def test_an_event_that_comes_slowly_is_waited_for(calling: Calling) -> None:
    client = calling.start("claude-code", constants=SHORT)
    text = event("rm", padding="x" * 1000)
    for start in range(0, len(text), 100):
        client.stdin.write(text[start : start + 100])
        client.stdin.flush()
        assert client.poll() is None
    client.stdin.write(b" ")
    assert json.loads(client.communicate(timeout=200)[0]) == DENIED


def test_no_stdin_and_nobody_who_reads_is_no_fault(calling: Calling) -> None:
    command = f"exec {sys.executable} -I -S {CLIENT} claude-code --home {calling.home}"
    closed = subprocess.run(["sh", "-c", f"{command} <&-"], env=calling.environment, capture_output=True)
    assert (closed.returncode, closed.stdout) == (0, b"{}")
    unread = subprocess.run(["sh", "-c", f"{command} >&-"], env=calling.environment, input=event("rm"))
    assert unread.returncode == 0


def test_it_does_without_home_and_without_a_directory(calling: Calling) -> None:
    assert calling("claude-code", stdin=event("rm"), environment={"HOME": None}).said == DENIED
    gone = calling.root / "gone"
    gone.mkdir()
    client = calling.start("claude-code", directory=gone, preexec_fn=lambda: os.rmdir(gone))
    assert json.loads(client.communicate(event("rm"), timeout=200)[0]) == DENIED


# --- hosts that do not do what they should ---


class Impostor:
    """Something behind the socket that is no host."""

    def __init__(self, calling: Calling, behave: Callable[[socket.socket], object]) -> None:
        environment = {os.fsencode(name): os.fsencode(each) for name, each in calling.environment.items()}
        directory, name = hook.place(environment, str(calling.client))
        os.makedirs(directory, mode=0o700)
        self.path = os.fsdecode(directory + b"/" + name + b".sock")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        self._behave = behave
        self._kept: list[socket.socket] = []
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self._kept.append(client)
            self._behave(client)

    def close(self) -> None:
        self.listener.close()
        for each in self._kept:
            each.close()


def hang(client: socket.socket) -> None:
    """Says nothing."""


def begin_and_end(client: socket.socket) -> None:
    client.recv(1)
    client.sendall(hook.BEGUN)
    client.close()


def end_half_way(client: socket.socket) -> None:
    client.recv(1 << 16)
    client.sendall(hook.BEGUN + hook.framed(0, b"{}", b"")[:-1])
    client.close()


def speak_otherwise(client: socket.socket) -> None:
    client.recv(1 << 16)
    client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    client.close()


def say_another_version(client: socket.socket) -> None:
    client.recv(1 << 16)
    client.sendall(hook.BEGUN + b"chibi-hook 2\n" + bytes(100) + hook.ENDED)
    client.close()


@pytest.mark.parametrize("behave", [hang, begin_and_end, end_half_way, speak_otherwise, say_another_version])
def test_an_answer_that_does_not_come_is_sought_elsewhere(
    calling: Calling, behave: Callable[[socket.socket], object]
) -> None:
    impostor = Impostor(calling, behave)
    try:
        refused = calling("claude-code", stdin=event("rm"), constants=SHORT)
        assert (refused.code, refused.said) == (0, DENIED)
    finally:
        impostor.close()


@pytest.mark.parametrize("closing", ["at once", "with data unread"])
def test_a_host_that_is_there_and_takes_nothing_is_asked_a_few_times_only(calling: Calling, closing: str) -> None:
    asked: list[socket.socket] = []

    def refuse(client: socket.socket) -> None:
        asked.append(client)
        if closing == "with data unread":
            client.recv(1)
        client.close()

    impostor = Impostor(calling, refuse)
    try:
        with open(impostor.path.replace(".sock", ".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            refused = calling("claude-code", stdin=event("rm"))
        assert (refused.code, refused.said) == (0, DENIED)
        assert len(asked) < 10
    finally:
        impostor.close()


def test_a_host_that_hangs_is_waited_for_once(calling: Calling) -> None:
    asked: list[socket.socket] = []
    impostor = Impostor(calling, asked.append)
    try:
        with open(impostor.path.replace(".sock", ".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            assert calling("claude-code", stdin=event("rm"), constants=SHORT).said == DENIED
        assert len(asked) == 1
    finally:
        impostor.close()


@pytest.mark.parametrize("descriptors", [10, 12, 14])
def test_with_few_descriptors_it_answers_all_the_same(calling: Calling, descriptors: int) -> None:
    few = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (descriptors, descriptors))
    assert calling("claude-code", stdin=event("rm"), preexec_fn=few).said == DENIED


@pytest.mark.parametrize("host", ["0", "1"])
@pytest.mark.parametrize("descriptors", range(1, 6))
def test_with_hardly_a_descriptor_it_refuses_where_the_home_says_so_and_tells_why(
    calling: Calling, descriptors: int, host: str
) -> None:
    make_home(calling.home, {"chibi-hooks.toml": CLOSED})
    few = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (3 + descriptors, 3 + descriptors))
    switch = {"CHIBI_HOOKS_RESIDENT": host}
    refused = calling("claude-code", stdin=event("rm"), environment=switch, preexec_fn=few)
    assert "Too many open files" in refused.said["hookSpecificOutput"]["permissionDecisionReason"]


def test_a_host_that_hangs_after_it_has_begun_ends_in_the_last_word(calling: Calling) -> None:
    def begin(client: socket.socket) -> None:
        client.sendall(hook.BEGUN)

    impostor = Impostor(calling, begin)
    try:
        constants = '{"DEADLINE": 1.0}'
        silent = calling("claude-code", stdin=event("rm"), constants=constants)
        assert (silent.code, silent.stdout) == (0, b"{}")
        assert "nothing could answer" in silent.stderr
        make_home(calling.home, {"chibi-hooks.toml": CLOSED})
        refused = calling("claude-code", stdin=event("rm"), constants=constants)
        assert "on_failure" in refused.said["hookSpecificOutput"]["permissionDecisionReason"]
    finally:
        impostor.close()


def test_a_socket_that_was_left_over_is_taken_over(calling: Calling) -> None:
    Impostor(calling, hang).close()
    assert calling("claude-code", stdin=event("rm")).said == DENIED
    assert calling.host


def test_a_host_that_was_killed_or_stopped_is_replaced_or_done_without(calling: Calling) -> None:
    assert calling("claude-code", stdin=event("rm")).said == DENIED
    first = calling.host
    os.kill(first, signal.SIGKILL)
    calling.wait_until_gone(first)
    assert calling("claude-code", stdin=event("rm")).said == DENIED
    second = calling.host
    assert second not in (0, first)
    os.kill(second, signal.SIGSTOP)
    assert calling("claude-code", stdin=event("rm"), constants=SHORT).said == DENIED
    os.kill(second, signal.SIGCONT)


def test_a_place_for_the_socket_that_cannot_be_had_is_done_without(calling: Calling) -> None:
    place = calling.state  # of a short name: a long one would be done without anyway
    (place / "file").touch()
    (place / "ring").symlink_to("ring")
    (place / "link").mkdir()
    (place / "link" / "chibi-hooks").symlink_to(calling.root)
    for each in ("file", "ring", "link"):
        environment = {"XDG_RUNTIME_DIR": str(place / each)}
        assert calling("claude-code", stdin=event("rm"), environment=environment).said == DENIED, each
    assert calling.host == 0


def test_who_deletes_where_he_stands_is_in_the_project_still(calling: Calling) -> None:
    project = make_home(calling.root / "project", {".chibi/hooks/guard.scm": GUARD})
    Trust(calling.state).grant(project / ".chibi")
    source = project / "src"
    told = event("rm", cwd=str(source / "deep"))
    assert calling("claude-code", stdin=told, home=None, environment=NO_HOST).said == DENIED
    for environment in (NO_HOST, {}):
        (source / "deep").mkdir(parents=True)
        stands = {"home": None, "directory": source / "deep", "preexec_fn": partial(shutil.rmtree, source)}
        assert calling("claude-code", stdin=event("rm"), environment=environment, **stands).said == DENIED


def test_a_log_that_is_a_pipe_keeps_no_agent_waiting(calling: Calling) -> None:
    assert calling("claude-code", stdin=event("rm")).said == DENIED
    os.kill(first := calling.host, signal.SIGKILL)
    calling.wait_until_gone(first)
    (log,) = calling.state.glob("run/*.log")
    log.unlink()
    os.mkfifo(log)
    assert calling("claude-code", stdin=event("rm")).said == DENIED
    assert calling.host == 0  # it has nowhere to say what goes wrong


# --- installations ---


@pytest.fixture
def installed(calling: Calling, tmp_path: Path) -> Calling:
    """Clients of a copy of the package."""
    root = tmp_path / "lib"
    package = CLIENT.parents[1]
    shutil.copytree(package, root / "chibi_hooks", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "scheme_lib").symlink_to(package.parent / "scheme_lib")
    calling.client = root / "chibi_hooks" / "server" / "hook.py"
    return calling


def test_an_upgrade_replaces_the_host(installed: Calling) -> None:
    assert installed("claude-code", stdin=event("rm")).said == DENIED
    first = installed.host
    text = installed.client.read_text()
    installed.client.unlink()
    installed.client.write_text(text + "# newer\n")
    assert installed("claude-code", stdin=event("rm")).said == DENIED
    assert installed.host not in (0, first)
    installed.wait_until_gone(first)
    reasons = ("another one now", "its socket was removed")  # whichever it has seen first
    assert any(each in installed.logs for each in reasons)


def test_half_an_installation_still_refuses_where_the_home_says_so(installed: Calling) -> None:
    (installed.client.parents[1] / "hooks" / "host.py").write_text("(")
    silent = installed("claude-code", stdin=event("rm"))
    assert (silent.code, silent.stdout) == (0, b"{}")
    assert "nothing could answer" in silent.stderr
    assert "SyntaxError" in installed.logs
    assert len(list(installed.state.glob("run/*.lock"))) == 1
    before = installed.logs
    make_home(installed.home, {"chibi-hooks.toml": CLOSED})
    refused = installed("claude-code", stdin=event("rm"))
    assert "on_failure" in refused.said["hookSpecificOutput"]["permissionDecisionReason"]
    assert installed.logs.count("Traceback") == before.count("Traceback")  # it is not started again and again
    assert installed.logs.count("nothing could answer") == 2


def test_hardly_an_installation_is_nothing_at_all(installed: Calling) -> None:
    (installed.client.parent / "hook_alone.py").unlink()
    answer = installed("claude-code", stdin=event("rm"))
    assert (answer.code, answer.stdout, answer.stderr != "") == (0, b"", True)


# --- what it knows of agents ---


def test_its_deadline_is_below_what_rows_say_and_above_what_it_gives_others() -> None:
    long = [row.timeout for dialect in row_dialects() for row in dialect.rows if "on_end" not in row.points]
    assert min(long) > hook.DEADLINE
    assert hook.READING + hook.TAKING < hook.DEADLINE


def test_it_loads_hardly_anything() -> None:
    program = f"""
import sys
before = set(sys.modules)
exec(compile(open({str(CLIENT)!r}).read().replace("if __name__", "if 0 and __name__"), "hook.py", "exec"))
print(*sorted(set(sys.modules) - before))
"""
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["_socket"]


def test_no_file_beside_it_hides_one_of_the_standard_library() -> None:
    assert {path.stem for path in CLIENT.parent.glob("*.py")} & set(sys.stdlib_module_names) == set()
