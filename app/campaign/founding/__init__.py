"""Founding a campaign: wizard, invitations, choice of hideouts (V1)."""
