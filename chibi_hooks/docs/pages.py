"""The whole manual as pages of markdown: path -> text. Those that somebody wrote lie in `prose/`, the others are made
from the tables.

Rules: a page is made when it is asked for; what only the command line knows (its own help) is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

from chibi_hooks.docs.reference import NameEntry, about_library, documented_libraries, entry_in, exporters, names_of
from chibi_hooks.hooks.errors import BadRequest, did_you_mean

PROSE: Final = Path(__file__).parent / "prose"
FIRST: Final = ("first-hook.md", "scheme-for-python.md")  # what a newcomer reads, in this order
Page = Callable[[], str]


def all_pages(commands: Page) -> dict[str, Page]:
    """Every page by its path below the manual's directory, `README.md` first. `commands` makes that about commands."""
    prose = sorted(PROSE.glob("*.md"), key=lambda each: (each.name not in FIRST, each.name))
    written = {each.name: _prose(each) for each in prose if each.name != "README.md"}
    made = {
        "commands.md": commands,
        "points.md": points_page,
        "agents.md": agents_page,
        "configuration.md": configuration_page,
        "recipes.md": recipes_page,
        "libraries/README.md": libraries_page,
    }
    libraries = {library_file(name): _library(name) for name in documented_libraries()}
    pages = {**written, **made, **libraries}
    return {"README.md": lambda: _index(pages), **pages}


def page_named(pages: Mapping[str, Page], name: str) -> str:
    """The text of a page, by its path or without `.md`. Raises BadRequest."""
    wanted = name.removesuffix(".md")
    for path in (f"{wanted}.md", f"{wanted}/README.md", f"libraries/{wanted}.md"):
        if path in pages:
            return pages[path]()
    names = [path.removesuffix(".md") for path in pages]
    begun = [each for each in names if each.startswith(wanted)] if wanted else []
    near = f': did you mean "{begun[0]}"?' if begun else did_you_mean(wanted, names)
    raise BadRequest(f'there is no page "{name}"{near or "; `chibi-hooks docs` lists them"}')


def library_file(library: str) -> str:
    """Where the page of a library is: `(harness shell)` is libraries/harness-shell.md."""
    return f"libraries/{'-'.join(library.strip('()').split())}.md"


def library_page(library: str) -> str:
    """Every name of a library, with usage, example, and what it does. Raises SchemeError."""
    tier = documented_libraries()[library]
    note = "" if tier == "sandboxed" else '\n\nOnly hook files of the tier "unsandboxed" may import it.'
    head = f"# {library}\n\n{about_library(library)}{note}".rstrip()
    entries = [entry_in(library, name, exporters().get(name, [library])) for name in names_of(library)]
    return "\n\n".join([head, *map(_section, entries)]) + "\n"


def _section(entry: NameEntry) -> str:
    lines = [f"## `{entry.name}`", ""]
    lines += ["```scheme", *entry.usage, "```"] if entry.usage else [f"A {entry.kind}."]
    lines += ["", entry.about] if entry.about else []
    lines += ["", "```scheme", *entry.examples, "```"] if entry.examples else []
    return "\n".join(lines)


def libraries_page() -> str:
    """The libraries with their first sentence."""
    lines = ["# Libraries", "", "| library | tier | names | what it is |", "|---|---|---|---|"]
    for library, tier in documented_libraries().items():
        about = " ".join(about_library(library).split()).partition(". ")[0].replace("|", "\\|")
        file = library_file(library).removeprefix("libraries/")
        lines.append(f"| [{library}]({file}) | {tier} | {len(names_of(library))} | {about} |")
    return "\n".join(lines) + "\n"


def points_page() -> str:
    """Every hook point: when it fires, payload, what may be answered."""
    from chibi_hooks.hooks.deciding.describe import describe
    from chibi_hooks.hooks.deciding.point import POINTS

    lines = ["# Hook points", "", "The same for one of them: `chibi-hooks doc pre_tool`.", ""]
    for family, points in groupby(POINTS.values(), key=lambda point: point.family):
        lines += [f"## {family}", ""]
        for point in points:
            lines += [f"### `{point.wire}`", "", "```text", describe(point), "```", ""]
    return "\n".join(lines)


