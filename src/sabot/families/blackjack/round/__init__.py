"""A coup in the order of the law, step by step."""
