-- Desks that signed writes ahead of our clock, and up to which time: what was received before a restart is not taken again after it.
create table signed_ahead (
  desk text primary key,
  until bigint not null
);
