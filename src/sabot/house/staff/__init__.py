"""What staff see and do: attended tables, limits, the bank of machines, the cashier, people and
sign-ins.
"""
