-- A key can have sockets at several gateways of an installation of many processes (decision 1028). A process that does everything is the gateway ''.
alter table socket_presence add column gateway text not null default '';
alter table socket_presence drop constraint socket_presence_pkey, add primary key (via, gateway);

-- The gateways that are alive. Another one takes over the rows of one that is silent for too long.
create table cluster_gateway (
  gateway text primary key,
  seen_at timestamptz not null default clock_timestamp()
);
