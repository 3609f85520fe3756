"""`serve` as a process of its own: how it begins, how it ends, what is left when it is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chibi_hooks.server import hook
from chibi_hooks.server.command import CLIENT
from tests.cli.running import ROOT, Terminals
from tests.halves import once, sampled
from tests.homes import make_home, sh_plugin

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "rm")
      (block "no")
      (no-opinion)))
"""


@pytest.fixture(autouse=True)
def _guard(terminals: Terminals) -> None:
    terminals.save({"hooks/guard.scm": GUARD})


def waiting_plugin(terminals: Terminals) -> tuple[Path, Path]:
    """A plugin that runs until it may end: the marks of its beginnings, and the one that lets it go."""
    began, go = terminals.root / "began", terminals.root / "go"
    body = f"echo x >> {began}; while ! [ -e {go} ]; do sleep 0.02; done; echo '{{\"block\": true}}'"
    terminals.save({"plugins/slow": sh_plugin("slow", ["pre_tool"], body)})
    return began, go


def until_there(path: Path) -> None:
    limit = time.monotonic() + 200
    while not path.exists():
        assert time.monotonic() < limit
        time.sleep(0.01)


def test_it_says_where_it_listens_and_what_is_reloaded(terminals: Terminals) -> None:
    serving = terminals.start("serve")
    assert serving.note() == f"serving {terminals.home}, generation 1\n"
    assert serving.note().startswith(f"listening at {terminals.state}/run/")
    terminals.save({"hooks/new.scm": "(("})
    assert serving.note().startswith("generation 2  broken hooks/new.scm  ")
    assert serving.note().startswith("hooks/new.scm:1:2: ")


@pytest.mark.parametrize(
    "number", sampled([signal.SIGTERM, signal.SIGINT, signal.SIGHUP], 3), ids=lambda each: each.name
)
def test_a_signal_ends_it_and_nothing_is_left(terminals: Terminals, number: signal.Signals) -> None:
    serving = terminals.serve()
    fired = terminals.fire("rm x")
    assert serving.end(number) == 0
    assert os.listdir(terminals.state / "run") == []
    assert serving.rest()[1:] == ("", "")
    assert [fire["fire"] for fire in terminals.log()] == [fired["fire"]]
    assert terminals.fire("rm x")["outcome"]["block"] is True


def test_a_killed_one_leaves_a_home_that_simply_starts_again(terminals: Terminals) -> None:
    killed = terminals.serve()
    killed.end(signal.SIGKILL)
    assert len(os.listdir(terminals.state / "run")) == 2
    alone = terminals.run("status")
    assert f"no resident host runs for {terminals.home}" in alone[2]
    assert terminals.fire("rm x")["outcome"]["block"] is True
    terminals.serve()
    assert f"pid {terminals.running[-1].pid}" in terminals.run("status")[1]


def test_of_two_that_start_at_once_one_serves(terminals: Terminals) -> None:
    link = terminals.root / "link"
    link.symlink_to(terminals.home)
    both = [terminals.start("serve"), terminals.start("serve", "--home", str(link))]
    with ThreadPoolExecutor() as pool:
        notes = list(pool.map(lambda each: each.note(), both))
    (served,) = [number for number, text in enumerate(notes) if text.startswith("serving ")]
    refused = notes[1 - served]
    assert "a resident host runs already" in refused and f"(pid {both[served].pid})" in refused
    assert both[1 - served].wait() == 4


def test_it_answers_while_a_fire_runs(terminals: Terminals) -> None:
    began, go = waiting_plugin(terminals)
    serving = terminals.serve()
    slow = terminals.start("fire", "pre_tool", "--sample")
    until_there(began)
    assert terminals.run("status")[0] == 0
    go.touch()
    assert json.loads(slow.rest()[1])["block"] is True
    assert serving.end() == 0


def test_a_fire_under_way_ends_before_it_does(terminals: Terminals) -> None:
    began, go = waiting_plugin(terminals)
    serving = terminals.serve()
    firing = terminals.start("fire", "pre_tool", "--sample", "--json")
    until_there(began)
    serving.process.send_signal(signal.SIGTERM)
    go.touch()
    code, stdout, stderr = firing.rest()
    assert (code, stderr) == (0, "")
    assert serving.wait() == 0
    assert [fire["fire"] for fire in terminals.log()] == [json.loads(stdout)["fire"]]
    assert began.read_text() == "x\n"


