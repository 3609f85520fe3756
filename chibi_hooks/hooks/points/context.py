"""A conversation's context: switched, cleared, compacted."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Count, Point, answered, told
from chibi_hooks.hooks.deciding.rules import beside, decides
from chibi_hooks.hooks.points.words import Remark

SUMMARY = "summary of the conversation, may be empty"


class OnContextSwitch(Point):
    """Another context has become the active one."""

    when = "when the active context changes"
    note = "Old versions only."

    from_context: str = told("the context that was active", "default")
    to_context: str = told("the context that is active now", "coding")
    is_transient: bool = told("whether it is for this command only", False)


class PreClear(Point):
    """A context is about to be cleared."""

    when = "before a context is cleared"

    context_name: str = told("the context", "default")
    message_count: Count = told("messages in it", 10)
    summary: str = told(SUMMARY, "Ada ports her parser to Rust.")


class PostClear(Point):
    """A context has been cleared."""

    when = "after a context was cleared"

    context_name: str = told("the context", "default")
    message_count: Count = told("messages that were in it", 10, optional=True)
    summary: str = told("the summary it had", "Ada ports her parser to Rust.", optional=True)


class PreCompact(Point):
    """A context is about to be replaced by a summary."""

    when = "before a context is compacted as a whole"

    context_name: str = told("the context", "default")
    message_count: Count = told("messages in it", 20)
    summary: str = told(SUMMARY, "Ada ports her parser to Rust.")

    lenient = True

    class Outcome(Remark):
        block: Annotated[bool, decides()] = answered("true keeps the context as it is", False)
        message: Annotated[str | None, beside("block", default="Compaction blocked by hook")] = answered(
            "why, for the user"
        )


class PostCompact(Point):
    """A context has been replaced by a summary."""

    when = "after a context was compacted as a whole"

    context_name: str = told("the context", "default")
    message_count: Count = told("messages in it now", 2)
    summary: str = told("the new summary", "Ada has ported her parser to Rust; the build fails.")


class PreRollingCompact(Point):
    """The oldest messages of a context are about to be archived."""

    when = "before the oldest messages are archived"

    context_name: str = told("the context", "default")
    message_count: Count = told("messages in it", 50)
    non_system_count: Count = told("those that are not system messages", 48)
    summary: str = told(SUMMARY, "Ada ports her parser to Rust.")


class PostRollingCompact(Point):
    """The oldest messages of a context have been archived."""

    when = "after the oldest messages were archived"

    context_name: str = told("the context", "default")
    message_count: Count = told("messages in it now", 25)
    messages_archived: Count = told("messages that were archived", 25)
    summary: str = told("the new summary", "Ada has ported her parser to Rust; the build fails.")
