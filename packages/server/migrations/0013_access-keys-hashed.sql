-- An access key is kept as its SHA-256, with the few characters that lists show: a copy of the database opens nothing with it.
alter table api_key add column access_hash bytea, add column access_prefix text;
update api_key set access_hash = sha256(convert_to(access_key, 'UTF8')), access_prefix = left(access_key, 6);
alter table api_key
  alter column access_hash set not null,
  alter column access_prefix set not null,
  add constraint api_key_by_hash unique (access_hash),
  drop column access_key;
-- A column that is dropped leaves its bytes in the rows: the table is written anew without them.
cluster api_key using api_key_pkey;
