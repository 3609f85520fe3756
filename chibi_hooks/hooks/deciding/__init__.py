"""Deciding: a point, its payload and the answers in, one outcome and the steps that led there out."""
