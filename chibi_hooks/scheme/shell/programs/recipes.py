"""The text of a Makefile, a justfile or a package.json -> the command lines that such a program runs of it: data, one
line a program.

A rule is a name, a colon, the names of rules that come before it, and lines that stand further in. What its variables
and `$(shell …)` would give is UNKNOWN where the text does not say it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.syntax import TOO_LONG, Unreadable
from chibi_hooks.scheme.shell.text.words import one_word, unescaped

LONGEST: Final = 64 * 1024  # characters that all variables may make of a text
PASSES: Final = 10  # variables in the values of others
ASSIGNED: Final = re.compile(r"((?:(?:export|override|private)[ \t]++)*+)([\w.-]++)[ \t]*+(:{1,3}|[?+!])?=[ \t]*+(.*)")
CALLED: Final = re.compile(r"\$\(shell\s++((?:[^()]|\([^()]*+\))*+)\)")
VARIABLE: Final = re.compile(r"\$\$|\$[({]([\w.-]+)[)}]|\$[({][^(){}]*[)}]|\$[^\s$]|\{\{[^{}]*\}\}")
FIRST: Final = re.compile(r"[ \t]*[@+-]*")
MAKEFILES: Final = ("GNUmakefile", "makefile", "Makefile")
OWN: Final = {"RM": "rm -f", "MAKE": "make"}  # variables that make itself has
MANY: Final = 100  # files, of which it is found out which rule makes them
INCLUDED: Final = re.compile(r"^ *[s-]?include[ \t]++(.*)", re.MULTILINE)
VALUED: Final = re.compile(r"-(?!-)[^jlIoWCfE]*([jlIoW])")  # options with a value in the next word
ANYWAY: Final = re.compile(r"[ \t@-]*\+|.*\bMAKE\b")  # lines that run where others are only shown
SHOWS: Final = re.compile(r"-[kisBwrRSe]*n[kisBwrRSen]*|--(?:dry-run|just-print|recon)")
HARMLESS: Final = re.compile(r"-[kisBwrRSe]+|--(?:silent|keep-going|always-make|ignore-errors)")
SCRIPTS: Final = re.compile(r'"scripts"\s*:\s*\{((?:[^"{}]|"(?:[^"\\]|\\.)*")*+)\}')
_STRING: Final = r'"((?:[^"\\]|\\.)*+)"'
SCRIPT: Final = re.compile(rf"{_STRING}(?:\s*+:\s*+{_STRING})?+")  # or a string alone, which is passed by as a whole
TASKS: Final = re.compile(
    r"(?m)^[ \t]*-[ \t]+(?:cmd:[ \t]*)?(?!\w+:)(.+)$|\b(?:cmds?|sh):[ \t]*(\[[^\]\n]*\]|[^\s|>\n].*)$"
)
SET: Final = re.compile(r"(?m)^[ \t]*(\w+)[ \t]*=[ \t]*(.*)$")  # in a build.ninja
NAMED: Final = re.compile(r"\$\{?(\w+)\}?")
PROCESSES: Final = re.compile(r"\bCOMMAND[ \t\n]+((?:[^()\n\"]|\"[^\"]*\")+)")
REMOVED: Final = re.compile(r"\(\s*REMOVE_RECURSE\s+([^()\n]+)\)")
TEMPLATE: Final = re.compile(r"\{\{[^{}\n]*+\}\}")
IN_QUOTES: Final = re.compile(r"\A([\"'])(.*)\1\Z")
SETTING: Final = ("pkg", "set-script")  # what npm does that writes scripts
LIFECYCLE: Final = ("preinstall", "install", "postinstall", "prepare")
INSTALLS: Final = frozenset({
    "install", "i", "in", "ins", "inst", "ci", "ic", "clean-install", "add", "it", "install-test", "cit", "rebuild",
    "rb", "pack", "publish", "",
})  # fmt: skip
SHORT: Final = {"t": "test", "tst": "test", "it": "test", "install-test": "test", "cit": "test"}


class Recipes(NamedTuple):
    """`files`: where its rules stand; `options` that name another one; `lines`: what of a text runs for these words."""

    files: tuple[str, ...]
    options: tuple[str, ...]
    lines: Callable[[str, Sequence[str], Sequence[str]], str]  # a text, the words, the names of such files


class _Rule(NamedTuple):
    names: str
    before: str
    lines: list[str]


class _Variables:
    """What the variables of a text are, as far as it says it; those that are given (make NAME=value) are that."""

    def __init__(self, given: Sequence[str]) -> None:
        found = [each for word in given if (each := ASSIGNED.match(word)) is not None]
        self.values: dict[str, str] = {**OWN, **{each[2]: each[4] for each in found}}
        self.called: list[str] = []  # NAME != command
        self._given = frozenset(each[2] for each in found)
        self._left = LONGEST

    def take(self, found: re.Match[str]) -> None:
        """One more assignment; which of two holds, nobody knows."""
        before, name, operator, value = found.groups()
        old = self.values.get(name)
        if operator == "!":
            self.called.append(value)
            value = UNKNOWN
        if name in self._given:
            if "override" in before:
                self.values[name] = UNKNOWN
        elif operator == "+" and old is not None:
            self.values[name] = f"{old} {value}" if len(old) < LONGEST else UNKNOWN
        elif operator != "?" or old is None:
            self.values[name] = value if old is None or old == value or old == OWN.get(name) else UNKNOWN

    def expanded(self, text: str) -> str:
        """A text with what the variables in it stand for. Raises Unreadable where they make too much of all texts."""
        text = CALLED.sub(UNKNOWN, text)
        for _ in range(PASSES):
            made = VARIABLE.sub(self._value, text)
            if made == text:
                break
            text = made
        return text.replace("$$", "$")

    def _value(self, found: re.Match[str]) -> str:
        made = "$$" if found[0] == "$$" else self.values.get(found[1] or "", UNKNOWN)
        self._left -= len(made)
        if self._left < 0:
            raise Unreadable(TOO_LONG)
        return made


def rules_run(text: str, wanted: Sequence[str], files: Sequence[str] = MAKEFILES) -> str:
    """The lines of the rules of these names, or of the first one, and of those before them; and of those that remake
    `files`, in one of which the text stands, or what it includes. Raises Unreadable."""
    text = text.replace("\\\n", " ")
    variables = _Variables([each for each in wanted if "=" in each])
    heads: list[_Rule] = []
    loose: list[str] = []  # lines of a rule that stood there before
    for line in text.split("\n"):
        if line[:1] in ("\t", " "):
            (heads[-1].lines if heads else loose).append(line)
        elif (found := ASSIGNED.match(line)) is not None:
            variables.take(found)
        elif (head := _head(line)) is not None:
            found = ASSIGNED.match(head[1].strip())
            if found is not None:  # it holds for that rule only
                variables.take(found)
            else:
                before, semicolon, first = head[1].partition(";")
                heads.append(_Rule(head[0], before, [first] if semicolon else []))
    rules: dict[str, list[_Rule]] = {}
    for rule in heads:
        for name in dict.fromkeys(variables.expanded(rule.names).split()):
            rules.setdefault(name, []).append(rule)
    names = _chosen(rules, _goals(wanted), variables)
    names += [each for each in wanted if each in rules and each not in names]
    always = [rule for name, each in rules.items() if "%" in name or name[0] == "." for rule in each]
    taken = {id(rule): rule for rule in always}
    remade = _behind(rules, _remade(rules, text, files, variables), variables)
    taken |= remade | _behind(rules, names, variables)
    shown = _only_shows(wanted)
    lines = [variables.expanded(line) for line in (*CALLED.findall(text), *variables.called)]
    lines += [FIRST.sub("", variables.expanded(line), count=1) for line in loose]
    for at, rule in taken.items():
        for line in rule.lines:
            made = variables.expanded(line)
            if not shown or at in remade or ANYWAY.match(line) is not None or ANYWAY.match(made) is not None:
                lines.append(FIRST.sub("", made, count=1))
    return "\n".join(lines)


def _behind(
    rules: Mapping[str, Sequence[_Rule]], names: Sequence[str], variables: _Variables
) -> dict[int, _Rule]:
    """The rules of these names, and of those before them."""
    found: dict[int, _Rule] = {}
    left, seen = [*names], set[str]()
    while left:
        name = left.pop()
        for rule in () if name in seen else rules.get(name, ()):
            if id(rule) not in found:
                found[id(rule)] = rule
                left += variables.expanded(rule.before).split()
        seen.add(name)
    return found


def _remade(rules: Mapping[str, object], text: str, files: Sequence[str], variables: _Variables) -> list[str]:
    """The names of rules by which a makefile is made before anything else, even where that is only shown."""
    made = [*files, *(name for each in INCLUDED.findall(text) for name in variables.expanded(each).split())]
    if len(made) > MANY or any(mark in name for name in made for mark in (UNKNOWN, "*", "?", "[")):
        return [*rules]
    found = {name.removeprefix("./") for name in made}
    return [
        name
        for name in rules
        if name.removeprefix("./") in found or name == ".DEFAULT" or any(_fits(name, each) for each in found)
    ]


def _fits(pattern: str, name: str) -> bool:
    before, mark, behind = pattern.partition("%")
    return bool(mark) and name.startswith(before) and name.endswith(behind)


def _goals(wanted: Sequence[str]) -> list[str]:
    """The words that are no options, no values of those and no variables."""
    found, valued = [], ""
    for word in wanted:
        is_value = valued in ("I", "o", "W") if valued not in ("j", "l") else word[:1].isdigit()
        if word[:1] != "-" and "=" not in word and not (valued and is_value):
            found.append(word)
        option = VALUED.fullmatch(word)
        valued = option[1] if option is not None else ""
    return found


def _only_shows(words: Sequence[str]) -> bool:
    """Is it surely told only to show what would run?"""
    for word in words:
        if SHOWS.fullmatch(word) is not None:
            return True
        if word[:1] == "-" and HARMLESS.fullmatch(word) is None:  # perhaps it takes the next one
            return False
    return False


def _head(line: str) -> tuple[str, str] | None:
    """The names of a rule and what stands behind its colon."""
    names, colon, rest = line.removeprefix("@").partition(":")
    if not colon or not names.strip() or "#" in names or "=" in names or rest[:1] == "=" or rest[:2] == ":=":
        return None
    return names, rest.removeprefix(":")


def _chosen(rules: Mapping[str, object], wanted: Sequence[str], variables: _Variables) -> list[str]:
    """Which rules run: those that are wanted, or the first one; all, where nobody can tell."""
    names = [*wanted] or variables.expanded(variables.values.get(".DEFAULT_GOAL", "")).split()
    if not names:
        return [next((name for name in rules if name[0] != "."), "")]
    return names if all(name in rules for name in names) else [*rules]


def scripts_run(text: str, wanted: Sequence[str], _files: Sequence[str] = ()) -> str:
    """The scripts of a package.json that these words name, or that run where it is installed."""
    pairs = [pair for found in SCRIPTS.findall(text) for pair in SCRIPT.findall(found)]
    scripts = {name: unescaped(script) for name, script in pairs if script}
    verb = next((each for each in wanted if each[:1] != "-"), "")
    if verb in SETTING:
        return ""
    called = [name for each in wanted for name in dict.fromkeys((each, SHORT.get(each, each)))]
    names = [name for each in called for name in (f"pre{each}", each, f"post{each}")]
    names += LIFECYCLE if verb in INSTALLS else ()
    return "\n".join(scripts[name] for name in names if name in scripts)


def script_set(words: Sequence[str]) -> str | None:
    """What npm pkg set scripts.NAME=TEXT, npm set-script NAME TEXT write into a package.json; None for other words."""
    if words[:2] == ["pkg", "set"]:
        set_here = [each.partition("=") for each in words[2:]]
        scripts = {name.removeprefix("scripts."): text for name, _, text in set_here if name.startswith("scripts.")}
    else:
        scripts = {words[1]: words[2]} if words[:1] == ["set-script"] and len(words) > 2 else {}
    pairs = [f"{_in_json(name)}: {_in_json(text)}" for name, text in scripts.items()]
    return f'{{"scripts": {{{", ".join(pairs)}}}}}' if pairs else None


def _in_json(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


_MAKE: Final = Recipes(MAKEFILES, ("-f", "--file", "--makefile"), rules_run)
_PACKAGE: Final = Recipes(("package.json",), (), scripts_run)
def _code_run(interpreter: str) -> Callable[[str, Sequence[str], Sequence[str]], str]:
    """The whole file is a program."""
    return lambda text, wanted, files: f"{interpreter} {one_word(text)}"


def steps_run(text: str, _wanted: Sequence[str], _files: Sequence[str] = ()) -> str:
    """The commands in a build.ninja, with what its variables hold."""
    found = [(each[1], each[2]) for each in SET.finditer(text)]
    values = {name: value for name, value in found if name not in ("command", "description")}
    commands = [value for name, value in found if name == "command"]
    return "\n".join(NAMED.sub(lambda each: values.get(each[1], UNKNOWN), each) for each in commands)


def processes_run(text: str, _wanted: Sequence[str], _files: Sequence[str] = ()) -> str:
    """The commands in a CMakeLists.txt, and what it removes."""
    return "\n".join([*PROCESSES.findall(text), *(f"rm -r {each}" for each in REMOVED.findall(text))])


def package_run(text: str, wanted: Sequence[str], _files: Sequence[str] = ()) -> str:
    """A setup.py, where the package here is built."""
    here = any(each in (".", "-e") or each.startswith("./") for each in wanted)
    return f"python3 -c {one_word(text)}" if here else ""


def tasks_run(text: str, _wanted: Sequence[str], _files: Sequence[str] = ()) -> str:
    """The commands in a Taskfile, of all its tasks."""
    found = [one or other for one, other in TASKS.findall(text)]
    lines = [each for one in found for each in (one[1:-1].split(",") if one[:1] == "[" else [one])]
    return TEMPLATE.sub(UNKNOWN, "\n".join(IN_QUOTES.sub(r"\2", each.strip()) for each in lines))


MAKE_NAMES: Final = ("make", "gmake", "nmake", "bmake")
_NODE: Final = _code_run("node -e")
_PYTHON: Final = _code_run("python3 -c")
_RUBY: Final = _code_run("ruby -e")
RECIPES: Final[Mapping[str, Recipes]] = {
    **dict.fromkeys(MAKE_NAMES, _MAKE),
    "rake": Recipes(("Rakefile", "rakefile", "Rakefile.rb"), ("-f", "--rakefile"), _RUBY),
    **{name: Recipes((file,), (), _RUBY) for name, file in (
        ("bundle", "Gemfile"), ("pod", "Podfile"), ("vagrant", "Vagrantfile"))},
    **{name: Recipes((file,), ("-f", "--file", "-c", "--collection"), _PYTHON) for name, file in (
        ("nox", "noxfile.py"), ("invoke", "tasks.py"), ("inv", "tasks.py"), ("fab", "fabfile.py"),
        ("scons", "SConstruct"), ("pytest", "conftest.py"))},
    **{name: Recipes(tuple(f"{file}.{end}" for end in ("js", "ts", "mjs", "cjs")), ("-c", "--config"), _NODE)
       for name, file in (
        ("gulp", "gulpfile"), ("grunt", "Gruntfile"), ("webpack", "webpack.config"), ("vite", "vite.config"),
        ("rollup", "rollup.config"), ("jest", "jest.config"), ("vitest", "vitest.config"),
        ("eslint", "eslint.config"), ("next", "next.config"))},
    "task": Recipes(("Taskfile.yml", "Taskfile.yaml", "taskfile.yml"), ("-t", "--taskfile"), tasks_run),
    "ninja": Recipes(("build.ninja",), ("-f",), steps_run),
    "cmake": Recipes(("CMakeLists.txt",), ("-P",), processes_run),
    **dict.fromkeys(("pip", "pip3"), Recipes(("setup.py",), (), package_run)),
    "direnv": Recipes((".envrc",), (), lambda text, wanted, files: text),
    **dict.fromkeys(("npm", "yarn", "pnpm", "bun"), _PACKAGE),
    "just": Recipes(("justfile", "Justfile", ".justfile"), ("-f", "--justfile"), rules_run),
}  # fmt: skip
