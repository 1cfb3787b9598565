"""What `./dev` calls beside the app: nothing here is needed to serve Feldtog."""
