"""Services that move money beside the coup: prizes of pools, meters, tickets in machines, credits.
"""
