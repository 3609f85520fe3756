"""Exit code, stdout and stderr of a handler -> what it says (`Spoken`), by the precedence of its agent.

Rules
-----
* What is said is a few fields, the same for all agents: `decision reason updated_input updated_output context
  system_messages stops stop_reason keep_going`.
* What an event cannot answer is not taken, and noted. A failure is a failure: whether it denies, the event says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from chibi_hooks.dialects.hosting.hosted import AnswerField, BlockEffect, HostedAgent, HostedEvent, Meaning
from chibi_hooks.dialects.rows.reading import at
from chibi_hooks.hooks.answer import Failure, Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import kind_of, parse_json

DEPTH: Final = 100  # of an answer; more is refused
SILENT: Final = "No stderr output"
LINE: Final = 200  # characters of a line of stderr that is shown


@dataclass(slots=True)
class Ended:
    """What came out of a handler. `text` is its stdout, or a server's body; `status` an exit code."""

    status: int = 0
    text: str = ""
    stderr: str = ""
    failure: Failure | None = None  # it did not end by itself, or a server did not do as it should
    signal: int = 0


@dataclass(slots=True)
class Spoken:
    """What a handler says, or how it failed."""

    fields: dict[str, Json] = field(default_factory=dict)
    failure: Failure | None = None
    notes: list[str] = field(default_factory=list)
    refuses: bool = False  # it says no: a denial, a block, an end
    end: str = ""  # why it ends beside a question: what comes of both, those who speak besides decide (decision.py)
    forgets: bool = False  # that question, where anybody else speaks: it is no permissionDecision

    @property
    def decision(self) -> str:
        """Its own word: allow, deny, ask, defer, none or failed."""
        return str(self.fields.get("decision", "none")) if self.failure is None else "failed"


class _Spoilt(Exception):
    """The whole answer counts for nothing."""


def heard(
    hosted: HostedAgent,
    event: HostedEvent,
    told: Mapping[str, Json],
    ended: Ended,
    key: str = "",
    *,
    closed: bool = False,
) -> Spoken:
    """What the handler said. `key`: the event as its settings call it; `closed`: it says that its failure denies."""
    if event.aliased and key and key != event.name:
        event = replace(event, readings=(*event.aliased, *event.readings))
    spoken = Spoken()
    form = hosted.form
    if (ended.signal and form.signal_is_zero) or not event.heeds_exit:
        ended = Ended(0, ended.text, ended.stderr, None if ended.signal or ended.status else ended.failure)
    if ended.failure is not None:
        spoken.failure = ended.failure
        return spoken
    if form.exit_2_by_stderr and ended.status == 2:
        ended = Ended(2, "", ended.stderr)
    if form.async_line and _is_async(ended.text) and not (closed and ended.status):
        return spoken
    answer = _answer(hosted, ended, spoken)
    if answer is not None:
        try:
            _take(hosted, event, told, answer, spoken)
        except _Spoilt as error:
            spoken.fields.clear()
            spoken.failure = Failure("answer", str(error))
            answer = None
    if form.always_wins and answer is not None:
        return spoken
    if answer is not None and any(at(answer, path) is not None for path in form.json_wins):
        return spoken
    if event.answer_needed and not ended.status and spoken.failure is None:
        if ended.text.strip() and "decision" not in spoken.fields and "keep_going" not in spoken.fields:
            spoken.failure = Failure("answer", "its output decides nothing, and this agent takes that for a denial")
    elif ended.status == 2 or (event.any_exit and ended.status):
        _exit_2(hosted, event, ended, spoken)
    elif ended.status:
        _other_exit(hosted, event, ended, spoken, answer if not closed or _counts(hosted, spoken) else None)
    elif answer is None and spoken.failure is None and ended.text.strip():
        _plain(event, ended, spoken)
    if event.exempt and any(str(told.get(key)) == value for key, value in event.exempt.items()):
        if spoken.fields.pop("decision", None):
            spoken.notes.append(f"{event.name}: nothing can be blocked here")
        spoken.fields.pop("reason", None)
    return spoken


def refuse(hosted: HostedAgent, event: HostedEvent, text: str, spoken: Spoken) -> None:
    """Take a failure for a refusal: for what one comes to at this event, where the entry itself asks for it."""
    effect: BlockEffect = "deny"
    if hosted.closing is not None and hosted.closing.json_refuses:
        effect = event.exit_2 or ("deny" if event.tool else "")
    _block(effect, text, spoken.fields, event, spoken)


