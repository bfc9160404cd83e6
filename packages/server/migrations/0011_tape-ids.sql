-- The id that a trade has on the tape, which tells nobody but its two desks whose request it was of (packages/server/src/rfq/tape-id.ts).
alter table rfq_trade add column tape_id text;
update rfq_trade set tape_id = 't_' || left(encode(sha256(convert_to(id || ' ' || (body ->> 'makerOrder'), 'UTF8')), 'hex'), 27);
alter table rfq_trade alter column tape_id set not null;
drop index rfq_trade_tape;
create index rfq_trade_tape on rfq_trade (audience, settled_at, number, tape_id) where state = 'FILLED';
