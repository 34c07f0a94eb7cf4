"""The library behind ``import sabot``: a few typed functions and frozen results.

`sabot` itself names what is here (`sabot.odds`, `sabot.Table` ...) and imports it when it is used.
"""
