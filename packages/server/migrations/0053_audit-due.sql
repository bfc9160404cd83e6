-- What the audit log has yet to take up: written in the commit of the change itself, once for each market that the change was made in,
-- and appended to the log's one chain right after. A row is done when the log has it; no change is without one, whenever a server dies.
create table audit_due (
  shard text not null,
  seq bigint not null,
  asked text not null,
  at bigint not null,
  desk text not null,
  action text not null,
  change jsonb not null,
  is_done boolean not null default false,
  primary key (shard, seq)
);
create index audit_due_open on audit_due (at) where not is_done;
create index audit_due_asked on audit_due (asked);
