"""One table of the house without input or output: what lies on it, what is proposed, what is
confirmed.
"""