def test_a_host_killed_in_the_middle_leaves_a_doubt_and_nothing_runs_twice(terminals: Terminals) -> None:
    began, go = waiting_plugin(terminals)
    serving = terminals.serve()
    firing = terminals.start("fire", "pre_tool", "--sample")
    until_there(began)
    serving.end(signal.SIGKILL)
    code, stdout, stderr = firing.rest()
    assert (code, stdout) == (3, "")
    assert "the resident host ended before it answered" in stderr
    assert "whether it was done is not known; `chibi-hooks log` shows the fires that were" in stderr
    go.touch()
    assert began.read_text() == "x\n"
    assert terminals.log() == []


def test_a_host_that_stands_still_is_worked_around(terminals: Terminals) -> None:
    serving = terminals.serve()
    serving.process.send_signal(signal.SIGSTOP)
    code, stdout, stderr = terminals.run("fire", "pre_tool", "--sample")
    assert code == 0 and json.loads(stdout)["block"] is True
    assert "working without the resident host: the resident host does not answer as it should" in stderr
    code, _, stderr = terminals.run("serve")
    assert code == 4 and f"(pid {serving.pid})" in stderr


@once
def test_one_journal_for_all_who_fire(terminals: Terminals) -> None:
    """The resident host, and programs with a host of their own, write at the same time."""
    program = (
        "import sys; from chibi_hooks import Host\n"
        "with Host.open(home=sys.argv[-1]) as host:\n"
        "    print(*(host.fire('post_tool', {'n': n}).id for n in range(200)))"
    )
    serving = terminals.serve()
    names = [fired["fire"] for fired in (terminals.fire("ls"),)]
    with ThreadPoolExecutor() as pool:
        alone = [pool.submit(terminals.python, program) for _ in range(2)]
        served = [pool.submit(terminals.fire, f"rm {number}") for number in range(6)]
        names += [fired.result()["fire"] for fired in served]
        for each in alone:
            names += each.result().split()
    assert serving.end() == 0
    assert sorted(names) == sorted(fire["fire"] for fire in terminals.log())


@once
def test_log_follows_the_fires_of_a_resident_host(terminals: Terminals) -> None:
    following = terminals.start("log", "-f", "--json", "--decision", "blocked")
    terminals.fire("rm 0")
    assert json.loads(following.line())["payload"]["arguments"]["command"] == "rm 0"
    serving = terminals.serve()
    for number in range(1, 3):
        terminals.fire("ls")
        terminals.fire(f"rm {number}")
        assert json.loads(following.line())["payload"]["arguments"]["command"] == f"rm {number}"
    serving.end()
    terminals.fire("rm 3")
    assert json.loads(following.line())["payload"]["arguments"]["command"] == "rm 3"


def test_a_home_in_a_place_with_a_long_name_is_served(tmp_path: Path, terminals: Terminals) -> None:
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    state = deep / "state"
    home = make_home(deep / "home", {"hooks/guard.scm": GUARD})
    serving = terminals.start("serve", "--home", str(home), CHIBI_HOOKS_STATE=str(state))
    assert f"listening at /tmp/chibi-hooks-{os.geteuid()}/" in serving.notes_until("listening at")
    code, stdout, _ = terminals.run("status", "--json", "--home", str(home), CHIBI_HOOKS_STATE=str(state))
    assert (code, json.loads(stdout)["pid"]) == (0, serving.pid)
    assert serving.end() == 0


@once
def test_programs_see_the_runtime_directory_of_the_session(terminals: Terminals) -> None:
    runtime = terminals.state / "runtime"
    runtime.mkdir(mode=0o700)
    serving = terminals.start("serve", XDG_RUNTIME_DIR=str(runtime))
    assert f"listening at {runtime}/chibi-hooks/" in serving.notes_until("listening at")
    assert json.loads(terminals.run("status", "--json", XDG_RUNTIME_DIR=str(runtime))[1])["resident"] is True
    assert json.loads(terminals.run("status", "--json")[1])["resident"] is False
    runtime.chmod(0o770)
    code, _, stderr = terminals.run("fire", "pre_tool", "--sample", XDG_RUNTIME_DIR=str(runtime))
    assert code == 0 and "needs a directory that only you can write to, got mode 0770" in stderr


