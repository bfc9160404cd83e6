#!/bin/sh
# Runs once, when the image of PostgreSQL has created the database: the primary waits for the standby at each commit from its next start on.
set -eu
psql --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$(cat /run/secrets/replication_password)" <<'SQL'
create role standby login replication password :'password';
select pg_create_physical_replication_slot('standby');
alter system set synchronous_standby_names = 'standby';
SQL
echo 'host replication standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
