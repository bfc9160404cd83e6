-- Announcements of the operator (rulebook 23). Those that have ended are kept, so that the console can list them.
create table announcement (
  id bigint primary key generated always as identity,
  kind text not null,
  body text not null,
  from_at bigint not null,
  until_at bigint not null,
  is_on_sign_in boolean not null,
  made_by text not null,
  made_at bigint not null,
  withdrawn_at bigint
);
create index announcement_until on announcement (until_at) where withdrawn_at is null;

-- The processes of the installation, as each announces itself for the operator console. Leases do not depend on it.
create table cluster_process (
  process text primary key,
  role text not null,
  url text not null,
  version text not null,
  -- The name under which it holds leases of shards or jobs; '' if it has none of its own.
  holder text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);

-- Passkeys with which operators sign in to the console, next to their password and authenticator app (decision 1049).
create table operator_passkey (
  -- The credential's id, base64url.
  id text primary key,
  name text not null references operator_person on delete cascade,
  label text not null,
  public_key bytea not null,
  counter bigint not null,
  is_synced boolean not null,
  created_at bigint not null,
  last_used_at bigint
);
create index operator_passkey_by_name on operator_passkey (name);
