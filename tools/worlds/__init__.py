"""Simulated worlds: a whole house with its people, disks, lines and clocks, played from one seed.

A world is a plan (`tools.worlds.plan`): who comes, what they are like, at which tables, and what
goes wrong when. `tools.worlds.world.play` plays it in virtual time on a seeded event loop; the same
plan gives the same world to the byte. After each stored group the accounts are checked, at the end
everything (`tools.worlds.checks`). A plan that fails is made smaller (`tools.worlds.shrinking`) and
told as a story.

Needs Python 3.12 or later and `simloop`.
"""
