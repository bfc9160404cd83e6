-- A desk's own bounds against slips of the finger, in its administrators' hands. Decimals as texts: they are shown as they were typed.
create table desk_bounds (
  desk text primary key references desk,
  most_notional text,
  most_deviation_percent text
);

-- Rates of a desk that differ from the installation's, in the operator's hands.
create table desk_rate (
  desk text not null references desk,
  name text not null,
  per_second double precision not null check (per_second > 0),
  burst double precision not null check (burst >= 1),
  primary key (desk, name)
);
