"""The doors of the house on the network: HTTP, the socket of each table, and the browser client."""
