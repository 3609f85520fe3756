"""Programs that run another command: which of their words are that command. Data, one line a program.

A program that is added here is seen through by every policy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from chibi_hooks.scheme.shell.programs.adding import ADDED, filled, in_parallel, mark_of, taken
from chibi_hooks.scheme.shell.programs.finders import FINDERS, run_for_each
from chibi_hooks.scheme.shell.programs.git import texts_run_by_git
from chibi_hooks.scheme.shell.programs.handed import BEHIND, LISTENS, SSHS, VIMS, handed, next_text
from chibi_hooks.scheme.shell.programs.recipes import MAKE_NAMES, rules_run
from chibi_hooks.scheme.shell.programs.runs import RUNS, words_run
from chibi_hooks.scheme.shell.programs.takers import OTHERS, READERS, SHELLS, STARTS, TAKERS, takes_next
from chibi_hooks.scheme.shell.programs.wrapper import ASSIGNMENT, Inner, InnerText, InnerWords, Wrapper, behind
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.syntax import Unreadable
from chibi_hooks.scheme.shell.text.words import ShellWord, cut, joined, one_word, word_from

WRAPPERS: Final[Mapping[str, Wrapper]] = {
    **dict.fromkeys(("sudo", "sudo-rs"), Wrapper(
        "ugpCTRDhr", ("user", "group", "prompt", "chroot", "chdir", "host", "role", "type"), sets=True,
        into=("D", "chdir"))),
    "doas": Wrapper("uC", sets=True),
    "run0": Wrapper("ugD", ("user", "group", "chdir", "unit", "property", "setenv"), sets=True, into=("D", "chdir")),
    **dict.fromkeys((
        "nohup", "setsid", "unbuffer", "coproc", "bunx", "pnpx", "corepack", "command", "builtin", "busybox", "toybox",
        "firejail", "dbus-run-session", "torsocks", "tsocks", "dbus-launch", "linux32", "linux64", "chronic", "xinit",
        "startx", "!", "noglob", "nocorrect", "coreutils", "sbase-box", "uname26", "i386", "i686", "x86_64",
        "aarch64", "ppc64", "s390x", "setarch", "please", "lima", "ifne", "when-changed", "and", "or", "not", "-",
        "uutils"), Wrapper()),
    "choom": Wrapper("np", ("adjust", "pid")),
    "systemd-cat": Wrapper("tp", ("identifier", "priority", "stderr-priority")),
    "when-changed": Wrapper("", operands=1),
    "proot": Wrapper("rbmqwvRS", ("rootfs", "bind", "mount", "qemu", "cwd", "pwd", "verbose")),
    "bwrap": Wrapper("", (
        "args", "argv0", "uid", "gid", "hostname", "chdir", "unsetenv", "lock-file", "sync-fd", "proc", "dev", "tmpfs",
        "mqueue", "dir", "remount-ro", "exec-label", "file-label", "seccomp", "add-seccomp-fd", "block-fd", "userns",
        "userns-block-fd", "userns2", "pidns", "info-fd", "json-status-fd", "cap-add", "cap-drop", "perms", "size",
        "overlay-src", "tmp-overlay", "ro-overlay",
    ), pairs=("bind", "bind-try", "dev-bind", "dev-bind-try", "ro-bind", "ro-bind-try", "bind-data", "ro-bind-data",
              "bind-fd", "ro-bind-fd", "file", "symlink", "setenv", "chmod")),
    "systemd-inhibit": Wrapper("", ("what", "who", "why", "mode")),
    "systemd-nspawn": Wrapper("DiMuxjUSEZL", ("directory", "image", "machine", "user", "bind", "bind-ro", "chdir",
                                             "setenv", "network-veth", "capability", "tmpfs")),
    "clush": Wrapper("wgxXflo", ("nodes", "group", "fanout", "user")),
    "envchain": Wrapper(operands=1),
    "rush": Wrapper("jdDefirntT", ("jobs", "delimiter"), text=True),
    "ssh-agent": Wrapper("aEtP"),
    "cpulimit": Wrapper("lpeP"),
    "abduco": Wrapper("nacA"),
    "daemon": Wrapper("nuUoElM", ("name", "user", "output", "env")),
    "daemonize": Wrapper("aceEoplu"),
    "dtach": Wrapper("Er", after=("-n", "-c", "-A", "-N"), operands=1),
    "start-stop-daemon": Wrapper("xapnuGgcdrkPIKRs", (
        "exec", "startas", "pidfile", "name", "user", "group", "chuid", "chdir", "chroot", "umask", "nicelevel",
        "procsched", "iosched", "retry", "signal", "output"), named=("-x", "--exec", "-a", "--startas")),
    "capsh": Wrapper(after=("--",), program=STARTS["capsh"]),
    **{name: Wrapper(program=program) for name, program in STARTS.items() if name[:3] == "zf_"},
    "logsave": Wrapper(operands=1),
    "mosh": Wrapper("p", ("ssh", "port", "server", "predict", "family"), operands=1, text=True),
    "plink": Wrapper("lpPiDLRm", operands=1, text=True),
    "autossh": Wrapper("MbcDEeFIiJLlmOopQRSWw", operands=1, text=True),
    **dict.fromkeys(("salt", "salt-call", "salt-ssh"),
                    Wrapper(after=("cmd.run", "cmd.run_all", "cmd.shell"), text=True)),
    "knife": Wrapper(after=("ssh",), operands=1, text=True),
    "hadoop": Wrapper(after=("fs", "dfs")), "hdfs": Wrapper(after=("dfs",)),
    **dict.fromkeys(("alacritty", "kitty", "konsole", "foot", "urxvt", "rxvt", "xterm", "lxterminal", "st"),
                    Wrapper(after=("-e", "--command", "launch"))),
    **dict.fromkeys(("ld-linux-x86-64.so.2", "ld-linux.so.2", "ld-linux-aarch64.so.1", "ld-musl-x86_64.so.1",
                     "ld-musl-aarch64.so.1"), Wrapper("", ("library-path", "preload", "argv0", "audit"))),
    "cmake": Wrapper(after=("-E",)),
    "perf": Wrapper("eopFIrCcGgtum", ("event", "output"), operands=1),
    "rr": Wrapper(operands=1),
    "gdb": Wrapper(after=("--args", "-args")),
    "runcon": Wrapper("utrl", ("user", "type", "role", "range")),
    "trickle": Wrapper("dulwtLpn"),
    "machinectl": Wrapper(operands=2),
    "ip": Wrapper(after=("exec",), operands=1),
    "flatpak-spawn": Wrapper("", ("env", "directory")),
    **dict.fromkeys(("lldb", "lxc-attach", "guix", "zellij", "reflex", "onchange", "gh", "flox", "ptw", "snap", "stack",
                     "opam", "cabal"), Wrapper(after=("--",))),
    **dict.fromkeys(("distrobox", "distrobox-enter"), Wrapper(after=("--", "-e", "--exec"))),
    **dict.fromkeys(("wsl", "wsl.exe"), Wrapper("du", ("distribution", "user", "cd", "shell-type"))),
    "toolbox": Wrapper("cdr", after=("run",)),
    **dict.fromkeys(("apptainer", "singularity"), Wrapper("BH", ("bind", "home", "env"), after=("exec",), operands=1)),
    **dict.fromkeys(("crictl", "ctr", "nomad"), Wrapper("", ("exec-id", "task"), after=("exec",), operands=1)),
    **dict.fromkeys(("pdsh", "pssh", "parallel-ssh"), Wrapper("hHlpotexOwfRu", text=True)),
    "pkexec": Wrapper("", ("user",)),
    "env": Wrapper("uCP", ("unset", "chdir"), sets=True, into=("C", "chdir")),
    "gsudo": Wrapper("u", ("user",)),
    "systemd-run": Wrapper("puMHE", ("unit", "property", "uid", "gid", "on-calendar", "on-active", "setenv", "slice",
                                    "working-directory", "description", "machine", "host"),
                           into=("working-directory",)),
    "chpst": Wrapper("uUbednmloprtc/"),
    **dict.fromkeys(("setuidgid", "s6-setuidgid", "softlimit", "gosu", "su-exec"), Wrapper("", operands=1)),
    **dict.fromkeys(("dumb-init", "tini", "fakeroot", "eatmydata", "shx", "cross-env-shell", "rlwrap", "catchsegv",
                     "valgrind", "sem", "dotenv", "env-cmd"), Wrapper("fe", ("file",))),
    "cross-env": Wrapper(sets=True),
    "hyperfine": Wrapper("wmrNip", ("warmup", "runs", "min-runs", "max-runs", "prepare", "cleanup", "setup"),
                         each=True),
    "concurrently": Wrapper("mnlpct", (
        "max-processes", "names", "prefix", "prefix-colors", "prefix-length", "restart-tries", "restart-after",
        "success", "kill-signal", "hide", "timestamp-format", "default-input-target", "cwd"), each=True),
    **dict.fromkeys(("pee", "mispipe", "multirun", "stmux"), Wrapper(each=True)),
    "faketime": Wrapper("f", operands=1),
    "numactl": Wrapper("NCmip"),
    "prlimit": Wrapper("op"),
    "cgexec": Wrapper("g"),
    "sshpass": Wrapper("pfdP"),
    **dict.fromkeys(("time", "gtime"), Wrapper("fo", ("format", "output"))),
    **dict.fromkeys(("timeout", "gtimeout"), Wrapper("ks", ("kill-after", "signal"), operands=1)),
    "nice": Wrapper("n", ("adjustment",)),
    "ionice": Wrapper("cnpPu", ("class", "classdata")),
    "chrt": Wrapper("TPD", operands=1),
    "taskset": Wrapper("", operands=1),
    "stdbuf": Wrapper("ioe", ("input", "output", "error")),
    "caffeinate": Wrapper("tw"),
    "npx": Wrapper("p", ("package",)),
    "uvx": Wrapper("", ("from", "with", "python")),
    "exec": Wrapper("a"),
    "strace": Wrapper("eopsuPISaXb", ("trace", "output")),
    "ltrace": Wrapper("eopsunlaAF"),
    "chroot": Wrapper("", ("userspec", "groups"), operands=1),
    "unshare": Wrapper("SGR"),
    "nsenter": Wrapper("tSGr", ("target",)),
    "setpriv": Wrapper("", ("reuid", "regid", "groups")),
    "flock": Wrapper("wE", ("wait", "timeout"), operands=1),
    "xvfb-run": Wrapper("enspfw"),
    **dict.fromkeys(("proxychains", "proxychains4"), Wrapper("f")),
    **dict.fromkeys(("xargs", "gxargs"), Wrapper("aEILnPsdJRS", ("arg-file", "delimiter", "max-args", "max-procs"),
                                                more=True)),
    "parallel": Wrapper("jNSaI", ("jobs", "max-args", "sshlogin", "arg-file", "results", "joblog", "workdir", "tmpdir",
                                  "colsep", "delay", "retries", "timeout", "halt", "load", "memfree"), more=True),
    "watch": Wrapper("nw", ("interval",), text=True),
    "eval": Wrapper(text=True),
    "ssh": Wrapper("bcDEeFIiJLlmOopQRSWw", operands=1, text=True),
    "runuser": Wrapper("ugGs", ("user", "group", "shell")),
    "su": Wrapper("gGs", ("group", "shell"), operands=1),
    "entr": Wrapper(more=True),
    "watchexec": Wrapper("ewirsfd", ("exts", "watch", "filter", "ignore", "signal", "delay-run")),
    "hub": Wrapper(program=STARTS["hub"]),
    "tmux": Wrapper("cFLnSstxy", operands=1, text=True),
    "screen": Wrapper("cehpsStT"),
}  # fmt: skip
WITH_TEXT: Final = {  # programs whose option -c, or that named, is a text for a shell
    **dict.fromkeys(SHELLS, ("c", ("command",))),
    "su": ("c", ("command", "session-command")),
    "runuser": ("c", ("command",)),
    "script": ("c", ("command",)),
    "flock": ("c", ("command",)),
    "env": ("S", ("split-string",)),
    "sg": ("c", ()),
    "emulate": ("c", ()),
}
MARKS: Final[Mapping[str, tuple[str, ...]]] = {  # without these no text stands there
    **{name: each for name, each in BEHIND.items() if name not in RUNS and name not in WRAPPERS and name not in SHELLS},
    **dict.fromkeys(VIMS, ("!", "system", "job", "term", "py", "lua", "rub", "per")),
    "tar": ("exec=", "-command", "-program", "-I", "-F", "-script"),
    **dict.fromkeys(("sqlite3", "duckdb"), (".s", ".o", ".log", ".excel", "edit")), "ed": ("!",), "ftp": ("!",),
    "lftp": ("!",), "psql": ("!", "|", "rogram", "ROGRAM"), "m4": ("syscmd",), "hg": ("--config",), "gh": ("!", "--"),
    "aws": ("ommand",), "puppet": ("exec",),
    "dc": ("!",), "lldb": ("shell", "--", "script"), "bind": (":",), "watchmedo": ("-c", "--c"),
    **dict.fromkeys(("nc", "ncat", "netcat"), ("-e", "-c", "exec")),
    "socat": ("xec:", "ystem:", "hell:", "XEC:", "YSTEM:", "HELL:"),
    "rsync": ("e ", "-e", "--rs", "e'", 'e"'), "nix-shell": ("--",),
    **dict.fromkeys(MAKE_NAMES, ("SHELL", "--ev", "-E", "-f", "'", '"', "$")),
    "hash": ("-p",), "gdb": ("!", "shell", "args", "py", "pi"),
    "mysql": ("!", "system"), "less": ("!",), "fzf": ("--pr", "--bi"), "sort": ("--comp",), "rg": ("--pre", "--host"),
    "wget": ("askpass",), **dict.fromkeys(("scp", "sftp", "sshfs", "ssh-copy-id"), ("-S", "ommand")),
    "sed": ("e ", "e'", 'e"', "/e", "|e"), "alias": ("=",),
    **dict.fromkeys(("source", "."), ("/dev/stdin", "<(", "/fd/0", "-")),
}  # fmt: skip
PACKAGED: Final = frozenset({"npx", "bunx", "pnpx", "corepack", "uvx", "npm", "pnpm", "yarn", "bun", "pipx"})
"""They run what a package has, named with its version."""
VERSIONED: Final = re.compile(r"((?:@[\w.-]+/)?[\w.-]+)(?:@[\w.^~*-]+|==[\w.*-]+)")
CALLING: Final = re.compile(r"(?s)\w+[:+?!]*=.*\$[({]shell\s|\w+!=")  # a variable of make
PROMPTS: Final = ("PS0", "PS1", "PS2", "PS4")  # texts in which a shell fills in what substitutions write
RUN_BY_OTHERS: Final = frozenset({
    "GIT_SSH_COMMAND", "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS",
    "GIT_PROXY_COMMAND", "SSH_ASKPASS", "SUDO_ASKPASS", "PAGER", "MANPAGER", "EDITOR", "VISUAL", "BROWSER", "LESSOPEN",
    "LESSCLOSE", "PROMPT_COMMAND", *PROMPTS, "RSYNC_RSH", "CVS_RSH", "SVN_SSH", "FZF_DEFAULT_COMMAND", "PERL5DB",
    *(f"GIT_CONFIG_VALUE_{number}" for number in range(10)),
})  # fmt: skip
"""Variables whose value is a text for a shell."""
RUNS_WITH_WORDS: Final = re.compile(r"\S\s+\S|[;&|`$]")
SUBSTITUTED: Final = re.compile(r"(?<=[\s=])\((?=[^()']*\))")
RUNNERS: Final = frozenset({*WRAPPERS, *RUNS, *WITH_TEXT, *FINDERS, *TAKERS, "trap"} - READERS)


def inner_of(name: str, words: Sequence[ShellWord], fed: str | None = None) -> list[Inner]:
    """The commands that a command runs: as words (and whether the run adds some), or as a text; None: unknown. `fed`:
    its input, where that is known. Raises Unreadable for another shell's text."""
    arguments = words[1:]
    given = _given_text(name, arguments)
    if given is not None:
        if name == "fish" and isinstance(given, InnerText):
            return [*handed(name, arguments), _from_fish(given)]
        return [given]
    if name in OTHERS and _has_text(arguments):
        raise Unreadable(in_other_shell(name))
    if name == "trap":
        return _trapped(arguments)
    if name == "alias":
        return [InnerText((each.whole or "").partition("=")[2]) for each in arguments]
    if name in FINDERS:
        return list(run_for_each(arguments))
    if name == "git":
        return [InnerText(text) for text in texts_run_by_git(arguments)]
    if name in MAKE_NAMES and (rules := _rules_given(arguments)):
        return [*handed(name, arguments), InnerText(rules_run(rules, [each.whole or UNKNOWN for each in arguments]))]
    if name in RUNS:
        found = _without_version(name, words_run(name, RUNS[name], arguments, BEHIND.get(name, ())))
        return list(handed(name, found)) or [_as_command(found)] if found else []
    told = list(handed(name, arguments))
    if fed is not None and name in LISTENS:
        told += handed(name, [word_from(line.strip()) for line in fed.splitlines()])
    wrapper = WRAPPERS.get(name)
    if wrapper is None or (name == "command" and _looks_up(arguments)) or (told and name not in SSHS):
        return told
    return [*told, *_wrapped(name, wrapper, arguments, fed)]


