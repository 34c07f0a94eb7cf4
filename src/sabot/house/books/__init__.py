"""What the house stores and what it owes: the committing thread, the purse, an operator's wallet,
papers.
"""
