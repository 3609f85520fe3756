"""Subprocess plugins by the protocol of spec/chibi.md §2: discovery, schema, calls, failures."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from chibi_hooks.dialects.chibi.discovery import load_plugins
from chibi_hooks.dialects.chibi.plugins import JSON_DEPTH, Plugin, PluginCall, call_hook, read_answer
from chibi_hooks.hooks.answer import Answer
from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.hooks.payload import payload_bytes
from tests.homes import answering, make_home, sh_plugin

POINTS = ("pre_tool", "post_tool", "pre_message")
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/nowhere"}


def load(
    home: Path, cache: Path | None = None, timeout: float = 20.0, fresh: bool = False
) -> tuple[list[Plugin], list[Notice]]:
    call = PluginCall(ENVIRONMENT, str(home), timeout)
    return load_plugins(home / "plugins", call=call, points=POINTS, cache=cache, fresh=fresh)


def load_one(tmp_path: Path, text: str, name: str = "it") -> Plugin:
    plugins, notices = load(make_home(tmp_path, {f"plugins/{name}": text}))
    assert [str(notice) for notice in notices] == []
    return plugins[0]


def ask(plugin: Plugin, payload: object, timeout: float = 20.0, **options: bool) -> Answer:
    call = PluginCall(ENVIRONMENT, "/", timeout)
    return call_hook(plugin, plugin.tools[0].name, "pre_tool", payload_bytes(payload), call, **options)[0]


# --- discovery ---


def test_plugins_load_in_the_order_of_their_names(tmp_path: Path) -> None:
    names = ["zebra", "ant", "Mole", "bee"]
    plugins, _ = load(make_home(tmp_path, {f"plugins/{name}": answering(name, ["pre_tool"], {}) for name in names}))
    assert [plugin.place for plugin in plugins] == ["plugins/Mole", "plugins/ant", "plugins/bee", "plugins/zebra"]


def test_a_missing_plugins_directory_is_no_plugins(tmp_path: Path) -> None:
    assert load(tmp_path) == ([], [])


def test_disabled_entries_and_files_without_execute_bit_are_left_out_silently(tmp_path: Path) -> None:
    home = make_home(
        tmp_path,
        {"plugins/off.disabled": "#!/bin/sh\n", "plugins/d.disabled/d": "#!/bin/sh\n", "plugins/README.md": "read"},
    )
    (home / "plugins/README.md").chmod(0o644)
    assert load(home) == ([], [])


def test_a_script_without_execute_bit_is_pointed_out(tmp_path: Path) -> None:
    home = make_home(tmp_path, {"plugins/forgot": "#!/bin/sh\n"})
    (home / "plugins/forgot").chmod(0o644)
    assert [str(notice) for notice in load(home)[1]] == ["plugins/forgot: not executable; `chmod +x` it"]


def test_a_directory_stands_for_the_executable_of_its_name(tmp_path: Path) -> None:
    home = make_home(
        tmp_path, {"plugins/foo/foo": answering("foo", ["pre_tool"], {}), "plugins/bar/bar.py": "#!/bin/sh\n"}
    )
    plugins, notices = load(home)
    assert [plugin.place for plugin in plugins] == ["plugins/foo"]
    assert [notice.place for notice in notices] == ["plugins/bar"]
    assert "bar/bar" in notices[0].reason


def test_links_inside_work_and_links_out_or_into_nothing_are_refused(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"plugins/real": answering("real", ["pre_tool"], {})})
    outside = make_home(tmp_path / "elsewhere", {"plugins/tool": "#!/bin/sh\n"}) / "plugins/tool"
    (home / "plugins/alias").symlink_to("real")
    (home / "plugins/broken").symlink_to("nothing")
    (home / "plugins/out").symlink_to(outside)
    plugins, notices = load(home)
    assert [plugin.place for plugin in plugins] == ["plugins/alias", "plugins/real"]
    assert {notice.place: notice.reason.split(",")[0] for notice in notices} == {
        "plugins/broken": notices[0].reason.split(",")[0],
        "plugins/out": "leads outside the plugins directory",
    }
    assert "a link that leads nowhere" in notices[0].reason


def test_a_plugin_that_everybody_may_write_to_is_refused(tmp_path: Path) -> None:
    home = make_home(tmp_path, {"plugins/open": answering("open", ["pre_tool"], {})})
    (home / "plugins/open").chmod(0o777)
    assert "chmod o-w" in load(home)[1][0].reason


# --- schema ---


def schema_plugin(schema: object) -> str:
    text = schema if isinstance(schema, str) else json.dumps(schema)
    return f"#!/bin/sh\ncat <<'EOF'\n{text}\nEOF\n"


def test_a_schema_is_read_as_a_tool_with_its_hooks(tmp_path: Path) -> None:
    schema = {
        "name": "n",
        "description": "d",
        "parameters": {"type": "object"},
        "hooks": ["pre_tool", "pre_tool", "post_tool"],
        "parallel": False,
        "summary_params": ["a"],
        "other": 1,
    }
    tool = load_one(tmp_path, schema_plugin(schema)).tools[0]
    assert (tool.name, tool.hooks, tool.summary_params) == (
        "n",
        ("pre_tool", "post_tool"),
        ("a",),
    )


def test_an_array_of_schemas_is_several_tools_and_its_broken_members_are_reported(tmp_path: Path) -> None:
    schema = [
        {"name": "a", "description": ""},
        {"name": "b"},
        7,
        {"name": "c", "description": "", "hooks": ["pre_tol"]},
    ]
    plugins, notices = load(make_home(tmp_path, {"plugins/many": schema_plugin(schema)}))
    assert [tool.name for tool in plugins[0].tools] == ["a", "c"]
    assert [notice.reason for notice in notices] == [
        '--schema: tool 2: "description" must be a string',
        "--schema: tool 3: wanted an object, got 7",
        '--schema: tool 4: unknown hook point "pre_tol": did you mean "pre_tool"?',
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#!/bin/sh\necho '{\"name\": '\n", "--schema: wanted a JSON object or an array of them, got"),
        ("#!/bin/sh\n", "--schema: wanted a JSON object or an array of them, got nothing"),
        ("#!/bin/sh\necho why >&2; exit 3\n", "--schema: exit code 3: why"),
        ("#!/bin/sh\nprintf '\\377'\n", "wanted JSON in UTF-8, got byte 0xff"),
        ("#!/bin/sh\nyes\n", "--schema: more than 1048576 bytes"),
        ("#!/bin/sh\nkill -9 $$\n", "--schema: killed by SIGKILL"),
        ("#!/bin/sh\necho '[]'\n", "--schema: an empty array"),
        ("not a program", "--schema: could not be started"),
    ],
)
def test_a_broken_schema_is_a_notice_and_the_others_load(tmp_path: Path, text: str, reason: str) -> None:
    home = make_home(tmp_path, {"plugins/bad": text, "plugins/good": answering("good", ["pre_tool"], {})})
    plugins, notices = load(home)
    assert [plugin.place for plugin in plugins] == ["plugins/good"]
    assert [notice.place for notice in notices] == ["plugins/bad"]
    assert reason in notices[0].reason


def test_a_schema_that_hangs_is_stopped(tmp_path: Path) -> None:
    home = make_home(tmp_path, {"plugins/hang": "#!/bin/sh\nsleep 60\n"})
    assert "no answer within 0.2 s" in load(home, timeout=0.2)[1][0].reason


def test_a_schema_is_asked_for_once_until_the_file_changes(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = f"#!/bin/sh\necho asked >> {log}\n" + schema_plugin({"name": "n", "description": ""}).split("\n", 1)[1]
    home = make_home(tmp_path / "home", {"plugins/it": text})
    cache = tmp_path / "state/schemas.json"
    first, second = load(home, cache), load(home, cache)
    assert first == second
    assert log.read_text().count("asked") == 1
    (home / "plugins/it").write_text(text + "# changed\n")
    load(home, cache)
    assert log.read_text().count("asked") == 2
    load(home, cache, fresh=True)
    assert log.read_text().count("asked") == 3


def test_a_kept_schema_file_that_others_may_write_is_not_believed(tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"plugins/it": schema_plugin({"name": "real", "description": ""})})
    cache = tmp_path / "schemas.json"
    load(home, cache)
    cache.write_text(cache.read_text().replace("real", "fake"))
    cache.chmod(0o666)
    assert load(home, cache)[0][0].tools[0].name == "real"


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"format": 1, "schemas": 3}', "[" * 5000])
def test_a_broken_schema_file_only_costs_time(tmp_path: Path, text: str) -> None:
    home = make_home(tmp_path / "home", {"plugins/it": schema_plugin({"name": "n", "description": ""})})
    cache = tmp_path / "schemas.json"
    cache.write_text(text)
    cache.chmod(0o600)
    assert load(home, cache)[0][0].tools[0].name == "n"


# --- a hook call ---


def test_a_plugin_gets_the_point_and_the_payload_in_its_own_order(tmp_path: Path) -> None:
    body = 'printf \'{"point": "%s", "data": "%s", "stdin": %s}\' "$CHIBI_HOOK" "$CHIBI_HOOK_DATA" "$(cat)"'
    plugin = load_one(tmp_path, sh_plugin("it", ["pre_tool"], body))
    answer = ask(plugin, {"z": 1, "a": "ä"})
    assert answer.value == {"point": "pre_tool", "data": "", "stdin": {"z": 1, "a": "ä"}}
    assert list(answer.value["stdin"]) == ["z", "a"]
    assert (answer.responder, answer.kind, answer.place, answer.error) == ("it", "plugin", "plugins/it", None)


def test_the_old_form_puts_the_payload_into_the_environment(tmp_path: Path) -> None:
    plugin = load_one(
        tmp_path, sh_plugin("it", ["pre_tool"], 'echo "{\\"got\\": $CHIBI_HOOK_DATA, \\"in\\": \\"$(cat)\\"}"')
    )
    assert ask(plugin, {"a": 1}, in_environment=True).value == {"got": {"a": 1}, "in": ""}


def test_a_payload_too_big_for_the_environment_fails_that_plugin_only(tmp_path: Path) -> None:
    plugin = load_one(tmp_path, answering("it", ["pre_tool"], {}))
    error = ask(plugin, {"a": "x" * 200_000}, in_environment=True).error
    assert error is not None and error.type == "spawn" and "environment is too big" in error.message


@pytest.mark.parametrize(
    ("stdout", "value"),
    [
        (b"", None),
        (b" \n", None),
        (b"{}", {}),
        (b' {"a": [1, 2.5, null]}\n', {"a": [1, 2.5, None]}),
        (b"null", None),
        (b'{"a": 1, "a": 2}', {"a": 2}),
    ],
)
def test_the_output_is_nothing_or_an_object(stdout: bytes, value: object) -> None:
    assert read_answer(stdout) == (value, None)


@pytest.mark.parametrize(
    ("stdout", "value"),
    [
        (b"[1]", [1]),
        (b"7", 7),
        (b"all good", "all good"),
        (b'{"a": 1} {"b": 2}', '{"a": 1} {"b": 2}'),
        (b'{"a": "\\ud83d"}', '{"a": "\\ud83d"}'),
        (b"NaN", "NaN"),
        (b"\xff", "\ufffd"),
        (b"[" * 130 + b"]" * 130, "[" * 130 + "]" * 130),
        (b"[" * 100_000, "[" * 100_000),
    ],
)
def test_any_other_output_is_a_failure_where_an_answer_counts_and_stays_visible(stdout: bytes, value: object) -> None:
    found, error = read_answer(stdout)
    assert found == value and error is not None and error.type == "output"
    assert read_answer(stdout, binding=False) == (value, None)


def test_nesting_up_to_the_limit_is_json() -> None:
    assert isinstance(read_answer(b"[" * JSON_DEPTH + b"]" * JSON_DEPTH, binding=False)[0], list)


@pytest.mark.parametrize(
    ("body", "type_", "message"),
    [
        ("echo why >&2; exit 2", "exit", "exit code 2: why"),
        ("echo '{\"block\": true}'; exit 1", "exit", "exit code 1"),
        ("kill -SEGV $$", "signal", "killed by SIGSEGV"),
        ("yes", "output", "more than 1048576 bytes on stdout; it was stopped"),
        ("sleep 60", "timeout", "no answer within 0.3 s; it was stopped"),
    ],
)
def test_a_call_that_goes_wrong_is_an_answer_with_an_error(tmp_path: Path, body: str, type_: str, message: str) -> None:
    answer = ask(load_one(tmp_path, sh_plugin("it", ["pre_tool"], body)), {}, timeout=0.3 if "sleep" in body else 20)
    assert answer.error is not None
    assert (answer.value, answer.error.type, answer.error.message) == (None, type_, message)


def test_a_plugin_deleted_after_loading_is_an_answer_with_an_error(tmp_path: Path) -> None:
    plugin = load_one(tmp_path, answering("it", ["pre_tool"], {}))
    Path(plugin.path).unlink()
    error = ask(plugin, {}).error
    assert error is not None and error.type == "spawn" and "No such file" in error.message


def test_half_a_surrogate_pair_travels_as_an_escape() -> None:
    assert payload_bytes({"a": "\ud800ä"}) == b'{"a":"\\ud800\\u00e4"}'