def _from_fish(given: InnerText) -> InnerText:
    """Its (a b) is $(a b)."""
    return InnerText(given.text and SUBSTITUTED.sub("$(", given.text), given.behind, given.zero)


def _as_command(words: Sequence[ShellWord]) -> Inner:
    """What a subcommand runs; a first word with a blank in it is a text: heroku run 'ls -l'."""
    first = words[0].whole
    return InnerText(first) if first is not None and " " in first.strip() else InnerWords(tuple(words))


def _rules_given(arguments: Sequence[ShellWord]) -> str:
    """What make is told by --eval=, -E, and by variables of which it calls the shell: X=$(shell ls)."""
    found = [each.whole or "" for before, each in pairwise(arguments) if before.text in ("-E", "--eval")]
    found += [each.whole[7:] for each in arguments if each.whole and each.known[:7] == "--eval="]
    return "\n".join(found + [each.whole for each in arguments if each.whole and CALLING.match(each.whole) is not None])


def values_given(words: Sequence[ShellWord]) -> Sequence[str]:
    """What variables of make are given that may be a command: CC='rm -rf x;'."""
    values = [(word.whole or "").partition("=") for word in words[1:] if ASSIGNMENT.match(word.known) is not None]
    return [value for _, _, value in values if " " in value.strip()]


