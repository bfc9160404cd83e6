-- A key is held by whoever was last shown its secret or took it over. It is suspended when they may no longer trade for the desk.
alter table api_key add column held_by text, add column suspended_at bigint;
update api_key set held_by = created_by;
alter table api_key alter column held_by set not null;
