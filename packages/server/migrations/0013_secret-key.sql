-- Which secret key seals this database: its id, never the key. Written with the rows that a rotation seals anew, in one transaction.
create table secret_key (
  is_only boolean primary key default true check (is_only),
  id text not null,
  since bigint not null
);
