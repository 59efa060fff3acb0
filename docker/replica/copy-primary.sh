#!/bin/sh
# Copies the server that PGHOST, PGUSER and PGPASSWORD name into PGDATA, once, as its streaming replica.
set -eu
if [ -s "$PGDATA/PG_VERSION" ]; then exit 0; fi
mkdir -p "$(dirname "$PGDATA")"
# A copy that was cut short is none.
rm -rf "$PGDATA.new"
pg_basebackup --pgdata="$PGDATA.new" --write-recovery-conf --wal-method=stream --checkpoint=fast --no-password
mv "$PGDATA.new" "$PGDATA"
