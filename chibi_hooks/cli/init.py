"""`init`: a home to start from."""

from __future__ import annotations

from pathlib import Path

import click

from chibi_hooks.cli._say import note

EXAMPLE = """\
;;; Blocks shell commands that delete whole trees. Change it, save it, fire again.

(define-hook pre_tool (tool-name arguments)
  (if (and (equal? tool-name "shell_exec")
           (string-contains (payload-ref arguments "command" "") "rm -rf"))
      (block "rm -rf is not allowed here")
      (no-opinion)))
"""


@click.command()
@click.option("--home", metavar="DIR", help="Where to make it (default: ~/.chibi).")
def command(home: str | None) -> None:
    """Make a home: plugins/, hooks/ with one example, and a commented chibi-hooks.toml. Existing files stay as they
    are."""
    from chibi_hooks.hooks.config import template
    from chibi_hooks.hooks.errors import ConfigError
    from chibi_hooks.hooks.home import CONFIG_NAME, HOME_NAME

    path = Path(home) if home else Path.home() / HOME_NAME
    is_new_project = path.name == HOME_NAME and path.absolute().parent != Path.home() and not path.exists()
    files = {"plugins/": None, "hooks/example.scm": EXAMPLE, CONFIG_NAME: template()}
    try:
        made = [name for name, text in files.items() if _make(path / name, text)]
    except OSError as error:
        raise ConfigError(f"{error.filename}: {error.strerror}") from None
    for name in made:
        click.echo(path / name)
    if is_new_project:
        from chibi_hooks.hooks.home import Surroundings
        from chibi_hooks.hooks.trust import Trust

        Trust(Surroundings.of_process().state_directory()).grant(path)  # whoever has just made it knows what is in it
    if not made:
        note(f"{path}: everything is there already")
    where = f" --home {path}" if home else ""
    note(f"try: chibi-hooks fire pre_tool --sample --explain{where}")


def _make(path: Path, text: str | None) -> bool:
    """Make a directory (no text) or a file; False when it is there."""
    if path.exists():
        return False
    if text is None:
        path.mkdir(parents=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return True
