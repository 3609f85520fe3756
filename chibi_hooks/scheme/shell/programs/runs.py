"""Programs of which a subcommand runs another command, as `npm exec`, `docker run` and `kubectl exec` do: data, one
line a program, and the words of that command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chibi_hooks.scheme.shell.programs.git import VERBS
from chibi_hooks.scheme.shell.programs.subcommands import VALUED, takes_value
from chibi_hooks.scheme.shell.programs.wrapper import Wrapper, behind
from chibi_hooks.scheme.shell.text.words import ShellWord, cut

RUNS: Final[Mapping[str, tuple[str, ...]]] = {  # programs of which a subcommand runs the words behind it
    "uv": ("run", "tool"), "poetry": ("run",), "pipenv": ("run",), "pdm": ("run",), "hatch": ("run",), "pipx": ("run",),
    "git": VERBS, "bundle": ("exec",), "npm": ("exec", "x"), "pnpm": ("exec", "dlx"), "yarn": ("exec", "dlx"),
    "bun": ("x", "exec"), "lerna": ("exec",), "nx": ("exec",), "tox": ("exec",),
    "rye": ("run",), "conda": ("run",), "mamba": ("run",), "micromamba": ("run",), "volta": ("run",),
    "rbenv": ("exec",), "pyenv": ("exec",), "asdf": ("exec",), "mise": ("exec", "x"), "direnv": ("exec",),
    "doppler": ("run",), "infisical": ("run",), "op": ("run",), "dotenvx": ("run",), "aws-vault": ("exec",),
    "foreman": ("run",), "honcho": ("run",), "railway": ("run",), "pixi": ("run", "exec"), "rustup": ("run",),
    "nvm": ("exec",), "fnm": ("exec",),
    "chamber": ("exec",), "devbox": ("run",), "devenv": ("shell",), "consul": ("lock",), "etcdctl": ("lock",),
    "pm2": ("start",), "forever": ("start",),
    "devcontainer": ("exec",), "nix": ("develop", "shell", "run"), "heroku": ("run",),
    **dict.fromkeys(("docker", "podman", "nerdctl"), ("exec", "run", "compose", "container", "unshare")),
    **dict.fromkeys(("docker-compose", "podman-compose"), ("exec", "run")),
    "adb": ("shell",), "limactl": ("shell",), "minikube": ("ssh",), "colima": ("ssh",),
    **dict.fromkeys(("kubectl", "oc", "k"), ("exec", "run", "debug", "rsh")),
    **dict.fromkeys(("lxc", "incus", "multipass"), ("exec",)),
}  # fmt: skip
_EXEC: Final = Wrapper("uwe", ("user", "workdir", "env", "env-file", "detach-keys", "index"), operands=1, ends=True)
_RUN: Final = Wrapper("acehlmpuvw", (
    "add-host", "cap-add", "cap-drop", "cpus", "device", "dns", "entrypoint", "env", "env-file", "gpus", "group-add",
    "health-cmd", "hostname", "ip", "ipc", "label", "link", "log-driver", "log-opt", "memory", "mount", "name", "net",
    "network", "pid", "platform", "publish", "pull", "restart", "runtime", "security-opt", "shm-size", "stop-signal",
    "sysctl", "tmpfs", "ulimit", "user", "userns", "uts", "volume", "volumes-from", "workdir",
), operands=1, ends=True)  # fmt: skip
_POD: Final = Wrapper("cn", ("container", "namespace"), operands=1)
INSIDE: Final[Mapping[str, Wrapper]] = {  # what stands behind those subcommands before the command
    "exec": _EXEC, "run": _RUN, "unshare": Wrapper(), "kubectl": _POD, "oc": _POD, "k": _POD,
    **dict.fromkeys(("lxc", "incus", "multipass", "direnv", "aws-vault", "rustup", "nvm", "consul", "etcdctl",
                     "chamber"),
                    Wrapper("", operands=1)),
    "fnm": Wrapper("", ("using",)), "foreman": Wrapper("ef", ("env", "procfile")), "forever": Wrapper("cloe"),
    "pm2": Wrapper("ni", ("name", "instances", "interpreter")),
    **dict.fromkeys(("conda", "mamba", "micromamba"), Wrapper("np", ("name", "prefix"))),
    "limactl": Wrapper("", ("workdir", "shell"), operands=1),
    "mise": Wrapper("C"), "doppler": Wrapper("pc", ("project", "config")), "infisical": Wrapper("", ("env", "path")),
    "dotenvx": Wrapper("f"), "devcontainer": Wrapper("", ("workspace-folder", "container-id", "config", "remote-env")),
    "nix": Wrapper(after=("-c", "--command")), "heroku": Wrapper("ars", ("app", "remote", "size")),
}  # fmt: skip
WITH_ARGUMENTS: Final = ("pm2", "forever")
"""Behind their -- stand only the arguments of the program before it."""
CONTAINERS: Final = frozenset({
    "docker", "podman", "nerdctl", "docker-compose", "podman-compose", "kubectl", "oc", "k", "lxc", "incus",
    "multipass",
})  # fmt: skip
"""What they run is run in a file system of its own."""
CARRIED: Final[Mapping[str | None, str]] = {"compose": "docker-compose", "container": "docker-compose", "tool": "uv"}
"""Subcommands with subcommands of their own, which are those of another program."""
PLAIN: Final = Wrapper("", ("with", "from", "package", "python", "spec"))


def words_run(
    name: str, verbs: Sequence[str], arguments: Sequence[ShellWord], texts: Sequence[str] = ()
) -> Sequence[ShellWord]:
    """The words that a subcommand runs; `texts`: options that hand it a text instead, then with these."""
    valued = VALUED.get(name, ())
    at = 0
    while at < len(arguments) and arguments[at].known[:1] == "-":
        at += 2 if takes_value(arguments[at].known, valued) else 1
    verb = arguments[at].text if at < len(arguments) else None
    if verb in CARRIED:
        return words_run(CARRIED[verb], ("exec", "run"), arguments[at + 1 :]) if verb in verbs else ()
    if verb not in verbs:
        return ()
    rest = arguments[at + 1 :]
    if rest and rest[0].text in texts:
        return rest
    wrapper = INSIDE.get(name) or (INSIDE[verb] if name in CONTAINERS and verb is not None else PLAIN)
    dashes = next((at for at, word in enumerate(rest) if word.text == "--"), None)
    if name in WITH_ARGUMENTS and dashes is not None:
        return [*behind(wrapper, rest[:dashes]), *rest[dashes + 1 :]]
    if dashes is not None and wrapper is not PLAIN and name not in ("docker", "podman"):
        return rest[dashes + 1 :]
    found = behind(wrapper, rest)
    entry = _entry(rest[: len(rest) - len(found)]) if wrapper is _RUN else None
    return found if entry is None else (entry, *found)


def _entry(arguments: Sequence[ShellWord]) -> ShellWord | None:
    """The program that --entrypoint puts in place of the image's own."""
    for at, word in enumerate(arguments):
        option, equals, value = word.known.partition("=")
        if option == "--entrypoint":
            entry = cut(word, len(option) + 1) if equals else arguments[at + 1] if at + 1 < len(arguments) else None
            return entry if value or not equals else None
    return None
