"""Players and staff as the house knows them: names, roles, and how often a token may be guessed.
"""
