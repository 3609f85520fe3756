"""A command line comes in, the simple commands that a shell would run go out: what `(harness shell)` stands on."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import list_items, text
from chibi_hooks.scheme.values.data import Value, Vector, to_list
from chibi_hooks.typenames import Final

LENGTH: Final = 64 * 1024  # characters; no longer text is looked at


@primitive("%shell-commands")
def shell_commands(line: Value) -> Value:
    """(%shell-commands text) -> its commands as vectors (see `shell.values`), or a string that says why not."""
    from chibi_hooks.scheme.shell.values import shell_value  # tree-sitter: few homes need it

    return shell_value(text("%shell-commands", 1, line)[: LENGTH + 1])


@primitive("%flag-given?", returns="boolean")
def is_flag_given(words: Value, names: Value, values: Value) -> bool:
    """(%flag-given? words names values) -> is one of these options among a command's arguments? What stands behind the
    options `values` is none."""
    wanted, valued = _names("flag?", names), _names("flag?", values)
    skip = False
    for word in list_items("flag?", 1, words):
        known = _known("flag?", word)
        if skip or known[:1] != "-":
            skip = False
            continue
        if known == "--":
            return False
        if valued and known[1:2] != "-":
            cut = next((at for at, c in enumerate(known) if c in valued), len(known))
            skip = cut == len(known) - 1
            known = known[: cut + 1]
        elif known[2:] in valued:
            skip = True
        if _is_one_of(known, wanted):
            return True
    return False


@primitive("%operands")
def operands(words: Value, names: Value) -> Value:
    """(%operands words names) -> a command's arguments that are no options, nor the values of the named ones."""
    wanted = _names("operands", names)
    waiting = list_items("operands", 1, words)[::-1]
    found: list[Value] = []
    while waiting:
        word = waiting.pop()
        known = _known("operands", word)
        if known == "--":
            found += waiting[::-1]
            break
        if len(known) < 2 or known[0] != "-":
            found.append(word)
        elif waiting and wanted and "=" not in known and _is_one_of(known, wanted):
            waiting.pop()
    return to_list(found)


def _names(who: str, names: Value) -> list[str]:
    return [text(who, 2, each) for each in list_items(who, 2, names)]


def _known(who: str, word: Value) -> str:
    """A word, or as much of its beginning as is known."""
    return text(who, 1, word.v[0] if word.__class__ is Vector else word)


def _is_one_of(word: str, names: list[str]) -> bool:
    """Is this an option of one of these names? Of one character: -c, also among others; a longer one: --name, also
    with a value or cut short to three letters, or -name as it stands."""
    if len(word) < 2 or word[0] != "-":
        return False
    if word[1] == "-":
        given = word[2:].partition("=")[0]
        return any(len(name) > 1 and (given == name or len(given) >= 3 and name.startswith(given)) for name in names)
    bundle, plain = _bundle(word), word[1:].partition("=")[0]
    return any(name in bundle if len(name) == 1 else plain == name for name in names)


def _bundle(word: str) -> str:
    """The letters of -abc; -name=value and -auto-approve are no bundles."""
    for at, c in enumerate(word[1:]):
        if not (c.isalpha() or c.isdecimal()):
            return "" if c in "-=" else word[1 : at + 1]
    return word[1:]
