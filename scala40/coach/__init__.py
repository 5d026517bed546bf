"""The coach: what it says is made from facts, and each fact is what engine and solver show.

The page fetches this package once it is asked for. Imports point one way: ``facts`` → ``counting``
→ ``dangers`` → ``weighing`` → ``advice`` → ``sampling``, ``review`` → ``telling``.
"""
