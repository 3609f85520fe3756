"""The files that a command line itself writes -> what stands in them, for the commands behind that run or read them.

echo 'rm -rf src' > x.sh; sh x.sh         printf 'drop table t' > x.sql; psql -f x.sql
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import islice
from posixpath import basename, dirname, normpath
from typing import Final

from chibi_hooks.scheme.shell.files.changes import changes_beside, copied
from chibi_hooks.scheme.shell.programs.code import AWKS, may_have_code, script_given, strings_in
from chibi_hooks.scheme.shell.programs.filters import FILTERS, LONGEST
from chibi_hooks.scheme.shell.programs.loading import loaded, may_tell
from chibi_hooks.scheme.shell.programs.outputs import MEANT, UNPACK, WRITES, ends_of, fed_by, guessed_from
from chibi_hooks.scheme.shell.programs.recipes import INCLUDED, RECIPES, Recipes, script_set
from chibi_hooks.scheme.shell.programs.simple import FROM_PIPE, Fed, SimpleCommand
from chibi_hooks.scheme.shell.programs.takers import CRON, LATER, READERS, STDIN, is_shell
from chibi_hooks.scheme.shell.programs.wrappers import RUNNERS
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.syntax import Unreadable
from chibi_hooks.scheme.shell.text.words import MADE_FILE, ShellWord, cut, one_word, word_from

FILES: Final[Mapping[str, tuple[str, ...]]] = {  # programs that take a text from a file: psql, say, a query
    **dict.fromkeys(("psql", "cqlsh", "snowsql", "usql", "cockroach"), ("-f", "--file")),
    **dict.fromkeys(("mongosh", "mongo"), ("", "-f", "--file")), **dict.fromkeys(AWKS, ("-f", "--file")),
    "git": ("-F", "--file"), "sqlcmd": ("-i",), "sqlite3": ("-init",), "duckdb": ("-init", "-f"),
    "gdb": ("-x", "--command"), "lldb": ("-s", "--source"),
    **dict.fromkeys(("vim", "vi", "nvim", "ex", "view"), ("-S", "-u", "-s")),
    "clickhouse-client": ("--queries-file",), **dict.fromkeys(("cat", *UNPACK), ("",)),
    "xargs": ("-a", "--arg-file"), "parallel": ("-a", "::::"),
    **dict.fromkeys(LATER, ("-f",)), CRON: ("",), **dict.fromkeys(("mysql", "mariadb"), ()), "dd": ("if",),
}  # fmt: skip
"""What tells the file: these options, or "" for any operand."""
PLACED: Final = ("-C", "--directory", "--prefix", "--dir", "--cwd")  # behind which stands where that file is
NAMED: Final = re.compile(r"\{(\w+)\}", re.ASCII)  # a descriptor with the name of a variable
GUESSED: Final = 40  # texts that may be in one file
FILES_COPIED: Final = 50  # of one directory
LINKS: Final = 200  # symbolic ones of one line
SYMBOLIC: Final = re.compile(r"-(?!-)\w*s|--s(?!u)")  # or --suffix
SHOWN: Final = ("cat", "dd", *UNPACK, CRON)  # programs for which what their operand names is like their input
FLAGS: Final = re.compile(r"-(?!-)[^-CfIoWE]*")  # before an option with a value in the same word
SET: Final = ("BASH_ENV", "ENV")  # variables that name such a file
ON_INPUT: Final = word_from("-")  # the grammar leaves it out before a here-document
READS: Final = re.compile(r"\s*(?:\\i|\\ir|\.read|source|\\\.)\s+(\S+?);?\s*")
"""A text of a database's language that names a file of it: psql's \\i, sqlite3's .read, mysql's source."""
COPIES: Final = frozenset({"cp", "ln", "install", "mv", "rsync"})  # programs, too
SETTERS: Final = ("npm", "pnpm")  # of scripts in a package.json
COMPRESSED: Final = (".gz", ".bz2", ".xz", ".zst", ".z", ".Z", ".lzma")
COMPRESSORS: Final = frozenset({"gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd", "compress"})
EDITS: Final = frozenset({"sed", "gsed", "ed", "ex", "vi", "vim", "nvim", "view", "perl", "patch"})
NOTED: Final = frozenset({"tee", "sponge", "dd", "exec", "mkfifo", *SETTERS, *COPIES, *COMPRESSORS})
KEEPS: Final = frozenset({"chmod", "chown", "chgrp", "chattr", "touch", "rm", "unlink"})  # what does not change texts
OWN_TEXT: Final = RUNNERS | READERS | frozenset(RECIPES)  # what a file's text is for these they find out themselves
OPENED: Final = "/dev/fd/{}"  # the file that exec has opened
STANDARD: Final = OPENED.format(1)
GAP: Final = UNKNOWN * 2  # a line of a file: here stands a text of the line in a form that nobody knows
PROGRAM: Final = re.compile(r"(?:/usr(?:/local)?)?/s?bin/[^/]+\Z")
GLOBBED, GLOB_LENGTH = 50, 200  # files that are compared with a pattern, and its characters
BIN: Final = re.compile(r"(?:^|/)(?:s?bin|scripts)/[^/]+\Z")  # where programs are found by their name
QUOTES: Final = re.compile(r"[\"'{}]")
STARTED_BY: Final = re.compile(r"#!\s*(?:\S*/env\s+(?:-S\s*)?)?(\S+)")


class OwnFiles:
    """What commands of a line have written into files, as far as it is known."""

    def __init__(self, said: Callable[[str], str | None], spend: Callable[[int], None]) -> None:
        """`said`: what a text for a shell writes, as `text` tells it; `spend` is told of characters looked at."""
        self._texts: dict[str, str | None] = {}
        self._names: dict[str, str] = {}  # the last part of each, and which it is
        self._opened: dict[str, str] = {}  # where exec sends what is written to a descriptor
        self._guesses: dict[str, tuple[str, ...]] = {}  # what programs may have written into them
        self.links: dict[str, str] = {}  # symbolic ones, and where they lead
        self._loading: set[str] = set()  # which of them a program loads just now
        self._said, self._spend = said, spend
        self.sought = False  # does the line set PATH?
        self.some = False  # has it written, or opened, any?

    def state(self) -> dict[str, str | None]:
        """What is known, to compare it with what is known later."""
        return dict(self._texts)

    def note(self, command: SimpleCommand) -> None:
        """A command that may have written into a file."""
        if self._texts:
            self._note_change(command)
        if command.name in COPIES:
            self._note_copy(command)
        if command.name == "exec" and len(command.words) == 1 + (named_descriptor(command) is not None):
            return self._note_opened(command)
        if command.name in COMPRESSORS:
            self._note_compressed(command)
        if command.name == "mkfifo":
            for word in command.words[1:]:
                self._add(_place(command, word), UNKNOWN, False)
        if command.name in SETTERS:
            self._note_scripts(command)
        targets = self._ends(command, "1")
        if not targets and STANDARD in self._opened:  # it takes what commands write that have no redirect
            targets = [(word_from(self._opened[STANDARD]), True)]
        if command.name in ("tee", "sponge", "dd"):
            arguments = command.words[1:]
            more = any(each.text in ("-a", "--append") for each in arguments)
            named = arguments if command.name != "dd" else [cut(e, 3) for e in arguments if e.known[:3] == "of="]
            targets += [(each, more) for each in named]
        if not targets:
            return
        self._note_text(command, targets, fed_by(command))

    def note_all(self, command: SimpleCommand, feed: Callable[[Sequence[SimpleCommand]], Fed],
                 found: Sequence[SimpleCommand]) -> None:
        """What commands have written together, or those that this one runs, into the files of its redirects."""
        for number in ends_of(command.redirects):
            inside = found if number == "1" else [e for e in found if ends_of(e.redirects).get("1") == number]
            if inside and (said := feed(inside)) is not FROM_PIPE:
                self._note_text(command, self._ends(command, number), said)

    def _ends(self, command: SimpleCommand, number: str) -> list[tuple[ShellWord, bool]]:
        """The files into which a command's redirects lead what is written to a descriptor."""
        end = ends_of(command.redirects).get(number) if command.redirected else None
        if isinstance(end, str):
            path = self._opened.get(OPENED.format(end))
            return [] if path is None else [(word_from(path), True)]
        return [] if end is None else [end]

    def _note_text(self, command: SimpleCommand, targets: Sequence[tuple[ShellWord, bool]], feed: Fed) -> None:
        text, made = feed.told()
        if text is None and not made and feed.guesses and not may_have_code(command.name or ""):
            for word, _ in targets:
                self._guess(_place(command, word), feed.guesses)
            return
        if made or (text is None and feed.guesses):
            text = UNKNOWN if text is None else f"{text}\n{GAP}"
        if text is None and (program := self._program_of(command)) is not None:
            text = program
        if text is None and command.name not in WRITES:
            return
        for word, more in targets:
            self._add(_place(command, word), text, more)

    def _note_opened(self, command: SimpleCommand) -> None:
        """exec 3< a, exec 3> a: the descriptor is the file."""
        for each in command.redirects:
            number = each.descriptor or named_descriptor(command) or ("0" if each.operator == "<" else "1")
            path = OPENED.format(number)
            self.some = True
            if each.operator in ("<", "<>") and (text := self.text(command, each.target)) is not None:
                self._texts[path] = text
            elif ">" in each.operator and each.target.text and each.operator != ">&":
                self._opened[path] = _place(command, each.target)
        if command.input is not None:
            for number in re.findall(r"(\d*)<<<", command.source):
                self.some = True
                self._texts[OPENED.format(number or "0")] = command.input

    def _note_change(self, command: SimpleCommand) -> None:
        """A command that may have changed such a file in another way."""
        if command.name in NOTED or command.name in KEEPS:
            return
        for word in changes_beside(command):
            path = _place(command, word).rstrip("/")
            if (text := self._texts.get(path)) is not None:
                self._spend(len(text))
                self._texts[path] = _edited(command, text) or UNKNOWN

    def _note_scripts(self, command: SimpleCommand) -> None:
        """npm pkg set scripts.a=…: what stands in a package.json then."""
        text = script_set([word.whole or UNKNOWN for word in command.words[1:]])
        if text is not None:
            self._add(normpath(f"{command.directory or ''}/package.json".lstrip("/")), text, True)

    def _program_of(self, command: SimpleCommand) -> str | None:
        """What the copy of a program does that a command writes: cat /bin/rm > a."""
        found = next((word.text for word in command.words[1:] if PROGRAM.match(word.text or "") is not None), None)
        return None if found is None or command.name != "cat" else f'{one_word(found)} "$@"'

    def note_edit(self, command: SimpleCommand) -> None:
        """A program that changes files may put into them what it is told, besides what is known to be there."""
        guesses = guessed_from(command)
        if command.input is not None:
            guesses = (*guesses, *command.input.splitlines()[:GUESSED])
        for word in changes_beside(command) if guesses else ():
            self._guess(_place(command, word), guesses)

    def _guess(self, path: str, texts: Sequence[str]) -> None:
        self._guesses[path] = tuple(dict.fromkeys((*self._guesses.get(path, ()), *texts)))[:GUESSED]
        name = basename(path)
        self._names[name] = path if name in MEANT else self._names.get(name, path)
        self.some = True
        if name in MEANT:
            self.refuse_meant()

    def _guessed_in(self, path: str) -> str | None:
        """What may be in a file, for whoever takes no line of it for itself."""
        guesses = self._guesses.get(path)
        return None if guesses is None else "\n".join(guesses)

    def _note_compressed(self, command: SimpleCommand) -> None:
        """What is in a file is in its compressed copy, in a form that its own program undoes."""
        for word in command.words[1:]:
            path = _place(command, word)
            bare = next((path.removesuffix(end) for end in COMPRESSED if path.endswith(end)), None)
            if (text := self._texts.get(path)) is not None and word.known[:1] != "-":
                for other in (bare,) if bare is not None else [f"{path}{end}" for end in COMPRESSED]:
                    self._add(other, text, False)

    def _note_links(self, command: SimpleCommand) -> None:
        """ln -s a b: what is done to b is done to a."""
        if not any(SYMBOLIC.match(word.known) is not None for word in command.words[1:]):
            return
        operands = [word for word in command.words[1:] if word.known[:1] != "-" and word.text]
        if len(self.links) + len(operands) > LINKS:
            raise Unreadable("it makes too many links")
        links = dict(self.links)
        for source in operands[:-1] or operands:
            name = basename((source.text or "").rstrip("/"))
            target = _place(command, operands[-1]) if len(operands) > 1 else name
            for link in (target, f"{target}/{name}"):
                text = source.text or ""
                there = text if text[:1] in ("/", "~") else f"{dirname(link)}/{text}".lstrip("/")
                links[link] = normpath(there)
        self.links = links

    def _note_tree(self, source: str, target: str) -> None:
        """What is in a directory is in its copy, too."""
        for path in [each for each in islice(self._texts, FILES_COPIED) if each.startswith(f"{source}/")]:
            rest = path[len(source) :]
            for there in (f"{target}{rest}", f"{target}/{basename(source)}{rest}"):
                self._add(normpath(there), self._texts[path], False)

    def _note_copy(self, command: SimpleCommand) -> None:
        """A copy of a program does what the program does; one of a file has in it what that has."""
        if command.name == "ln":
            self._note_links(command)
        for source, target in copied(command):
            text = self.text(command, source)
            if (guesses := self._guesses.get(_place(command, source))) is not None:
                self._guess(_place(command, target), guesses)
            if self._texts and source.text is not None:
                self._note_tree(_place(command, source), _place(command, target))
            if text is None and PROGRAM.match(source.text or "") is not None:
                text = f'{one_word(source.text or "")} "$@"'
            if text is not None:
                self._add(_place(command, target), text, False)

    def _add(self, path: str, text: str | None, more: bool) -> None:
        more = more or path.startswith(MADE_FILE)  # there may be several of these
        before = self._texts.get(path, "" if more else None) if more else ""
        if text is not None and before:
            text = "\n".join([GAP if each == UNKNOWN else each for each in (before, text)])
        if text is not None and len(text) > LONGEST:
            text = UNKNOWN
        self._texts[path] = None if before is None else text
        self._names[name := basename(path)] = path
        self.some = True
        if name in MEANT:
            self.refuse_meant()

    def refuse_meant(self) -> None:
        """Raises Unreadable where one of them may be run in the place of what is taken as known."""
        changed = next((name for name in self._names if name in MEANT and self.has(name)), None)
        if changed is not None:
            raise Unreadable(f"it changes what {changed} does")

    def text(self, command: SimpleCommand, word: ShellWord | None) -> str | None:
        """What is in the file of that name, for a command; None: unknown, UNKNOWN: a text of the line in a form that
        nobody knows."""
        if word is None:
            return None
        if word.source.startswith("<("):
            return self._said(word.source[2:-1])
        path = _place(command, word)
        if word.glob and path not in self._texts and len(path) < GLOB_LENGTH:
            path = next((each for each in islice(self._texts, GLOBBED) if fnmatchcase(each, path)), "")
        if path not in self._texts and command.fed and word.text in ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"):
            return command.input
        if path not in self._texts and self.links:
            led = [(link, there) for link, there in self.links.items() if path.startswith(f"{link}/")]
            paths = [normpath(f"{there}{path[len(link) :]}") for link, there in led]
            path = next((each for each in paths if each in self._texts), path)
        return self._texts.get(path)

    def has(self, name: str) -> bool:
        """Is there a file of that name where the line says that programs are?"""
        path = self._names.get(name)
        return path is not None and (self.sought or BIN.search(path) is not None)

    def _named(self, name: str) -> str | None:
        """The text of such a file, where the line says in which directories programs are."""
        return self._texts.get(self._names[name]) if self.has(name) else None

    def note_code(self, command: SimpleCommand, code: str) -> None:
        """A program may have written the strings that stand in it into the files that it changes."""
        texts = [each for each in strings_in(code) if " " in each.strip()]
        for word in changes_beside(command) if texts else ():
            self._guess(_place(command, word), texts)

    def guessed(self, name: str, command: SimpleCommand) -> Sequence[str]:
        """Texts that may stand in the file that a shell is given, or that is run as a program; one that nobody knows
        may be each of them."""
        if (recipes := RECIPES.get(name)) is not None:
            return [each for path, texts in self._guesses.items() if basename(path) in recipes.files for each in texts]
        runs = is_shell(name) or name in READERS
        words = command.words[1:] if runs else command.words[:1]
        operand = next((each for each in words if not each.known.startswith(("-", "+"))), None)
        if operand is None:
            return ()
        if runs and operand.text is None and not operand.source.startswith("<("):
            known = [text for text in self._texts.values() if text is not None and text != UNKNOWN]
            return [*known[:GUESSED], *(each for texts in self._guesses.values() for each in texts)]
        own = not runs and "/" not in operand.source and self.has(name)
        return self._guesses.get(self._names[name] if own else _place(command, operand), ())

    def loaded(self, name: str, command: SimpleCommand, said: Iterable[str]) -> Iterator[str]:
        """The command lines that files of the line are for a program that loads them; while one is looked at, it is not
        loaded again. Raises Unreadable."""
        guesses = {path: "\n".join(each) for path, each in self._guesses.items()}
        texts = {path: _readable(text) for path, text in (guesses | self._texts).items() if path not in self._loading}
        for path, text in texts.items():
            self._spend(len(text or "") if may_tell(name, path) else 0)
        for path, text in [*loaded(name, command, texts, said)] if texts else ():
            if UNKNOWN in text and texts[path] == UNKNOWN:
                raise Unreadable(f"nobody can tell what {name} is given to run")
            self._loading.add(path)
            yield text
            self._loading.discard(path)

    def script(self, name: str, command: SimpleCommand) -> str | None:
        """The text of the file that a command runs, as its program or as the script of an interpreter."""
        words, recipes = command.words, RECIPES.get(name)
        if "/" not in words[0].source and (text := self._named(name)) is not None:
            return _readable(text)
        if name == "git":
            return None
        if recipes is not None:
            return self._recipes(recipes, command)
        if not (is_shell(name) or name in READERS or may_have_code(name)):
            return _readable(self.text(command, words[0] if words else None))
        operand = script_given(name, words)
        text = self.text(command, operand)
        if text is None and operand is not None and may_have_code(name):
            text = self._guessed_in(_place(command, operand))
        return _readable(text)

    def _shown(self, command: SimpleCommand) -> Fed | None:
        """What several files have in them, one behind the other, as far as it is known."""
        texts = [self.text(command, word) for word in command.words[1:] if word.known[:1] != "-"]
        known = [text for text in texts if text is not None]
        if UNKNOWN in known:
            return Fed(made=True)
        return _fed("".join(known), True) if known and sum(map(len, known)) <= LONGEST else None

    def _recipes(self, recipes: Recipes, command: SimpleCommand) -> str | None:
        """The lines that make and the like run, of a file of the line or of their input."""
        said, words = _options_taken(command.words[1:], recipes.options)
        places, words = _options_taken(words, PLACED)
        begin = "".join(f"{each.text}/" for each in places if each.text)
        files = [each if each.text is None else word_from(f"{begin}{each.text}") for each in said]
        files = files or [word_from(f"{begin}{each}") for each in recipes.files]
        text = next((text for each in files if (text := self.text(command, each)) is not None), None)
        if text is None and said and STDIN.fullmatch(said[0].known) is not None:
            text = command.input
        if text is None:
            text = next((text for each in said if (text := self._guessed_in(_place(command, each))) is not None), None)
        included = INCLUDED.findall(text or "")
        parts = (self.text(command, word_from(each)) for name in included[:GLOBBED] for each in name.split()[:1])
        text = _readable("\n".join([text, *(each for each in parts if each)]) if text is not None else None)
        if text is None or text == UNKNOWN:
            return text
        wanted = [UNKNOWN if (whole := word.whole) is None else whole for word in words]
        return recipes.lines(text, wanted, [each.text or UNKNOWN for each in said] or recipes.files)

    def fed(self, command: SimpleCommand) -> Fed | None:
        """What a command takes from such a file instead of the terminal; None: nothing, or nobody knows what."""
        for each in command.redirects if command.redirected else ():
            target = each.target
            if each.operator == "<&" and target.text and target.text.isdecimal():
                target = word_from(OPENED.format(target.text))
            if each.operator in ("<", "<&", "<>"):
                if (text := self.text(command, target)) is not None:
                    return _fed(text)
                if (guesses := self._guesses.get(_place(command, target))) is not None:
                    return Fed(guesses=guesses)
        options = FILES.get(command.name or "", ())
        arguments = command.words[1:]
        if command.name == "cat" and len(arguments) > 1:
            return self._shown(command)
        for at, word in enumerate(arguments):
            before = arguments[at - 1].known if at else ""
            option, equals, value = word.known.partition("=")
            named = word if before in options or ("" in options and word.known[:1] != "-") else None
            if equals and option in options:
                named = ShellWord(value, word.source, value)
            elif (reads := READS.fullmatch(word.text or "")) is not None:
                named = ShellWord(reads[1], word.source, reads[1])
            if (text := self.text(command, named)) is not None:
                return _fed(text, command.name in SHOWN)
            if named is not None and (guesses := self._guesses.get(_place(command, named))) is not None:
                return Fed(guesses=guesses, named=True)
        if (self._texts or "<(" in command.source) and command.name not in OWN_TEXT:  # grep x file
            for word in arguments:
                if (text := self.text(command, word._replace(glob=False))) is not None:
                    return _fed(text, True)
        if command.feed is None and (text := self._texts.get(OPENED.format("0"))) is not None:
            return _fed(text)  # exec < a
        if self._guesses and command.name not in OWN_TEXT:
            for word in arguments:
                if (guesses := self._guesses.get(_place(command, word))) is not None:
                    return Fed(guesses=guesses, named=True)
        return None