def _counts(hosted: HostedAgent, spoken: Spoken) -> bool:
    return hosted.closing is None or not hosted.closing.json_refuses or spoken.refuses


# the text -------------------------------------------------------------------------------------------------------------


def _answer(hosted: HostedAgent, ended: Ended, spoken: Spoken) -> dict[str, Json] | None:
    """The object in the output; None where there is none to be read."""
    form = hosted.form
    if form.json_at != "every" and ended.status not in (0, *((2,) if form.json_at == "zero-or-2" else ())):
        return None
    text = ended.text.strip()
    if not text and form.stderr_too:
        text = ended.stderr.strip()
    if form.progress_lines:
        text = "\n".join(line for line in text.splitlines() if not _is_progress(line)).strip()
    if not text or (form.objects_only and text[0] != "{"):
        return None
    try:
        value = parse_json(text, "its output", DEPTH)
        if isinstance(value, str) and form.stderr_too and value.lstrip()[:1] == "{":  # encoded twice
            value = parse_json(value, "its output", DEPTH)
    except BadPayload as error:
        if form.no_json == "failure" or (form.no_json == "looks" and text[:1] in "{["):
            spoken.failure = Failure("answer", str(error).split("\n")[0])
        return None
    if not isinstance(value, dict):
        if form.no_json == "failure" or (form.no_json == "looks" and isinstance(value, list)):
            spoken.failure = Failure("answer", f"its output: wanted an object, got {kind_of(value)}")
            return None
        return {}
    return value


def _is_async(text: str) -> bool:
    """Has the handler said in its first line that nobody shall wait for it?"""
    line = text.lstrip().split("\n", 1)[0]
    if '"async"' not in line:
        return False
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(told, dict) and told.get("async") is True


def _is_progress(line: str) -> bool:
    if not line.lstrip().startswith("{"):
        return False
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(told, dict) and told.get("type") == "progress"


# the fields -----------------------------------------------------------------------------------------------------------

TYPES: Final[Mapping[Meaning, type | tuple[type, ...]]] = {
    "decision": str, "reason": str, "user": str, "input": dict, "context": str, "keep_going": str, "continue": bool,
    "stop_reason": str, "block": str, "why": str, "prompt": str,
}  # fmt: skip


def _take(
    hosted: HostedAgent, event: HostedEvent, told: Mapping[str, Json], answer: dict[str, Json], spoken: Spoken
) -> None:
    """The fields of an answer. Raises _Spoilt."""
    answer = _named(hosted, event, answer, spoken)
    said: dict[Meaning, Json] = {}
    for path, kind in hosted.form.checked.items():
        value = at(answer, path)
        if _is_there(answer, path) and not isinstance(value, kind):
            raise _Spoilt(f"{path}: wanted {_KINDS.get(kind, 'something else')}, got {json.dumps(value)[:60]}")
    for each in (*event.readings, *hosted.universal):
        value = at(answer, each.path)
        if value is None and hosted.form.null_spoils and each.says in TYPES and _is_there(answer, each.path):
            raise _Spoilt(f"{each.path}: null is not as if it were not there")
        if value is None or each.says in said or (each.only_mcp and not _is_mcp(hosted, told)):
            continue
        if _is_wrong(each, value):
            wanted = " or ".join(f'"{word}"' for word in each.words if word) or _kind(each.says)
            fault = f"{each.path}: wanted {wanted}, got {json.dumps(value)[:60]}"
            if hosted.form.strict:
                raise _Spoilt(fault)
            if each.says == "input" and hosted.form.bad_input_denies:
                said |= {"decision": "deny", "reason": fault}
            spoken.notes.append(fault)
            continue
        said[each.says] = each.words.get(value, each.words.get("*")) if each.words else value
    if hosted.form.closed_fields:
        _refuse_unknown(hosted, event, answer)
    _say(hosted, event, said, answer, spoken)


