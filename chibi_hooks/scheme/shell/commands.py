"""A command line -> every simple command that running it could run, in the order of the text.

    read_commands("sudo rm -rf /tmp/x && git push")      sudo rm …, rm -rf /tmp/x (through sudo), git push

Rules
-----
* Commands inside substitutions, loops, conditions, functions and here-documents' own substitutions count. A
  here-document, a here-string and what `echo` writes into a pipe are texts, and commands only where a shell reads them.
* A command that another one runs stands behind it, with `through` naming who runs it.
* What only the run would tell is None: never a guess. A command whose very name is unknown is in the answer too.
* Variables: what the text itself sets once, outside of any condition, is known behind that place.
* `cd` and `pushd` count for what stands behind them, up to the end of a subshell, a pipeline's part or an inner text.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from posixpath import basename
from typing import TYPE_CHECKING, Final

from chibi_hooks.scheme.shell.code import code_of, started_by
from chibi_hooks.scheme.shell.syntax import Unreadable, tree_of_shell
from chibi_hooks.scheme.shell.words import MARKS, ShellWord, text_of, unescaped, value_of, words_of
from chibi_hooks.scheme.shell.wrappers import InnerText, inner_of, is_shell, script_of

if TYPE_CHECKING:
    from tree_sitter import Node

COMMANDS: Final = 2_000  # in one text
DEPTH: Final = 100  # of a tree; texts in texts count as 10
IN_A_TEXT: Final = 10
CONDITIONAL: Final = frozenset({
    "if_statement", "while_statement", "for_statement", "c_style_for_statement", "case_statement", "subshell",
    "function_definition", "list", "pipeline", "command_substitution", "process_substitution",
})  # fmt: skip
BARE_NAME: Final = re.compile(r"\$([A-Za-z_]\w*)")
ALONE: Final = frozenset({"subshell", "command_substitution", "process_substitution"})  # a `cd` inside ends with them
STAGES: Final = ("pipeline", "command", "redirected_statement")  # what may stand behind a here-document's |
GOES: Final = frozenset({"cd", "pushd", "popd"})
SETS: Final = frozenset({"read", "mapfile", "readarray", "getopts", "unset", "let", "select"})


@dataclass(frozen=True, slots=True)
class Redirect:
    """`>`, `>>`, `<`, `>&` … with the descriptor as it is written ("" if it is not) and the target."""

    operator: str
    descriptor: str
    target: ShellWord


@dataclass(frozen=True, slots=True)
class SimpleCommand:
    """One simple command. `name`: the last part of the first word, None if unknown, "" where there is only an
    assignment or a redirect; `words` has the first word too; `input`: what is known to be fed to it;
    `fed`: something else than the terminal is its input; `piped`: that is another command's output; `directory`: where
    it runs, seen from where the text begins, "" there, None if unknown."""

    name: str | None
    words: tuple[ShellWord, ...]
    source: str
    assignments: tuple[tuple[str, str | None], ...] = ()
    redirects: tuple[Redirect, ...] = ()
    through: tuple[str, ...] = ()
    input: str | None = None
    fed: bool = False
    piped: bool = False
    directory: str | None = ""


@dataclass(frozen=True, slots=True)
class _Feed:
    """What comes in by a pipe or a redirect; `text`: None if unknown."""

    text: str | None
    piped: bool = False


def read_commands(text: str) -> list[SimpleCommand]:
    """The commands of a text. Raises Unreadable."""
    reader = _Line()
    reader.text(text, (), 0)
    return reader.found


class _Line:
    def __init__(self) -> None:
        self.found: list[SimpleCommand] = []
        self.variables: dict[str, str | None] = {}
        self.directories: tuple[str | None, ...] = ("",)  # where the commands run, the last one first

    def text(self, text: str, through: tuple[str, ...], depth: int) -> None:
        """All commands of a text that `through` runs."""
        if MARKS.search(text):
            raise Unreadable("it has characters that are none")
        try:
            root = tree_of_shell(text)
        except Unreadable as error:
            raise Unreadable(f"the text that {through[-1]} runs: {error}" if through else str(error)) from None
        self.visit(root, through, depth)

    def visit(
        self,
        node: Node,
        through: tuple[str, ...],
        depth: int,
        feed: _Feed | None = None,
        redirects: tuple[Redirect, ...] = (),
    ) -> None:
        """A node and all below it."""
        if depth > DEPTH:
            raise Unreadable("it is nested too deeply")
        kind = node.type
        if kind == "command":
            self._command(node, through, depth, feed, redirects)
        elif kind == "redirected_statement":
            self._redirected(node, through, depth, feed)
        elif kind == "pipeline":
            self._pipeline(node, through, depth, feed)
        elif kind == "variable_assignment":
            self._assigned(node, through, depth)
        elif kind in ("declaration_command", "unset_command"):
            self._declared(node, through, depth)
        elif kind == "list":
            for each in _members(node):
                self.visit(each, through, depth + 1, feed)
        else:
            if kind == "for_statement":
                self._unknown_from_here(node.child_by_field_name("variable"))
            before = self.directories
            for child in node.named_children:
                self.visit(child, through, depth + 1, feed)
            if kind in ALONE:
                self.directories = before

    def _add(self, command: SimpleCommand) -> None:
        if len(self.found) >= COMMANDS:
            raise Unreadable(f"it has more than {COMMANDS} commands")
        self.found.append(command)

    def _command(
        self,
        node: Node,
        through: tuple[str, ...],
        depth: int,
        feed: _Feed | None,
        redirects: tuple[Redirect, ...],
    ) -> None:
        words: list[ShellWord] = []
        assignments = []
        for child in _whole_words(node):
            if child.type == "variable_assignment":
                assignments.append(self._pair(child))
            elif child.type in ("file_redirect", "herestring_redirect"):
                redirects += self._redirects(child)
                feed = self._fed_by(child) or feed
            elif child.type != "comment":
                words += words_of(child, self.variables)
        command = SimpleCommand(
            _name(words),
            tuple(words),
            text_of(node),
            tuple(assignments),
            redirects,
            through,
            feed.text if feed else None,
            feed is not None,
            feed is not None and feed.piped,
            self.directories[0],
        )
        self._run(command, depth)
        for child in node.named_children:
            self.visit(child, through, depth + 1)

    def _run(self, command: SimpleCommand, depth: int) -> None:
        """The command, and what it runs in its turn."""
        self._add(command)
        if depth > DEPTH:
            raise Unreadable("it is nested too deeply")
        name = command.name
        if not name:
            return
        if name in GOES:
            self._goes(name, command.words[1:])
        if name in SETS:
            for word in command.words[1:]:
                self.variables[word.text or ""] = None
        through = (*command.through, name)
        inners = inner_of(name, command.words)
        if is_shell(name) and not inners and command.fed and not script_of(command.words) and command.input is not None:
            inners = [InnerText(command.input)]
        for inner in inners:
            if isinstance(inner, InnerText):
                self._inner_text(inner.text, command, through, depth)
                continue
            words = (*inner.words, ShellWord(None, "…")) if inner.more else inner.words
            known = _name(inner.words)
            self._run(replace(command, name=known, words=words, through=through, assignments=()), depth + 1)
        if not inners:
            self._started(command, through, depth)

    def _goes(self, name: str, words: Sequence[ShellWord]) -> None:
        """`cd`, `pushd`, `popd`: where what stands behind runs."""
        target = next((word for word in words if word.text == "-" or not word.known.startswith("-")), None)
        here, *before = self.directories
        if name == "popd" or (target is not None and target.text == "-"):
            self.directories = (*before, here) if before else (None,)
        elif target is None:
            self.directories = ("~", *self.directories)
        else:
            self.directories = (_gone_to(target, here), *self.directories)

    def _inner_text(self, text: str | None, command: SimpleCommand, through: tuple[str, ...], depth: int) -> None:
        if text is None:
            self._add(SimpleCommand(None, (ShellWord(None, command.source),), command.source, through=through))
        elif text.strip():
            before = self.directories
            self.text(text, through, depth + IN_A_TEXT)
            if command.name != "eval":
                self.directories = before

    def _started(self, command: SimpleCommand, through: tuple[str, ...], depth: int) -> None:
        """What the text that an interpreter is given may start; it is read as far as it is a command line."""
        code = code_of(command.name, command.words, command.input)
        for each in started_by(code) if code else ():
            begun = len(self.found)
            try:
                self._inner_text(each, command, through, depth)
            except Unreadable:  # a text about something else
                del self.found[begun:]

    def _redirected(self, node: Node, through: tuple[str, ...], depth: int, feed: _Feed | None) -> None:
        redirects: tuple[Redirect, ...] = ()
        for child in node.children_by_field_name("redirect"):
            redirects += self._redirects(child)
            feed = self._fed_by(child) or feed
        body = node.child_by_field_name("body")
        if body is None or body.type not in ("command", "pipeline", "list"):
            self._add(SimpleCommand("", (), text_of(node), (), redirects, through, directory=self.directories[0]))
        if body is not None:
            begun = len(self.found)
            self.visit(body, through, depth + 1, feed, redirects)
            if body.type in ("pipeline", "list") and redirects:
                self._last_of(begun, redirects, feed)
        last = self.found[-1] if self.found else None
        for child in node.children_by_field_name("redirect"):
            for inner in child.named_children:
                piped = child.type == "heredoc_redirect" and inner.type in STAGES
                self.visit(inner, through, depth + 1, _Feed(_output(last), True) if piped and last else None)

    def _last_of(self, begun: int, redirects: tuple[Redirect, ...], feed: _Feed | None) -> None:
        """The grammar hangs a list's redirects on the whole; they are its last command's."""
        if len(self.found) > begun and not self.found[-1].through:
            last = self.found[-1]
            fed = replace(last, redirects=(*last.redirects, *redirects))
            self.found[-1] = fed if feed is None or last.fed else replace(fed, fed=True, input=feed.text)

    def _pipeline(self, node: Node, through: tuple[str, ...], depth: int, feed: _Feed | None) -> None:
        before = self.directories
        for child in node.named_children:
            begun = len(self.found)
            self.visit(child, through, depth + 1, feed)
            self.directories = before
            alone = child.type in ("command", "redirected_statement")
            made = self.found[begun] if alone and len(self.found) > begun else None
            feed = _Feed(_output(made) if made is not None else None, piped=True)

    def _assigned(self, node: Node, through: tuple[str, ...], depth: int) -> None:
        name, value = self._pair(node)
        parent = node.parent
        if parent is None or parent.type != "command":
            self._set(name, value if not _may_be_skipped(node) else None)
            self._add(SimpleCommand("", (), text_of(node), ((name, value),), (), through))
        for child in node.named_children:
            self.visit(child, through, depth + 1)

    def _declared(self, node: Node, through: tuple[str, ...], depth: int) -> None:
        name = text_of(node.children[0])
        words = [ShellWord(name, name, name)]
        assignments = []
        for child in node.named_children:
            if child.type == "variable_assignment":
                key, value = self._pair(child)
                assignments.append((key, value))
                self._set(key, value if not _may_be_skipped(node) else None)
            else:
                words += words_of(child, self.variables)
                if name == "unset":
                    self.variables[text_of(child)] = None
            for inner in child.named_children:
                self.visit(inner, through, depth + 1)
        self._add(SimpleCommand(name, tuple(words), text_of(node), tuple(assignments), (), through))

    def _pair(self, node: Node) -> tuple[str, str | None]:
        name = text_of(node.named_children[0])
        value = value_of(node.child_by_field_name("value"), self.variables)
        plain = node.named_children[0].type == "variable_name" and not any(c.type == "+=" for c in node.children)
        return name, value if plain else None

    def _set(self, name: str, value: str | None) -> None:
        self.variables[name] = value if self.variables.get(name, value) == value else None

    def _unknown_from_here(self, variable: Node | None) -> None:
        if variable is not None:
            self.variables[text_of(variable)] = None

    def _redirects(self, node: Node) -> tuple[Redirect, ...]:
        if node.type == "heredoc_redirect":
            return tuple(each for child in node.named_children for each in self._redirects(child))
        if node.type != "file_redirect":
            return ()
        operator = next((text_of(child) for child in node.children if not child.is_named), "")
        descriptor = node.child_by_field_name("descriptor")
        number = text_of(descriptor) if descriptor is not None else ""
        targets = node.children_by_field_name("destination")[:1]
        return tuple(Redirect(operator, number, w) for t in targets for w in words_of(t, self.variables))

    def _fed_by(self, node: Node) -> _Feed | None:
        if node.type == "herestring_redirect":
            return _Feed(value_of(node.named_children[-1], self.variables) if node.named_children else None)
        if node.type == "heredoc_redirect":
            body = next((child for child in node.named_children if child.type == "heredoc_body"), None)
            dynamic = body is not None and any(child.type != "heredoc_content" for child in body.named_children)
            return _Feed(None if body is None or dynamic else text_of(body))
        inward = any(child.type in ("<", "<&") for child in node.children)
        return _Feed(None) if inward else None


def _gone_to(target: ShellWord, here: str | None) -> str | None:
    """The directory that `cd` goes to."""
    if target.text is None or target.glob:
        return None
    if target.text[:1] in ("/", "~") or here == "":
        return target.text
    return None if here is None else f"{here.rstrip('/')}/{target.text}"


def _whole_words(node: Node) -> list[Node]:
    """A command's parts. The grammar cuts `a$X/b` into two words; with braces around the name it does not."""
    parts = node.named_children
    if all(one.end_byte < other.start_byte for one, other in zip(parts, parts[1:], strict=False)):
        return parts
    pieces = [text_of(each) for each in parts]
    for at in range(len(parts) - 1, 0, -1):
        if parts[at - 1].end_byte == parts[at].start_byte:
            pieces[at - 1] += pieces.pop(at)
    again = tree_of_shell(" ".join(BARE_NAME.sub(r"${\1}", each) for each in pieces)).named_children
    return again[0].named_children if len(again) == 1 and again[0].type == "command" else parts


