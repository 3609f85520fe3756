"""Plugins that say and do what they should not: an answer, no opinion, or a failure that denies; and nothing stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from tests.homes import make_home, sh_plugin

SHELL: Final = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}
CONFIG: Final = '[plugins]\ntimeout = {limit}\nschema_timeout = {limit}\n[on_failure]\n"plugins/p" = "deny"\n'
BLOCK: Final = '{"block": true, "message": "no"}'
ENDLESS: Final = 1  # seconds that are given to what never ends; everything else has a minute

SAID: Final[dict[str, tuple[str | bytes, str]]] = {
    "NaN": ('{"x": NaN}', "fails"),
    "an infinity": ('{"x": Infinity}', "fails"),
    "a number that becomes one": ('{"x": 1e400}', "fails"),
    "a number of 100,000 digits": (f'{{"x": {"9" * 100_000}}}', "fails"),
    "half an emoji, escaped": ('{"x": "\\ud800"}', "fails"),
    "half an emoji, as bytes": (b'{"x": "\xed\xa0\x80"}', "fails"),
    "an overlong zero": (b'{"x": "\xc0\x80"}', "fails"),
    "latin-1": (b'{"x": "\xe9"}', "fails"),
    "UTF-16": (BLOCK.encode("utf-16"), "fails"),
    "UTF-16 without a mark": (BLOCK.encode("utf-16-le"), "fails"),
    "UTF-32": (BLOCK.encode("utf-32"), "fails"),
    "a byte order mark": (b"\xef\xbb\xbf" + BLOCK.encode(), "blocks"),
    "two byte order marks": (b"\xef\xbb\xbf" * 2 + BLOCK.encode(), "fails"),
    "a NUL behind it": (BLOCK + "\0", "fails"),
    "NULs": ("\0\0", "fails"),
    "a control character": ('{"x": "\x01"}', "fails"),
    "129 levels": ('{"x":' * 129 + "1" + "}" * 129, "fails"),
    "100,000 levels": ('{"x":' + "[" * 100_000 + "]" * 100_000 + "}", "fails"),
    "an unclosed list": ("[" * 100_000, "fails"),
    "a comment": (BLOCK + " // no", "fails"),
    "JavaScript": ("{block: true}", "fails"),
    "single quotes": ("{'block': true}", "fails"),
    "a comma too many": ('{"block": true,}', "fails"),
    "Python": ("{'block': True}", "fails"),
    "a string": ('"block"', "fails"),
    "a number": ("1", "fails"),
    "true": ("true", "fails"),
    "a list": (f"[{BLOCK}]", "fails"),
    "two documents": (BLOCK + "\n{}", "fails"),
    "a prompt before it": ("ok: " + BLOCK, "fails"),
    "a fence around it": (f"```json\n{BLOCK}\n```", "fails"),
    "yes": ('{"block": "yes"}', "fails"),
    "\"true\"": ('{"block": "true"}', "fails"),
    "1": ('{"block": 1}', "fails"),
    "a list as a word": ('{"block": [true]}', "fails"),
    "null as a word": ('{"block": null}', "says nothing"),
    "another key": ('{"blok": true}', "says nothing"),
    "a message that is none": ('{"block": true, "message": 5}', "blocks"),
    "the same key twice": ('{"block": false, "block": true}', "blocks"),
    "a key of Python": ('{"__class__": {"block": true}}', "says nothing"),
    "1 MiB": (f'{{"x": "{"a" * (2**20 - 10)}"}}', "says nothing"),
    "more than 1 MiB": (f'{{"x": "{"a" * 2**20}"}}', "fails"),
    "50,000 keys": ("{" + ",".join(f'"k{n}": 1' for n in range(50_000)) + "}", "says nothing"),
    "null": ("null", "says nothing"),
    "nothing": ("", "says nothing"),
    "blanks": (" \n\t", "says nothing"),
    "an empty object": ("{}", "says nothing"),
}  # fmt: skip
ANSWER: Final = f"echo '{BLOCK}'"
DONE: Final[dict[str, tuple[str, str]]] = {
    "it closes its stdin": (f"exec 0<&-; {ANSWER}", "blocks"),
    "it reads one byte": (f"head -c1 >/dev/null; {ANSWER}", "blocks"),
    "it reads nothing": (ANSWER, "blocks"),
    "it closes its stdout": ("cat >/dev/null; exec 1>&-; sleep 0.1", "says nothing"),
    "it closes everything": ("exec 0<&- 1>&- 2>&-; exit 0", "says nothing"),
    "it stops itself": (f"kill -STOP $$; {ANSWER}", "fails"),
    "it ignores every signal": ("trap '' TERM INT HUP QUIT; while :; do sleep 1; done", "fails"),
    "it answers and exits 1": (f"{ANSWER}; exit 1", "fails"),
    "it answers and exits 2": (f"{ANSWER}; exit 2", "fails"),
    "it exits 255": ("exit 255", "fails"),
    "a signal ends it": (f"{ANSWER}; kill -SEGV $$", "fails"),
    "it kills its group": (f"{ANSWER}; kill -9 0", "fails"),
    "it answers and hangs": (f"{ANSWER}; sleep 100", "fails"),
    "its child has the pipe": (f"{ANSWER}; sleep 100 &", "blocks"),
    "its child has the pipe in a session of its own": (f"{ANSWER}; setsid sleep 100 &", "blocks"),
    "its grandchildren live on": (f'{ANSWER}; (setsid sh -c "setsid sleep 100 & sleep 100" &)', "blocks"),
    "sixty children": (f"{ANSWER}; for n in $(seq 60); do sleep 100 & done", "blocks"),
    "it floods stderr": (f"head -c 50000000 /dev/zero >&2; {ANSWER}", "blocks"),
    "it floods stdout": ("yes", "fails"),
    "it drips": ("while :; do printf ' '; sleep 0.05; done", "fails"),
    "it deletes itself": (f'rm -f "$0"; {ANSWER}', "blocks"),
    "it rewrites itself": (f'echo "# more" >>"$0"; {ANSWER}', "blocks"),
    "it replaces itself": (f'cp "$0" "$0.new"; mv "$0.new" "$0"; {ANSWER}', "blocks"),
    "its directory is gone": (f"d=$(mktemp -d); cd $d; rmdir $d; {ANSWER}", "blocks"),
    "it has no descriptors": (f"ulimit -n 3; {ANSWER}", "blocks"),
}  # fmt: skip
NEVER_END: Final = ("it stops itself", "it ignores every signal", "it answers and hangs", "it drips")
TOOL: Final[dict[str, Any]] = {"name": "p", "description": "d", "hooks": ["pre_tool"]}
SCHEMAS: Final[dict[str, tuple[str, str]]] = {
    "no name": (json.dumps({**TOOL, "name": None}), "fails"),
    "an empty name": (json.dumps({**TOOL, "name": ""}), "fails"),
    "a name for the terminal": (json.dumps({**TOOL, "name": "\x1b[2J"}), "fails"),
    "a name of two lines": (json.dumps({**TOOL, "name": "a\nb"}), "fails"),
    "a name of a million characters": (json.dumps({**TOOL, "name": "a" * 900_000}), "fails"),
    "a name from right to left": (json.dumps({**TOOL, "name": "a\u202eb"}), "fails"),
    "hooks as an object": (json.dumps({**TOOL, "hooks": {"pre_tool": True}}), "fails"),
    "hooks as a word": (json.dumps({**TOOL, "hooks": "pre_tool"}), "fails"),
    "an unknown hook": (json.dumps({**TOOL, "hooks": ["pre_tol"]}), "fails"),
    "twenty thousand unknown hooks": (json.dumps({**TOOL, "hooks": [f"x{n}" for n in range(20_000)]}), "fails"),
    "no array of objects": ("[[]]", "fails"),
    "an empty array": ("[]", "fails"),
    "null": ("null", "fails"),
    "no JSON": ("hello", "fails"),
    "half an emoji": ('{"name": "\\ud800", "description": "d", "hooks": ["pre_tool"]}', "fails"),
    "the same tool twice": (json.dumps([TOOL, TOOL]), "blocks"),
    "parameters that are none": (json.dumps({**TOOL, "parameters": "x"}), "blocks"),
    "the name of a built-in tool": (json.dumps({**TOOL, "name": "file_edit"}), "blocks"),
    "the name of a path": (json.dumps({**TOOL, "name": "../../x"}), "blocks"),
    "five thousand tools": (json.dumps([{**TOOL, "name": f"p{n}"} for n in range(5_000)]), "blocks"),
}  # fmt: skip


def expect(tmp_path: Path, plugin: str, wanted: str, limit: int = 60) -> None:
    """Fire at a home with this plugin, whose failure denies."""
    around = Surroundings({"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)
    home = make_home(tmp_path / "home", {"plugins/p": plugin, "chibi-hooks.toml": CONFIG.format(limit=limit)})
    with Host.open(home=home, around=around, record=tmp_path / "journal.db") as host:
        fire = host.fire("pre_tool", SHELL)
        assert host.recorder is not None and host.recorder.flush() and not host.recorder.lost
        (answer,) = fire.answers
        ended = "fails" if answer.error else "blocks" if fire.outcome.block else "says nothing"
        assert (ended, fire.outcome.block) == (wanted, wanted != "says nothing"), (answer.error, host.notices)
        json.dumps(fire.to_json()).encode("utf-8")


@pytest.mark.parametrize("said", SAID)
def test_what_it_says(said: str, tmp_path: Path) -> None:
    text, wanted = SAID[said]
    (tmp_path / "said").write_bytes(text if isinstance(text, bytes) else text.encode())
    expect(tmp_path, sh_plugin("p", ["pre_tool"], f"cat >/dev/null; cat {tmp_path}/said"), wanted)


@pytest.mark.parametrize("done", DONE)
def test_what_it_does(done: str, tmp_path: Path) -> None:
    body, wanted = DONE[done]
    expect(tmp_path, sh_plugin("p", ["pre_tool"], body), wanted, ENDLESS if done in NEVER_END else 60)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_what_it_is(schema: str, tmp_path: Path) -> None:
    text, wanted = SCHEMAS[schema]
    (tmp_path / "schema").write_text(text)
    plugin = f'#!/bin/sh\nif [ "$1" = --schema ]; then cat {tmp_path}/schema; exit 0; fi\n{ANSWER}\n'
    expect(tmp_path, plugin, wanted)


@pytest.mark.parametrize("body", ["sleep 100", "yes", "exit 1", "kill -9 $$", "trap '' TERM; sleep 100"])
def test_how_it_is_asked_for_its_schema(body: str, tmp_path: Path) -> None:
    expect(tmp_path, f"#!/bin/sh\n{body}\n", "fails", ENDLESS)


@pytest.mark.parametrize("denies", [True, False])
def test_a_guard_whose_name_another_plugin_has_taken_is_told_and_counts_as_failed(denies: bool, tmp_path: Path) -> None:
    around = Surroundings({"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)
    files = {"plugins/p": sh_plugin("guard", ["pre_tool"], ANSWER), "plugins/q": sh_plugin("guard", [], "exit 0")}
    config = {"chibi-hooks.toml": CONFIG.format(limit=60)} if denies else {}
    with Host.open(home=make_home(tmp_path / "home", {**files, **config}), around=around) as host:
        assert [str(notice) for notice in host.notices] == [
            'plugins/p: its tool "guard" has the name of one of plugins/q, which takes its place: '
            "it does not answer at pre_tool; call it otherwise"
        ]
        assert host.fire("pre_tool", SHELL).outcome.block is denies
        assert not host.fire("pre_message", {"prompt": "hello"}).outcome.block
    # the same executable by a link, or a tool of it that is told twice, loses nothing
    (tmp_path / "home/plugins/q").unlink()
    (tmp_path / "home/plugins/q").symlink_to("p")
    with Host.open(home=tmp_path / "home", around=around) as host:
        assert host.notices == ()
        assert host.fire("pre_tool", SHELL).outcome.block
