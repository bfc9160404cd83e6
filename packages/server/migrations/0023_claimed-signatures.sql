-- The signatures of writes that some gateway of an installation of many processes has received (decision 1036). A signature is valid for half a
-- minute, so the table needs no log: after a crash of the database, what it held is older than that, or its key shows what was decided.
create unlogged table claimed_signature (
  desk text not null,
  signature text not null,
  -- The key under which it may be repeated.
  key text,
  until bigint not null,
  primary key (desk, signature)
);
