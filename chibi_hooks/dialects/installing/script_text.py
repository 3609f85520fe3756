"""A command -> the plugin of an agent that runs no commands: OpenCode's callbacks go to our client, and what its answer
says is done. The plugin decides nothing (agents-decisions 44), but that nobody's answer is a denial at the events whose
failure denies."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Sequence
from typing import Final

MARK: Final = "// chibi-hooks:"
AS_WRITTEN: Final = "// as written: "
UNSIGNED: Final = frozenset({"5637f6142bcbea3d"})  # of the plugins, without our lists, from before they had that line
_LISTS: Final = re.compile(r"^const (command|events) = \[.*\]$", re.MULTILINE)
_COMMAND: Final = re.compile(r"^const command = (\[.*\])$", re.MULTILINE)
_CLOSED: Final = re.compile(r"^const closed = (\[.*\])$", re.MULTILINE)

PLUGIN: Final = """\
// chibi-hooks: OpenCode's callbacks -> our hooks -> what they answer. `chibi-hooks install opencode` writes this file.
import { spawn } from "node:child_process"

const command = COMMAND
const events = EVENTS
const closed = CLOSED
const unanswered = { throw: "refused: the hooks did not answer, and [on_failure] says what that means" }

export const ChibiHooks = async ({ client, directory }) => {
  const ask = (event, input, output) => new Promise((done) => {
    const child = spawn(command[0], command.slice(1), { cwd: directory, stdio: ["pipe", "pipe", "ignore"] })
    let said = ""
    child.stdout.setEncoding("utf8").on("data", (piece) => { said += piece })
    child.stdin.on("error", () => {})
    const nobody = closed.includes(event) ? unanswered : {}
    child.on("error", () => done(nobody))
    child.on("close", () => { try { done(JSON.parse(said)) } catch { done(nobody) } })
    child.stdin.end(JSON.stringify({ event, input, output, directory }))
  })
  const obey = async (event, input, output) => {
    const answer = await ask(event, input, output)
    if (answer.throw) throw new Error(answer.throw)
    const { args, parts, ...rest } = answer.output ?? {}
    Object.assign(output, rest)
    if (args) {
      for (const key of Object.keys(output.args)) if (!(key in args)) delete output.args[key]
      Object.assign(output.args, args)
    }
    if (parts) Object.assign(output.parts[0], { text: parts[0].text })
    if (answer.system) output.system.push(...answer.system)
  }
  return {
    "chat.message": (input, output) => obey("chat.message", input, output),
    "tool.execute.before": (input, output) => obey("tool.execute.before", input, output),
    "tool.execute.after": (input, output) => obey("tool.execute.after", input, output),
    "experimental.chat.system.transform": (input, output) =>
      obey("experimental.chat.system.transform", input, output),
    event: async ({ event }) => {
      if (!events.includes(event.type)) return
      const answer = await ask(event.type, event.properties ?? {}, {})
      const id = event.properties?.sessionID
      if (answer.prompt && id) {
        const parts = [{ type: "text", text: answer.prompt }]
        client.session.prompt({ path: { id }, body: { parts } }).catch(() => {})
      }
    },
  }
}
"""


def script_with(words: Sequence[str], events: Collection[str], closed: Collection[str] = ()) -> str:
    """The plugin that runs this command. Of `events` it sends those that are no callbacks of their own; at those that
    are `closed` it refuses where the command cannot answer."""
    told = [each for each in events if f'"{each}":' not in PLUGIN]
    lists = {"COMMAND": list(words), "EVENTS": told, "CLOSED": list(closed)}
    made = re.sub("|".join(lists), lambda found: json.dumps(lists[found[0]], ensure_ascii=False), PLUGIN)
    return f"{made}{AS_WRITTEN}{_digest(made)}\n"


def is_as_written(text: str) -> bool:
    """Is a plugin of ours, of whatever version, still as it was written?"""
    written, mark, digest = text.rpartition(AS_WRITTEN)
    if mark:
        return digest.strip() == _digest(written)
    return _digest(_LISTS.sub(lambda found: f"const {found[1]} = {found[1].upper()}", text)) in UNSIGNED


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def script_words(text: str) -> list[str] | None:
    """The command of a plugin of ours; None: it is somebody else's."""
    return _listed(_COMMAND, text)


def script_closed(text: str) -> list[str]:
    """The events at which a plugin of ours refuses where its command cannot answer."""
    return _listed(_CLOSED, text) or []


def _listed(where: re.Pattern[str], text: str) -> list[str] | None:
    found = where.search(text) if text.startswith(MARK) else None
    try:
        words = json.loads(found[1]) if found else None
    except ValueError:
        return None
    return [str(each) for each in words] if isinstance(words, list) else None
