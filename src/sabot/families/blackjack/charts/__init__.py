"""Ways to play: hands by number, charts, and the files that hold them."""
