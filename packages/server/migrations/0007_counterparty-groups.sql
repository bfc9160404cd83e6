-- A desk's own groups of makers. Names of desks stay in them when an approval is withdrawn: the group is whole again with the approval.
create table counterparty_group (
  id text primary key,
  desk text not null references desk,
  name text not null,
  makers text[] not null
);
create unique index counterparty_group_name on counterparty_group (desk, lower(name));
