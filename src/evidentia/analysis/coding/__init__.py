"""Coding by hand: guided questions about claims and predictions, and what the answers add up to."""
