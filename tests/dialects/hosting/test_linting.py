"""What agents let pass in silence is found, with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.dialects.hosting.events import settings_of
from chibi_hooks.dialects.hosting.linting import lint_settings
from chibi_hooks.hooks.checking.linting.finding import Finding
from tests.dialects.hosting.agents import CLAUDE, Machine, claude, entry


def findings(machine: Machine, files: dict[str, Any], agent: str = "claude-code") -> list[Finding]:
    machine.write(files)
    dialect, settings = settings_of(agent, machine.around, machine.root / "project", None, machine.root / "managed")
    return list(lint_settings(settings, dialect))


GUARD = "project/.claude/hooks/guard.sh"
RUN = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'
FOUND = [  # settings, further files -> severity, part of the message
    (claude("PreToolUsed", entry("true")), {}, "warning", 'did you mean "PreToolUse"'),
    (claude("PreToolUse", entry("true"), matcher="bash"), {}, "warning", 'did you mean "Bash"'),
    (claude("PreToolUse", entry("true"), matcher="["), {}, "error", "fits nothing"),
    (claude("PreToolUse", entry("true"), matcher="mcp__github"), {}, "warning", "mcp__github__.*"),
    (claude("Stop", entry("true"), matcher="Bash"), {}, "warning", "not looked at"),
    (claude("PreToolUse", entry("true", timeout=60000)), {}, "warning", "counts seconds"),
    (claude("PreToolUse", entry(RUN)), {}, "error", "there is no"),
    (claude("PreToolUse", entry(RUN)), {GUARD: "exit 0\n"}, "error", "chmod +x"),
    (claude("PreToolUse", entry(RUN)), {GUARD: "#!/bin/sh\n[ -e x ] && exit 1\nexit 0\n"}, "warning", "guard.sh:2"),
    (claude("PreToolUse", entry("python3 .claude/no.py")), {}, "error", "there is no .claude/no.py"),
    (claude("PreToolUse", entry('"${CLAUDE_PROJECT_ROOT}"/x.sh')), {}, "warning", "CLAUDE_PROJECT_DIR"),
    (claude("PreToolUse", entry("sh", args=["${HOOK_DIR}/x"])), {}, "error", "not filled in"),
    (claude("Stop", entry("true", **{"if": "Bash"})), {}, "warning", "never runs here"),
    (claude("PreToolUse", entry("true", once=True)), {}, "warning", "every time"),
    (claude("PreToolUse", {"type": "http", "url": "ftp://x"}), {}, "error", "never called"),
    (claude("PreToolUse", {"type": "http", "url": "https://a.example/"}, allowedHttpHookUrls=[]), {}, "error",
     "allowedHttpHookUrls"),
    (claude("PreToolUse", {"type": "http", "url": "https://a.example/", "headers": {"A": "$TOKEN"}}), {}, "warning",
     "TOKEN is not allowed"),
    ('{"hooks": {"PreToolUse": [}', {}, "error", "not JSON"),
    (claude("PreToolUse", {"type": "telepathy"}), {}, "error", "telepathy"),
    (claude("SessionStart", {"type": "http", "url": "https://a.example/"}), {}, "error", "never runs: http handlers"),
    ('{"hooks": {"Stop": [{"hooks": []}], "Stop": []}}', {}, "warning", '"Stop" stands here twice, and only the last'),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "more", "severity", "message"), FOUND)
def test_it_is_found(machine: Machine, settings: Any, more: dict[str, Any], severity: str, message: str) -> None:
    found = findings(machine, {CLAUDE: settings, **more})
    assert any(each.severity == severity and message in each.message for each in found), found
    assert all(str(each.place).startswith(str(machine.root / CLAUDE)) for each in found)


def test_what_is_well_is_silent(machine: Machine) -> None:
    settings = {
        "hooks": {
            "PreToolUse": [
                {"matcher": "Bash|Edit", "hooks": [entry(RUN, timeout=30)]},
                {"matcher": "mcp__github__.*", "hooks": [entry("X=1; echo $X ${Y:-2} >> log")]},
            ],
            "PostToolUse": [{"matcher": "Edit.*", "hooks": [entry("prettier --write $(cat)")]}],
        }
    }
    script = "#!/bin/sh\njq -e .x || { echo no >&2; exit 2; }\nexit 1\n"
    assert findings(machine, {CLAUDE: settings, GUARD: script}) == []


def test_other_agents_have_other_mistakes(machine: Machine) -> None:
    gemini = {"hooks": {"BeforeTool": [{"matcher": "Bash", "hooks": [entry("true", timeout=30)]}]}}
    said = [each.message for each in findings(machine, {"project/.gemini/settings.json": gemini}, "gemini")]
    assert len(said) == 2
    assert "fits no tool" in said[0]
    assert "milliseconds" in said[1]
    firebender = {"version": 1, "hooks": {"preToolUse": [{"type": "prompt", "prompt": "is it safe?"}]}}
    (found,) = findings(machine, {"project/.firebender/hooks.json": firebender}, "firebender")
    assert (found.severity, "only command" in found.message) == ("error", True)
    text = '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.handlers]]\ntype = "command"\ncommand = "sh -c true"\n'
    (found,) = findings(machine, {"project/.caliban/settings.toml": text}, "caliban")
    assert (found.severity, "put its words in args" in found.message) == ("error", True)


def test_a_place_is_a_line_and_a_column(machine: Machine) -> None:
    (found,) = findings(machine, {CLAUDE: claude("PreToolUse", entry("no/such"))})
    path, line, column = str(found.place).rsplit(":", 2)
    assert Path(path).read_text().splitlines()[int(line) - 1][int(column) - 1] == "{"
