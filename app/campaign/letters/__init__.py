"""Couriers with sealed letters between participants (V8.23)."""
