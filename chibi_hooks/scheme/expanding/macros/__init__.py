"""Macros: `(syntax-rules …)` in, a `Macro` out."""
