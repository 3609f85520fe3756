"""Findings E2-E8: chibi's own files and plugins, unmodified and unconfigured; each test by its number (E1 stands in
test_b_around.py)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.scripts.workers.nursery import NURSERY
from tests.cli.command import Command
from tests.homes import answering, make_home

Opener = Callable[..., Host]
PUBLISHED = Path(__file__).parents[1] / "published"
SHARED = "vfs/tools/shared"
HISTORY = (PUBLISHED / "history.scm").read_text(encoding="utf-8")
REGISTRY = {"flocks": [{"name": "infra", "created_at": 1, "members": [{"context": "ada", "site": "site:box-1"}]}]}


def call(host: Host, name: str, context: str = "ada", **arguments: Any) -> str:
    return host.call_tool(name, arguments, context=context).output


def value(text: str) -> str:
    return text.removeprefix("result: ").partition("\nstdout: ")[0]


# --- E2: what chibi generates ---


def test_e2_the_directories_of_tasks_are_generated_for_each_context(opened: Opener) -> None:
    files = {"chibi-hooks.toml": '[flocks]\nteam = ["ada", "bob"]\nother = ["bob"]\n'}
    with opened(files) as host:
        path = "vfs:///sys/contexts/{}/task-dirs"
        assert call(host, "file_head", path=path.format("ada"), lines="1") == '("/home/ada/tasks" "/flocks/team/tasks")'
        assert call(host, "file_head", path=path.format("eve")) == '("/home/eve/tasks")'
        assert call(host, "vfs_list", path="vfs:///sys/contexts") == "ada (dir)\nbob (dir)"
        assert call(host, "vfs_list", path="vfs:///sys/contexts/ada") == "state.json (file)\ntask-dirs (file)"
        assert call(host, "vfs_list", path="vfs:///sys") == "contexts (dir)"
        state = json.loads(call(host, "file_head", path="vfs:///sys/contexts/ada/state.json"))
        assert state["flocks"] == ["team"]
        assert state["paths"] == {"tasks": "/home/ada/tasks", "goals": ["/flocks/team/goals.md"]}


def test_e2_what_chibi_keeps_in_its_home_counts(opened: Opener) -> None:
    files = {
        "site.json": '{"uuid": "u", "site_id": "box-1"}',
        "state.json": '{"contexts": [{"name": "old", "created_at": 7}, {"name": "../up"}, 3]}',
        "vfs/flocks/registry.json": json.dumps(REGISTRY),
        "contexts/old/transcript/manifest.json": '{"active_partition": "partitions/p1.jsonl"}',
        "contexts/old/transcript/partitions/p1.jsonl": "first\n",
    }
    with opened(files) as host:
        there = call(host, "file_head", path="vfs:///sys/contexts/ada/task-dirs")
        assert there == '("/home/ada/tasks" "/flocks/site:box-1/tasks" "/flocks/infra/tasks")'
        assert (
            host.call_tool("write_file", {"path": "vfs:///flocks/infra/a", "content": ""}, context="ada").error is None
        )
        assert "is no member" in call(host, "write_file", "eve", path="vfs:///flocks/infra/b", content="")
        assert host.call_tool("write_file", {"path": "vfs:///site/a", "content": ""}, context="eve").error is None
        assert json.loads(call(host, "file_head", path="vfs:///sys/contexts/old/state.json"))["created_at"] == 7
        assert "old (dir)" in call(host, "vfs_list", path="vfs:///sys/contexts")
        assert call(host, "file_head", path="vfs:///sys/contexts/old/transcript/active.jsonl") == "first"
        assert call(host, "vfs_list", path="vfs:///sys/contexts/old/transcript/partitions") == "p1.jsonl (file)"


@pytest.mark.parametrize(
    "broken", ["{", "[]", '{"flocks": 3}', '{"flocks": [{"name": "../x", "members": [1]}]}', "\xff"]
)
def test_e2_what_is_broken_there_counts_as_missing(opened: Opener, broken: str) -> None:
    names = ("site.json", "state.json", "vfs/flocks/registry.json", "contexts/ada/transcript/manifest.json")
    with opened({name: broken.encode("latin-1") for name in names}) as host:
        assert call(host, "file_head", path="vfs:///sys/contexts/ada/task-dirs") == '("/home/ada/tasks")'
        assert json.loads(call(host, "file_head", path="vfs:///sys/contexts/ada/state.json"))["created_at"] is None


def test_e2_no_link_leads_out_of_a_transcript(opened: Opener, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("s")
    with opened({"contexts/ada/transcript/manifest.json": '{"active_partition": "../../../../secret"}'}) as host:
        (tmp_path / "home/contexts/ada/transcript/link").symlink_to(secret)
        for name in ("active.jsonl", "link"):
            told = call(host, "file_head", path=f"vfs:///sys/contexts/ada/transcript/{name}")
            assert "there is no such file" in told


@pytest.mark.parametrize("path", ["sys/contexts/ada/task-dirs", "sys/contexts/ada/mine", "tools/sys/write_file"])
def test_e2_nobody_writes_what_is_generated(opened: Opener, path: str) -> None:
    with opened({f"{SHARED}/io.scm": "(import (harness io))", "chibi-hooks.toml": ""}) as host:
        for tool, given in (
            ("write_file", {"path": f"vfs:///{path}", "content": "1"}),
            ("vfs_delete", {"path": f"vfs:///{path}"}),
            ("vfs_mkdir", {"path": f"vfs:///{path}/d"}),
            ("vfs_move", {"src": f"vfs:///{path}", "dst": "vfs:///shared/x"}),
            ("vfs_copy", {"src": "vfs:///shared/x", "dst": f"vfs:///{path}"}),
        ):
            assert "nobody writes it" in call(host, tool, **given)


def test_e2_a_task_of_a_flock_is_found_again(opened: Opener) -> None:
    files = {f"{SHARED}/tasks.scm": (PUBLISHED / "tasks.scm").read_text(), "chibi-hooks.toml": '[flocks]\nteam=["ada"]'}
    with opened(files) as host:
        task = '((id . "1a") (title . "Deploy") (status . pending))\n'
        call(host, "write_file", path="vfs:///flocks/team/tasks/1a.task", content=task)
        assert "Deploy" in value(call(host, "task_list"))
        assert "Deploy" not in value(call(host, "task_list", "eve"))


# --- E3: the tier between ---


@pytest.mark.parametrize("isolation", ["thread", pytest.param("worker", marks=pytest.mark.long)])
def test_e3_the_history_needs_no_line_of_configuration(opened: Opener, isolation: str) -> None:
    with opened({f"{SHARED}/history.scm": HISTORY}, isolation=isolation) as host:
        assert host.notices == ()
        assert [script.tier for script in host.generation.loaded[0].scripts] == ["virtual"]
        for content in ("one\n", "two\n"):
            call(host, "write_file", path="vfs:///home/ada/a.md", content=content)
        assert value(call(host, "file_history_log", path="vfs:///home/ada/a.md")) == "1"
        assert value(call(host, "file_history_show", path="vfs:///home/ada/a.md", revision=1)) == "one\n"


def test_e3_it_is_installed_through_write_file_as_chibi_documents(opened: Opener) -> None:
    with opened({}) as host:
        path = f"vfs:///{SHARED.removeprefix('vfs/')}/history.scm"
        assert "does not load" not in call(host, "write_file", path=path, content=HISTORY)
        assert "file_history_log" in host.tools
        call(host, "write_file", path=path, content=HISTORY + "\n")
        assert value(call(host, "file_history_log", path=path)) == "1"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('(io-read "/etc/passwd")', "files of the system need tier"),
        ('(io-write "here.txt" "x")', "files of the system need tier"),
        ('(io-exists? "vfs:///sys/contexts/ada")', "#t"),
        ('(io-write "vfs:///home/ada/mine" "x")', "#t"),
        ('(io-write "vfs:///home/bob/his" "x")', "only the context bob writes here"),
        ('(io-append "vfs:///sys/x" "x")', "nobody writes here"),
        ('(io-delete "vfs:///tools/shared/trusted.scm")', "runs unsandboxed"),
        ('(io-write "vfs:///tools/shared/trusted.scm" "x")', "runs unsandboxed"),
        ('(io-list "vfs:///shared/../home")', ".. is not allowed"),
    ],
)
def test_e3_virtual_files_are_written_as_whoever_it_runs_for_and_nothing_else(
    opened: Opener, code: str, said: str
) -> None:
    execute = f"(execute (lambda (args) {code}))"
    file = f'(import (harness io)) (define-tool io (description "d") (parameters \'()) {execute})'
    config = f'[scheme.tiers]\n"{SHARED}/trusted.scm" = "unsandboxed"\n'
    with opened({f"{SHARED}/io.scm": file, f"{SHARED}/trusted.scm": "1", "chibi-hooks.toml": config}) as host:
        assert host.notices == ()
        assert said in value(call(host, "io"))


def test_e3_elsewhere_the_line_to_write_is_said(opened: Opener) -> None:
    with opened({"hooks/io.scm": "(import (harness io))"}) as host:
        assert '"hooks/io.scm" = "virtual" or "hooks/io.scm" = "unsandboxed"' in str(host.notices[0])
    with opened({"chibi-hooks.toml": '[scheme.tiers]\n"hooks/io.scm" = "virtual"\n'}) as host:
        assert host.notices == ()


def test_e3_a_shared_file_that_has_no_virtual_files_is_sandboxed(opened: Opener) -> None:
    with opened({f"{SHARED}/a.scm": "(register-hook 'pre_tool (lambda (p) '()))"}) as host:
        assert [script.tier for script in host.generation.loaded[0].scripts] == ["sandboxed"]


def test_e3_the_list_of_tools_says_what_was_left_out(command: Command) -> None:
    make_home(Path("home"), {"hooks/a.scm": "(car"})
    told = json.loads(command("list", "--tools", "--json", "--home", "home").stdout)
    assert [each["place"] for each in told["skipped"]] == ["hooks/a.scm"]


# --- E4: paths and contexts ---


@pytest.mark.parametrize(
    "path", ["vfs:///shared//a", "vfs:///shared/", "vfs:////", "vfs:///./shared", "vfs:///shared/."]
)
def test_e4_a_file_has_one_spelling(opened: Opener, path: str) -> None:
    with opened({}) as host:
        for tool in ("vfs_list", "file_head", "vfs_mkdir", "vfs_info"):
            assert "is not allowed" in call(host, tool, path=path)


def test_e4_without_a_context_it_is_the_default_one(command: Command) -> None:
    make_home(Path("home"), {})
    written = command("tool", "write_file", '{"path": "vfs:///home/default/a", "content": "x"}', "--home", "home")
    assert (written.code, Path("home/vfs/home/default/a").read_text()) == (0, "x")


# --- E5: fuel ---


@pytest.mark.parametrize("point", ["pre_agentic_loop", "post_tool_batch"])
def test_e5_fuel_without_a_limit_changes_nothing(opened: Opener, point: str) -> None:
    hook = f'(register-hook \'{point} (lambda (p) \'(("fuel" . 3) ("fuel_delta" . 2) ("fallback" . "call_user"))))'
    payload = {"context_name": "c", "current_fallback": "call_agent", "message": "m", "tool_calls": []}
    with opened({"hooks/f.scm": hook}) as host:
        fire = host.fire(point, payload)
        assert fire.folded.values == {"fallback": "call_user"}
        assert "fuel is ignored: there is no limit: the payload has no fuel_remaining" in "\n".join(
            step.text for step in fire.steps
        )
        assert host.fire(point, {**payload, "fuel_remaining": 9}).folded.values["fuel"] == 3


# --- E6: who answers ---


def test_e6_a_file_with_tools_answers_by_the_name_of_the_first(opened: Opener) -> None:
    tool = '(define-tool {} (description "d") (parameters \'()) (execute (lambda (a) "")))'
    hook = "(register-hook 'pre_send_message (lambda (p) '((\"delivered\" . #t))))"
    message = {"from": "a", "to": "b", "content": "c", "context_name": "x"}
    for isolation in ("thread", "worker"):
        with opened({"hooks/a.scm": hook + tool.format("post") + tool.format("other")}, isolation=isolation) as host:
            fire = host.fire("pre_send_message", message)
            assert (fire.answers[0].responder, fire.outcome.via) == ("post", "post")
    with opened({"hooks/a.scm": hook}) as host:
        assert host.fire("pre_send_message", message).outcome.via == "a"


# --- E7: what a script sees of a failed call ---


@pytest.mark.parametrize(
    ("name", "arguments", "begins"),
    [
        ("fails", "'()", "tool error: ValueError: no"),
        ("nobody", "'()", "unknown tool: nobody"),
        ("fails", "3", "args conversion: "),
        ("file_head", '\'(("path" . "vfs:///none"))', "tool error: vfs:///none: "),
    ],
)
def test_e7_the_message_begins_with_what_went_wrong(opened: Opener, name: str, arguments: str, begins: str) -> None:
    body = f'(guard (e (#t (error-object-message e))) (call-tool "{name}" {arguments}))'
    tool = f'(define-tool t (description "d") (parameters \'()) (execute (lambda (a) {body})))'

    def fails() -> str:
        raise ValueError("no")

    with opened({"hooks/t.scm": tool}, tools={"fails": fails}) as host:
        assert value(call(host, "t")).startswith(begins)


# --- E8: the rest of its tools ---


def test_e8_files_are_told_of_copied_and_moved(opened: Opener) -> None:
    with opened({}) as host:
        call(host, "write_file", path="vfs:///shared/a", content="grüße\n")
        assert call(host, "vfs_info", path="vfs:///shared/a").splitlines()[:2] == ["kind: file", "size: 8 bytes"]
        assert call(host, "vfs_info", path="vfs:///shared").startswith("kind: directory")
        assert "there is no such" in call(host, "vfs_info", path="vfs:///shared/b")
        call(host, "vfs_copy", src="vfs:///shared/a", dst="vfs:///home/ada/b")
        call(host, "vfs_move", src="vfs:///home/ada/b", dst="vfs:///shared/deep/c")
        assert call(host, "vfs_list", path="vfs:///home/ada") == "No entries found."
        assert call(host, "file_head", path="vfs:///shared/deep/c") == "grüße"
        call(host, "vfs_move", src="vfs:///shared/deep", dst="vfs:///shared/other")
        assert call(host, "file_head", path="vfs:///shared/other/c") == "grüße"
        assert "is there already" in call(host, "vfs_move", src="vfs:///shared/other", dst="vfs:///shared/a")
        assert "only the context bob" in call(host, "vfs_copy", src="vfs:///shared/a", dst="vfs:///home/bob/x")
        assert "only the context bob" in call(host, "vfs_move", src="vfs:///home/bob/x", dst="vfs:///shared/x")
        call(host, "vfs_copy", src="vfs:///tools/sys/vfs_copy", dst="vfs:///shared/schema")
        assert '"category": "vfs"' in call(host, "file_head", path="vfs:///shared/schema")


def test_e8_a_tool_file_that_is_copied_or_moved_is_live(opened: Opener) -> None:
    text = '(define-tool t (description "d") (parameters \'()) (execute (lambda (a) "t")))'
    with opened({}) as host:
        call(host, "write_file", path="vfs:///shared/t.scm", content=text)
        call(host, "vfs_copy", src="vfs:///shared/t.scm", dst="vfs:///tools/shared/t.scm")
        assert "t" in host.tools
        call(host, "vfs_move", src="vfs:///tools/shared/t.scm", dst="vfs:///shared/u.scm")
        assert "t" not in host.tools


def test_e8_lines_are_searched_with_their_neighbours(opened: Opener) -> None:
    text = "".join(f"line {n}\n" for n in range(1, 21))
    with opened({}) as host:
        call(host, "write_file", path="vfs:///shared/a", content=text)
        told = call(
            host, "file_grep", path="vfs:///shared/a", pattern="line (3|4|12)$", context_before=1, context_after="0"
        )
        assert told == " 2:line 2\n>3:line 3\n>4:line 4\n--\n 11:line 11\n>12:line 12"
        assert call(host, "file_grep", path="vfs:///shared/a", pattern="line 9").count("\n") == 4
        assert call(host, "file_grep", path="vfs:///shared/a", pattern="none") == "No matches found for pattern: none"
        for bad in ("(", "a{2000}{2000}", "(?=x)"):
            assert "is no regular expression" in call(host, "file_grep", path="vfs:///shared/a", pattern=bad)


def test_e8_every_tool_is_told_in_a_file(opened: Opener) -> None:
    own = '(define-tool mine (description "d") (parameters \'()) (execute (lambda (a) "")))'
    with opened({"vfs/tools/home/ada/m.scm": own}) as host:
        assert "mine (file)" in call(host, "vfs_list", path="vfs:///tools/sys")
        assert "mine (file)" not in call(host, "vfs_list", "bob", path="vfs:///tools/sys")
        told = json.loads(call(host, "file_head", path="vfs:///tools/sys/mine"))
        assert (told["name"], told["description"], told["category"]) == ("mine", "d", "synthesised")


@pytest.mark.parametrize("isolation", ["thread", "worker"])
def test_e8_scheme_is_evaluated_in_a_world_of_each_context(isolation: str, opened: Opener) -> None:
    with opened({"chibi-hooks.toml": f'[scheme]\nisolation = "{isolation}"\n'}) as host:
        assert call(host, "scheme_eval", code="") == ""
        assert value(call(host, "scheme_eval", code='(define x 4) (list x "s" %context-name%)')) == '(4 "s" "ada")'
        assert value(call(host, "scheme_eval", code="(* x x)")) == "16"
        assert "unbound variable: x" in value(call(host, "scheme_eval", "bob", code="x"))
        assert value(call(host, "scheme_eval", code='(call-tool "vfs_list" \'(("path" . "vfs:///shared")))')) == (
            '"No entries found."'
        )
        assert call(host, "scheme_eval", code='(display "out") 1').splitlines()[1] == "stdout: out"
        assert "error: scheme_eval:1:1: car: " in call(host, "scheme_eval", code="(car 5)")
        assert "harness io" in value(call(host, "scheme_eval", code="(import (harness io))"))
        assert (
            value(call(host, "scheme_eval", code="(describe 5)"))
            == '"describe: wanted an alist like hooks-docs, got 5"'
        )
        inner = '(call-tool "scheme_eval" \'(("code" . "(define y (* x 2)) y")))'
        assert "result: 8" in value(call(host, "scheme_eval", code=inner))
        assert value(call(host, "scheme_eval", code="(+ x y)")) == "12"


@pytest.mark.parametrize("isolation", ["thread", "worker"])
def test_e8_a_program_that_never_ends_is_stopped_and_its_world_goes_on(isolation: str, opened: Opener) -> None:
    config = f'[scheme]\nisolation = "{isolation}"\ntime_limit = 0.2\n'
    with opened({"chibi-hooks.toml": config}) as host:
        assert value(call(host, "scheme_eval", code="(define x 4)"))
        assert "stopped" in call(host, "scheme_eval", code="(let loop () (loop))")
        assert value(call(host, "scheme_eval", code="x")) == "4"


def test_e8_what_was_defined_in_a_process_that_is_gone_is_lost_and_that_is_told(opened: Opener) -> None:
    with opened({"chibi-hooks.toml": '[scheme]\nisolation = "worker"\n'}) as host:
        assert value(call(host, "scheme_eval", code="(define x 4) x")) == "4"
        NURSERY.close()  # and its workers with it
        told = call(host, "scheme_eval", code="x")
        assert "unbound variable: x" in told and told.endswith("what it kept is lost")
        assert value(call(host, "scheme_eval", code="(define x 5) x")) == "5"


def test_e8_the_published_permission_plugin_that_says_yes_is_not_warned_about(opened: Opener) -> None:
    plugin = answering("p", ["pre_file_write"], {"approved": True, "reason": "user approved"})
    with opened({"plugins/p": plugin}) as host:
        fire = host.fire("pre_file_write", {"tool_name": "write_file", "path": "/x", "content": ""}, settle=False)
    assert fire.folded.values == {}
    assert not [step for step in fire.steps if step.action in ("unknown", "warning")]
