"""The tree of a text for bash -> its commands, added to a line: how everything is read that is not plain.

Theory. A node is visited with what stands around it: the feed that comes in (a pipe, a here-document), and what stands
behind it and belongs to the last command in it: the grammar hangs the redirects of `a && b > f` on the whole, and takes
the words behind a redirect for further targets of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from chibi_hooks.scheme.shell.line import GIVING, ShellLine
from chibi_hooks.scheme.shell.programs.acting import SHIFTS, acts, name_of
from chibi_hooks.scheme.shell.programs.outputs import MEANT, fed_by, fed_by_all
from chibi_hooks.scheme.shell.programs.shapes import hands_command
from chibi_hooks.scheme.shell.programs.simple import FROM_NOTHING, FROM_PIPE, Fed, SimpleCommand
from chibi_hooks.scheme.shell.said import MADE_BY, TOO_DEEP
from chibi_hooks.scheme.shell.text.marks import BLANK, QUOTED, UNKNOWN
from chibi_hooks.scheme.shell.text.overlooked import KINDS, overlooked_in
from chibi_hooks.scheme.shell.text.plain import GLUED
from chibi_hooks.scheme.shell.text.syntax import TOGETHER, Unreadable, tree_of_shell
from chibi_hooks.scheme.shell.text.words import (
    ARGUMENTS,
    Redirect,
    ShellWord,
    Supposed,
    Variables,
    all_words,
    array_of,
    document_of,
    held,
    member_of,
    perhaps,
    put,
    supposed_words,
    text_of,
    value_of,
    word_from,
    words_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

DEPTH: Final = 100  # of a tree
AGAIN: Final = 2  # a function that calls itself is read once more, with words that nobody knows
CONDITIONAL: Final = frozenset({
    "if_statement", "while_statement", "for_statement", "c_style_for_statement", "case_statement", "subshell",
    "list", "pipeline", "command_substitution", "process_substitution",
})  # fmt: skip
SUPPOSING: Final = re.compile(rf"\$\{{\w+:?[-=+]|{GLUED}")  # a command that may be another one where that is unset
NULL: Final = re.compile(r"<\s*/dev/null")
ITSELF: Final = re.compile(r"0?<(?:&\s*0|\s*(?:/dev/(?:stdin|fd/0)|/proc/self/fd/0))")  # as it was
REFERRING: Final = 50  # names that stand for others
LONGEST_VALUE: Final = 64 * 1024  # characters of a variable
KEYED: Final = re.compile(r"\[([\w'\"-]+)\]=")
MEMBER: Final = re.compile(r"\[(\d{1,9})\]=")
CERTAIN: Final = ("variable_assignment", "variable_assignments", "declaration_command")  # they do not fail
AS_ARRAY: Final = re.compile(r"-\w*[aA]")  # declare -a x='(a b)'
AT: Final = re.compile(rf"(?:(?<={BLANK})|^){QUOTED}?\[\d+{QUOTED}?\]=")
BARE_NAME: Final = re.compile(r"(?<!\\)\$([A-Za-z_]\w*)")
RUNS_MORE: Final = re.compile(r"[(`]|\$\{[\s|]")  # without these nothing below a command is a command
ALONE: Final = frozenset({"subshell", "command_substitution", "process_substitution"})  # a `cd` inside ends with them
REDIRECTS: Final = ("file_redirect", "heredoc_redirect", "herestring_redirect")
STAGES: Final = ("pipeline", "command", "redirected_statement")  # what may stand behind a here-document's |
NAMERS: Final = ("BASH_ALIASES", "BASH_CMDS", "aliases", "galiases", "commands")  # arrays of bash and zsh
TESTS: Final = ("test", "[", "printf")  # what they are given may be the index of an array
TAKING: Final = ("command", "pipeline", "list")  # whose last command takes what stands behind


@dataclass(frozen=True, slots=True)
class _Behind:
    """What stands behind a node and belongs to its last command."""

    redirects: tuple[Redirect, ...] = ()
    feed: Fed | None = None
    words: tuple[ShellWord, ...] = ()


class _Last(NamedTuple):
    """What was there before the last member of a list or a pipeline: how many commands, where they run; is it one?"""

    begun: int
    directories: tuple[str | None, ...]
    alone: bool


NOTHING: Final = _Behind()


class TreeWalk:
    """Adds the commands of a tree, which `through` runs, to a line; `both_ways`: >| stands for <> there."""

    def __init__(self, line: ShellLine, through: tuple[str, ...], both_ways: bool) -> None:
        self.line = line
        self.through = through
        self._both_ways = both_ways
        self._last: _Last | None = None
        self._functions, self._calling = line.functions, line.calling
        self._uncalled: list[Node] = []

    def walk(self, root: Node) -> None:
        """The whole tree, and last of all the functions that nobody has called by their names. Raises Unreadable."""
        self.visit(root, 0, self.line.feed)
        while self._uncalled:
            self._call(self._uncalled[0], None, 0, None)

    def visit(self, node: Node, depth: int, feed: Fed | None = None, behind: _Behind = NOTHING) -> None:
        """A node and all below it. Raises Unreadable."""
        if depth > DEPTH:
            raise Unreadable(TOO_DEEP)
        kind = node.type
        if behind is not NOTHING and kind not in TAKING:
            self._redirected_only(node, behind)
            feed = behind.feed or feed
        if kind == "command":
            self._command(node, depth, feed, behind)
        elif kind == "redirected_statement":
            self._redirected(node, depth, feed)
        elif kind == "pipeline":
            self._pipeline(node, depth, feed, behind)
        elif kind == "variable_assignment":
            self._assigned(node, depth)
        elif kind in ("declaration_command", "unset_command"):
            self._declared(node, depth)
        elif kind == "list":
            self._list(node, depth, feed, behind)
        elif kind == "file_redirect" and node.parent is not None and node.parent.type == "command_substitution":
            self._redirected_only(node, _Behind(*self._redirects(node)[:1]))  # $(<file) gives what is in the file
        elif kind == "function_definition":
            self._defined(node, depth)
        else:
            if kind in KINDS:
                self._overlooked(node)
            if kind == "test_command":
                source = text_of(node)
                self.line.evaluates(source, SimpleCommand("[", (), source, through=self.through))
            if kind == "for_statement":
                variable = node.child_by_field_name("variable")
                values = all_words([(each, "") for each in node.children_by_field_name("value")], self.line.variables)
                self.line.gives_in_turn(text_of(variable or node), values)
            before = self.line.directories
            with self.line.doubting() if kind in CONDITIONAL else nullcontext():
                for child in node.named_children:
                    self.visit(child, depth + 1, feed)
            if kind in ALONE:
                self.line.directories = before

    def _overlooked(self, node: Node) -> None:
        """The substitutions in it that are no nodes."""
        for text in overlooked_in(node):
            before = self.line.directories
            self.line.text(text, self.through)
            self.line.directories = before

    def _defined(self, node: Node, depth: int) -> None:
        """A function: what it does is done where it is called, as a rule."""
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None or body is None:
            return
        if text_of(name) in MEANT:
            raise Unreadable(f"it changes what {text_of(name)} does")
        self._functions[text_of(name)] = (*self._functions.get(text_of(name), ()), body)  # perhaps it is the first one
        self._uncalled.append(body)
        for child in node.children_by_field_name("redirect"):
            self.visit(child, depth + 1)

    def _call(self, body: Node, words: Sequence[ShellWord] | None, depth: int, feed: Fed | None) -> None:
        """What a function does that is given these words; None: nobody knows them. It may return early, fail, or be
        another one by then, and some of its variables are its own: what it sets is only supposed to be that."""
        if body in self._uncalled:
            self._uncalled.remove(body)
        if self._calling.count(body) < AGAIN:
            self._calling.append(body)
            with self.line.doubting():
                self.line.given(words, lambda: self.visit(body, depth + 1, feed))
            self._calling.pop()

    def _list(self, node: Node, depth: int, feed: Fed | None, behind: _Behind) -> None:
        members = _members(node)
        always = next((at for at, each in enumerate(members[:-1], 1) if each.type not in CERTAIN), len(members))
        for each in members[:-1][:always]:
            self.visit(each, depth + 1, feed)
        with self.line.doubting(changes=False) if always < len(members) else nullcontext():  # it may end before
            for each in members[always:-1]:
                self.visit(each, depth + 1, feed)
            begun, directories, last = len(self.line.found), self.line.directories, members[-1]
            self.visit(last, depth + 1, feed, behind)
        if last.type == "pipeline" and self._last is not None:
            self._last = self._last._replace(directories=directories)
        else:
            self._last = _Last(begun, directories, last.type == "command")

    def _redirected_only(self, node: Node, behind: _Behind) -> None:
        """The redirects of a loop, a subshell and the like: a command without words."""
        here = self.line.directories[0]
        source = text_of(node.parent or node)
        self.line.add(SimpleCommand("", behind.words, source, (), behind.redirects, self.through, directory=here))

    def _command(self, node: Node, depth: int, feed: Fed | None, behind: _Behind) -> None:
        if _is_two(node):
            raise Unreadable(TOGETHER)
        nodes: list[tuple[Node, str]] = []
        assignments = []
        redirects: tuple[Redirect, ...] = ()
        for child, source in _whole_words(node):
            kind = child.type
            if kind == "variable_assignment":
                assignments.append(self._pair(child))
            elif kind in ("file_redirect", "herestring_redirect"):
                made, words = self._redirects(child)
                redirects += made
                nodes += [(each, "") for each in words]
                feed = self._fed_by(child) or feed
            elif kind != "comment":
                nodes.append((child, source))
        known = self.line.known()
        first = words_of(*nodes[0], known) if nodes else []
        feed = behind.feed or feed
        command = SimpleCommand(
            name_of(first) if first or not nodes else name_of(_words(nodes, known, behind.words)),
            partial(_words, nodes, known, behind.words),
            text_of(node),
            tuple(assignments),
            redirects + behind.redirects,
            self.through,
            feed,
            self.line.directories[0],
        )
        if assignments:
            self.line.set_by(command)
        if command.name in TESTS and "[" in command.source:
            for word in command.words[1:]:
                self.line.evaluates(word.whole, command)
        self._runs(command, node, depth)
        if "$" in command.source:
            self.line.note_defaults(command.source)
            acting = acts(command.name or "") or hands_command(command.name or "", command.source)
            suppose = self.line.run_each_supposed if acting else self.line.run_supposed
            suppose(command, lambda known: _words(nodes, known, behind.words))
            if command.name is None or SUPPOSING.search(command.source) is not None:
                others = (*supposed_words(nodes, self.line.supposed()), *behind.words)
                name = name_of(others)
                if name and name[0] != "-" and others != command.words:
                    self._runs(command.supposed(name, others), node, depth)
        if RUNS_MORE.search(command.source) is not None:
            for child in node.named_children:
                self.visit(child, depth + 1, fed_by(command) if _takes_output(child) else None)

    def _runs(self, command: SimpleCommand, node: Node, depth: int) -> None:
        if self._functions and "$(" in command.source and (said := self.line.words_said(command)) is not None:
            self._runs(command.supposed(name_of(said), said), node, depth)
        if command.name is None and (MADE_BY.match(command.source) is not None or self.line.hides(command.source)):
            raise Unreadable("nobody can tell what it runs")
        name, line = command.name, self.line
        if name and (acts(name) or line.written.some or name in line.named or hands_command(name, command.source)):
            line.run(command)
        else:
            line.add(command)
        if command.name in GIVING:
            self.line.gives(command)
        if command.name in SHIFTS and _may_be_skipped(node):
            self.line.variables[ARGUMENTS] = None
        for body in self._functions.get(command.name or "", ()):
            unseen = line.sees(command)
            self._call(body, command.words[1:] if body not in self._calling else None, depth, command.feed)
            line.variables.update(unseen)

    def _redirected(self, node: Node, depth: int, feed: Fed | None) -> None:
        found: tuple[Redirect, ...] = ()
        words: list[ShellWord] = []
        fed: Fed | None = None
        parts = [child for child in node.named_children if child.type in REDIRECTS]
        for child in parts:
            made, more = self._redirects(child)
            found += made
            words += [word for each in more for word in words_of(each, "", self.line.variables)]
            fed = self._fed_by(child) or fed
        behind = _Behind(found, fed, tuple(words))
        body = node.child_by_field_name("body")
        begun, here = len(self.line.found), self.line.directories[0]
        if body is None:
            self._redirected_only(node.children[0], behind)
        else:
            with self.line.doubting(changes=False):  # without the file nothing runs
                self.visit(body, depth + 1, feed, behind)
        if body is not None and body.type in ("list", "pipeline") and self._last is not None:
            begun = self._last.begun  # they are those of the last one
        if len(self.line.found) > begun + 1 and any(">" in each.operator for each in found):
            written = SimpleCommand("", (), "", (), found, directory=here)
            alone = body is not None and body.type == "command"
            said = partial(self._fed_by_all, alone=alone)
            self.line.written.note_all(written, said, self.line.found[begun:])
        last = self.line.found[-1] if self.line.found else None
        for child in parts:
            for inner in child.named_children:
                piped = child.type == "heredoc_redirect" and inner.type in STAGES
                taken = self._fed_by_all(self.line.found[begun:], False) if _takes_output(inner) else None
                self.visit(inner, depth + 1, fed_by(last) if piped and last else taken)

    def _pipeline(self, node: Node, depth: int, feed: Fed | None, behind: _Behind) -> None:
        line = self.line
        before = line.directories
        parts = [each for each in node.named_children if each.type != "comment"]
        for at, child in enumerate(parts, 1):
            begun = len(line.found)
            self._last = None
            what_follows = behind if at == len(parts) else NOTHING
            if child.type == "list":  # a 2>&1 | b | c && d: what stands behind the pipeline hangs on its last part
                first, *others = _members(child)
                self.visit(first, depth + 1, feed)
                line.directories = before
                for each in others:
                    self.visit(each, depth + 1, None, what_follows if each is others[-1] else NOTHING)
                feed, before = FROM_PIPE, line.directories
                continue
            self.visit(child, depth + 1, feed, what_follows)
            alone = child.type in ("command", "redirected_statement")
            body = child.child_by_field_name("body") if child.type == "redirected_statement" else None
            if body is not None and body.type in ("list", "pipeline") and self._last is not None:  # a && b 2>&1 | c
                begun, before, alone = self._last
            line.directories = before
            self._last = _Last(begun, before, alone)
            feed = self._fed_by_all(line.found[begun:], alone)

    def _fed_by_all(self, found: Sequence[SimpleCommand], alone: bool) -> Fed:
        """What comes out of these; `alone`: of the first one, the others being what it runs or what stands in it."""
        if alone and found and found[0].name not in self._functions:
            inside = (*found[0].through, found[0].name)
            found = [found[0], *(each for each in found[1:] if each.through[: len(inside)] == inside)]
        return fed_by_all(found) if found else FROM_PIPE

    def _assigned(self, node: Node, depth: int) -> None:
        name, value = self._pair(node)
        self._keep_array(node, name)
        parent = node.parent
        if parent is None or parent.type != "command":
            self._set(name, value, not _may_be_skipped(node))
            self._sets(SimpleCommand("", (), text_of(node), ((name, value),), (), self.through))
        for child in node.named_children:
            self.visit(child, depth + 1)

    def _declared(self, node: Node, depth: int) -> None:
        name = text_of(node.children[0])
        words = [ShellWord(name, name, name)]
        assignments = []
        for child in node.named_children:
            if child.type == "variable_assignment":
                key, value = self._pair(child)
                self._keep_array(child, key)
                if value and (cased := [c for o in words[1:] if o.known[:1] == "-" for c in o.known if c in "lu"]):
                    value = value.lower() if cased[-1] == "l" else value.upper()
                assignments.append((key, value))
                if value and any(option.known[:1] == "-" and "n" in option.known for option in words[1:]):
                    self._refers(key, value)
                else:
                    self._set(key, value, not _may_be_skipped(node))
                if value and value[:1] == "(" and any(AS_ARRAY.match(option.known) for option in words[1:]):
                    again = tree_of_shell(f"{key}={value}")[0].named_children
                    self._keep_array(again[0], key)
            else:
                words += words_of(child, "", self.line.variables)
                self._evaluated(node, words[-1:])
                if name == "unset":
                    self.line.variables[text_of(child)] = None
                    self.line.given_values.pop(text_of(child), None)
            for inner in child.named_children:
                self.visit(inner, depth + 1)
        self._sets(SimpleCommand(name, tuple(words), text_of(node), tuple(assignments), (), self.through))

    def _sets(self, command: SimpleCommand) -> None:
        self.line.add(command)
        self.line.set_by(command)

    def _keep_array(self, node: Node, name: str) -> None:
        """What `name=(a b)` and `name+=(c)` make of an array."""
        array = node.child_by_field_name("value")
        if array is None or array.type != "array":
            return
        variables, key = self.line.variables, array_of(name)
        members = _in_order(array.named_children)
        value: str | None = held([word for child in members for word in words_of(child, "", variables)])
        if members is not array.named_children and value is not None:
            value = AT.sub("", value)
        if any(child.type == "+=" for child in node.children):
            before = variables.get(key)
            value = None if before is None or value is None else f"{before}{BLANK}{value}"
        variables[key] = None if _may_be_skipped(node) else value
        if value and name not in self.line.given_values and UNKNOWN not in value:  # $name is all of it in zsh
            self.line.given_values[name] = " ".join(filter(None, (word_from(each).text for each in value.split(BLANK))))
        for child in array.named_children:
            if (found := KEYED.match(text_of(child))) is not None:
                alone = words_of(child, "", variables)
                known = alone[0].text if len(alone) == 1 else None
                if name in NAMERS:
                    self.line.named[found[1].strip("'\"")] = (known or UNKNOWN).partition("]=")[2] or UNKNOWN
                self._set(member_of(name, found[1]), None if known is None else known.partition("]=")[2], True)

    def _pair(self, node: Node) -> tuple[str, str | None]:
        name = text_of(node.named_children[0])
        given = node.child_by_field_name("value")
        is_array = given is not None and given.type == "array"
        value = None if is_array else value_of(given, self.line.variables)
        if given is not None and not is_array and (value is None or UNKNOWN in value):
            value = self.line.filled_value(name, value, text_of(given))
            said = value_of(given, Supposed(self.line.supposed(), False)) if "${" in text_of(given) else None
            if said and UNKNOWN not in said:  # a default
                self.line.given_values.setdefault(name, said)
        if any(child.type == "+=" for child in node.children):
            before = self.line.variables.get(name)
            value = None if before is None or value is None else before + value
            self.line.variables.pop(name, None)
        if node.named_children[0].type == "subscript":
            array, index = name[:-1].split("[", 1)
            name, key = member_of(array, index), array_of(array)
            if array in NAMERS:
                self.line.named[index.strip("'\"")] = value or UNKNOWN
            known = None if value is None or _may_be_skipped(node) else held([word_from(value)])
            self.line.variables[key] = put(self.line.variables.get(key, ""), index, known)
        return name, value

    def _evaluated(self, node: Node, words: Sequence[ShellWord]) -> None:
        source = text_of(node)
        for each in words:
            self.line.evaluates(each.whole, SimpleCommand("[", (), source, through=self.through))

    def _refers(self, name: str, other: str) -> None:
        """declare -n name=other"""
        line = self.line
        other = line.refers.get(other, other)
        if len(line.refers) >= REFERRING:
            raise Unreadable(TOO_DEEP)
        line.refers[name] = other
        line.variables[name] = line.variables.get(other)
        if other in line.given_values:
            line.given_values[name] = line.given_values[other]

    def _set(self, name: str, value: str | None, always: bool) -> None:
        """A value that it is given here: what is set more than once, or not always, is only supposed to be that."""
        name = self.line.refers.get(name, name)
        for each in (name, *(each for each, other in self.line.refers.items() if other == name)):
            self._set_one(each, value, always)

    def _set_one(self, name: str, value: str | None, always: bool) -> None:
        variables = self.line.variables
        if value is not None and len(value) > LONGEST_VALUE:
            value = None
        if value is not None:
            self.line.given_values[name] = value
            self.line.gives_also(name, value)
        variables[name] = value if always and variables.get(name, value) == value else None
        if always:
            variables.pop(perhaps(name), None)

    def _redirects(self, node: Node) -> tuple[tuple[Redirect, ...], list[Node]]:
        """The redirects of a node, and the words of the command that stand behind them."""
        if node.type == "heredoc_redirect":
            found: tuple[Redirect, ...] = ()
            words = node.children_by_field_name("argument")
            for child in node.named_children:
                made, more = self._redirects(child)
                found += made
                words += more
            return found, words
        if node.type != "file_redirect":
            return (), []
        operator = next((text_of(child) for child in node.children if not child.is_named), "")
        if operator == ">|" and self._both_ways:
            operator = "<>"
        descriptor = node.child_by_field_name("descriptor")
        number = text_of(descriptor) if descriptor is not None else ""
        targets = node.children_by_field_name("destination")
        files = [each for target in targets[:1] for each in words_of(target, "", self.line.variables)]
        if any(each.text is None for each in files) and (names := self.line.unknown_in(text_of(node))):
            files += [e for case in self.line.cases(names) for e in words_of(targets[0], "", case) if e not in files]
        return tuple(Redirect(operator, number, each) for each in files), targets[1:]

    def _fed_by(self, node: Node) -> Fed | None:
        if node.type == "herestring_redirect":
            given = node.named_children[-1] if node.named_children else None
            return self.line.fed_with(value_of(given, self.line.variables), text_of(node))
        if node.type == "heredoc_redirect":
            body = next((child for child in node.named_children if child.type == "heredoc_body"), None)
            said = None if body is None else document_of(body, self.line.variables)
            return self.line.fed_with(said, "" if body is None else text_of(body))
        signs = ("<", "<&", ">|") if self._both_ways else ("<", "<&")
        inward = any(child.type in signs for child in node.children) and ITSELF.fullmatch(text_of(node)) is None
        if inward and NULL.fullmatch(text_of(node)) is not None:
            return FROM_NOTHING
        return self.line.fed_by_file(self._redirects(node)[0]) if inward else None


def _takes_output(node: Node) -> bool:
    """Is it >(…)?"""
    return node.type == "process_substitution" and (node.text or b"")[:1] == b">"


def _is_two(node: Node) -> bool:
    """Does a line end in the middle of the command? Seldom the grammar takes the next one's words for further words."""
    whole, start = node.text or b"", node.start_byte
    return b"\n" in whole and any(
        b"\n" in whole[one.end_byte - start : other.start_byte - start].replace(b"\\\n", b"")
        for one, other in pairwise(node.children)
    )


