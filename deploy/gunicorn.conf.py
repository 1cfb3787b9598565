"""How gunicorn serves Feldtog: in the container, by systemd and by `./dev run`.

One process with many threads: a thread for each open stream of live news, and some for everything else.
More processes need PostgreSQL, which tells all of them what happened.
"""

import os

STREAM_CAP = int(os.environ.get("FELDTOG_STREAM_CAP", "256"))
REQUEST_THREADS = 32

wsgi_app = "wsgi:app"
bind = os.environ.get("FELDTOG_BIND", "127.0.0.1:8000")
worker_class = "gthread"
workers = int(os.environ.get("FELDTOG_WORKERS", "1"))
threads = STREAM_CAP + REQUEST_THREADS
worker_connections = threads + 64

if workers > 1 and not os.environ.get("DATABASE_URL", "").startswith("postgresql"):
    raise RuntimeError("FELDTOG_WORKERS above 1 needs PostgreSQL: set DATABASE_URL")

timeout = 60
# Open streams never end by themselves, so waiting for them would only delay a restart.
graceful_timeout = 3
keepalive = 15
# Heartbeat files in memory: on a slow disk a busy worker could look dead.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108
# Nothing steers the server but signals.
control_socket_disable = True
# Requests are logged by the app itself, structured and without secrets.
accesslog = None
errorlog = "-"


def post_worker_init(worker):  # noqa: ARG001  # gunicorn names the argument
    """Start the printing workers, so that the first sheet does not wait for them, and the herald of news."""
    from wsgi import app

    app.extensions["press"].warm_up()
    app.extensions["herald"].start()