def in_other_shell(name: str) -> str:
    """Why nobody reads what such a shell runs."""
    return "it is PowerShell" if name.startswith("p") else "it is for cmd.exe"


def _wrapped(name: str, wrapper: Wrapper, arguments: Sequence[ShellWord], fed: str | None) -> list[Inner]:
    """What stands behind the words of a wrapper's own."""
    if name == "parallel":
        return in_parallel(wrapper, arguments, fed)
    rest = _without_version(name, behind(wrapper, arguments))
    set_here = _programs_set(arguments[: len(arguments) - len(rest)]) if wrapper.sets else ()
    if wrapper.named or wrapper.program:
        rest = _with_program(wrapper, arguments, rest)
    if not rest:
        return [*set_here]
    if wrapper.each:
        return [InnerText(each.whole) for each in rest if each.known[:1] != "-"]
    if wrapper.text:
        return [InnerText(joined(rest))]
    options = arguments[: len(arguments) - len(rest)]
    mark = mark_of(options) if wrapper.more else None
    if wrapper.more and fed is not None and sum(map(len, runs := taken(options, fed, mark))) <= ADDED:
        return [InnerWords(tuple(filled(rest, each, mark))) for each in runs or [[]]]
    if mark:  # what stands there nobody knows
        rest = [ShellWord(None, e.source, e.known.partition(mark)[0]) if mark in e.known else e for e in rest]
    return [*set_here, InnerWords(tuple(rest), wrapper.more)]