def _named(hosted: HostedAgent, event: HostedEvent, answer: dict[str, Json], spoken: Spoken) -> dict[str, Json]:
    inside = answer.get("hookSpecificOutput")
    form = hosted.form
    if not form.named or (inside is None and not (form.null_spoils and "hookSpecificOutput" in answer)):
        return answer
    if not isinstance(inside, dict):
        raise _Spoilt(f"hookSpecificOutput: wanted an object, got {kind_of(inside)}")
    name = inside.get("hookEventName")
    if form.named == "required":
        if not isinstance(name, str):
            raise _Spoilt("hookSpecificOutput must have hookEventName")
        if hosted.event(name) is None:  # that of another event counts
            raise _Spoilt(f"hookSpecificOutput.hookEventName: there is no event {json.dumps(name)[:60]}")
        return answer
    if name is None:
        spoken.notes.append("hookSpecificOutput without hookEventName is not read")
        return {key: value for key, value in answer.items() if key != "hookSpecificOutput"}
    if hosted.aliases.get(name, name) != event.name:
        raise _Spoilt(f"hookSpecificOutput.hookEventName: wanted {event.name}, got {json.dumps(name)[:60]}")
    return answer


def _is_wrong(each: AnswerField, value: Json) -> bool:
    wanted = TYPES.get(each.says)
    if wanted is not None and (not isinstance(value, wanted) or (wanted is not bool and isinstance(value, bool))):
        return True
    return bool(each.words) and value not in each.words and "*" not in each.words


def _refuse_unknown(hosted: HostedAgent, event: HostedEvent, answer: Mapping[str, Json]) -> None:
    """Raises _Spoilt for a field that the event does not have."""
    paths = {each.path for each in (*event.readings, *hosted.universal)} | hosted.tolerated
    known = {path[:end] for path in paths for end in (*_ends(path), len(path))}
    for key, value in answer.items():
        inner = [f"{key}.{other}" for other in value] if key == "hookSpecificOutput" and isinstance(value, dict) else []
        for path in (key, *inner):
            if path not in known:
                raise _Spoilt(f"{path}: {hosted.agent} knows no such field at {event.name}")


def _ends(path: str) -> list[int]:
    return [number for number, letter in enumerate(path) if letter == "."]


def _say(
    hosted: HostedAgent, event: HostedEvent, said: dict[Meaning, Json], answer: Mapping[str, Json], spoken: Spoken
) -> None:
    fields = spoken.fields
    form = hosted.form
    verdict = said.get("decision")
    if said.get("block") == "block" and form.block_needs_reason and not said.get("why"):
        spoken.notes.append("a block that does not say why is none")
        del said["block"]
    spoken.refuses = verdict == "deny" or said.get("block") == "block" or said.get("continue") is False
    if verdict == "block":
        verdict = None
        said["block"] = "block"
        said.setdefault("why", said.get("reason"))
    if form.block_outranks and said.get("block") == "block" and not (verdict == "deny" and said.get("reason")):
        verdict = None
    if verdict == "deny" and form.deny_needs_reason and not str(said.get("reason") or "").strip():
        raise _Spoilt("a denial must say why")
    if verdict == "allow" and form.allow_needs_input and "input" not in said:
        raise _Spoilt("allow is taken with a rewritten input only")
    if "input" in said and form.allow_needs_input and verdict != "allow":
        raise _Spoilt("a rewritten input is taken with allow only")
    if verdict:
        fields["decision"] = verdict
        reason = said.get("reason")
        if verdict == "deny":
            reason = reason or (said.get("why") if form.block_outranks else None) or form.denial
        if reason:
            fields["reason"] = reason
    if said.get("block") == "block" and not verdict:
        if form.deny_needs_reason and not str(said.get("why") or "").strip():
            raise _Spoilt("a block must say why")
        text = said.get("why") or said.get("reason") or ""
        _block(event.blocks, text, fields, event, spoken, default="")
    elif said.get("block") == "allow" and event.tool and not verdict:
        fields["decision"] = "allow"
    if isinstance(said.get("input"), dict):
        fields["updated_input"] = said["input"]
    if "output" in said and not (event.block_is_all and spoken.refuses):
        fields["updated_output"] = said["output"]
    if said.get("context"):
        fields["context"] = [*fields.get("context", ()), said["context"]]
    if said.get("keep_going"):
        fields["keep_going"] = said["keep_going"]
    if said.get("user"):
        fields["system_messages"] = [said["user"]]
        if fields.get("decision") in ("deny", "ask") and "reason" not in fields:
            fields["reason"] = said["user"]
    if said.get("prompt"):
        fields["updated_input"] = {"prompt": said["prompt"]}
    if said.get("continue") is False and event.stops_as:
        why = said.get("stop_reason") or said.get("why") or said.get("reason") or form.denial
        verdict = fields.get("decision") if event.stops_as == "deny" else None
        if verdict == "ask":
            spoken.end = str(why or SILENT)
            spoken.forgets = at(answer, "hookSpecificOutput.permissionDecision") != "ask"
        elif verdict != "deny" or not said.get("reason"):  # else it has refused already, and says why
            _block(event.stops_as, why, fields, event, spoken)
    elif said.get("continue") is False:
        fields["stops"] = True
        if said.get("stop_reason"):
            fields["stop_reason"] = said["stop_reason"]
        fields.pop("keep_going", None)


