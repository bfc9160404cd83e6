-- Every state of the platform with the time from which it holds: what has been and what is scheduled. The latest that has begun is the one.
create table platform_change (
  id bigint generated always as identity primary key,
  at bigint not null,
  state text not null check (state in ('AVAILABLE', 'UNAVAILABLE', 'AVAILABLE_CANCEL_ONLY')),
  made_at bigint not null
);
create index platform_change_by_time on platform_change (at, id);
