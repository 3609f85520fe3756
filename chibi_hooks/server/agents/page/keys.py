"""The token of a server on 127.0.0.1 -> the keys of its page: `looking` lets a person see, `acting` also change.

Neither tells the token, which agents' settings hold, nor the other key. A key stands behind the # of the page's
address: browsers send that part to nobody.
"""

from __future__ import annotations

import base64
import hmac
from typing import Literal

Right = Literal["looking", "acting"]


def key_of(token: str, right: Right) -> str:
    """The key for that right."""
    digest = hmac.digest(token.encode(), f"chibi-hooks page, {right}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")


def right_of(token: str, key: str) -> Right | None:
    """What a key allows; None: it is none of ours."""
    if hmac.compare_digest(key_of(token, "acting").encode(), key.encode()):
        return "acting"
    return "looking" if hmac.compare_digest(key_of(token, "looking").encode(), key.encode()) else None


def page_address(url: str, token: str, right: Right) -> str:
    """What is typed into a browser."""
    return f"{url}/#{key_of(token, right)}"
