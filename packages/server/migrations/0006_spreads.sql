-- What becomes of an order of a listed spread that would meet one of its own desk, where it does not say (rulebook 17.5).
alter table desk_bounds add column own_orders text not null default 'REFUSE';

-- Marks of the contracts that are legs of listed spreads, for pictures of what a spread was worth: by the minute for two days, by the hour for
-- three months. No rule reads them.
create table leg_mark (
  instrument_id integer not null,
  at bigint not null,
  mark double precision not null,
  primary key (instrument_id, at)
);
create index leg_mark_at on leg_mark (at);
