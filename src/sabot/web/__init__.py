"""The web server of the house: HTTP, the socket of each table, and the browser client."""
