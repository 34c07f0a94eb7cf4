"""The two roulettes: one wheel, one layout, two regulations."""
