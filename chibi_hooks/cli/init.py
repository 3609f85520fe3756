"""`init`: a home to start from."""

from __future__ import annotations

from pathlib import Path

import click

from chibi_hooks.cli._agents import agent_named, around_project
from chibi_hooks.cli._completing import agents
from chibi_hooks.cli._say import note, say_output

EXAMPLE = """\
;;; An example: blocks every shell command with "rm -rf" in it. Change it, save it, fire again. The policy rm-rf
;;; (`chibi-hooks policies show rm-rf`) knows better: delete this file and its test when you switch that on.

(define-hook pre_tool (tool-name arguments)
  (if (and (equal? tool-name "shell_exec")
           (string-contains (payload-ref arguments "command" "") "rm -rf"))
      (block "rm -rf is not allowed here (by hooks/example.scm)")
      (no-opinion)))
"""

EXAMPLE_TEST = """\
;;; What hooks/example.scm decides: `chibi-hooks test` runs this.

(define (call command)
  (fire 'pre_tool `(("tool_name" . "shell_exec") ("arguments" ("command" . ,command)))))

(test "deleting whole trees is blocked"
    '(("block" . #t) ("message" . "rm -rf is not allowed here (by hooks/example.scm)"))
  (call "rm -rf build"))
(test "other commands pass" '() (call "ls"))
"""

EXAMPLES = ("init", "init demo", "init --agent claude-code")


@click.command()
@click.argument("directory", required=False, metavar="[DIR]")
@click.option("--home", metavar="DIR", help="Where to make it (default: ~/.chibi).")
@click.option(
    "--agent",
    metavar="AGENT",
    shell_complete=agents,
    help="Install it in this agent, too, and prove that the agent is answered.",
)
@click.pass_context
def command(ctx: click.Context, directory: str | None, home: str | None, agent: str | None) -> None:
    """Make a home in DIR (default: ~/.chibi): plugins/, hooks/ with one example, its test, and a commented
    chibi-hooks.toml. Existing files stay as they are."""
    if directory is not None and home is not None:
        raise click.UsageError("give one of DIR and --home")
    home = home if home is not None else directory
    if agent is None:
        _make_home(home)
        return
    dialect = agent_named(agent)  # before anything is made
    from chibi_hooks.cli._installing import install

    _make_home(home)
    around, project = around_project(None)
    if not install(dialect, "user", around, project, home=home):
        ctx.exit(1)
    note("edit hooks/example.scm, save it, and the next call is decided by it; `chibi-hooks why` tells how")


def _make_home(home: str | None) -> None:
    from chibi_hooks.hooks.errors import ConfigError
    from chibi_hooks.hooks.homes.config import template
    from chibi_hooks.hooks.homes.home import CONFIG_NAME, HOME_NAME, home_around

    path = Path(home) if home else Path.home() / HOME_NAME
    standing = home_around(Path.cwd())
    if home is None and standing is not None and standing != path:
        note(f"you stand in the home {standing}; what is missing there comes with `chibi-hooks init {standing}`")
    is_new_project = path.name == HOME_NAME and path.absolute().parent != Path.home() and not path.exists()
    files = {"plugins/": None, "hooks/example.scm": EXAMPLE, "tests/example-test.scm": EXAMPLE_TEST,
             CONFIG_NAME: template()}  # fmt: skip
    try:
        made = [name for name, text in files.items() if _make(path / name, text)]
    except OSError as error:
        raise ConfigError(f"{error.filename}: {error.strerror}") from None
    for name in made:
        say_output(str(path / name))
    if is_new_project:
        from chibi_hooks.hooks.homes.home import Surroundings
        from chibi_hooks.hooks.homes.trust import Trust

        Trust(Surroundings.of_process().state_directory()).grant(path)  # whoever has just made it knows what is in it
    if not made:
        note(f"{path}: everything is there already")
    where = f" --home {path}" if home else ""
    note(f"try: chibi-hooks fire pre_tool --sample --explain{where}; chibi-hooks test{where}")


def _make(path: Path, text: str | None) -> bool:
    """Make a directory (no text) or a file; False when it is there."""
    if path.exists():
        return False
    if text is None:
        path.mkdir(parents=True)
    else:
        from chibi_hooks.hooks.homes.rewriting import rewrite

        path.parent.mkdir(parents=True, exist_ok=True)
        rewrite(path, text.encode("utf-8"))  # a part of one would stay as it is
    return True
