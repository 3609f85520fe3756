"""`chibi-hooks.toml`: what is accepted works, everything else is refused with its line and a near name."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.config import ISOLATIONS, KEYS, Config, load_config, template
from chibi_hooks.hooks.homes.home import Surroundings

POINTS = {"pre_shell_exec": True, "pre_tool": True, "post_tool": False}


def load(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "chibi-hooks.toml"
    path.write_text(text)
    return load_config(path, POINTS)


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    assert load_config(tmp_path / "chibi-hooks.toml", POINTS) == Config()


def test_the_template_says_nothing_yet_and_names_every_key(tmp_path: Path) -> None:
    assert load(tmp_path, template()) == Config()
    assert all(f"# {key.name}" in template() for key in KEYS)


def test_the_template_with_every_line_switched_on_is_accepted(tmp_path: Path) -> None:
    switched_on = "\n".join(line[2:] if " = " in line else line for line in template().splitlines())
    config = load(tmp_path, switched_on)
    assert config.on_failure == {"pre_shell_exec": "deny"}
    assert config.tier("hooks/trusted/a.scm") == "unsandboxed"


def test_where_worlds_are_is_said_for_the_whole_home_or_by_paths(tmp_path: Path) -> None:
    assert load(tmp_path, "").isolated("hooks/a.scm") == ISOLATIONS[0]
    assert load(tmp_path, '[scheme]\nisolation = "worker"').isolated("hooks/a.scm") == "worker"
    config = load(tmp_path, '[scheme.isolation]\n"" = "worker"\n"hooks/mine/" = "thread"')
    assert [config.isolated(name) for name in ("hooks/a.scm", "hooks/mine/a.scm")] == ["worker", "thread"]
    for wrong in ('[scheme]\nisolation = "process"', '[scheme.isolation]\n"hooks/" = 5', "[scheme]\nisolation = true"):
        with pytest.raises(ConfigError, match='wanted "(thread|worker)" or "'):
            load(tmp_path, wrong)


def test_every_value_reaches_the_configuration(tmp_path: Path) -> None:
    config = load(
        tmp_path,
        """
        permission = "allow"
        [plugins]
        timeout = 2
        schema_timeout = 0.5
        payload_in_environment = ["old-*"]
        remove_environment = ["AWS_*"]
        [scheme]
        time_limit = 0.25
        memory_limit = 64
        [scheme.tiers]
        "hooks/" = "sandboxed"
        "hooks/mine/" = "unsandboxed"
        [scheme.time_limits]
        "hooks/slow/" = 5
        [scheme.memory_limits]
        "hooks/slow/" = 512
        [scheme.environment]
        "hooks/deploy.scm" = ["STAGE", "REGION"]
        [vfs]
        max_megabytes = 2
        max_files = 20
        [tools]
        cache_output_over = 4000
        [on_failure]
        pre_tool = "deny"
        "hooks/guard*.scm" = "deny"
        """,
    )
    assert (config.permission, config.plugin_timeout, config.schema_timeout) == ("allow", 2.0, 0.5)
    assert (config.time_limit, config.memory_limit) == (0.25, 64)
    assert config.wants_environment_payload("plugins/old-logger")
    assert not config.wants_environment_payload("plugins/logger")
    assert config.tier("hooks/mine/a.scm") == "unsandboxed"
    assert config.tier("hooks/a.scm") == "sandboxed"
    assert config.denies_on_failure("pre_tool", "hooks/any.scm")
    assert config.denies_on_failure("pre_shell_exec", "hooks/guard2.scm")
    assert not config.denies_on_failure("pre_shell_exec", "hooks/other.scm")


def test_plugins_inherit_what_is_kept_less_what_is_removed(tmp_path: Path) -> None:
    environment = {"PATH": "p", "AWS_KEY": "k", "HOME": "h"}
    assert Config().inherited(environment) == environment
    assert load(tmp_path, '[plugins]\nremove_environment = ["AWS_*"]').inherited(environment) == {
        "PATH": "p",
        "HOME": "h",
    }
    assert load(tmp_path, '[plugins]\nkeep_environment = ["PATH"]').inherited(environment) == {"PATH": "p"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[plugins]\n\ntimout = 3", '3: unknown key "timout" in [plugins]: did you mean "timeout"?'),
        ("[plugin]\ntimeout = 3", '1: unknown key "plugin": did you mean "plugins"?'),
        ("zebra = 1", '1: unknown key "zebra"; known here: permission, plugins, scheme'),
        ('[plugins]\ntimeout = "3"', '2: plugins.timeout: wanted a number of seconds from 0.001 to 86400, got "3"'),
        ("[plugins]\ntimeout = true", "2: plugins.timeout: wanted a number of seconds"),
        ("[plugins]\ntimeout = -1", "2: plugins.timeout: wanted a number of seconds"),
        ("[plugins]\nremove_environment = 'A'", '2: plugins.remove_environment: wanted a list of strings'),
        ("[plugins]\nremove_environment = ['']", "2: plugins.remove_environment: wanted a list of strings"),
        ("[scheme]\ntime_limit = 1e-9", "2: scheme.time_limit: wanted a number of seconds from 0.001 to 86400"),
        ("[scheme.time_limits]\n'hooks/' = nan", "wanted a number of seconds from 0.001 to 86400, got"),
        ("[agents]\nstop_cap = 0.0", "2: agents.stop_cap: wanted a whole number from 1 to 1048576, got 0.0"),
        ("permission = 'ask'", '1: permission: wanted "deny" or "allow", got "ask"'),
        ("[scheme.tiers]\n'hooks/' = 'free'", """wanted "sandboxed" or "virtual" or "unsandboxed", got"""),
        ("[on_failure]\npre_tol = 'deny'", '2: on_failure: unknown hook point "pre_tol": did you mean "pre_tool"?'),
        ("[on_failure]\npost_tool = 'deny'", "2: on_failure: an answer at post_tool cannot deny anything"),
        ("[on_failure]\npre_tool = 'allow'", '2: on_failure: "pre_tool": wanted "deny", got "allow"'),
        ("[scheme.tiers]\n'a' = 'sandboxed'\n'b' = true", '3: scheme.tiers: "b": wanted "sandboxed" or'),
        ("[plugins]\ntimeout = true", "from 0.001 to 86400, got true"),
        ("[plugins", "not TOML"),
        ("[plugins]\ntimeout = 3\ntimeout = 4\n", "3:12: not TOML: Cannot overwrite a value"),
        ("[policies]\n\nsudo = 'yes'", "3: policies: sudo: wanted true, false or a table of parameters"),
        ("[policies]\nuse = 'x'", '2: policies: use: wanted a list of directories, got "x"'),
        ("[recorders]\nkeep = 3", '1: unknown key "recorders": did you mean "recorder"?'),
        ("[recorder]\nrm-rf = true", '2: unknown key "rm-rf" in [recorder]; it belongs below [policies]'),
        ("[recorder]\nstop_cap = 3", '2: unknown key "stop_cap" in [recorder]; it belongs below [agents]'),
        ("[recorder]\nkeep = 3", '2: unknown key "keep" in [recorder]: did you mean "keep_days"?'),
        ("[recorder]\nenabled = 1", "2: recorder.enabled: wanted true or false, got 1"),
        ("[recorder]\nmax_fire_kilobytes = 0", "2: recorder.max_fire_kilobytes: wanted a whole number from 1"),
        ("[recorder]\nredact_words = ['s*']", "2: recorder.redact_words: wanted beginnings of words"),
    ],
)
def test_a_mistake_is_an_error_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text)
    assert f"chibi-hooks.toml:{message}" in str(caught.value) or message in str(caught.value)


def test_a_file_that_is_not_text_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "chibi-hooks.toml"
    path.write_bytes(b"# here\n# \xe9\n")
    with pytest.raises(ConfigError, match="chibi-hooks.toml:2: wanted text in UTF-8, got byte 0xe9"):
        load_config(path, POINTS)


def test_the_template_is_toml() -> None:
    assert tomllib.loads(template()) == {
        "plugins": {},
        "scheme": {"tiers": {}, "isolation": {}, "time_limits": {}, "memory_limits": {}, "environment": {}},
        "vfs": {},
        "tools": {},
        "agents": {},
        "flocks": {},
        "policies": {},
        "facts": {},
        "on_failure": {},
        "recorder": {},
    }


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"CHIBI_HOOKS_STATE": "/s", "XDG_STATE_HOME": "/x"}, "/s"),
        ({"XDG_STATE_HOME": "/x"}, "/x/chibi-hooks"),
        ({"XDG_STATE_HOME": "relative"}, "/home/me/.local/state/chibi-hooks"),
        ({}, "/home/me/.local/state/chibi-hooks"),
    ],
)
@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has a place of its own")
def test_state_has_its_place_in_the_surroundings(environment: dict[str, str], expected: str) -> None:
    assert Surroundings(environment, Path("/"), Path("/home/me")).state_directory() == Path(expected)
