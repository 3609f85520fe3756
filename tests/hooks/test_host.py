"""The host: every responder asked in order, failures as answers, one outcome; nothing a responder does is raised."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.errors import BadPayload, BadRequest, ConfigError, UnknownPoint
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from tests.homes import answering, make_home, sh_plugin
from tests.isolation import in_threads

SHELL = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}
PERMISSION = {"tool_name": "shell_exec", "command": "ls"}


Open = Callable[..., Host]


# --- answers and outcome ---


def test_all_plugins_get_the_original_payload_and_the_last_change_wins(opened: Open) -> None:
    payload = {"prompt": "hi", "context_name": "c", "summary": ""}
    files = {
        f"plugins/{name}": sh_plugin(name, ["pre_message"], f'cat >&2; echo \'{{"prompt": "{name}"}}\'')
        for name in ("a", "b")
    }
    with opened(files) as host:
        fire = host.fire("pre_message", payload)
    assert [(name, json.loads(text)) for name, text in fire.said] == [("a", payload), ("b", payload)]
    assert fire.outcome.prompt == "b"


def test_a_fire_as_json_has_the_pinned_form(opened: Open) -> None:
    with opened({"plugins/guard": answering("guard", ["pre_tool"], {"block": True})}) as host:
        data = json.loads(json.dumps(host.fire("pre_tool", SHELL).to_json()))
    assert list(data) == ["fire", "point", "generation", "origin", "outcome", "answers", "skipped", "ms"]
    assert (data["point"], data["generation"], data["skipped"]) == ("pre_tool", 1, [])
    assert data["outcome"] == {"block": True, "message": "Tool call blocked by hook"}
    assert list(data["answers"][0]) == ["responder", "kind", "place", "value", "error", "ms"]
    assert data["answers"][0]["value"] == {"block": True}


def test_fields_that_nobody_set_can_be_read_and_are_not_in_the_json(opened: Open) -> None:
    with opened({}) as host:
        fire = host.fire("pre_tool", SHELL)
    assert fire.outcome.block is False
    assert fire.outcome.message is None
    assert fire.to_json()["outcome"] == {}


def test_every_fire_has_an_id_of_its_own(opened: Open) -> None:
    with opened({}) as host:
        assert len({host.fire("pre_tool", SHELL).id for _ in range(100)}) == 100


def test_a_plugin_that_fails_in_any_way_leaves_the_others_alone(opened: Open) -> None:
    files = {
        "plugins/a-exit": sh_plugin("a-exit", ["pre_tool"], "exit 3"),
        "plugins/b-text": sh_plugin("b-text", ["pre_tool"], "echo just words"),
        "plugins/c-kill": sh_plugin("c-kill", ["pre_tool"], "kill -9 $$"),
        "plugins/d-flood": sh_plugin("d-flood", ["pre_tool"], "yes"),
        "plugins/e-hang": sh_plugin("e-hang", ["pre_tool"], "sleep 60"),
        "plugins/f-guard": answering("f-guard", ["pre_tool"], {"block": True, "message": "no"}),
        "chibi-hooks.toml": "[plugins]\ntimeout = 3\n",
    }
    with opened(files) as host:
        fire = host.fire("pre_tool", SHELL)
    assert [answer.error and answer.error.type for answer in fire.answers] == [
        "exit",
        "output",
        "signal",
        "output",
        "timeout",
        None,
    ]
    assert fire.answers[1].value == "just words"
    assert fire.to_json()["outcome"] == {"block": True, "message": "no"}


def test_what_plugins_write_to_stderr_is_kept_apart(opened: Open) -> None:
    with opened({"plugins/a": sh_plugin("a", ["pre_tool"], "echo careful >&2")}) as host:
        fire = host.fire("pre_tool", SHELL)
    assert fire.said == [("a", "careful\n")]
    assert fire.answers[0].value is None


def test_an_executable_answers_once_however_many_of_its_tools_declare_the_point(opened: Open) -> None:
    schema = [{"name": name, "description": "", "hooks": ["pre_tool"]} for name in ("one", "two")]
    plugin = f"#!/bin/sh\n[ \"$1\" = --schema ] && echo '{json.dumps(schema)}'\nexit 0\n"
    with opened({"plugins/both": plugin}) as host:
        assert [answer.responder for answer in host.fire("pre_tool", SHELL).answers] == ["one"]


def test_a_later_tool_takes_the_place_of_an_earlier_one_of_the_same_name(opened: Open) -> None:
    files = {
        "plugins/a": answering("same", ["pre_tool"], {"message": "a"}),
        "plugins/b": answering("other", ["pre_tool"], {"message": "b"}),
        "plugins/c": answering("same", ["pre_tool"], {"message": "c"}),
    }
    with opened(files) as host:
        assert [answer.place for answer in host.fire("pre_tool", SHELL).answers] == ["plugins/c", "plugins/b"]


# --- permission ---


@pytest.mark.parametrize(
    ("handler", "outcome"),
    [
        (None, {"denied": True, "reason": "no permission handler configured (fail-safe deny)"}),
        (lambda point, payload: True, {"denied": False}),
        (lambda point, payload: False, {"denied": True, "reason": "permission denied"}),
        (lambda point, payload: f"not {payload['command']}", {"denied": True, "reason": "not ls"}),
        (lambda point, payload: "yes" > 1, {"denied": True}),
        (lambda point, payload: 1, {"denied": True, "reason": "permission denied"}),
    ],
)
def test_without_an_opinion_the_handler_decides_and_without_a_handler_it_is_no(
    opened: Open, handler: Callable[[str, Mapping[str, Any]], Any] | None, outcome: dict[str, Any]
) -> None:
    with opened({"plugins/a": answering("a", ["pre_shell_exec"], {})}, permission_handler=handler) as host:
        assert outcome.items() <= host.fire("pre_shell_exec", PERMISSION).to_json()["outcome"].items()


def test_a_denial_is_not_put_to_the_handler_and_an_approval_does_not_exist(opened: Open) -> None:
    asked: list[str] = []

    def handler(point: str, payload: Mapping[str, Any]) -> bool:
        asked.append(point)
        return True

    files = {
        "plugins/a": answering("a", ["pre_shell_exec"], {"approved": True}),
        "plugins/b": answering("b", ["pre_shell_exec"], {"denied": True, "reason": "b says no"}),
    }
    with opened(files, permission_handler=handler) as host:
        fire = host.fire("pre_shell_exec", PERMISSION)
    assert fire.to_json()["outcome"] == {"denied": True, "reason": "b says no"}
    assert asked == []


def test_the_configuration_can_allow_what_nobody_objects_to(opened: Open) -> None:
    with opened({"chibi-hooks.toml": 'permission = "allow"'}) as host:
        assert host.fire("pre_shell_exec", PERMISSION).to_json()["outcome"] == {"denied": False}


# --- on_failure ---


@pytest.mark.parametrize("key", ["pre_shell_exec", '"plugins/guard"', '"plugins/*"'])
def test_on_failure_makes_a_crash_a_denial(opened: Open, key: str) -> None:
    files = {
        "plugins/guard": sh_plugin("guard", ["pre_shell_exec"], "echo broken >&2; exit 1"),
        "chibi-hooks.toml": f'permission = "allow"\n[on_failure]\n{key} = "deny"\n',
    }
    with opened(files) as host:
        fire = host.fire("pre_shell_exec", PERMISSION)
    assert fire.outcome.denied is True
    assert fire.outcome.reason == 'guard failed (exit code 1: broken) and on_failure = "deny"'
    assert fire.answers[0].error is not None
    assert fire.answers[0].value is None


def test_on_failure_blocks_where_a_point_blocks_and_does_nothing_where_nothing_can_be_refused(opened: Open) -> None:
    files = {
        "plugins/guard": sh_plugin("guard", ["pre_tool", "post_tool"], "exit 1"),
        "chibi-hooks.toml": '[on_failure]\n"plugins/guard" = "deny"\n',
    }
    with opened(files) as host:
        assert host.fire("pre_tool", SHELL).outcome.block is True
        payload = {"tool_name": "t", "arguments": {}, "result": "", "cached": False}
        assert host.fire("post_tool", payload).to_json()["outcome"] == {}


def test_a_guard_that_cannot_be_loaded_denies_when_its_failure_denies(opened: Open) -> None:
    files = {"plugins/guard": "#!/bin/sh\nexit 1\n", "chibi-hooks.toml": '[on_failure]\n"plugins/guard" = "deny"\n'}
    with opened(files) as host:
        fire = host.fire("pre_tool", SHELL)
    assert fire.outcome.block is True
    assert "--schema: exit code 1" in fire.outcome.message


# --- what is raised ---


def test_what_cannot_be_loaded_is_a_notice_and_is_shown_as_skipped(opened: Open) -> None:
    with opened({"plugins/bad": "#!/bin/sh\nexit 1\n"}) as host:
        assert [notice.place for notice in host.notices] == ["plugins/bad"]
        assert host.fire("pre_tool", SHELL).to_json()["skipped"] == [
            {"responder": "plugins/bad", "reason": "--schema: exit code 1"}
        ]


def test_an_unknown_point_is_refused_with_a_near_name(opened: Open) -> None:
    with opened({}) as host, pytest.raises(UnknownPoint, match='did you mean "pre_tool"'):
        host.fire("pre-tool", SHELL)


@pytest.mark.parametrize(
    ("payload", "message"),
    [
        ([], "wanted a JSON object as the payload, got an array"),
        ("text", "got a string"),
        (None, "got null"),
        ({"tool_name": 7}, "tool_name"),
    ],
)
def test_a_payload_of_the_wrong_shape_is_refused(opened: Open, payload: Any, message: str) -> None:
    with opened({}) as host, pytest.raises(BadPayload, match=message):
        host.fire("pre_tool", payload)


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, object(), {1: 2}, [({"a": {None: 1}},)]])
def test_a_payload_that_json_cannot_say_is_refused(opened: Open, value: object) -> None:
    with opened({"plugins/a": answering("a", ["pre_tool"], {})}) as host, pytest.raises(BadPayload):
        host.fire("pre_tool", {"tool_name": "t", "arguments": {"x": value}})


def test_a_missing_field_is_reported_and_an_extra_field_passes(opened: Open) -> None:
    with opened({"plugins/a": sh_plugin("a", ["pre_tool"], "cat >&2")}) as host:
        fire = host.fire("pre_tool", {"tool_name": "t", "new_field": 1})
    assert fire.missing == ("arguments",)
    assert json.loads(fire.said[0][1])["new_field"] == 1


def test_a_closed_host_says_so(opened: Open) -> None:
    host = opened({})
    host.close()
    with pytest.raises(BadRequest, match="closed"):
        host.fire("pre_tool", SHELL)


# --- asyncio and threads ---


def test_afire_does_not_block_the_loop(opened: Open) -> None:
    async def ticks_while_firing(host: Host) -> int:
        fire = asyncio.ensure_future(host.afire("pre_tool", SHELL))
        ticks = 0
        while not fire.done():
            ticks += 1
            await asyncio.sleep(0.001)
        assert (await fire).outcome.block is True
        return ticks

    slow = sh_plugin("slow", ["pre_tool"], "sleep 0.2; echo '{\"block\": true}'")
    with opened({"plugins/slow": slow}) as host:
        assert asyncio.run(ticks_while_firing(host)) > 3


BLOCKING = '(register-hook \'pre_tool (lambda (p) (list (cons "block" #t))))'


def where_afire_runs(host: Host, monkeypatch: pytest.MonkeyPatch, quick: float = 60_000.0) -> list[bool]:
    """For three fires in a row: on the loop's own thread?"""
    threads: list[int] = []
    fire = host.fire
    monkeypatch.setattr("chibi_hooks.hooks.host.QUICK", quick)
    monkeypatch.setattr(host, "fire", lambda *a, **k: threads.append(threading.get_ident()) or fire(*a, **k))

    async def three() -> None:
        for _ in range(3):
            assert (await host.afire("pre_tool", SHELL)).outcome.block is True

    asyncio.run(three())
    return [each == threading.get_ident() for each in threads]


