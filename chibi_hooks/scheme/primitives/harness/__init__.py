"""Primitives on payloads, paths, URLs and command lines: what policies stand on."""
