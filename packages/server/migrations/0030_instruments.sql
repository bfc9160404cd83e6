-- Every contract a venue has ever listed. Its id is ours and never changes, whatever the venue numbers it and whether it can be reached.
create table instrument (
  id integer generated always as identity primary key,
  venue text not null,
  name text not null,
  state text not null check (state in ('ACTIVE', 'EXPIRED')),
  -- The rest of it, as the rules know it.
  details jsonb not null,
  unique (venue, name)
);
create index instrument_by_state on instrument (state);
