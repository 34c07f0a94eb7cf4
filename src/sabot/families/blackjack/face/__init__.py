"""What players and readers see: the layout, the menu of bets, words."""
