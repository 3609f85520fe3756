"""Where no module can be loaded any more, because no descriptor is left, a fire is answered all the same: nothing is
raised, and a hook whose world cannot be entered has failed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.homes import answering, make_home

PROGRAM: Final = """\
import errno, json, sys
from chibi_hooks import Host

class Short:
    "As the finders of modules do when no descriptor is left."
    def find_spec(self, name, path, target=None):
        if name.startswith("chibi_hooks"):
            raise OSError(errno.EMFILE, "Too many open files")

home, before = sys.argv[1], int(sys.argv[2])
payload = {"tool_name": "shell_exec", "arguments": {"command": "rm -rf /"}}
with Host.open(home=home, record=False) as host:
    for _ in range(before):
        host.fire("pre_tool", payload)
    sys.meta_path.insert(0, Short())
    fires = [host.fire("pre_tool", payload) for _ in range(4)]
    del sys.meta_path[0]
    fires.append(host.fire("pre_tool", payload))
print(json.dumps([[fire.outcome.block, [answer.kind for answer in fire.answers]] for fire in fires]))
"""
BLOCK: Final = "(register-hook 'pre_tool (lambda (p) (block \"no\")))\n"
DENY: Final = '[on_failure]\npre_tool = "deny"\n'


@pytest.mark.parametrize("before", [0, 1, 2])
@pytest.mark.parametrize(
    ("files", "kinds"),
    [
        ({"hooks/a.scm": BLOCK}, ["scheme"]),
        ({"hooks/a.scm": BLOCK, "hooks/b.scm": BLOCK}, ["scheme"] * 2),
        ({"plugins/p": answering("p", ["pre_tool"], {"block": True})}, ["plugin"]),
    ],
    ids=["one", "two", "plugin"],
)
def test_a_fire_is_answered(files: dict[str, str], kinds: list[str], before: int, tmp_path: Path) -> None:
    home = make_home(tmp_path / "home", {"chibi-hooks.toml": DENY, **files})
    words = [sys.executable, "-c", PROGRAM, str(home), str(before)]
    ran = subprocess.run(words, capture_output=True, check=True, env={"CHIBI_HOOKS_STATE": str(tmp_path / "state")})
    told: list[Any] = json.loads(ran.stdout)
    assert told == [[True, kinds]] * 5
