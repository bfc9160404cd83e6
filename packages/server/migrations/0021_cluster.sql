-- The processes that want shards, of an installation of many (decision 1028). One that is silent for too long owns nothing.
create table cluster_member (
  member text primary key,
  -- Not while it gives its shards up.
  wants_shards boolean not null,
  seen_at timestamptz not null default clock_timestamp()
);
