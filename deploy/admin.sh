#!/bin/sh
# The administration commands in a container: `docker compose exec shotwright admin doctor`.
exec node /app/server/src/cli/main.ts "$@"