def _block(
    effect: BlockEffect, text: str, fields: dict[str, Json], event: HostedEvent, spoken: Spoken, default: str = SILENT
) -> None:
    """What a block comes to here."""
    text = text or default
    if effect == "deny":
        fields["decision"] = "deny"
        fields.pop("updated_input", None)
        fields["reason"] = text or None
        if fields["reason"] is None:
            del fields["reason"]
    elif effect == "keep_going":
        fields["keep_going"] = text or "Blocked by hook"
    elif effect == "context" and text:
        fields["context"] = [*fields.get("context", ()), text]
    elif effect == "output":
        fields["updated_output"] = text
    elif effect == "end":
        fields["stops"] = True
        if text:
            fields["stop_reason"] = text
    elif effect == "user" and text:
        fields["system_messages"] = [*fields.get("system_messages", ()), text]
    elif not effect:
        spoken.notes.append(f"{event.name}: nothing can be blocked here")


# exit codes -----------------------------------------------------------------------------------------------------------


def _exit_2(hosted: HostedAgent, event: HostedEvent, ended: Ended, spoken: Spoken) -> None:
    own = ended.text.strip() if hosted.form.text_denies_from else ""
    stderr = own or event.exit_text.format(status=ended.status) or ended.stderr.strip()
    if hosted.form.exit_2_needs_text and not stderr:
        spoken.failure = Failure("exit", f"exit code {ended.status} says why on stderr, and there is nothing")
        return
    spoken.failure = None
    fields = spoken.fields
    refused = fields.get("decision") == "deny" or bool(fields.get("keep_going"))
    reason = fields.get("reason") if fields.get("decision") == "deny" else fields.get("keep_going")
    if not event.exit_2:
        spoken.notes.append(f"{_exit_text(ended)}, which says nothing at {event.name}")
        return
    _block(event.exit_2, str(reason or "") if refused and reason else stderr, fields, event, spoken)


def _other_exit(
    hosted: HostedAgent, event: HostedEvent, ended: Ended, spoken: Spoken, answer: Mapping[str, Json] | None
) -> None:
    form = hosted.form
    text = ended.text.strip() or ended.stderr.strip()
    if form.text_denies_from and ended.status >= form.text_denies_from and text and answer is None:
        spoken.failure = None
        _block(event.exit_2, text, spoken.fields, event, spoken)
        return
    if answer is not None and form.json_at == "every":
        return
    spoken.failure = Failure("exit", _exit_text(ended))


def _exit_text(ended: Ended) -> str:
    said = ended.stderr.strip().split("\n")[0].strip()[:LINE]
    return f"exit code {ended.status}{f': {said}' if said else ''}"


def _plain(event: HostedEvent, ended: Ended, spoken: Spoken) -> None:
    text = ended.text.strip()
    if event.json_only:
        spoken.failure = Failure("answer", f"its output: wanted JSON, got {text[:60]}")
    elif event.plain_path:
        spoken.fields["updated_output"] = text.splitlines()[-1].strip()
    elif event.plain:
        _block(event.plain, text, spoken.fields, event, spoken)
    elif text[:1] == "{":
        spoken.notes.append(f"its output looks like JSON and is none: {text[:60]}")


# small things ---------------------------------------------------------------------------------------------------------


def _is_mcp(hosted: HostedAgent, told: Mapping[str, Json]) -> bool:
    name = at(told, hosted.tool_at)
    return isinstance(name, str) and name.lower().startswith(("mcp_", "mcp:"))


def _is_there(answer: Mapping[str, Json], path: str) -> bool:
    above, _, key = path.rpartition(".")
    within = at(answer, above) if above else answer
    return isinstance(within, dict) and key in within


_KINDS: Final[Mapping[Any, str]] = {str: "a text", dict: "an object", bool: "true or false"}


def _kind(says: Meaning) -> str:
    return _KINDS.get(TYPES.get(says), "something else")
