"""Homes -> one running host for everybody: a `Resident` holds the Host, a `Door` is the Unix socket in front of it, a
`Client` speaks to it, an operation is what it can be asked for."""
