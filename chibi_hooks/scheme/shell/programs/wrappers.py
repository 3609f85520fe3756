"""Programs that run another command: which of their words are that command. Data, one line a program.

A program that is added here is seen through by every policy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from chibi_hooks.scheme.shell.programs.adding import ADDED, filled, in_parallel, mark_of, taken
from chibi_hooks.scheme.shell.programs.git import texts_run_by_git
from chibi_hooks.scheme.shell.programs.recipes import MAKE_NAMES, rules_run
from chibi_hooks.scheme.shell.programs.runs import RUNS, words_run
from chibi_hooks.scheme.shell.programs.takers import OTHERS, READERS, SHELLS, STARTS, TAKERS, takes_next
from chibi_hooks.scheme.shell.programs.wrapper import ASSIGNMENT, Inner, InnerText, InnerWords, Wrapper, behind, up_to
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
        "uutils", "choom", "wasm", "systemd-cat"), Wrapper("n")),
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
    **dict.fromkeys(("salt", "salt-call", "salt-ssh"), Wrapper(after=("cmd.run", "cmd.run_all", "cmd.shell"), text=True)),
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
VIMS: Final = ("vim", "vi", "nvim", "ex", "view")
MEMBERS: Final = re.compile(r"\"((?:[^\"\\]|\\.)*+)\"|'([^']*+)'")  # of a list: commands=["a", "b"]
JOINING: Final = re.compile(r"['\"][ \t]*\.{1,2}[ \t]*['\"]|['\"]")
EXECUTED: Final = re.compile(r"(?:\+|-c)?:?(?:sil\w*!?[ \t]+)?exe\w*!?[ \t]+(?=['\"])(.+)", re.DOTALL)  # vim's, of strings
HANDED: Final[Mapping[str, re.Pattern[str]]] = {  # words in which a text for a shell stands
    "tar": re.compile(
        r"(?:(?:--checkpoint-action=)?exec|--(?:to-command|use-compress-program|rsh-command))=(.+)", re.DOTALL),
    **dict.fromkeys(VIMS, re.compile(
        r"(?:\+|-c)?:?(?:sil\w*!?[ \t]+)?(?:[\d,.$%]*(?:[rw]|read|write)?[ \t]*!(.+)"
        r"|[^(]*\b(?:system|systemlist|jobstart|job_start|termopen|term_start)\(['\"](.+)['\"]\))", re.DOTALL)),
    **dict.fromkeys(("ftp", "lftp", "dc", "ipython"), re.compile(r"(?:!|%(?:sx|system)\s)(.+)")),
    "socat": re.compile(
        r"(?:exec|system|shell):(.+?)(?:,(?:pty|pipes|std\w+|setsid|sane|raw|echo|ctty|fdin|fdout|login|nofork|su)\b.*)?\Z",
        re.DOTALL | re.IGNORECASE),
    **dict.fromkeys(("nc", "ncat", "netcat"), re.compile(r"--(?:sh-)?exec=(.+)", re.DOTALL)),
    "lldb": re.compile(r"(?:platform\s+)?shell\s+(.+)", re.DOTALL),
    "bind": re.compile(r"\"[^\"]*\":\s*(.+)", re.DOTALL),
    "watchmedo": re.compile(r"--command=(.+)", re.DOTALL),
    "ed": re.compile(r"[\d,.$%]*[rwe]?[ \t]*!(.+)"),
    "split": re.compile(r"--filter=(.+)", re.DOTALL),
    **dict.fromkeys(("ssh", "scp", "sftp"), re.compile(
        r"(?:-o)?(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ](.+)", re.DOTALL | re.IGNORECASE)),
    "sed": re.compile(
        r"(?:\d+|\$|/[^/]*/)?e\s+(.+)|s([/|,#:@!_])(?:\\.|(?!\2).)*\2((?:\\.|(?!\2).)*)\2[gIip\d]*e", re.DOTALL),
    **dict.fromkeys(("sqlite3", "duckdb"), re.compile(
        r"\.(?:sh\w*|sy\w*)\s+(.+)|\.(?:o\w*|log|excel)\s+['\"]?\|\s*(.+?)['\"]?\Z|.*?\bedit\s*\([^)]*?,\s*'([^']+)'",
        re.DOTALL)),
    "psql": re.compile(
        r"(?:-c|--command=)?(?:\\!\s*(.+)|.*?\\(?:o|out|w|write|g|gx)\s*\|\s*(.+)|\\copy\b.*?\bprogram\s+'([^']+)')",
        re.DOTALL | re.IGNORECASE),
    "m4": re.compile(r".*?\be?syscmd\(`*(.+?)'*\)", re.DOTALL),
    "hg": re.compile(r"(?:alias\.[^=]+=!|(?:hooks|extdiff|merge-tools)\.[^=]+=(?!python:))(.+)", re.DOTALL),
    "gh": re.compile(r"!(.+)", re.DOTALL),
    "aws": re.compile(r"commands?=(.+)", re.DOTALL),
    "puppet": re.compile(r".*?\bexec\s*\{\s*['\"]([^'\"]+)", re.DOTALL),
    "rsync": re.compile(r"--(?:rsh|rsync-path)=(.+)", re.DOTALL),
    "nix-shell": re.compile(r"--(?:run|command)=(.+)", re.DOTALL),
    **dict.fromkeys(("make", "gmake", "nmake"), re.compile(
        r"SHELL=(?!\S*\b(?:ba|da|z|k|a)?sh(?:\.exe)?(?:\s+-\w+)*\Z)(.+)", re.DOTALL)),
    "gdb": re.compile(r"(?:!|shell\s|-ex=!|-ex=shell\s)\s*(.+)", re.DOTALL),
    "mysql": re.compile(r"(?:-e|--execute=)?(?:\\!|system\s)\s*(.+)", re.DOTALL),
    "rg": re.compile(r"--(?:pre|hostname-bin)=(.+)", re.DOTALL),
    "fzf": re.compile(r"--(?:preview=|bind=[^(]*\()(.+?)\)?\Z", re.DOTALL),
    "sort": re.compile(r"--compress-prog(?:ram)?=(.+)", re.DOTALL),
    "bazel": re.compile(r"--run_under=(.+)", re.DOTALL),
    "wget": re.compile(r"--use-askpass=(.+)", re.DOTALL),
    "less": re.compile(r"\+!(.+)", re.DOTALL),
}  # fmt: skip
PYTHON: Final = "python3 -c"
CODE: Final[Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]] = {  # words in which a program's text stands, for whom
    "gdb": ((re.compile(r"(?:-i?e[ix]x?=)?(?:python|py|python-interactive|pi)\s+(.+)", re.DOTALL), PYTHON),),
    "lldb": ((re.compile(r"script\s+(.+)", re.DOTALL), PYTHON),),
    **dict.fromkeys(VIMS, tuple(
        (re.compile(rf"(?:\+|-c)?:?(?:sil\w*!?[ \t]+)?(?:{name})(?:do)?[ \t]+(.+)", re.DOTALL), program)
        for name, program in (("py(?:thon)?[3x]?", PYTHON), ("lua", "lua -e"), ("ruby?", "ruby -e"), ("perl?", "perl -e"))
    )),
}  # fmt: skip
BEHIND: Final[Mapping[str, tuple[str, ...]]] = {  # options behind which such a text stands
    "tar": ("--to-command", "--use-compress-program", "-I", "-F"), "et": ("-c", "--command"), "fish": ("-C", "--init-command"), "rsync": ("-e", "--rsh", "--rsync-path"),
    "nix-shell": ("--run", "--command"), "npm": ("-c", "--call"), "npx": ("-c", "--call"), "vagrant": ("-c",),
    "screen": ("stuff",), "split": ("--filter",), "rg": ("--pre", "--hostname-bin"),
    "fzf": ("--preview", "--bind"), "sort": ("--compress-program",),
    "entr": ("-s",), **dict.fromkeys(("nc", "ncat", "netcat"), ("-e", "-c", "--exec", "--sh-exec")),
    "compgen": ("-C", "-W"), "chokidar": ("-c", "--command"), "air": ("--build.cmd", "--build.bin"),
    "watchmedo": ("-c", "--command"), "modd": ("-c",), "vault": ("-exec", "--exec"),
    "aws": ("--command",),
    **dict.fromkeys(("ansible", "ansible-console"), ("-a", "--args")), "zip": ("-TT", "--unzip-command"),
    "go": ("-exec", "-toolexec"), "bazel": ("--run_under",), "scp": ("-S",), "sftp": ("-S",), "mapfile": ("-C",),
    "readarray": ("-C",), "complete": ("-C", "-W"), "nodemon": ("--exec", "-x"), "watchexec": ("-x", "--exec"),
    **dict.fromkeys(("cargo", "cargo-watch"), ("-s", "--shell")),
    "man": ("-P", "--pager"), "fly": ("-C",), "flyctl": ("-C",), "gcloud": ("--command",), "just": ("-c", "--command"),
}  # fmt: skip
LISTENS: Final = frozenset({
    "sqlite3", "duckdb", "psql", "mysql", "gdb", "ed", "ftp", "lftp", "dc", "m4", "ex", "vi", "vim", "nvim",
})
"""Their input is lines of that kind, too."""
MARKS: Final[Mapping[str, tuple[str, ...]]] = {  # without these no text stands there
    **{name: options for name, options in BEHIND.items() if name not in RUNS and name not in WRAPPERS},
    **dict.fromkeys(VIMS, ("!", "system", "job", "term", "py", "lua", "rub", "per")),
    "tar": ("exec=", "-command", "-program", "-I", "-F", "-script"),
    **dict.fromkeys(("sqlite3", "duckdb"), (".s", ".o", ".log", ".excel", "edit")), "ed": ("!",), "ftp": ("!",),
    "lftp": ("!",), "psql": ("!", "|", "rogram", "ROGRAM"), "m4": ("syscmd",), "hg": ("--config",), "gh": ("!",),
    "aws": ("ommand",), "puppet": ("exec",),
    "dc": ("!",), "lldb": ("shell", "--", "script"), "bind": (":",), "watchmedo": ("-c", "--c"),
    **dict.fromkeys(("nc", "ncat", "netcat"), ("-e", "-c", "exec")),
    "socat": ("xec:", "ystem:", "hell:", "XEC:", "YSTEM:", "HELL:"),
    "rsync": ("-e", "--rs"), "nix-shell": ("--",),
    **dict.fromkeys(MAKE_NAMES, ("SHELL", "--ev", "-E", "-f", "'", '"', "$")),
    "hash": ("-p",), "gdb": ("!", "shell", "args", "py", "pi"),
    "mysql": ("!", "system"), "less": ("!",), "fzf": ("--pr", "--bi"), "sort": ("--comp",), "rg": ("--pre", "--host"),
    "wget": ("askpass",), **dict.fromkeys(("scp", "sftp"), ("-S", "ommand")),
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
FINDERS: Final = ("find", "gfind", "fd", "fdfind")
RUNNERS: Final = frozenset({*WRAPPERS, *RUNS, *WITH_TEXT, *FINDERS, *TAKERS, "trap"} - READERS)
CHOOSING: Final = ("-name", "-iname", "-path", "-ipath", "-wholename")
SUBSTITUTED: Final = re.compile(r"(?<=[\s=])\((?=[^()']*\))")
FD_RUNS: Final = ("-x", "-X", "--exec", "--exec-batch")
FD_VALUED: Final = ("-e", "-t", "-d", "-E", "-c", "-j", "-S", "--extension", "--type", "--max-depth", "--exclude")
HIDDEN: Final = re.compile(r"-\w*[HuI]|--(?:hidden|no-ignore|unrestricted)")
LITERAL: Final = re.compile(r"(\^?)((?:[\w-]|\\?\.)+)(\$?)")
FINDS: Final = ("-exec", "-execdir", "-ok", "-okdir")


def inner_of(name: str, words: Sequence[ShellWord], fed: str | None = None) -> list[Inner]:
    """The commands that a command runs: as words (and whether the run adds some), or as a text; None: unknown. `fed`:
    its input, where that is known. Raises Unreadable for another shell's text."""
    arguments = words[1:]
    given = _given_text(name, arguments)
    if given is not None:
        if name == "fish" and isinstance(given, InnerText):
            return [*_handed(name, arguments), _from_fish(given)]
        return [given]
    if name in OTHERS and _has_text(arguments):
        raise Unreadable(in_other_shell(name))
    if name == "trap":
        return _trapped(arguments)
    if name == "alias":
        return [InnerText((each.whole or "").partition("=")[2]) for each in arguments]
    if name in FINDERS:
        return list(_found(arguments))
    if name == "git":
        return [InnerText(text) for text in texts_run_by_git(arguments)]
    if name in MAKE_NAMES and (rules := _rules_given(arguments)):
        return [*_handed(name, arguments), InnerText(rules_run(rules, [each.whole or UNKNOWN for each in arguments]))]
    if name in RUNS:
        found = _without_version(name, words_run(name, RUNS[name], arguments, BEHIND.get(name, ())))
        return list(_handed(name, found)) or [_as_command(found)] if found else []
    handed = list(_handed(name, arguments))
    if fed is not None and name in LISTENS:
        handed += _handed(name, [word_from(line.strip()) for line in fed.splitlines()])
    wrapper = WRAPPERS.get(name)
    if wrapper is None or (name == "command" and _looks_up(arguments)) or (handed and name != "ssh"):
        return handed
    return [*handed, *_wrapped(name, wrapper, arguments, fed)]


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
            return InnerText(cut(arguments[at], len(option) + 1).whole) if equals else _next_text(arguments, at)
        if text.startswith("-") and not text.startswith("--") and short in text[1:]:
            if bundled:
                given, *others = _operands(arguments[at + 1 :]) or (None,)
                return InnerText("" if given is None else given.whole, others[1:], next(iter(others), None))
            if text[-1] == short:
                return _with_rest(name, _next_text(arguments, at), arguments[at + 2 :])
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


