-- The most notional of one order of a person or an API key, beside the desk's own. A person of two desks has one at each.
create table person_limit (
  desk text not null references desk,
  person text not null,
  most_notional text not null,
  primary key (desk, person)
);