def in_project(terminals: Terminals) -> dict[str, str]:
    """The home becomes that of a project around the working directory of all commands."""
    (terminals.root / "home").rename(terminals.root / ".chibi")
    return {"HOME": str(terminals.root / "user")}


@once
def test_homes_that_come_to_count_are_served_and_those_that_do_not_are_not(terminals: Terminals) -> None:
    user = in_project(terminals)
    make_home(terminals.root / "user/.chibi", {"hooks/own.scm": "(define-hook pre_clear () (no-opinion))"})
    serving = terminals.start("serve", home=False, **user)
    assert "own" not in serving.note()  # the project's home is skipped
    assert serving.notes_until("listening at").startswith("serving ")
    assert terminals.run("trust", home=False, **user)[0] == 0
    again = serving.notes_until("listening at")
    assert "there are other homes to be held now" in again
    assert again.count("serving ") == 2
    status = json.loads(terminals.run("status", "--json", home=False, **user)[1])
    assert (status["pid"], len(status["homes"])) == (serving.pid, 2)
    code, stdout, _ = terminals.run("fire", "pre_tool", "--sample", home=False, **user)
    assert code == 0 and json.loads(stdout)["block"] is True
    assert terminals.run("trust", "--revoke", home=False, **user)[0] == 0
    assert serving.notes_until("listening at").count("serving ") == 1
    code, stdout, stderr = terminals.run("fire", "pre_tool", "--sample", home=False, **user)
    assert (code, json.loads(stdout)) == (0, {}) and "only after `chibi-hooks trust`" in stderr


@once
def test_a_home_that_was_named_does_not_answer_for_one_that_is_only_trusted(terminals: Terminals) -> None:
    user = in_project(terminals)
    assert terminals.run("trust", home=False, **user)[0] == 0
    (terminals.root / ".chibi/hooks/guard.scm").write_text(GUARD.replace('"no"', '"pulled"'))
    serving = terminals.start("serve", "--home", str(terminals.root / ".chibi"), **user)
    serving.notes_until("listening at")
    named = terminals.run("fire", "pre_tool", "--sample", "--home", str(terminals.root / ".chibi"), **user)
    assert json.loads(named[1])["message"] == "pulled"
    code, stdout, stderr = terminals.run("fire", "pre_tool", "--sample", home=False, **user)
    assert (code, json.loads(stdout)["message"]) == (0, "no")  # what was trusted decides
    assert "hooks/guard.scm: it has changed since it was trusted" in stderr


@pytest.mark.parametrize(("name", "is_work"), [("serve", False), ("dev", True), ("watch", True)])
def test_what_is_saved_is_trusted_while_somebody_works(terminals: Terminals, name: str, is_work: bool) -> None:
    user = in_project(terminals)
    assert terminals.run("trust", home=False, **user)[0] == 0
    running = terminals.start(name, home=False, **user)
    running.notes_until("listening at" if name == "serve" else "working on" if name == "dev" else "watching ")
    made = make_home(terminals.root / "made", {"guard.scm": GUARD.replace('"no"', '"saved"')})
    os.replace(made / "guard.scm", terminals.root / ".chibi/hooks/guard.scm")
    assert running.note() if name == "serve" else running.line()
    code, stdout, _ = terminals.run("fire", "pre_tool", "--sample", home=False, **user)
    assert json.loads(stdout)["message"] == ("saved" if is_work else "no")
    running.end()
    code, stdout, stderr = terminals.run("fire", "pre_tool", "--sample", home=False, **user)
    assert json.loads(stdout) == {"block": True, "message": "saved" if is_work else "no"}