def named_descriptor(command: SimpleCommand) -> str | None:
    """The number that exec {fd}> gives to a descriptor, or a number that stands for it."""
    name = command.words[1].text if len(command.words) == 2 else None
    return None if name is None or (found := NAMED.fullmatch(name)) is None else str(sum(map(ord, found[1])) + 1_000)


def _options_taken(words: Sequence[ShellWord], options: Sequence[str]) -> tuple[list[ShellWord], list[ShellWord]]:
    """The values of these options, and the words besides: -f a, -fa, -kfa, --file=a."""
    values, rest = [], []
    left = iter(words)
    for word in left:
        at = max((_value_at(word.known, each) for each in options), default=0)
        if not at:
            rest.append(word)
        elif at < len(word.known):
            values.append(cut(word, at))
        else:
            values.append(next(left, ON_INPUT))
    return values, rest


def _value_at(known: str, option: str) -> int:
    """Where in a word the value of an option begins, at its end if it is the next word; 0 if it is not there."""
    if known == option:
        return len(known)
    if option.startswith("--"):
        return len(option) + 1 if known.startswith(f"{option}=") else 0
    found = FLAGS.match(known) if len(option) == 2 else None
    return found.end() + 1 if found is not None and known[found.end() : found.end() + 1] == option[1] else 0


