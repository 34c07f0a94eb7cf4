"""What readers see: the cloth, the menu of bets, words."""
