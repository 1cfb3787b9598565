# syntax=docker/dockerfile:1
# Feldtog for a server: the libraries are installed in one stage, the image that runs has no compiler,
# no package cache and no rights beyond its own folder.

FROM python:3.12-slim-bookworm AS libraries
WORKDIR /srv/feldtog
RUN python -m venv /srv/venv
COPY requirements.lock ./
RUN /srv/venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY translations translations
RUN /srv/venv/bin/python -m babel.messages.frontend compile -d translations

FROM python:3.12-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
        tzdata fonts-dejavu-core fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /srv/feldtog --shell /usr/sbin/nologin feldtog \
    && install -d -o feldtog -g feldtog /var/lib/feldtog
WORKDIR /srv/feldtog
COPY --from=libraries /srv/venv /srv/venv
COPY . .
COPY --from=libraries /srv/feldtog/translations translations
ENV PATH=/srv/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    FLASK_APP=wsgi \
    XDG_CACHE_HOME=/tmp/cache \
    FELDTOG_ENV=production \
    FELDTOG_INSTANCE=/var/lib/feldtog \
    FELDTOG_BIND=0.0.0.0:8000
USER feldtog
VOLUME /var/lib/feldtog
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
CMD ["gunicorn", "-c", "deploy/gunicorn.conf.py"]
