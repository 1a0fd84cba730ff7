"""M. Kolar's thesis on Bang!: points by role, misdirected attacks, and how roles are estimated.

His chapter 6 has one table. The rest are graphs, which are pictures without data: their published
side is what his text says about them.
"""
