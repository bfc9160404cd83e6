-- What was answered under a caller's key although the answer binds nothing: a refusal before any market decided, and a batch as a whole.
-- Who asks what became of the write is told; who sends it again is decided anew.
create table told_answer (
  scope text not null,
  key text not null,
  at bigint not null,
  status integer not null,
  -- JSON: the body of a success, or why it was refused. Text, because it repeats what callers wrote.
  answer text not null,
  primary key (scope, key)
);
create index told_answer_by_age on told_answer (at);
create index told_answer_by_key on told_answer (key);
create index kept_answer_by_key on kept_answer (key);
