"""The chances of machines: ways to play them, compiled games, the reference engine under a play."""
