"""The kinds of node, by kin.

choices      `if`, `and`, `or`
bindings     `let`, `letrec`, `set!`, `define`; which of `loops/` and `lists/` takes a loop
procedures   lambdas
calls        calls of procedures
applying     calls of primitives; `mutations`: those that are statements
guarding     guards, as `try`
promising    promises
"""
