"""Hooks: a payload at a hook point in, one folded and explained outcome out. This layer knows the Scheme, no agent
and no door.
"""
