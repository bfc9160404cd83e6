-- Keys with sockets that cancel when they go, so that going is noticed although the server went first (rulebook 11.5).
create table socket_presence (
  via text primary key,
  desk text not null,
  app_user text not null,
  since bigint not null,
  -- When the key went: a server that died while it cancelled goes on with the same departure, and does nothing of it twice.
  left_at bigint
);

-- What was cancelled for a key whose last socket went: who was gone cannot have heard it. The dead man's switch is in the journal itself.
create table disconnect (
  via text primary key,
  desk text not null,
  at bigint not null,
  canceled jsonb not null,
  fences jsonb not null
);
create index disconnect_of_desk on disconnect (desk, at);

-- Each wish of a desk to set a limit has its number: of one name in two shards the later counts.
create sequence limit_turn;

-- A desk's own limits against slips of the finger, in its administrators' hands. Decimals as texts: they are shown as they were typed.
create table desk_bounds (
  desk text primary key references desk,
  most_notional text,
  most_deviation_percent text
);

-- The most notional of one order of a person or an API key, beside the desk's own. A person of two desks has one at each.
create table person_limit (
  desk text not null references desk,
  person text not null,
  most_notional text not null,
  primary key (desk, person)
);

-- Rates of a desk that differ from the installation's, in the operator's hands: as many within a window that rolls.
create table desk_rate (
  desk text not null references desk,
  name text not null,
  most integer not null,
  within_ms integer not null,
  primary key (desk, name),
  check (most >= 1 and within_ms >= 1)
);

-- Requests of the operator's commands to a running product: each waits until a server has done it.
create table operator_request (
  id bigint generated always as identity primary key,
  at bigint not null,
  request jsonb not null,
  done_at bigint,
  answer jsonb
);
create index operator_request_open on operator_request (id) where done_at is null;

-- Every state of the platform with the time from which it holds: what has been and what is scheduled. The latest that has begun is the one.
create table platform_change (
  id bigint generated always as identity primary key,
  at bigint not null,
  state text not null check (state in ('AVAILABLE', 'UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY')),
  made_at bigint not null
);
create index platform_change_by_time on platform_change (at, id);

-- What the audit log has yet to take up: written in the commit of the change itself, once for each shard that the change was made in,
-- and appended to the log's one chain right after. A row is done when the log has it; no change is without one, whenever a server dies.
create table audit_due (
  shard text not null,
  seq bigint not null,
  asked text not null,
  at bigint not null,
  desk text not null,
  action text not null,
  change jsonb not null,
  is_done boolean not null default false,
  primary key (shard, seq)
);
create index audit_due_open on audit_due (at) where not is_done;
create index audit_due_asked on audit_due (asked);
-- What the log has is let go by its age, a little at every change.
create index audit_due_done on audit_due (at) where is_done;
