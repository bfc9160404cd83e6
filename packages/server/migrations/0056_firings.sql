-- What was cancelled for a key whose last socket went: who was gone cannot have heard it. The dead man's switch is in the journal itself.
create table disconnect (
  via text primary key,
  desk text not null,
  at bigint not null,
  canceled jsonb not null,
  fences jsonb not null
);
create index disconnect_of_desk on disconnect (desk, at);
-- When the key went: a server that died while it cancelled goes on with the same departure, and does nothing of it twice.
alter table socket_presence add column left_at bigint;
create index journal_of_dead_men on journal (at) where command = 'FireDeadMan';