def _handed(name: str, arguments: Sequence[ShellWord]) -> Iterator[Inner]:
    """Texts that options hand to a shell."""
    pattern, options = HANDED.get(name), BEHIND.get(name, ())
    for at, word in enumerate(arguments):
        if word.text in options:
            yield _next_text(arguments, at)
        elif pattern is not None and (found := pattern.match(word.known)) is not None:
            text = _group(word, found)
            listed = [one or other for one, other in MEMBERS.findall(text)] if text and text[:1] == "[" else [text]
            yield from map(InnerText, listed)
        elif pattern is not None and name in VIMS and (found := EXECUTED.match(word.whole or "")) is not None:
            yield from _handed(name, [word_from(JOINING.sub("", found[1]))])
        else:
            for form, program in CODE.get(name, ()):
                if (found := form.match(word.whole or "")) is not None:
                    yield InnerText(f"{program} {one_word(found[1])}")


def handed_in(name: str, text: str) -> Iterator[str]:
    """The texts for a shell in the lines of a text for a program that listens to such."""
    found = _handed(name, [word_from(line.strip()) for line in text.splitlines()])
    yield from (each.text for each in found if isinstance(each, InnerText) and each.text)


def _group(word: ShellWord, found: re.Match[str]) -> str | None:
    """What a pattern of `HANDED` has found in a word."""
    group = found.lastindex or 0
    whole = word.whole or ""
    return whole[found.start(group) : found.end(group) if found.end(group) < len(word.known) else len(whole)]


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