def ask_over_http(terminals: Terminals, told: dict[str, str]) -> object:
    with open(told["token_file"]) as file:
        token = file.read().strip()
    call = {"tool_name": "Bash", "tool_input": {"command": "rm x"}}
    event = json.dumps({"hook_event_name": "PreToolUse", "session_id": "s", **call}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{told['http']}/hook/claude-code", event, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["hookSpecificOutput"]["permissionDecisionReason"]


def test_agents_are_answered_over_http_and_status_says_where(terminals: Terminals) -> None:
    serving = terminals.start("serve", "--http", "0")
    serving.notes_until("listening at")
    told = json.loads(terminals.run("status", "--json")[1])
    assert ask_over_http(terminals, told) == "no"
    assert told["http"] in terminals.run("status")[1]
    assert terminals.log()[0]["origin"]["agent"] == "claude-code"
    assert serving.end() == 0
    assert [Path(each).suffix for each in os.listdir(terminals.state / "run")] == [".token"]
    assert json.loads(terminals.run("status", "--json")[1])["http"] is None


@once
def test_http_is_served_beside_a_process_that_holds_the_home(terminals: Terminals) -> None:
    holding = terminals.serve()
    beside = terminals.start("serve", "--http", "0")
    assert f"pid {holding.pid}" in beside.notes_until("answering agents")
    told = json.loads(terminals.run("status", "--json")[1])
    assert ask_over_http(terminals, told) == "no"
    assert json.loads(terminals.run("status", "--json")[1])["pid"] == holding.pid
    assert beside.end() == 0


def test_a_port_that_is_taken_takes_no_home_from_anybody(terminals: Terminals) -> None:
    agents = terminals.start("serve", "--agents", home=False)
    agents.notes_until("listening at")
    event = json.dumps({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm x"}})
    client = ["-I", "-S", str(CLIENT), "claude-code", "--home", str(terminals.home)]
    assert '"deny"' in terminals._start(client, event, {"CHIBI_HOOKS_RESIDENT": "1"}).rest()[1]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, _, said = terminals.start("serve", "--http", str(taken.getsockname()[1])).rest()
    assert (code, "--http PORT" in said, "serving" in said) == (4, True, False)
    assert json.loads(terminals.run("status", "--json")[1])["pid"] == agents.pid
    assert agents.end() == 0


@once
def test_what_is_held_for_agents_only_is_served_by_who_wants_to(terminals: Terminals) -> None:
    event = json.dumps({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm x"}})
    agents = terminals.start("serve", "--agents", home=False)
    agents.notes_until("listening at")

    def is_denied() -> bool:
        client = ["-I", "-S", str(CLIENT), "claude-code", "--home", str(terminals.home)]
        return '"deny"' in terminals._start(client, event, {"CHIBI_HOOKS_RESIDENT": "1"}).rest()[1]

    assert is_denied()
    assert json.loads(terminals.run("status", "--json")[1])["pid"] == agents.pid
    serving = terminals.serve()
    assert json.loads(terminals.run("status", "--json")[1])["pid"] == serving.pid
    assert is_denied()
    assert serving.end() == 0
    assert is_denied()
    assert agents.end() == 0


def test_without_the_libraries_http_says_what_brings_them(terminals: Terminals) -> None:
    program = "import sys; sys.modules['uvicorn'] = None; from chibi_hooks.cli import main; " \
        "sys.exit(main(['serve', '--http', '0', '--home', sys.argv[1]]))"  # fmt: skip
    code, _, said = terminals._start(["-c", program, str(terminals.home)], "", {}).rest()
    assert (code, "pip install chibi-hooks[http]" in said) == (4, True)


def test_the_host_for_agents_says_where_it_listens_and_there_is_one(terminals: Terminals) -> None:
    first = terminals.start("serve", "--agents", home=False)
    assert "listening at" in first.note()
    code, _, said = terminals.run("serve", "--agents", home=False)
    assert (code, f"pid {first.pid}" in said) == (0, True)
    assert first.end() == 0
    assert os.listdir(terminals.state / "run") == []


def test_one_call_on_stdin_is_answered_on_stdout(terminals: Terminals) -> None:
    call = hook.ClientCall(["claude-code", "--home", str(terminals.home)])
    call.chunks = [b'{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm x"}}']
    command = [sys.executable, "-m", "chibi_hooks", "serve", "--once"]
    environment = {**os.environ, "CHIBI_HOOKS_STATE": str(terminals.state), "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, input=hook.request(call), capture_output=True, env=environment, check=True)
    code, text, _ = hook.parsed(ran.stdout)
    assert (code, b'"deny"' in text) == (0, True)
