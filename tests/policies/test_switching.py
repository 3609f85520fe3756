"""One line of `chibi-hooks.toml` switches a policy on: order, parameters, mistakes, saves, sharing, trust."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.homes.trust import Trust
from tests.halves import once
from tests.homes import answering, make_home

CONFIG = "chibi-hooks.toml"
SUDO: dict[str, Any] = {"tool_name": "shell_exec", "arguments": {"command": "sudo ls"}}
OURS = """\
(define-library (NAME)
  (export SHORT)
  (import (scheme base) (harness policy))
  (begin
    (define-policy SHORT "Says its text." (parameters (text "no" "what it says"))
      (pre_tool (tool_name) (object 'text text)))))
"""


def ours(name: str) -> str:
    return OURS.replace("NAME", name).replace("SHORT", name.split()[-1])


@pytest.fixture
def open_home(tmp_path: Path, around: Surroundings) -> Callable[..., Host]:
    def opened(files: dict[str, str | bytes]) -> Host:
        return Host.open(home=make_home(tmp_path / "home", files), around=around, record=False)

    return opened


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    (tmp_path / "work").mkdir()
    return Surroundings(
        {"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path / "work", tmp_path / "user"
    )


Opener = Callable[..., Host]


def test_plugins_come_first_then_policies_as_they_are_listed_then_hook_files(open_home: Opener) -> None:
    files = {
        CONFIG: '[policies]\nsudo = { action = "warn" }\nforce-push = true\nrm-rf = true\n',
        "plugins/first": answering("first", ["pre_tool"], {}),
        "hooks/a.scm": "(define-hook pre_tool (tool_name) '())",
    }
    with open_home(files) as host:
        fire = host.fire("pre_tool", SUDO)
    assert [answer.responder for answer in fire.answers] == ["first", "sudo", "force-push", "rm-rf", "a"]
    assert fire.outcome.warn == "this runs as another user: sudo ls [policy sudo, parameter allowed]"
    assert (fire.answers[1].kind, fire.answers[1].place) == ("scheme", "policies/sudo:3:26")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rm-rff = true", 'there is no policy "rm-rff": did you mean "rm-rf"?'),
        ("sudo = { allow = [] }", "toml:2: sudo: there is no parameter allow; there are allowed, action"),
        ('sudo = { allowed = "ls" }', 'toml:2: sudo: allowed: wanted something like [], got "ls"'),
        ("rm-rf = { allowed = [1, true] }", "toml:2: rm-rf: allowed: wanted something like ["),
        ("rm-rf = { allowed = [1, true] }", '".pytest_cache"], got [1, true]'),
        ("rate-limit = { calls = { a = 1 } }", "rate-limit: calls: wanted something like 60, got a table"),
        ('sudo = { action = "maybe" }', 'toml:2: sudo: action: wanted deny, ask or warn, got "maybe"'),
    ],
)
def test_a_mistake_costs_that_policy_only_and_is_told(open_home: Opener, line: str, message: str) -> None:
    with open_home({CONFIG: f"[policies]\n{line}\nforce-push = true\n"}) as host:
        assert [message in str(notice) for notice in host.notices] in ([True], [True, False])
        assert [answer.responder for answer in host.fire("pre_tool", SUDO).answers] == ["force-push"]


def test_what_cannot_be_switched_on_denies_where_its_failure_shall(open_home: Opener) -> None:
    with open_home({CONFIG: '[policies]\nnosuch = true\n[on_failure]\n"policies/nosuch" = "deny"\n'}) as host:
        assert host.fire("pre_tool", SUDO).outcome.block


def test_a_save_changes_parameters_and_a_mistake_keeps_the_last_good_ones(open_home: Opener, tmp_path: Path) -> None:
    with open_home({CONFIG: "[policies]\nsudo = true\n"}) as host:
        assert host.fire("pre_tool", SUDO).outcome.block
        make_home(tmp_path / "home", {CONFIG: '[policies]\nsudo = { allowed = ["ls"] }\n'})
        host.reload()
        assert not host.fire("pre_tool", SUDO).outcome.block
        make_home(tmp_path / "home", {CONFIG: "[policies]\nsudo = { nonsense = 1 }\n"})
        host.reload()
        assert "nonsense" in str(host.notices[0])
        assert [answer.error for answer in host.fire("pre_tool", SUDO).answers] == [None]
        make_home(tmp_path / "home", {CONFIG: "[policies]\nsudo = false\n"})
        host.reload()
        assert (list(host.fire("pre_tool", SUDO).answers), list(host.notices)) == ([], [])


def test_a_policy_of_the_home_or_of_a_team_is_found_before_the_pack(open_home: Opener, tmp_path: Path) -> None:
    make_home(tmp_path / "team", {"polite.sld": ours("polite")})
    files = {
        CONFIG: '[policies]\nuse = ["../team"]\npolite = { text = "please" }\nsudo = true\n',
        "lib/policies/sudo.sld": ours("policies sudo"),
    }
    with open_home(files) as host:
        said = [answer.value["message"] for answer in host.fire("pre_tool", SUDO).answers]
        assert said == ["please [policy polite, parameter text]", "no [policy sudo, parameter text]"]
        changed = ours("polite").replace("(text", "(note").replace("'text text", '#f "x"')
        make_home(tmp_path / "team", {"polite.sld": changed})
        host.reload()
        assert "there is no parameter text" in str(host.notices[0])


def test_what_a_project_uses_is_trusted_by_its_content(tmp_path: Path, around: Surroundings) -> None:
    team = make_home(tmp_path / "team", {"polite.sld": ours("polite")})
    home = make_home(around.directory / ".chibi", {CONFIG: '[policies]\nuse = ["../../team"]\npolite = true\n'})
    Trust(around.state_directory()).grant(home)
    with Host.open(around=around, record=False) as host:
        assert host.fire("pre_tool", SUDO).outcome.message == "no [policy polite, parameter text]"
    (team / "polite.sld").write_text(ours("polite").replace("no", "never"))
    with Host.open(around=around, record=False, last_good=False) as host:
        assert "it has changed since it was trusted" in str(host.notices[0])
        assert host.fire("pre_tool", SUDO).outcome.message != "never [policy polite, parameter text]"


@once
def test_in_a_worker_a_policy_says_the_same(open_home: Opener) -> None:
    with open_home({CONFIG: '[policies]\nsudo = true\n[scheme]\nisolation = "worker"\n'}) as host:
        assert host.fire("pre_tool", SUDO).outcome.block
        assert host.generation.isolated == ["policies/sudo"]


def test_a_name_that_is_none_is_told_with_the_one_that_may_be_meant(open_home: Opener) -> None:
    with pytest.raises(ConfigError, match="rm_rf: wanted a name of small letters, digits and -: rm-rf$"):
        open_home({CONFIG: "[policies]\nrm_rf = true\n"})


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('commit-message = { form = "(" }', 'form: wanted a regular expression, got "("'),
        ("working-hours = { days = [7] }", "days: wanted numbers from 0, Monday, to 6, got [7]"),
        ("working-hours = { from = 9, to = 9 }", "to: wanted an hour from 1 to 24 behind that of from, got 9"),
        ('package-manager = { use = "cargo" }', "use: wanted npm, yarn, pnpm"),
        ("production = { names = [] }", "names: wanted at least one word, got []"),
        ('generated-files = { files = ["*.o", "[z-a]"] }', 'files: wanted lines of a .gitignore, got ["*.o", "[z-a]"]'),
        ("dangerous-code = { file = 1 }", "dangerous-code: there is no parameter file; there are files, action"),
        ("rate-limit = { calls = -1 }", "calls: wanted a whole number from 1, got -1"),
        ("budget = { calls = 3.5 }", "calls: wanted a whole number from 1, got 3.5"),
        ("repeats = { most = 1.5 }", "most: wanted a whole number from 1, got 1.5"),
        ("repeats = { most = inf }", "most: wanted a whole number from 1, got inf"),
        ("repeats = { most = -nan }", "most: wanted a whole number from 1, got nan"),
        ("rate-limit = { seconds = 0 }", "seconds: wanted a number of seconds over 0, got 0"),
        ("large-write = { lines = 0 }", "lines: wanted a whole number from 1, got 0"),
        ("commit-message = { longest = 0 }", "longest: wanted a whole number from 1, got 0"),
        ("working-hours = { from = 8.5 }", "from: wanted an hour from 0 to 23, got 8.5"),
        ('network-allow = { hosts = ["https://a.example"] }', "hosts: wanted names of hosts, such as *.example.org"),
    ],
)
def test_a_value_with_which_a_policy_could_not_do_its_work_is_told_where_it_is_switched_on(
    open_home: Opener, line: str, told: str
) -> None:
    with open_home({CONFIG: f"[policies]\n{line}\n"}) as host:
        (notice,) = host.notices
    assert f"{CONFIG}:2: {told}" in str(notice)