def _next_text(arguments: Sequence[ShellWord], at: int) -> Inner:
    return InnerText(arguments[at + 1].whole if at + 1 < len(arguments) else "")


def _looks_up(arguments: Sequence[ShellWord]) -> bool:
    return bool(arguments) and (arguments[0].text or "").startswith(("-v", "-V"))


def _found(arguments: Sequence[ShellWord]) -> list[Inner]:
    found: list[Inner] = []
    named = named_by(arguments) or _root_of(arguments)
    at = 0
    while at < len(arguments):
        text, at = arguments[at].text, at + 1
        if text in FINDS:
            command = up_to(arguments[at:], (";", "+"))
            at += len(command)  # an -exec in it is the command's own
            if command:
                words = tuple(named if named is not None and each.text == "{}" else each for each in command)
                found.append(InnerWords(words, named is None))
        elif text in FD_RUNS and at < len(arguments):
            command = up_to(arguments[at:], (";",))
            marked = any(each.text == "{}" for each in command)
            words = tuple(named if named is not None and each.text == "{}" else each for each in command)
            found.append(InnerWords((*words, named) if named is not None and not marked else words, named is None))
    return found


def _root_of(arguments: Sequence[ShellWord]) -> ShellWord | None:
    """What find's {} stands for otherwise: the one directory that is searched, with all in it."""
    roots = [*_before_options(arguments)]
    text = roots[0].text if len(roots) == 1 else None
    if not text or text.strip("./") == "":
        return None
    whole = f"{text.rstrip('/')}/"
    return ShellWord(whole, roots[0].source, whole, roots[0].glob)


