"""Scala 40 (Scala Quaranta), the Italian two-pack rummy: rules, hands, matches, views and bots.

The modules build on one another in this order: cards, rules, melds, partition, state, turn, hand,
score, match, view, bots. Nothing here does input or output, reads a clock or draws from global
randomness.
"""
