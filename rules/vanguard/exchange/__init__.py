"""C1.2, C1.3: reading what other programs write (BattleScribe, New Recruit, spreadsheets, plain text).

Nothing here trusts a file: sizes, depths and kinds are checked before anything is built from it.
"""
