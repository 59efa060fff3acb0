#!/bin/sh
# Starts one of three sentinels that watch the Valkeys: two of them decide. What they learn stands in their file of settings.
set -eu
settings="$DATA/sentinel.conf"
if [ ! -f "$settings" ]; then
  umask 077
  {
    echo "dir $DATA"
    echo "port ${PORT:-26379}"
    echo 'sentinel resolve-hostnames yes'
    echo 'sentinel announce-hostnames yes'
    echo "sentinel announce-ip $NAME"
    echo "sentinel monitor mymaster $FIRST ${FIRST_PORT:-6379} 2"
    echo "sentinel auth-pass mymaster $VALKEY_PASSWORD"
    echo 'sentinel down-after-milliseconds mymaster 5000'
    echo 'sentinel failover-timeout mymaster 30000'
    echo 'sentinel parallel-syncs mymaster 1'
  } >"$settings"
fi
exec "${PROGRAM:-valkey-server}" "$settings" --sentinel --requirepass "$VALKEY_PASSWORD"
