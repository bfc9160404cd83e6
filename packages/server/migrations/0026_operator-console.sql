-- The people who operate the installation. They belong to no desk, and their sessions are of no use on the desks' calls (decision 1047).
create table operator_person (
  name text primary key,
  password_hash text not null,
  totp_secret_sealed bytea not null,
  -- The time step of the last code, which is accepted once.
  totp_last_step bigint not null default 0,
  created_at bigint not null
);

create table operator_session (
  token_hash bytea primary key,
  name text not null references operator_person on delete cascade,
  address text not null,
  created_at bigint not null,
  seen_at bigint not null,
  ends_at bigint not null,
  -- When the second factor was given again.
  proved_at bigint
);
