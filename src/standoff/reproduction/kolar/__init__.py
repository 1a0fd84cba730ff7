"""M. Kolar's thesis on Bang!: points by role, misdirected attacks, and how roles are estimated.

His chapter 6 has one table; the rest are graphs, which are pictures and not in the text. Of those
the published side is what his text says of them.
"""