@in_threads("waits")
def test_afire_is_in_line_where_nobody_can_wait(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened({"hooks/a.scm": BLOCKING}) as host:
        assert where_afire_runs(host, monkeypatch) == [False, True, True]


USING = "(define-library (mine) (import (scheme base) (harness tools)) (export x) (begin (define x call-tool)))"


@pytest.mark.parametrize(
    "files",
    [
        {"hooks/a.scm": BLOCKING + '(define (unused) (call-tool "where" \'()))'},
        {"hooks/a.scm": "(import (rename (harness tools) (call-tool c)))" + BLOCKING},
        {"hooks/a.scm": "(define (unused) |call\\x2d;tool|)" + BLOCKING},
        {"hooks/a.scm": BLOCKING, "chibi-hooks.toml": '[scheme.tiers]\n"hooks/a.scm" = "unsandboxed"\n'},
        {"hooks/a.scm": "(import (mine))" + BLOCKING, "lib/mine.sld": USING},
        {"hooks/a.scm": BLOCKING, "plugins/b": answering("b", ["pre_tool"], {})},
    ],
    ids=["calls", "renames", "hides", "unsandboxed", "library", "plugin"],
)
def test_afire_is_on_a_thread_where_somebody_may_wait(
    opened: Open, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(files) as host:
        assert where_afire_runs(host, monkeypatch) == [False, False, False]


def test_afire_stays_on_a_thread_while_fires_are_slow(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened({"hooks/a.scm": BLOCKING}) as host:
        assert where_afire_runs(host, monkeypatch, quick=0.0) == [False, False, False]


@in_threads("waits")
def test_one_slow_fire_between_quick_ones_does_not_send_afire_away_and_two_do(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened({"hooks/a.scm": BLOCKING}) as host:
        assert where_afire_runs(host, monkeypatch) == [False, True, True]
        assert where_afire_runs(host, monkeypatch, quick=0.0) == [True, True, False]


def test_many_threads_share_a_host(opened: Open) -> None:
    results: list[dict[str, Any]] = []
    with opened({"plugins/a": answering("a", ["pre_tool"], {"block": True})}) as host:
        threads = [
            threading.Thread(target=lambda: results.append(host.fire("pre_tool", SHELL).to_json()["outcome"]))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert results == [{"block": True, "message": "Tool call blocked by hook"}] * 8


# --- homes ---


def test_a_named_home_replaces_the_others(tmp_path: Path, around: Surroundings) -> None:
    make_home(around.user_home / ".chibi", {"plugins/user": answering("user", ["pre_tool"], {})})
    given = make_home(tmp_path / "given", {"plugins/given": answering("given", ["pre_tool"], {})})
    with Host.open(home=given, around=around) as host:
        assert [answer.responder for answer in host.fire("pre_tool", SHELL).answers] == ["given"]
    with Host.open(around=around) as host:
        assert [answer.responder for answer in host.fire("pre_tool", SHELL).answers] == ["user"]
    environment = {**around.environment, "CHIBI_HOME": str(given)}
    with Host.open(around=Surroundings(environment, around.directory, around.user_home)) as host:
        assert [answer.responder for answer in host.fire("pre_tool", SHELL).answers] == ["given"]


def test_a_home_that_is_not_there_is_an_error_when_named_and_nothing_otherwise(around: Surroundings) -> None:
    with pytest.raises(ConfigError, match="--home: nowhere does not exist; `chibi-hooks init --home nowhere`"):
        find_homes(around, "nowhere")
    assert find_homes(around).homes == ()


def test_an_empty_name_is_no_home_and_not_the_working_directory(around: Surroundings) -> None:
    make_home(around.directory, {"plugins/evil": answering("evil", ["pre_tool"], {"arguments": {}})})
    with pytest.raises(ConfigError, match="--home: it is empty; name a directory, or leave it out"):
        find_homes(around, "")


def test_a_project_home_that_was_merely_found_does_not_run_and_says_so(around: Surroundings) -> None:
    make_home(around.directory / ".chibi", {"plugins/evil": answering("evil", ["pre_tool"], {"block": True})})
    inner = around.directory / "src/deep"
    inner.mkdir(parents=True)
    with Host.open(around=Surroundings(around.environment, inner, around.user_home)) as host:
        fire = host.fire("pre_tool", SHELL)
    assert fire.answers == []
    assert "--home" in fire.skipped[0].reason


def test_plugins_run_in_the_project_with_what_they_may_inherit(opened: Open, around: Surroundings) -> None:
    files = {
        "plugins/a": sh_plugin("a", ["pre_tool"], 'echo "$PWD $CHIBI_PROJECT_ROOT ${KEEP-gone} ${DROP-gone}"'),
        "chibi-hooks.toml": '[plugins]\nremove_environment = ["DR*"]\n',
    }
    with opened(files) as host:
        fire = host.fire("pre_tool", SHELL)
    assert fire.answers[0].value == f"{around.directory} {around.directory} k gone"


def test_a_broken_configuration_is_raised_at_open(opened: Open) -> None:
    with pytest.raises(ConfigError, match="chibi-hooks.toml:1: unknown key"):
        opened({"chibi-hooks.toml": "tiers = 3"})
