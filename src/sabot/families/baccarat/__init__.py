"""What the games of baccarat share: the points of cards, the printed tables, the roads."""