def _before_options(arguments: Sequence[ShellWord]) -> Iterator[ShellWord]:
    for word in arguments:
        if word.known[:1] in ("-", "(", "!"):
            return
        yield word


def named_by(arguments: Sequence[ShellWord]) -> ShellWord | None:
    """What find's {} stands for, where one -name or -path alone chooses: a path with that name; else None. What fd is
    to find is a part of the name, or with ^ and $ all of it."""
    if any(word.text in FD_RUNS for word in arguments):
        return _named_by_fd(arguments)
    chosen = [(word.text, arguments[at + 1]) for at, word in enumerate(arguments[:-1]) if word.text in CHOOSING]
    loose = any(word.text in ("-o", "-or", "!", "-not") for word in arguments)
    if len(chosen) != 1 or chosen[0][1].text is None or loose:
        return None
    how, word = chosen[0]
    path = word.text if how in ("-path", "-ipath", "-wholename") else f"./{word.text}"
    return ShellWord(path, path or "", path or "", word.glob)


def _named_by_fd(arguments: Sequence[ShellWord]) -> ShellWord | None:
    own = up_to(arguments, FD_RUNS)
    hidden = any(HIDDEN.match(word.known) is not None for word in own)
    words = [each for before, each in zip((None, *own), own, strict=False)
             if each.known[:1] != "-" and (before is None or before.known not in FD_VALUED)]
    found = LITERAL.fullmatch(words[0].text or "") if hidden and words else None
    if found is None:
        return None
    name = found[2].replace("\\", "")
    path = f"./{name}" if found[1] and found[3] else f"./*{name}*"
    return ShellWord(path, path, path, "*" in path)
