"""Services that move money outside the coup: pool prizes, meters, tickets in machines, balances."""
