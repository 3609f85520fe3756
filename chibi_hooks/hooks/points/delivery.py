"""Messages from one context to another."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Decision, Point, answered, told
from chibi_hooks.hooks.deciding.rules import Answerer, beside, decides


class PreSendMessage(Point):
    """A message is about to be delivered: deliver it yourself and say so."""

    when = "before a message to another context is delivered"
    note = "The first hook that has delivered it wins, and the local inbox is skipped."

    from_: str = told("the context that sends", "default", alias="from")
    to: str = told("the context that shall receive", "research")
    content: str = told("the message", "Please look at the failing build.")
    context_name: str = told("active context", "default")

    class Outcome(Decision):
        delivered: Annotated[bool, decides()] = answered("true: it is delivered", False)
        via: Annotated[str | None, beside("delivered", default=Answerer)] = answered(
            "by which way; the name of the hook when not given"
        )


class PostSendMessage(Point):
    """A message has been delivered."""

    when = "after a message to another context was delivered"

    from_: str = told("the context that sent", "default", alias="from")
    to: str = told("the context that received", "research")
    content: str = told("the message", "Please look at the failing build.")
    context_name: str = told("active context", "default")
    delivery_result: str = told("how it was delivered", "Message delivered to 'research' via local inbox")
