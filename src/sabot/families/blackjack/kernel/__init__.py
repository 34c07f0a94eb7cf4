"""Rounds as compiled loops, and the reference engine that they must equal."""
