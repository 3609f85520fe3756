"""`policies [show NAME]`: the policies that one line of `chibi-hooks.toml` switches on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._completing import policies
from chibi_hooks.cli._journal import home_option
from chibi_hooks.cli._say import note, say, say_json, say_table
from chibi_hooks.hooks.errors import BadRequest, ConfigError, did_you_mean

if TYPE_CHECKING:
    from chibi_hooks.hooks.checking.declarations import PolicyDeclaration
    from chibi_hooks.hooks.homes.config import Config
    from chibi_hooks.hooks.homes.home import Home
    from chibi_hooks.hooks.homes.policies import PolicySource

EXAMPLES = ("policies", "policies show rm-rf", "policies --json")


@click.command()
@click.argument("action", metavar="[list|show]", default="list", shell_complete=policies)
@click.argument("name", required=False, shell_complete=policies)
@home_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with parameters and what each agent makes of them.")
@click.pass_context
def command(ctx: click.Context, action: str, name: str | None, home: str | None, as_json: bool) -> None:
    """List the policies, or show NAME: the line that switches it on with its parameters, and its source, to start from.

    A policy is switched on by a line of [policies] in chibi-hooks.toml: `NAME = true`, or `NAME = { parameter = … }`.
    """
    if action not in ("list", "show"):
        action, name = "show", action  # what one types
    if action == "show" and name is None:
        raise BadRequest("policies show: of which policy? `chibi-hooks policies` lists them")
    status = 0
    try:
        there, config = home_and_config(home)
    except ConfigError as error:
        there, config = None, None
        status = 4
        note(f"chibi-hooks: {error}\nso nobody can say what is switched on; what there is in the pack:")
    from chibi_hooks.hooks.checking.declarations import declaration_of
    from chibi_hooks.hooks.homes.declared import ChosenPolicies
    from chibi_hooks.hooks.homes.policies import all_policies

    sources = all_policies(there, config.policies if config else ChosenPolicies())
    if name is not None:
        _show(name, sources)
        ctx.exit(status)
    found = [each for source in sources if (each := declaration_of(source)) is not None]
    for source in sources:
        if all(source is not each.source for each in found):
            note(f"skipped: {source.path}: it declares no policy {source.name}")
    if as_json:
        from chibi_hooks.cli._policies import standings

        told = [{**each.to_json(), "on": _is_on(each, config), "agents": standings(each)} for each in found]
        say_json(told, indent=2)
    else:
        _list(found, config, there)
    ctx.exit(status)


def _is_on(policy: PolicyDeclaration, config: Config | None) -> bool | None:
    """None: nobody can say."""
    return None if config is None else policy.name in config.policies.chosen


def _list(found: list[PolicyDeclaration], config: Config | None, there: Home | None) -> None:
    from chibi_hooks.cli._policies import agents_in_words

    rows: list[tuple[str, ...]] = [("POLICY", "ON", "POINTS", "NEEDS", "AGENTS", "WHAT IT SEES TO")]
    for each in found:
        on = {True: "yes", False: "", None: "?"}[_is_on(each, config)]
        needs = ", ".join(each.needs) or "-"
        rows.append((each.name, on, ", ".join(each.points), needs, agents_in_words(each), each.doc))
    say_table(rows)
    where = "chibi-hooks.toml of a home (`chibi-hooks init` makes one)" if there is None else str(there.config)
    note(f"one line below [policies] in {where} switches one on: rm-rf = true; `policies show NAME` has its parameters")


def _show(name: str, sources: list[PolicySource]) -> None:
    from chibi_hooks.hooks.checking.declarations import declaration_of
    from chibi_hooks.hooks.homes.policies import text_in

    source = next((each for each in sources if each.name == name), None)
    if source is None:
        near = did_you_mean(name, [each.name for each in sources])
        raise BadRequest(f'there is no policy "{name}"{near or "; `chibi-hooks policies` lists them"}')
    declared = declaration_of(source)
    if declared is not None:
        note(f"{declared.doc} Below [policies] in chibi-hooks.toml: {name} = true, or with any of these parameters:")
        given = ", ".join(each.in_toml for each in declared.parameters)
        note(f"{name} = {{ {given} }}")
        for each in declared.parameters:
            note(f"  {each.name}: {each.doc}")
    note(f"{source.library}: {source.path}; as lib/policies/{name}.sld in your home, (policies {name}), it is yours")
    say(text_in(source).rstrip("\n"))


def home_and_config(given: str | None) -> tuple[Home | None, Config]:
    """The highest home that counts here, and what it says. Raises ConfigError."""
    from chibi_hooks.hooks.deciding.fold import can_refuse
    from chibi_hooks.hooks.deciding.point import POINTS
    from chibi_hooks.hooks.homes.config import Config, load_config
    from chibi_hooks.hooks.homes.home import Surroundings, find_homes

    around = Surroundings.of_process()
    around.keep_compiled()
    homes = find_homes(around, given).homes
    if not homes:
        return None, Config()
    denying = {name: can_refuse(point) for name, point in POINTS.items()}
    return homes[-1], load_config(homes[-1].config, denying)
