"""The instruments that keep the code honest about the law: coverage counted, law perturbed."""
