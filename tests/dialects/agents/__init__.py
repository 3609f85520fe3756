"""Agents that do not exist: walked as `chibi_hooks/dialects` is."""
