-- The durable list of blocks that have to reach a venue. A row is made in the transaction that agrees its trade and is DONE in the
-- transaction that records the venue's answer; in between only the settlement worker writes it.
create table settlement (
  trade_id text primary key,
  shard text not null,
  rfq_id text not null,
  venue text not null,
  taker text not null,
  taker_account text not null,
  maker text not null,
  maker_account text not null,
  -- Nonce and time name the block at the venue; they never change.
  nonce text not null unique,
  agreed_at bigint not null,
  legs jsonb not null,
  state text not null check (state in ('AGREED', 'VERIFIED', 'EXECUTED', 'REJECTED', 'DONE')),
  -- What the worker has learned: the maker's signature, the venue's id, its words.
  progress jsonb not null,
  venue_trade_id text,
  next_attempt_at bigint not null
);
create index settlement_to_do on settlement (next_attempt_at) where state <> 'DONE';
create index settlement_by_venue_trade on settlement (venue, agreed_at) where venue_trade_id is not null;
