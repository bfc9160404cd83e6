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
  created_at bigint not null,
  suspended_at bigint
);

create table app_user (
  id text primary key,
  firm text not null references firm,
  -- Lower case.
  email text not null unique,
  password_hash text not null,
  password_changed_at bigint,
  first_name text not null,
  last_name text not null,
  date_of_birth date,
  country_of_residence text,
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
  -- The secret that is shown as a QR code counts once a code of it was given: then totp_enabled_at stands.
  totp_secret_sealed bytea,
  totp_enabled_at bigint,
  -- A time step is used once (RFC 6238, 5.2).
  totp_last_step bigint,
  created_at bigint not null,
  disabled_at bigint,
  suspended_at bigint,
  suspended_why text,
  -- Sessions begun earlier are over; a server that holds them in memory reads the time here.
  sessions_ended_at bigint,
  restricted_rfqs_used integer not null default 0
);

create table membership (
  app_user text not null references app_user,
  desk text not null references desk,
  role text not null check (role in ('administrator', 'trader', 'viewer', 'prime_viewer', 'dov_user')),
  suspended_at bigint,
  joined_at bigint,
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
  app_version text,
  app_type text,
  device text,
  os_type text,
  os_version text,
  region text,
  -- The person's last proof of who they are, and whether it was with every factor they have.
  proved_at bigint,
  proved_with_factor boolean not null default false
);
create index session_by_user on session (app_user);

-- The secret is needed to check a signature, so it is encrypted; an access key is kept as its SHA-256, with the few characters that lists
-- show: a copy of the database opens nothing with it.
create table api_key (
  id text primary key,
  desk text not null references desk,
  name text not null,
  access_hash bytea not null constraint api_key_by_hash unique,
  access_prefix text not null,
  secret_sealed bytea not null,
  scopes text[] not null default '{read,trade}',
  allowed_addresses text[] not null default '{}',
  -- It opens sockets by its access key alone, as published.
  is_compatible boolean not null default false,
  created_by text not null,
  -- Whoever was last shown its secret or took it over: it is suspended when they may no longer trade for the desk.
  held_by text not null,
  suspended_at bigint,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  last_used_address text,
  previous_secret_sealed bytea,
  previous_secret_until bigint,
  revoked_at bigint
);
create unique index api_key_by_name on api_key (desk, name) where revoked_at is null;

-- Desks that signed writes ahead of our clock, and up to which time: what was received before a restart is not taken again after it.
create table signed_ahead (
  desk text primary key,
  until bigint not null
);

create table venue_account (
  id text primary key,
  desk text not null references desk,
  venue text not null,
  name text not null,
  -- Of an account without a secret, empty.
  credentials_sealed bytea not null,
  -- What is no secret of it, by the names of its venue's form.
  open_fields jsonb not null default '{}',
  is_default boolean not null,
  -- Saved with a key that may read and is never used to settle.
  is_read_only boolean not null default false,
  created_at bigint not null,
  -- When the key of now was entered; the one before settles what was agreed until then.
  keyed_at bigint not null,
  previous_sealed bytea,
  previous_until bigint,
  removed_at bigint,
  check (not (is_default and is_read_only)),
  check ((previous_sealed is null) = (previous_until is null))
);
create unique index venue_account_by_name on venue_account (desk, venue, name) where removed_at is null;
create unique index venue_account_default on venue_account (desk, venue) where is_default;

-- What an account was last found to hold at its venue, so that a start shows it with its age (rulebook 13.1).
create table account_reading (
  account text primary key references venue_account,
  read_at bigint,
  -- Positions and balances as the venue said them, together.
  holdings jsonb,
  -- Why the last attempt brought nothing; null where it did.
  failed_at bigint,
  failure text
);

-- What the venue last said of an account's key, and what became of the blocks it was used for.
create table venue_account_health (
  venue_account text primary key references venue_account,
  -- The last proof that the venue answered, with its time; null before.
  proof jsonb,
  checked_at bigint,
  took_ms bigint,
  -- The venue did not answer since.
  unanswered jsonb,
  last_success jsonb,
  last_refusal jsonb,
  -- When the administrators were last written to about it.
  mailed_at bigint
);

