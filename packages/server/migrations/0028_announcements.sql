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
