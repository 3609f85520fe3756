"""Primitives on what lies around a program: ports, files, clocks, environments, and data in the formats of others."""
