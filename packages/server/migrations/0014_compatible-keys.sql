-- A key that is compatible opens sockets by its access key alone, as published. Keys of before did, and their programs go on.
alter table api_key add column is_compatible boolean not null default false;
update api_key set is_compatible = true;
