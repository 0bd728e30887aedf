#!/bin/sh
# One capture without a running server: `docker run … shotwright capture https://example.com > shot.png`.
exec node /app/server/src/cli/capture-once.ts "$@"
