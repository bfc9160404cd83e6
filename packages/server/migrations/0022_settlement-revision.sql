-- Counts how often a settlement's row was written. Two servers may work at one settlement while one takes over from the other: only who
-- has read the newest row may write the next.
alter table settlement add column revision integer not null default 0;