def _with_program(wrapper: Wrapper, arguments: Sequence[ShellWord], rest: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """The words behind a program that is always the same, or that an option names."""
    if wrapper.program:
        return [ShellWord(wrapper.program, wrapper.program, wrapper.program), *rest] if rest else ()
    for at, word in enumerate(arguments):
        option, equals, _ = word.known.partition("=")
        if option in wrapper.named and (equals or at + 1 < len(arguments)):
            return [cut(word, len(option) + 1) if equals else arguments[at + 1], *rest]
    return ()


def _programs_set(words: Sequence[ShellWord]) -> Sequence[Inner]:
    """What variables among these words make others run."""
    found = []
    for word in words:
        name, equals, value = (word.whole or "").partition("=")
        if equals and (text := set_to_run(name, value)) is not None:
            found.append(InnerText(text))
    return found


def set_to_run(name: str, value: str | None) -> str | None:
    """The text that a variable's value makes some program run, if it is more than a name; None without."""
    if value is None or name not in RUN_BY_OTHERS:
        return None
    if name in PROMPTS:
        return f': "{value}"' if "$(" in value or "`" in value else None
    text = value.strip().lstrip("|!")
    return text if RUNS_WITH_WORDS.search(text) is not None else None


def _without_version(name: str, words: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """The words that a program runs, the first one without the version of its package: npx rimraf@5 x."""
    if name not in PACKAGED or not words or (found := VERSIONED.fullmatch(words[0].known)) is None:
        return words
    return [ShellWord(found[1], words[0].source, found[1]), *words[1:]]


def own_arguments(name: str | None, words: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """The words of a command behind its name, without those of the command that it runs, as in npx cat x."""
    arguments = words[1:]
    wrapper = WRAPPERS.get(name or "")
    return arguments if wrapper is None else arguments[: len(arguments) - len(behind(wrapper, arguments))]


def directory_of(name: str, words: Sequence[ShellWord]) -> ShellWord | None:
    """Where a command says that what it runs shall run, as in env -C; None where it says nothing."""
    wrapper = WRAPPERS.get(name)
    if wrapper is None or not wrapper.into:
        return None
    arguments = words[1 : len(words) - len(behind(wrapper, words[1:]))]
    for at, word in enumerate(arguments):
        option, equals, _ = word.known.partition("=")
        if option.startswith("--"):
            if option[2:] in wrapper.into:
                return cut(word, len(option) + 1) if equals else next(iter(arguments[at + 1 :]), None)
        elif option[:1] == "-" and (letter := next((c for c in word.known[1:] if c in wrapper.values), "")):
            end = word.known.index(letter) + 1
            if letter in wrapper.into:
                return cut(word, end) if word.known[end:] else next(iter(arguments[at + 1 :]), None)
    return None


def _given_text(name: str, arguments: Sequence[ShellWord]) -> Inner | None:
    short, long = WITH_TEXT.get(name, ("", ()))
    if not short:
        return None
    bundled = name in SHELLS
    for at, word in enumerate(arguments):
        text = word.known
        option, equals, _ = text.partition("=")
        if option.startswith("--") and option[2:] in long:
            return InnerText(cut(arguments[at], len(option) + 1).whole) if equals else next_text(arguments, at)
        if text.startswith("-") and not text.startswith("--") and short in text[1:]:
            if bundled:
                given, *others = _operands(arguments[at + 1 :]) or (None,)
                return InnerText("" if given is None else given.whole, others[1:], next(iter(others), None))
            if text[-1] == short:
                return _with_rest(name, next_text(arguments, at), arguments[at + 2 :])
            if text[1] == short:
                return _with_rest(name, InnerText(cut(arguments[at], 2).whole), arguments[at + 1 :])
        if text == "--" or (not text.startswith(("-", "+")) and bundled and not _is_value(arguments, at)):
            return None
    return None


def _with_rest(name: str, given: Inner, rest: Sequence[ShellWord]) -> Inner:
    """env -S text word …: the words stand behind the text."""
    if name != "env" or not rest or not isinstance(given, InnerText) or given.text is None:
        return given
    return InnerText(" ".join((f"env {given.text}", *(one_word(each.whole or UNKNOWN) for each in rest))))


def _has_text(arguments: Sequence[ShellWord]) -> bool:
    """Has PowerShell or cmd.exe been given a text, and not a file?"""
    return any(re.match(r"(?i)-(?:c|e|en?c?|com\w*|enc\w*)$|/[ck]", word.known) is not None for word in arguments)


def _is_value(arguments: Sequence[ShellWord], at: int) -> bool:
    return at > 0 and takes_next(arguments[at - 1].text or "")


def _operands(arguments: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """What stands behind a shell's further options."""
    for at, word in enumerate(arguments):
        if word.text == "--":
            return arguments[at + 1 :]
        if not (word.text or "").startswith(("-", "+")) and not _is_value(arguments, at):
            return arguments[at:]
    return ()


def _trapped(arguments: Sequence[ShellWord]) -> list[Inner]:
    """trap TEXT SIGNAL …"""
    rest = arguments[1:] if arguments and arguments[0].text == "--" else arguments
    return [InnerText(rest[0].whole)] if len(rest) > 1 else []


def _looks_up(arguments: Sequence[ShellWord]) -> bool:
    return bool(arguments) and (arguments[0].text or "").startswith(("-v", "-V"))
