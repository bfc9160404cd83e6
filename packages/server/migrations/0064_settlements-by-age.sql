-- What is not settled is read oldest first, a page at a time. Nothing asks for it by the time of its next attempt.
create index settlement_open on settlement (agreed_at, trade_id) where state <> 'DONE';
drop index settlement_to_do;
