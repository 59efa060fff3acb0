#!/bin/sh
# Writes PgBouncer's settings and passwords from the environment, and becomes PgBouncer.
#   SERVER_HOST, SERVER_PORT (5432)       PostgreSQL itself
#   DATABASE, USER_NAME, USER_PASSWORD    as in DATABASE_URL
#   ADMIN_PASSWORD                        of the user "pgbouncer", who may pause and end connections; not set: nobody may
#   LISTEN_ADDRESS (0.0.0.0), LISTEN_PORT (6432), POOL_SIZE (20), FOLDER (/tmp)
set -eu
umask 077
here=$(dirname "$0")
folder=${FOLDER:-/tmp}

# "name" "password", with quotes inside doubled.
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/"/""/g')"; }
{
  echo "$(quoted "$USER_NAME") $(quoted "$USER_PASSWORD")"
  [ -z "${ADMIN_PASSWORD:-}" ] || echo "$(quoted pgbouncer) $(quoted "$ADMIN_PASSWORD")"
} >"$folder/userlist.txt"

# A value may hold no |, which separates the parts of a replacement.
sed -e "s|@DATABASE@|$DATABASE|g" -e "s|@USER@|$USER_NAME|g" \
  -e "s|@ADMIN_USER@|${ADMIN_PASSWORD:+pgbouncer}|g" \
  -e "s|@SERVER_HOST@|$SERVER_HOST|g" -e "s|@SERVER_PORT@|${SERVER_PORT:-5432}|g" \
  -e "s|@LISTEN_ADDRESS@|${LISTEN_ADDRESS:-0.0.0.0}|g" -e "s|@LISTEN_PORT@|${LISTEN_PORT:-6432}|g" \
  -e "s|@POOL_SIZE@|${POOL_SIZE:-20}|g" -e "s|@FOLDER@|$folder|g" \
  "$here/pgbouncer.ini" >"$folder/pgbouncer.ini"

exec pgbouncer "$folder/pgbouncer.ini"
