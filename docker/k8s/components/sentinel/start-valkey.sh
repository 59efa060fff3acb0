#!/bin/sh
# Starts one of three Valkeys that fail over: NAME is its host, FIRST that of the first primary. Which one is the primary later
# stands in the file of settings, which the sentinels have rewritten.
set -eu
settings="$DATA/valkey.conf"
if [ ! -f "$settings" ]; then
  umask 077
  {
    echo "dir $DATA"
    echo "port ${PORT:-6379}"
    echo 'appendonly yes'
    echo 'save ""'
    echo 'maxmemory 256mb'
    echo 'maxmemory-policy noeviction'
    echo "replica-announce-ip $NAME"
    [ "$NAME:${PORT:-6379}" = "$FIRST:${FIRST_PORT:-6379}" ] || echo "replicaof $FIRST ${FIRST_PORT:-6379}"
  } >"$settings"
fi
exec "${PROGRAM:-valkey-server}" "$settings" --requirepass "$VALKEY_PASSWORD" --masterauth "$VALKEY_PASSWORD"
