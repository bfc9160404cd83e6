-- Every write that came with its sender's Idempotency-Key: what it was answered, or how far it has got. What a shard decides is written in the
-- transaction of its journal rows; a command has one row, and so has each part of a batch and of what goes to several shards.
create table request (
  -- The desk, and who of it asked: a person or an API key.
  scope text not null,
  -- The sender's own; for a part the sender's, and after a space its place in the batch or the name of its shard.
  key text not null,
  -- The call with its path, and the hash of its query and body.
  said text not null,
  -- OPEN: not answered as far as anybody knows. PARTLY: answered before every shard had decided; goes on. REFUSED by no shard: its key is free.
  state text not null check (state in ('OPEN', 'PARTLY', 'DONE', 'REFUSED')),
  at bigint not null,
  -- The shard that decided it, and the rows of its journal: none where the last is before the first.
  shard text,
  first_seq bigint,
  last_seq bigint,
  -- A write to several shards: all of them, written before the first gets its command, and one id for the wish in all of them.
  shards jsonb,
  wish text,
  -- Null where it is that of the call.
  status integer,
  -- JSON as it was given, or the refusal. Text: its bytes are the answer's.
  answer text,
  primary key (scope, key)
);
-- The outcome of a write is looked up by its key alone.
create index request_by_key on request (key);
create index request_by_age on request (at);
create index request_by_wish on request (wish) where wish is not null;

-- Commands that were refused, each with a number: who listens to them resumes from it, and the desk's own name for what was refused finds it.
create table refused_command (
  id bigint primary key,
  desk text not null,
  at bigint not null,
  call text not null,
  -- What tells of it; null where no channel does.
  channel text,
  client_order_id text,
  -- Whether it would have given the name to something new.
  is_placing boolean not null,
  -- JSON, as text, because it repeats what callers wrote.
  refusal text not null,
  -- The number under which its desk gets it.
  seq bigint not null
);
create index refused_command_by_desk on refused_command (desk, id desc);
create index refused_command_by_age on refused_command (at);
create index refused_command_by_name on refused_command (desk, client_order_id, id desc) where client_order_id is not null;

-- Orders that were refused, for the history of their own desk: no journal holds what has not happened.
create table refused_order (
  desk text not null,
  -- Counted for each desk by itself.
  id bigint not null,
  at bigint not null,
  audience text not null,
  rfq text not null,
  -- Of a replacement, the order that stayed as it was.
  order_id text,
  kind text not null,
  side text not null,
  -- Null where neither the request nor an order before it has one.
  price bigint,
  quantity bigint not null,
  -- The person or the key, as its desk knew it then.
  sender text,
  -- JSON, as text, because it repeats what callers wrote.
  refusal text not null,
  -- The sender's key: the same request again is refused once.
  request text unique,
  primary key (desk, id)
);
create index refused_order_by_desk on refused_order (desk, audience, at desc, id desc);
create index refused_order_by_age on refused_order (at);
