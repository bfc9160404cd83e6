-- Second factors, invitations, agreements, restrictions, mail that waits to be sent, and an audit log that is a chain.
alter table app_user
  add column date_of_birth date,
  add column country_of_residence text,
  add column password_changed_at bigint,
  -- The secret that is shown as a QR code counts once a code of it was given: then totp_enabled_at stands.
  add column totp_secret_sealed bytea,
  add column totp_enabled_at bigint,
  -- A time step is used once (RFC 6238, 5.2).
  add column totp_last_step bigint,
  add column suspended_at bigint,
  add column suspended_why text,
  -- Sessions from before are over; the server that holds them in memory reads it here.
  add column sessions_ended_at bigint,
  add column restricted_rfqs_used integer not null default 0;

alter table desk add column suspended_at bigint;

alter table membership
  drop constraint membership_role_check,
  add constraint membership_role_check check (role in ('administrator', 'trader', 'viewer', 'prime_viewer', 'dov_user')),
  add column suspended_at bigint,
  add column joined_at bigint;

alter table session
  add column app_type text,
  add column device text,
  add column os_type text,
  add column os_version text,
  add column region text,
  -- When the person last proved who they are, and whether with every factor they have.
  add column proved_at bigint,
  add column proved_with_factor boolean not null default false;

alter table api_key
  add column scopes text[] not null default '{read,trade}',
  add column allowed_addresses text[] not null default '{}',
  add column expires_at bigint,
  add column last_used_address text,
  add column previous_secret_sealed bytea,
  add column previous_secret_until bigint;

alter table venue_account add column removed_at bigint;
alter table venue_account drop constraint venue_account_desk_venue_name_key;
create unique index venue_account_by_name on venue_account (desk, venue, name) where removed_at is null;

-- A member's own default account at a venue, by the venue's name in the published call (deribit, cme_clearing, …).
create table member_default_account (
  app_user text not null references app_user,
  desk text not null references desk,
  venue text not null,
  venue_account text references venue_account,
  primary key (app_user, desk, venue)
);

create table backup_code (
  app_user text not null references app_user,
  -- SHA-256 of the code with the user's id: a code is random, and lives behind a limit on guesses.
  code_hash bytea not null,
  created_at bigint not null,
  used_at bigint,
  primary key (app_user, code_hash)
);

create table passkey (
  -- The credential's id, base64url.
  id text primary key,
  app_user text not null references app_user,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  is_synced boolean not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkey_by_user on passkey (app_user);

-- Devices and networks from which a person has signed in: guesses made elsewhere do not hold them up there, and a sign-in from anywhere
-- else is told of by mail.
create table known_place (
  app_user text not null references app_user,
  -- SHA-256 of the device's cookie, the network, or the network with the browser; each with its kind.
  place_hash bytea not null,
  seen_at bigint not null,
  primary key (app_user, place_hash)
);

-- What counts once and not for long: reset links, mailed codes, passkey challenges. Kept as SHA-256.
create table one_time (
  kind text not null,
  token_hash bytea not null,
  subject text not null,
  detail jsonb not null default '{}',
  created_at bigint not null,
  expires_at bigint not null,
  -- Wrong guesses so far, where a code is short enough to guess.
  guesses integer not null default 0,
  primary key (kind, token_hash)
);
create index one_time_by_subject on one_time (kind, subject);
create index one_time_by_age on one_time (expires_at);

create table invitation (
  id text primary key,
  -- SHA-256 of the 16 characters.
  key_hash bytea not null unique,
  desk text not null references desk,
  email text not null,
  role text not null check (role in ('administrator', 'trader', 'viewer', 'prime_viewer', 'dov_user')),
  first_name text,
  last_name text,
  country_of_residence text,
  created_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  accepted_at bigint,
  accepted_by text references app_user,
  withdrawn_at bigint
);
create index invitation_by_desk on invitation (desk, created_at);

create table agreement_acceptance (
  app_user text not null references app_user,
  kind text not null check (kind in ('us', 'non-us')),
  version text not null,
  accepted_at bigint not null,
  address text,
  primary key (app_user, kind, version)
);
-- Whoever has signed so far has signed the first version.
insert into agreement_acceptance (app_user, kind, version, accepted_at)
  select id, 'us', '2021-08-12', created_at from app_user where accepted_us_agreement
  union all select id, 'non-us', '2024-02-29', created_at from app_user where accepted_non_us_agreement;

-- The administrators of a desk are told once that a member has to accept a new version.
create table agreement_due (
  app_user text not null references app_user,
  kind text not null,
  version text not null,
  told_at bigint not null,
  primary key (app_user, kind, version)
);

-- Countries that are not served, and networks from which a sign-in may ask for few RFQs only.
create table restriction (
  kind text not null check (kind in ('country', 'address')),
  value text not null,
  created_at bigint not null,
  primary key (kind, value)
);
-- What an installation begins with; docs/decisions/0124 says why.
insert into restriction (kind, value, created_at)
  select 'country', value, (extract(epoch from now()) * 1000)::bigint
  from unnest(array['BY', 'CA', 'CU', 'IR', 'KP', 'RU', 'SY']) as value;

-- An RFQ from a restricted address counts once, however often it is sent with the same Idempotency-Key.
create table restricted_rfq (
  app_user text not null references app_user,
  idempotency text not null,
  at bigint not null,
  primary key (app_user, idempotency)
);

-- Mail is written down with what it is about and sent after; the texts are sealed, because they carry links and codes.
create table mail (
  id text primary key,
  recipient text not null,
  content_sealed bytea not null,
  created_at bigint not null,
  attempts integer not null default 0,
  next_at bigint not null,
  sent_at bigint,
  failed_at bigint,
  last_error text
);
create index mail_waiting on mail (next_at) where sent_at is null and failed_at is null;

-- Each row is hashed with the hash of the row before it: a row that was changed or taken out breaks the chain.
alter table audit add column hash bytea;
