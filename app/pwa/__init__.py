"""The installed app: manifest, service worker, what is kept for offline."""
