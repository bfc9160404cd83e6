-- A refused command has one record with two readers: clients find it by channel and client order ID for a day, and the history of its desk lists
-- the refused order for 30 days.
alter table refused_command
  -- Null for refused orders from before this migration.
  alter column call drop not null,
  -- Null for a record that only the history lists.
  alter column seq drop not null,
  -- The person or the key, as its desk knew it then.
  add column sender text,
  -- The number in the history of the desk, which counts only its own. It and the order below are null for a command that the history does not list.
  add column number bigint,
  add column audience text,
  add column rfq text,
  -- For a replacement, the order that stayed as it was.
  add column order_id text,
  add column kind text,
  add column side text,
  -- Null if neither the request nor the order before it has one.
  add column price bigint,
  add column quantity bigint,
  -- The key of the request: the history lists a request once that is sent again.
  add column request text unique;

insert into refused_command (id, desk, at, is_placing, refusal, number, sender, audience, rfq, order_id, kind, side, price, quantity, request)
select newest.id + row_number() over (order by at, refused_order.id), desk, at, false, refusal, refused_order.id, sender, audience, rfq, order_id, kind, side, price, quantity, request
from refused_order, (select coalesce(max(id), 0) as id from refused_command) newest;

drop table refused_order;

create index refused_command_of_history on refused_command (desk, audience, at desc, number desc) where number is not null;
create unique index refused_command_by_number on refused_command (desk, number desc) where number is not null;
