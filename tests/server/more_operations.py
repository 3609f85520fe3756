"""An operation that a layer above the server would declare."""

from __future__ import annotations

from chibi_hooks.server.operations import Told, operation
from chibi_hooks.server.request import Request
from chibi_hooks.server.resident import Resident


@operation("test-greet")
def greet(resident: Resident, request: Request) -> Told:
    """A greeting."""
    return {"text": f"hello {request.text('name')}"}
