"""The rules of the three games as pure functions over immutable values.

Nothing in here reads a clock, a file, a database or a locale at call time, or makes its own luck.
"""
