-- Rates of desks are windows that roll. What was set as a bucket keeps its burst, and its pace over a longer time.
alter table desk_rate add column most integer, add column within_ms integer;
update desk_rate set most = greatest(1, burst)::integer, within_ms = greatest(1, 1000 * burst / per_second)::integer;
alter table desk_rate
  alter column most set not null,
  alter column within_ms set not null,
  add check (most >= 1 and within_ms >= 1),
  drop column per_second,
  drop column burst;
