-- Firms, their desks, the people of the desks, and how desks stand with each other: plain rows.
create table firm (
  id text primary key,
  name text not null unique,
  leaderboard_anonymity boolean not null default false,
  created_at bigint not null
);

create table desk (
  ticker text primary key,
  name text not null,
  firm text not null references firm,
  is_maker boolean not null,
  created_at bigint not null
);

create table app_user (
  id text primary key,
  firm text not null references firm,
  -- Lower case.
  email text not null unique,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  color text not null,
  visual_mobile_notifications boolean not null default true,
  audio_mobile_notifications boolean not null default true,
  audio_notifications boolean not null default true,
  visual_notifications boolean not null default true,
  email_notifications boolean not null default true,
  trading_notifications boolean not null default true,
  accepted_us_agreement boolean not null default false,
  accepted_non_us_agreement boolean not null default false,
  preferences jsonb not null default '{}',
  created_at bigint not null,
  disabled_at bigint
);

create table membership (
  app_user text not null references app_user,
  desk text not null references desk,
  role text not null check (role in ('administrator', 'trader', 'viewer')),
  primary key (app_user, desk)
);

-- Tokens are kept as SHA-256. The one before the last works for a short while, because calls may be on their way with it.
create table session (
  id text primary key,
  app_user text not null references app_user,
  desk text not null references desk,
  token_hash bytea not null unique,
  token_at bigint not null,
  previous_hash bytea,
  previous_until bigint,
  created_at bigint not null,
  seen_at bigint not null,
  ends_at bigint not null,
  address text not null,
  app_version text
);
create index session_by_user on session (app_user);

-- The secret is needed to check a signature, so it is encrypted rather than hashed.
create table api_key (
  id text primary key,
  desk text not null references desk,
  name text not null,
  access_key text not null unique,
  secret_sealed bytea not null,
  created_by text not null,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint
);
create unique index api_key_by_name on api_key (desk, name) where revoked_at is null;

create table venue_account (
  id text primary key,
  desk text not null references desk,
  venue text not null,
  name text not null,
  credentials_sealed bytea not null,
  is_default boolean not null,
  created_at bigint not null,
  unique (desk, venue, name)
);
create unique index venue_account_default on venue_account (desk, venue) where is_default;

-- One row for each pair of desks that are not strangers; the lower ticker stands first.
create table approval (
  low_desk text not null references desk,
  high_desk text not null references desk,
  state text not null check (state in ('ASKED', 'APPROVED')),
  asked_by text references desk,
  changed_at bigint not null,
  primary key (low_desk, high_desk),
  check (low_desk collate "C" < high_desk collate "C")
);

-- What differs from the defaults in the code.
create table feature_flag (
  name text primary key,
  is_enabled boolean not null,
  config jsonb
);

-- Who changed what; rows are only ever added.
create table audit (
  id bigint generated always as identity primary key,
  at bigint not null,
  desk text,
  actor text not null,
  action text not null,
  object text not null,
  address text,
  request_id text,
  detail jsonb not null default '{}'
);
create index audit_by_desk on audit (desk, id);
create function audit_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are final';
end $$;
create trigger audit_is_final before update or delete on audit for each row execute function audit_is_final();

-- Answers of plain writes, for a caller that sends its Idempotency-Key again; encrypted, because one of them holds a secret.
create table kept_answer (
  scope text not null,
  key text not null,
  body_hash text not null,
  at bigint not null,
  answer_sealed bytea not null,
  primary key (scope, key)
);
create index kept_answer_by_age on kept_answer (at);
