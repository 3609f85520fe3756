"""What counts as secret unless a home says otherwise: shell patterns for names, and beginnings of words."""

from __future__ import annotations

from typing import Final

KEYS: Final = (
    "*password*", "*passwd*", "*passphrase*", "*secret*", "*credential*", "*authorization*", "*cookie*",
    "*api_key*", "*api-key*", "*apikey*", "*access_key*", "*access-key*", "*private_key*", "*private-key*",
    "token", "*_token", "*-token", "*authtoken", "*accesstoken",
)  # fmt: skip
WORDS: Final = ("sk-*", "ghp_*", "gho_*", "ghs_*", "github_pat_*", "glpat-*", "xoxb-*", "xoxp-*", "AKIA*", "eyJhbGci*")
