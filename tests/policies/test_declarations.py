"""What the file of a policy declares, and what agents make of it."""

from __future__ import annotations

from pathlib import Path

from chibi_hooks.cli._policies import standings
from chibi_hooks.hooks.checking.declarations import PolicyDeclaration, declaration_of
from chibi_hooks.hooks.homes.declared import ChosenPolicies
from chibi_hooks.hooks.homes.policies import PolicySource, all_policies

PACK = {each.name: each for each in all_policies(None, ChosenPolicies())}
AGENTS = ("claude-code", "caliban", "firebender")  # chibi itself has every point


def declared(name: str) -> PolicyDeclaration:
    found = declaration_of(PACK[name])
    assert found is not None
    return found


def test_a_declaration_is_read_without_running_it() -> None:
    found = declared("taint")
    assert (found.points, found.needs) == (("post_tool", "pre_tool"), ("session",))
    assert found.says == (("pre_tool", "block"),)
    assert [each.name for each in found.parameters] == ["trusted", "action"]
    assert found.parameters[0].default == '("localhost" "127.0.0.1")'


def test_the_pack_has_forty_policies_and_each_says_what_it_is_for() -> None:
    assert len(PACK) >= 40
    assert [name for name in PACK if not declared(name).doc.endswith(".")] == []
    assert [name for name in PACK if not declared(name).says] == []


def test_of_each_policy_it_is_known_whether_an_agent_honours_it_and_if_not_why() -> None:
    for name in PACK:
        told = standings(declared(name))
        for agent in AGENTS:
            assert told[agent]["effect"] == "honours" or told[agent]["because"], (name, agent)
    honoured = [name for name in PACK if all(standings(declared(name))[each]["effect"] == "honours" for each in AGENTS)]
    assert len(honoured) >= 40


def test_a_file_that_declares_no_policy_is_none(tmp_path: Path) -> None:
    for text in ("", "(define-library (x) (begin (define-policy)))", "((((", "(" * 5_000, "'x"):
        (tmp_path / "x.sld").write_text(text)
        assert declaration_of(PolicySource("x", "(x)", tmp_path / "x.sld")) is None
