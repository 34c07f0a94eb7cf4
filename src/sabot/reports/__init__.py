"""What is read of games beside the tables: their odds, and the law that they are told by.

It knows the catalogue and no game of it.
"""
