-- Commands that were refused, each with a number: who listens to them resumes from it, and the desk's own name for what was refused finds it.
create table refused_command (
  id bigint primary key,
  desk text not null,
  at bigint not null,
  call text not null,
  -- What tells of it; null where no channel does.
  channel text,
  client_order_id text,
  -- Whether it would have given the name to something new.
  is_placing boolean not null,
  -- JSON, as text, because it repeats what callers wrote.
  refusal text not null
);
create index refused_command_by_desk on refused_command (desk, id desc);
create index refused_command_by_age on refused_command (at);
create index refused_command_by_name on refused_command (desk, client_order_id, id desc) where client_order_id is not null;
