-- Who may write a shard: the one who knows the newest epoch. Taking a shard over is adding one to it.
create table shard_lease (
  shard text primary key,
  shard_group integer not null unique,
  epoch bigint not null default 0,
  holder text not null default '',
  taken_at timestamptz not null default now(),
  -- Messages up to and with this sequence number are no longer kept.
  messages_after bigint not null default 0
);

-- Shards that have opened: each knew every standing stop before it took its first command.
create table opened_shard (
  shard text primary key references shard_lease,
  opened_at timestamptz not null default now()
);

-- The writer's epoch is the newest, and stays so until the transaction ends; otherwise nothing of the transaction happens.
create function hold_shard(wanted text, known bigint) returns void language plpgsql as $$
begin
  perform from shard_lease where shard = wanted and epoch = known for update;
  if not found then
    raise exception 'shard % is not held in epoch %', wanted, known using errcode = 'PY001';
  end if;
end
$$;

-- Everything that was decided, in order, without a gap; each row carries the hash of the row before it. Actor and event are kept as the
-- text they were hashed as: no parsing on the way in, none on the way out.
create table journal (
  shard text not null,
  seq bigint not null,
  -- The number of the first row of this row's decision.
  decision bigint not null,
  epoch bigint not null,
  -- Milliseconds since 1970, as the rules saw them.
  at bigint not null,
  command text not null,
  actor text,
  event text not null,
  -- The caller's own key, on the first row of a decision that came with one.
  scope text,
  key text,
  said text,
  hash_before bytea not null,
  hash bytea not null,
  primary key (shard, seq)
);
create index journal_of_dead_men on journal (at) where command = 'FireDeadMan';
-- Rows of some tables are added, and never changed, taken out or emptied.
create function row_is_final() returns trigger language plpgsql as $$
begin
  raise exception '% rows are final', tg_table_name;
end $$;
create trigger journal_is_final before update or delete on journal for each row execute function row_is_final();
create trigger journal_is_not_emptied before truncate on journal for each statement execute function row_is_final();
-- The limits a shard has, for callers that ask while the shard cannot answer itself.
create index journal_limits on journal (shard, seq) where command in ('SetLimit', 'RemoveLimit');

-- Whole states, so that a start reads the newest of these and only the journal's rows after it.
create table snapshot (
  shard text not null,
  seq bigint not null,
  at bigint not null,
  state text not null,
  state_hash bytea not null,
  -- The hash of journal row `seq`.
  hash bytea not null,
  primary key (shard, seq)
);

-- Messages that sockets were sent, for clients that come back and ask for what they missed; the text is the one that was sent. A message is
-- ordered by its decision, and its readers get it under a number (seq) that counts nothing of others (decision 0711).
create table outbox_message (
  shard_group integer not null,
  decision bigint not null,
  seq bigint not null,
  place integer not null,
  audience text not null,
  channel text not null,
  event text not null,
  data text not null,
  primary key (shard_group, decision, place)
);
create index outbox_message_of_readers on outbox_message (shard_group, seq);

-- Permutes the numbers of quotes, trades and markets, so that nobody counts others' by their own (decision 0710).
create table number_key (
  key uuid not null default gen_random_uuid(),
  is_only boolean primary key default true check (is_only)
);
insert into number_key default values;
