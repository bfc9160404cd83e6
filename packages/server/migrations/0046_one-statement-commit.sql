-- What is journaled and what is told is kept as the text it was hashed and sent as: no parsing on the way in, none on the way out.
-- Rows of before become PostgreSQL's own writing of them, which is read back as what it says.
alter table journal alter column actor type text using actor::text, alter column event type text using event::text;
alter table note alter column data type text using data::text;

-- The writer's epoch is the newest, and stays so until the transaction ends; otherwise nothing of the transaction happens.
create function hold_shard(wanted text, known bigint) returns void language plpgsql as $$
begin
  perform from shard_lease where shard = wanted and epoch = known for update;
  if not found then
    raise exception 'shard % is not held in epoch %', wanted, known using errcode = 'PY001';
  end if;
end
$$;