def agents_page() -> str:
    """What each agent does with each word, event by event, and why not."""
    from chibi_hooks.dialects.rows.dialect import row_dialects
    from chibi_hooks.dialects.rows.matrix import lines, table

    dialects = row_dialects()
    heading, *rows = table(dialects)
    told = [
        "# What each agent can do",
        "",
        "HONOURS: the agent does what the word says. DEGRADES: it cannot, and the word after the arrow, the next "
        "stricter thing it can, is said in its place. CANNOT: nothing can be said; the user and the journal are told. "
        "Words that are in none of them mean nothing at that event.",
    ]
    for agent, of_agent in groupby(rows, key=lambda row: row[0]):
        told += ["", f"## {agent}", "", f"| {' | '.join(heading[1:])} |", f"|{'---|' * (len(heading) - 1)}"]
        told += [f"| {' | '.join(row[1:])} |" for row in of_agent]
        because = dict.fromkeys(
            f"- {line.event}, {line.word}: {line.because}"
            for dialect in dialects
            if dialect.agent == agent
            for line in lines([dialect])
            if line.because
        )
        told += ["", *because] if because else []
    return "\n".join(told) + "\n"


def configuration_page() -> str:
    """Every key of chibi-hooks.toml with its default."""
    from chibi_hooks.hooks.homes.config import template

    return f"# chibi-hooks.toml\n\nIt lies in a home, and need not.\n\n```toml\n{template()}```\n"


def recipes_page() -> str:
    """The recipes: the text of each hook file, and that of its test."""
    lines = ["# Recipes", "", "Each is a home of its own in `examples/recipes`, with a test that runs.", ""]
    for folder in recipe_folders():
        hook, test = folder / f"hooks/{folder.name}.scm", folder / f"tests/{folder.name}-test.scm"
        lines += [f"## {recipe_title(folder)}", "", "```scheme", hook.read_text("utf-8").rstrip(), "```", ""]
        lines += ["Its test:", "", "```scheme", test.read_text("utf-8").rstrip(), "```", ""]
    return "\n".join(lines)


def recipe_title(folder: Path) -> str:
    """The first line of its hook file."""
    first = (folder / f"hooks/{folder.name}.scm").read_text("utf-8").partition("\n")[0]
    return first.removeprefix(";;;").strip().rstrip(".")


@cache
def recipe_folders() -> tuple[Path, ...]:
    """In a wheel the recipes lie inside the package, in a checkout among the examples; none where there are neither."""
    inside = Path(__file__).parent / "recipes"
    folder = inside if inside.is_dir() else Path(__file__).parents[2] / "examples/recipes"
    return tuple(sorted(each for each in folder.glob("*") if (each / "hooks").is_dir()))


def _prose(path: Path) -> Page:
    return lambda: path.read_text("utf-8")


def _library(name: str) -> Page:
    return lambda: library_page(name)


def _index(pages: Mapping[str, Page]) -> str:
    """The first page: its prose, then every page by its title."""
    return (PROSE / "README.md").read_text("utf-8") + "\n".join(_listed(pages)) + "\n"


def _listed(pages: Mapping[str, Page]) -> Iterator[str]:
    for path in pages:
        if not path.startswith("libraries/") or path.endswith("README.md"):
            yield f"- [{title_of(path)}]({path})"


def title_of(path: str) -> str:
    """What a page is called in lists: the heading of its prose, or its path in words."""
    written = PROSE / path
    if written.is_file():
        return written.read_text("utf-8").partition("\n")[0].lstrip("# ")
    return {"points.md": "Hook points", "agents.md": "What each agent can do", "configuration.md": "chibi-hooks.toml",
            "libraries/README.md": "Libraries", "commands.md": "Commands", "recipes.md": "Recipes"}[path]  # fmt: skip