def _fed(text: str, named: bool = False) -> Fed:
    return Fed(text, made=_readable(text) == UNKNOWN, named=named) if text != UNKNOWN else Fed(made=True)


def _readable(text: str | None) -> str | None:
    """A text for whoever has to know all of it: UNKNOWN where a part is missing."""
    return UNKNOWN if text is not None and GAP in text and GAP in text.split("\n") else text


def _edited(command: SimpleCommand, text: str) -> str | None:
    """What sed -i makes of a text, where that is easily told."""
    arguments = [each.text or "" for each in command.words[1:-1] if each.known[:2] not in ("-i", "--")]
    return FILTERS["sed"](text, arguments) if command.name == "sed" else None


def _place(command: SimpleCommand, word: ShellWord) -> str:
    """Where a file is, seen from where the text begins, as far as it is known; what only the run tells is a place of
    its own."""
    if word.text is None:
        return QUOTES.sub("", word.source)
    text, there = word.text, command.directory
    return normpath(text if not there or text[:1] in ("/", "~") else f"{there}/{text}")


def may_take_file(name: str, program: str, redirects: str) -> bool:
    """May a command run or read a file that the line has written? By its name, its first word and its redirects."""
    runs = name in READERS or is_shell(name) or may_have_code(name)
    return runs or "/" in program or "<" in redirects or name in FILES or name in COPIES or name in RECIPES


def interpreter_of(name: str, text: str) -> str | None:
    """Who runs a script: the interpreter itself, or whom its first line names; None: a shell."""
    if may_have_code(name):
        return name
    found = STARTED_BY.match(text)
    program = basename(found[1]) if found is not None else ""
    return program if may_have_code(program) else None
