"""`policies`: what can be switched on, and its source."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import Command
from tests.homes import make_home


def test_the_list_says_what_is_on_and_which_agents_do_less(command: Command, tmp_path: Path) -> None:
    home = make_home(tmp_path / "h", {"chibi-hooks.toml": "[policies]\nsudo = true\n"})
    result = command("policies", "--home", str(home))
    rows = {line.split()[0]: line for line in result.stdout.splitlines()[1:]}
    assert rows["sudo"].split()[1] == "yes"
    assert rows["rm-rf"].split()[1] == "pre_tool"
    assert "not caliban" in rows["tests-before-stop"]
    told = {each["name"]: each for each in json.loads(command("policies", "--json", "--home", str(home)).stdout)}
    assert (told["sudo"]["on"], told["rm-rf"]["on"]) == (True, False)
    assert told["rm-rf"]["agents"]["claude-code"] == {"effect": "honours", "because": ""}
    assert told["rm-rf"]["parameters"][0]["name"] == "allowed"


def test_the_source_of_one_is_shown(command: Command) -> None:
    result = command("policies", "show", "sudo")
    assert result.stdout.startswith(";;; (harness policies sudo)\n")
    assert "lib/policies/sudo.sld" in result.stderr


def test_an_unknown_policy_is_64(command: Command) -> None:
    result = command("policies", "show", "sudu")
    assert (result.code, result.stdout) == (64, "")
    assert 'did you mean "sudo"?' in result.stderr


def test_check_says_what_the_agents_in_use_do_not_honour(command: Command, tmp_path: Path) -> None:
    text = '[agents]\nused = ["caliban"]\n[policies]\ntests-before-stop = true\nrm-rf = true\nnosuch = true\n'
    result = command("check", "--home", str(make_home(tmp_path / "h", {"chibi-hooks.toml": text})))
    assert result.code == 1
    assert "policies/tests-before-stop" in result.stdout
    assert "at caliban" in result.stdout
    assert 'there is no policy "nosuch"' in result.stdout
    assert "policies/rm-rf" not in result.stdout


def test_log_and_why_name_the_policy_and_the_parameter_that_decided(command: Command, tmp_path: Path) -> None:
    home = str(make_home(tmp_path / "h", {"chibi-hooks.toml": '[policies]\nrm-rf = { allowed = ["build"] }\n'}))
    call = '{"tool_name": "shell_exec", "arguments": {"command": "rm -rf src"}}'
    command("fire", "pre_tool", "-", "--home", home, stdin=call)
    assert "policy rm-rf, parameter allowed: message = " in command("log", "--home", home).stdout
    assert "policy rm-rf, by its parameter allowed; `chibi-hooks policies show rm-rf`" in command(
        "why", "last", "--home", home
    ).stdout


def test_the_line_that_switches_a_policy_on_is_shown_with_its_parameters(command: Command, tmp_path: Path) -> None:
    shown = command("policies", "force-push")
    line = next(each for each in shown.stderr.splitlines() if each.startswith("force-push = "))
    assert line == 'force-push = { with-lease = true, action = "deny" }'
    assert "  with-lease: may --force-with-lease be used?" in shown.stderr
    names = ("rm-rf", "working-hours", "sudo", "budget")
    for name in names:
        told = command("policies", "show", name).stderr.splitlines()
        line = next(each for each in told if each.startswith(f"{name} = "))
        home = make_home(tmp_path / name, {"chibi-hooks.toml": f"[policies]\n{line}\n"})
        assert command("check", "--home", str(home)).code == 0, line


def test_a_table_that_stands_twice_says_where_the_first_one_is(command: Command, tmp_path: Path) -> None:
    home = make_home(tmp_path / "h", {"chibi-hooks.toml": "# ours\n[policies]\nsudo = true\n"})
    command("fire", "pre_tool", "-", "--home", str(home), stdin="{}")
    (home / "chibi-hooks.toml").write_text("# ours\n[policies]\nsudo = true\n[policies]\nrm-rf = true\n")
    result = command("check", "--home", str(home))
    assert result.code == 1
    assert "[policies] stands in line 2 already: write below that; its last good version decides" in result.stdout


def test_a_broken_config_is_told_first_and_the_pack_is_listed_all_the_same(command: Command, tmp_path: Path) -> None:
    home = make_home(tmp_path / "h", {"chibi-hooks.toml": "[policies\nsudo = true\n"})
    result = command("policies", "--home", str(home))
    assert result.code == 4
    assert "chibi-hooks.toml" in result.stderr.splitlines()[0]
    rows = {line.split()[0]: line for line in result.stdout.splitlines()[1:]}
    assert (rows["sudo"].split()[1], rows["rm-rf"].split()[1]) == ("?", "?")
    told = command("policies", "--json", "--home", str(home))
    assert {each["on"] for each in json.loads(told.stdout)} == {None}
    shown = command("policies", "show", "rm-rf", "--home", str(home))
    assert (shown.code, "define-policy rm-rf" in shown.stdout) == (4, True)
