-- A desk's own list: its orders never meet those of the other desk in the order book. Nobody else reads it.
create table never_match (
  desk text not null references desk,
  other text not null references desk,
  primary key (desk, other),
  check (desk <> other)
);
