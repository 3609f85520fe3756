"""A policy that fails has no opinion, so none may fail, whatever an agent puts into a call."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from chibi_hooks import Host
from tests.policies.test_pack import PACK

LONG = 1_100_000  # characters: what is looked at in one scan elsewhere, and more
KEY = "ghp_" + "a1B2c3" * 6
ODD: list[Any] = [None, True, -1, 1.5, [], {}, ["x"], {"x": ["y"]}, [[["rm", "-rf", "/"]]], "", "\0", "x" * 70_000]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host with all policies."""
    home = tmp_path_factory.mktemp("home")
    (home / "chibi-hooks.toml").write_text("[policies]\n" + "".join(f"{name} = true\n" for name in PACK))
    with Host.open(home=home, record=False) as made:
        yield made


def failures(host: Host, point: str, payload: dict[str, Any]) -> list[str]:
    """Who fails at this payload, and why."""
    answers = host.fire(point, payload).answers
    return [f"{each.responder}: {each.error.message}" for each in answers if each.error is not None]


def blocking(host: Host, payload: dict[str, Any]) -> list[str]:
    """Who blocks this call."""
    answers = host.fire("pre_tool", payload).answers
    return [each.responder for each in answers if isinstance(each.value, dict) and each.value.get("block")]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: json.dumps(odd)[:20])
def test_no_policy_fails_at_a_value_of_another_kind(host: Host, odd: Any) -> None:
    for tool in ("shell_exec", "write_file", "file_edit", "fetch_url", "mcp:hub/open", ""):
        for key in ("command", "path", "content", "old", "new", "edits", "url"):
            payload = {"tool_name": tool, "arguments": {key: odd}}
            assert failures(host, "pre_tool", payload) == []
            assert failures(host, "post_tool", payload | {"result": "x", "cached": False}) == []
        assert failures(host, "pre_tool", {"tool_name": tool, "arguments": odd}) == []


@pytest.mark.parametrize(
    "line",
    ["$(" * 30_000, "a;" * 3_000 + "r''m x", f": '{'x' * 70_000}'; r''m -rf /", "echo a | x | sh", "${a}${b} -rf /\n)"],
)
def test_what_is_not_read_is_not_let_pass(host: Host, line: str) -> None:
    payload = {"tool_name": "shell_exec", "arguments": {"command": line}}
    assert "rm-rf" in blocking(host, payload)


@pytest.mark.parametrize(
    ("broken", "guard"),
    [("commands.plain_rows", "rm-rf"), ("commands.EachAlone.of", "rm-rf"), ("values.changes_in", "outside-project")],
)
def test_a_line_that_breaks_its_reader_is_not_let_pass(
    host: Host, broken: str, guard: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(f"chibi_hooks.scheme.shell.{broken}", breaks)
    payload = {"tool_name": "shell_exec", "arguments": {"command": f"rm -rf {broken}; echo > .git/hooks/x"}}
    assert failures(host, "pre_tool", payload) == []
    assert guard in blocking(host, payload)


def test_no_length_gets_a_credential_past_a_policy(host: Host) -> None:
    text = "lorem, " * (LONG // 7) + f"token = '{KEY}'\n"
    for arguments in ({"path": "a.py", "content": text}, {"path": "a.py", "old": "x", "new": text}):
        payload = {"tool_name": "write_file" if "content" in arguments else "file_edit", "arguments": arguments}
        assert failures(host, "pre_tool", payload) == []
        assert "secrets-in-writes" in blocking(host, payload)
    payload = {"tool_name": "shell_exec", "arguments": {"command": text}}
    assert failures(host, "pre_tool", payload) == []
    assert "secrets-in-writes" in blocking(host, payload)


@pytest.mark.parametrize("count", [10, LONG // 7, 6_000_000 // 7])
def test_no_length_gets_a_credential_to_the_model(host: Host, count: int) -> None:
    output = "lorem, " * count + KEY
    payload = {"tool_name": "shell_exec", "arguments": {}, "output": output}
    assert failures(host, "pre_tool_output", payload) == []
    told = host.fire("pre_tool_output", payload).outcome.output
    assert told is not None
    assert "credential" in told or "[github-token]" in told
    assert KEY not in told


def test_what_many_words_and_members_hide_is_found(host: Host) -> None:
    paths = [f"src/{'x' * 80}{number}" for number in range(30_000)]
    write = {"tool_name": "mcp:fs/write_files", "arguments": {"paths": paths}}
    assert failures(host, "pre_tool", write) == []
    paths.append("/home/me/.bashrc")
    assert "persistence" in blocking(host, write)
    lines = {"tool_name": "mcp:term/run", "arguments": {"commands": [*["ls"] * 70_000, "rm -rf src"]}}
    assert "rm-rf" in blocking(host, lines)
