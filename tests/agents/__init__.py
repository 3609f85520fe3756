"""Real agents, run headless against a model of ours on loopback; by hand: pytest -m agents."""
