"""Importing this module declares every core form; each lives with its kin.

| file | forms |
|---|---|
| `conditionals` | if cond case and or when unless |
| `bindings` | lambda case-lambda let let* letrec letrec* named let, do, let-values let*-values |
| `definitions` | define define-values define-syntax let-syntax letrec-syntax begin set! quote syntax-error |
| `records` | define-record-type |
| `quasiquote` | quasiquote unquote unquote-splicing |
| `syntax_rules` | syntax-rules and its `...` and `_` |
| `inclusion` | include include-ci cond-expand import define-library |
"""

from __future__ import annotations

from chibi_hooks.scheme import bindings, conditionals, definitions, inclusion, quasiquote, records, syntax_rules

__all__ = ["bindings", "conditionals", "definitions", "inclusion", "quasiquote", "records", "syntax_rules"]
