-- Keys with sockets that cancel when they go, so that going is noticed although the server went first (rulebook 11.5).
create table socket_presence (
  via text primary key,
  desk text not null,
  app_user text not null,
  since bigint not null
);

-- What the operator asks of a running product from another process: kept until it is done, whoever is running then.
create table operator_request (
  id bigint generated always as identity primary key,
  at bigint not null,
  request jsonb not null,
  done_at bigint,
  answer jsonb
);
create index operator_request_open on operator_request (id) where done_at is null;