def _words(nodes: list[tuple[Node, str]], variables: Variables, behind: tuple[ShellWord, ...]) -> tuple[ShellWord, ...]:
    return (*all_words(nodes, variables), *behind)


def _whole_words(node: Node) -> list[tuple[Node, str]]:
    """A command's parts, and how they are written, "" where their own text says it. The grammar cuts `a$X/b` into two
    words; with braces around the name it does not."""
    parts = node.named_children
    if all(one.end_byte < other.start_byte for one, other in zip(parts, parts[1:], strict=False)):
        return [(each, "") for each in parts]
    pieces = [text_of(each) for each in parts]
    for at in range(len(parts) - 1, 0, -1):
        if parts[at - 1].end_byte == parts[at].start_byte:
            pieces[at - 1] += pieces.pop(at)
    again = tree_of_shell(" ".join(BARE_NAME.sub(r"${\1}", each) for each in pieces))[0].named_children
    whole = again[0].named_children if len(again) == 1 and again[0].type == "command" else parts
    return [*zip(whole, pieces, strict=True)] if len(whole) == len(pieces) else [(each, "") for each in whole]


def _in_order(members: list[Node]) -> list[Node]:
    """The members of an array as their numbers say, a=([1]=x [0]=y), where all have one."""
    found = [MEMBER.match(text_of(each)) for each in members]
    if not members or not all(found):
        return members
    numbers = [int(each[1]) for each in found if each is not None]
    return [members[at] for at in sorted(range(len(members)), key=numbers.__getitem__)]


def _members(node: Node) -> list[Node]:
    """The commands of `a && b || c`, which the grammar nests to the left, without comments."""
    found: list[Node] = []
    while node.type == "list" and node.named_children:
        found += reversed(node.named_children[1:])
        node = node.named_children[0]
    return [node, *(each for each in reversed(found) if each.type != "comment")]


def _may_be_skipped(node: Node) -> bool:
    """Does it stand where it may run never, or elsewhere, or more than once? In a function: where that is called."""
    child, parent = node, node.parent
    while parent is not None and parent.type != "function_definition":
        if (behind := child.next_sibling) is not None and behind.type == "&":
            return True
        if parent.type in CONDITIONAL and not (parent.type == "list" and _joins_by_and(parent)):
            return True
        child, parent = parent, parent.parent
    return False


def _joins_by_and(node: Node) -> bool:
    return all(child.type == "&&" for child in node.children if not child.is_named)