-- A member's own default account at a venue, by the venue's name in the published call (deribit, cme_clearing, …).
create table member_default_account (
  app_user text not null references app_user,
  desk text not null references desk,
  venue text not null,
  venue_account text references venue_account,
  primary key (app_user, desk, venue)
);

-- One row for each pair of desks of which one has asked the other; the lower ticker stands first.
create table approval (
  low_desk text not null references desk,
  high_desk text not null references desk,
  state text not null check (state in ('ASKED', 'APPROVED')),
  asked_by text references desk,
  changed_at bigint not null,
  primary key (low_desk, high_desk),
  check (low_desk collate "C" < high_desk collate "C")
);

-- A desk's own list: its orders never meet those of the other desk in the order book. Nobody else reads it.
create table never_match (
  desk text not null references desk,
  other text not null references desk,
  primary key (desk, other),
  check (desk <> other)
);

-- Groups of makers: a desk's own, and without a desk those of the operator, for every desk. Names of desks stay in them when an approval
-- is withdrawn: the group is whole again with the approval.
create table counterparty_group (
  id text primary key,
  desk text references desk,
  name text not null,
  makers text[] not null
);
create unique index counterparty_group_name on counterparty_group (coalesce(desk, ''), lower(name));

-- Settings that differ from the defaults in the code.
create table feature_flag (
  name text primary key,
  is_enabled boolean not null,
  config jsonb
);

create table backup_code (
  app_user text not null references app_user,
  -- SHA-256 of the code with the user's id: a code is random, and lives behind a limit on failed attempts.
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

-- Devices and networks from which a person has signed in: failed attempts made elsewhere do not hold them up there, and a sign-in from anywhere
-- else sends an email.
create table known_device (
  app_user text not null references app_user,
  -- SHA-256 of the device's cookie, the network, or the network with the browser; each with its kind.
  device_hash bytea not null,
  seen_at bigint not null,
  primary key (app_user, device_hash)
);

-- One-time secrets of a short life: reset links, mailed codes, passkey challenges; stored as SHA-256.
create table one_time (
  kind text not null,
  token_hash bytea not null,
  subject text not null,
  detail jsonb not null default '{}',
  created_at bigint not null,
  expires_at bigint not null,
  -- Failed attempts so far, where a code is short enough to be found by trying.
  attempts integer not null default 0,
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

-- The administrators of a desk are sent one email when a member has to accept a new version.
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
-- The restrictions of a new installation; docs/decisions/0124 says why.
insert into restriction (kind, value, created_at)
  select 'country', value, (extract(epoch from now()) * 1000)::bigint
  from unnest(array['BY', 'CA', 'CU', 'IR', 'KP', 'RU', 'SY']) as value;

-- Mail is written down with what it is about and sent after; the texts are sealed, because they carry links and codes.
create table mail (
  id text primary key,
  -- The order in which they were written.
  written bigint generated always as identity,
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

-- The audit log: rows are added one after another, each hashed with the hash of the row before it. A row that was changed or taken out
-- breaks the chain; nothing may be changed, taken out or emptied.
create table audit (
  id bigint generated always as identity primary key,
  at bigint not null,
  desk text,
  actor text not null,
  action text not null,
  object text not null,
  address text,
  request_id text,
  detail jsonb not null default '{}',
  hash bytea not null
);
create index audit_by_desk on audit (desk, id);
create trigger audit_is_final before update or delete on audit for each row execute function row_is_final();
create trigger audit_is_not_emptied before truncate on audit for each statement execute function row_is_final();

-- Which secret key seals this database: its id, never the key. Written with the rows that a rotation seals anew, in one transaction.
create table secret_key (
  is_only boolean primary key default true check (is_only),
  id text not null,
  since bigint not null
);

-- The address at which people open the product, as the last server to run knew it: for links that the operator's commands make.
create table public_url (
  one boolean primary key default true check (one),
  url text not null
);
