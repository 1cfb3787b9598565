"""Printing: PDF documents made of templates, in worker processes."""
