"""Games whose bets lie on the spots of a cloth and are decided by a throw: wheels and dice."""
