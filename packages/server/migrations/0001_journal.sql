-- Who may write a shard: the one who knows the newest epoch. Taking a shard over is adding one to it.
create table shard_lease (
  shard text primary key,
  shard_group integer not null unique,
  epoch bigint not null default 0,
  holder text not null default '',
  taken_at timestamptz not null default now(),
  -- Notes up to and with this sequence number are no longer kept.
  notes_after bigint not null default 0
);

-- Everything that was decided, in order, without a gap; each row carries the hash of the row before it.
create table journal (
  shard text not null,
  seq bigint not null,
  epoch bigint not null,
  -- Milliseconds since 1970, as the rules saw them.
  at bigint not null,
  command text not null,
  actor jsonb,
  event jsonb not null,
  -- The caller's own key, on the first row of a decision that came with one.
  scope text,
  key text,
  body_hash text,
  hash_before bytea not null,
  hash bytea not null,
  primary key (shard, seq)
);

-- The answer given to a caller's key: the rows of the journal it made, or the refusal.
create table remembered_answer (
  shard text not null,
  scope text not null,
  key text not null,
  body_hash text not null,
  at bigint not null,
  first_seq bigint not null,
  last_seq bigint not null,
  refusal jsonb,
  primary key (shard, scope, key)
);
create index remembered_answer_by_age on remembered_answer (shard, at);

-- What sockets were told, for those who come back and ask for what they missed.
create table note (
  shard_group integer not null,
  seq bigint not null,
  place integer not null,
  audience text not null,
  channel text not null,
  event text not null,
  data jsonb not null,
  primary key (shard_group, seq, place)
);

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
