#!/bin/sh
# Starts the standby. The first time, it copies the primary. Once it is promoted, it waits for no other standby.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -m 700 "$PGDATA"
  PGPASSWORD="$(cat /run/secrets/replication_password)" pg_basebackup --pgdata "$PGDATA" --checkpoint fast --wal-method stream \
    --write-recovery-conf --slot standby --dbname "host=$PRIMARY user=standby application_name=standby"
  echo "synchronous_standby_names = ''" >> "$PGDATA/postgresql.auto.conf"
fi
exec "$@"