def _members(node: Node) -> list[Node]:
    """The commands of `a && b || c`, which the grammar nests to the left."""
    found: list[Node] = []
    while node.type == "list" and node.named_children:
        found += reversed(node.named_children[1:])
        node = node.named_children[0]
    return [node, *reversed(found)]


def _name(words: Sequence[ShellWord]) -> str | None:
    if not words:
        return ""
    first = words[0]
    return None if first.text is None or first.glob else basename(first.text) or first.text


def _may_be_skipped(node: Node) -> bool:
    """Does it stand where it may run never, or elsewhere, or more than once?"""
    parent = node.parent
    while parent is not None:
        if parent.type in CONDITIONAL and not (parent.type == "list" and _joins_by_and(parent)):
            return True
        parent = parent.parent
    return False


def _joins_by_and(node: Node) -> bool:
    return all(child.type == "&&" for child in node.children if not child.is_named)


def _output(command: SimpleCommand | None) -> str | None:
    """What a command is known to write: `echo`, `printf`, `cat` of a here-document, `base64 -d` of such."""
    if command is None or any(word.text is None for word in command.words):
        return None
    arguments = [word.text or "" for word in command.words[1:]]
    if command.name == "echo":
        while arguments and re.fullmatch("-[neE]+", arguments[0]):
            if "e" in arguments.pop(0):
                arguments = [unescaped(each) for each in arguments]
        return " ".join(arguments)
    if command.name == "printf" and arguments:
        return _printed(arguments)
    if command.name in ("cat", "tee") and command.fed and not (arguments and command.name == "cat"):
        return command.input
    if command.name == "base64" and command.input is not None and _decodes(arguments):
        with_padding = re.sub(r"\s", "", command.input) + "=="
        try:
            return base64.b64decode(with_padding).decode("utf-8", "replace")
        except (ValueError, binascii.Error):
            return None
    return None


def _decodes(arguments: list[str]) -> bool:
    return any(each in ("-d", "-D", "--decode", "-di") for each in arguments)


def _printed(arguments: list[str]) -> str | None:
    form = unescaped(arguments[0])
    pieces = re.split("%[sb]", form)
    if "%" in "".join(pieces).replace("%%", ""):
        return None
    if len(pieces) == 1:
        return form.replace("%%", "%")
    made, rest = "", arguments[1:]
    while True:
        for piece in pieces[:-1]:
            made += piece + (rest.pop(0) if rest else "")
        made += pieces[-1]
        if not rest:
            return made
