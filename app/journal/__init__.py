"""The journal: the one way in for every change.

Holds request ids (a change happens once), the audit log (what happened), versions
by audience and announcements (who is to look again).
"""
