"""What staff see and do: attended tables, limits, machines, the cashier, people and sign-ins."""
