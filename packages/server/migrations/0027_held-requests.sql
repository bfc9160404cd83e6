-- The notional above which a second person of the desk has to approve an order (rulebook 11.14).
alter table desk_bounds add column approval_above text;

-- Requests that wait for that approval (11.15).
create table held_request (
  id text primary key,
  desk text not null references desk,
  sender text not null references app_user,
  -- The session that sent it.
  via text not null,
  address text not null,
  -- The sender's Idempotency-Key: the same request again is held once.
  request_key text,
  call text not null,
  params jsonb,
  query jsonb,
  body jsonb,
  summary text not null,
  held_at bigint not null,
  expires_at bigint not null,
  state text not null default 'HELD' check (state in ('HELD', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'CANCELLED', 'EXPIRED')),
  decided_by text references app_user,
  ended_at bigint,
  result jsonb,
  unique (desk, sender, request_key)
);
create index held_request_desk on held_request (desk, held_at);
create index held_request_waiting on held_request (expires_at) where state = 'HELD';
