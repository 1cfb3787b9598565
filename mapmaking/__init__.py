"""Draws the campaign maps that are shipped with the service.

A build step, never needed while the service runs: ``python -m mapmaking`` writes the pictures and
``maps.json`` to ``static/maps``. Every land has a seed, so the same code draws the same map again.
"""
