-- A write that goes to several markets, written down before any of them hears of it: which they are, so that a repetition under the same key
-- goes to the same ones, and who asks what became of it is told which have decided.
create table asked_of_several (
  scope text not null,
  key text not null,
  body_hash text not null,
  at bigint not null,
  -- One for the wish, whichever of its markets hears of it when.
  id text not null,
  markets jsonb not null,
  primary key (scope, key)
);
create index asked_of_several_by_age on asked_of_several (at);
create index asked_of_several_by_key on asked_of_several (key);
