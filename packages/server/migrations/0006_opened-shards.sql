-- Shards that have opened: each knew every standing stop before it took its first command. Those with a lease already have.
create table opened_shard (
  shard text primary key references shard_lease,
  opened_at timestamptz not null default now()
);
insert into opened_shard (shard) select shard from shard_lease;
