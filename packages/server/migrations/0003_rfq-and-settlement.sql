-- Every contract a venue has ever listed. Its id is ours and never changes, whatever the venue numbers it and whether it can be reached.
create table instrument (
  id integer generated always as identity primary key,
  venue text not null,
  name text not null,
  state text not null check (state in ('ACTIVE', 'EXPIRED')),
  -- The rest of it, as the rules know it.
  details jsonb not null,
  unique (venue, name)
);
create index instrument_by_state on instrument (state);

-- The read model of RFQs, of every audience. The journal decides; these rows are written in its transactions and can be built again from it.
create table rfq (
  id text primary key,
  -- Names it in the published calls of the order book; 0 where the text does.
  number bigint not null,
  audience text not null,
  state text not null check (state in ('DRAFT', 'OPEN', 'CLOSED')),
  -- Equal for equal structures, of which one RFQ is open at a time; null where any number may be.
  structure_key text,
  creator text not null,
  venue text not null,
  base_currency text not null,
  strategy_code text not null,
  product_codes text[] not null,
  -- Its place in the list that everybody reads; null where its readers are named.
  listed_at bigint,
  -- As the rules know it, without its orders.
  body jsonb not null
);
create index rfq_listed on rfq (audience, listed_at, number, id) where listed_at is not null;
create unique index rfq_of_structure on rfq (structure_key) where state = 'OPEN' and structure_key is not null;
create index rfq_drafts on rfq (creator) where state = 'DRAFT';

-- The desks that may read an RFQ with named readers: each desk's list is one range of the key.
create table rfq_reader (
  desk text not null,
  audience text not null,
  created_at bigint not null,
  rfq_id text not null references rfq,
  role text not null check (role in ('TAKER', 'MAKER')),
  primary key (desk, audience, created_at, rfq_id)
);

create table rfq_order (
  id text primary key,
  number bigint not null,
  rfq_id text not null references rfq,
  audience text not null,
  desk text not null,
  kind text not null check (kind in ('QUOTE', 'CROSS')),
  venue text not null,
  base_currency text not null,
  side text not null,
  state text not null check (state in ('OPEN', 'CLOSED')),
  -- Part of it is at the venue.
  is_pending boolean not null,
  -- It crossed (decision 0395 lists such quotes beside crosses), and some of what it took is at the venue.
  has_taken boolean not null,
  takes_at_venue boolean not null,
  client_order_id text,
  created_at bigint not null,
  quantity bigint not null,
  filled bigint not null,
  pending bigint not null,
  canceled bigint not null,
  body jsonb not null
);
create index rfq_order_by_desk on rfq_order (desk, audience, kind, created_at, number, id);
create index rfq_order_taking on rfq_order (desk, audience, created_at, number, id) where kind = 'QUOTE' and has_taken;
create index rfq_order_alive on rfq_order (desk, audience) where state = 'OPEN' or is_pending;
create index rfq_order_at_venue on rfq_order (desk, audience) where takes_at_venue;
create unique index rfq_order_by_number on rfq_order (number) where number > 0;
create index rfq_order_resting on rfq_order (rfq_id) where state = 'OPEN';
create index rfq_order_by_client_order_id on rfq_order (desk, client_order_id, created_at) where client_order_id is not null;
-- The sums of what a desk has in an RFQ that everybody reads.
create index rfq_order_of_desk on rfq_order (rfq_id, desk) where audience = 'ORDER_BOOK';

create table rfq_trade (
  id text primary key,
  number bigint not null,
  rfq_id text not null references rfq,
  audience text not null,
  taker text not null,
  maker text not null,
  venue text not null,
  base_currency text not null,
  strategy_code text not null,
  product_codes text[] not null,
  state text not null check (state in ('PENDING_SETTLEMENT', 'FILLED', 'REJECTED')),
  agreed_at bigint not null,
  settled_at bigint,
  -- The id that it has on the tape, which tells nobody but its two desks whose request it was of (packages/server/src/rfq/tape-id.ts).
  tape_id text not null,
  body jsonb not null
);
create index rfq_trade_by_taker on rfq_trade (taker, audience, agreed_at, number, id);
create index rfq_trade_by_maker on rfq_trade (maker, audience, agreed_at, number, id);
create index rfq_trade_by_rfq on rfq_trade (rfq_id);
create index rfq_trade_tape on rfq_trade (audience, settled_at, number, tape_id) where state = 'FILLED';
-- Everybody's settled trades in the order in which they were agreed, beside a desk's own.
create index rfq_trade_public on rfq_trade (agreed_at, number, id) where state = 'FILLED' and audience = 'ORDER_BOOK';
create unique index rfq_trade_by_number on rfq_trade (number) where number > 0;

-- What the taker's book showed of an RFQ, moment by moment, for its record. Rows are only added. A hidden quote has no row: it cannot be
-- read by mistake.
create table rfq_moment (
  rfq_id text not null references rfq,
  -- The first row of the decision in the shard's journal.
  seq bigint not null,
  -- The order of a QUOTE, the trade of a DEALT, nothing for ASKED.
  subject text not null,
  kind text not null check (kind in ('ASKED', 'QUOTE', 'DEALT')),
  at bigint not null,
  -- The quote as it stands from then on; with the quantity 0 it has left.
  desk text,
  side text,
  price bigint,
  quantity bigint,
  primary key (rfq_id, seq, subject)
);

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
  -- A trade that both desks book themselves (rulebook 16) stands here too, and no worker takes it up.
  route text not null default 'BLOCK' check (route in ('BLOCK', 'VENUE_RFQ', 'BOOKED_BY_BOTH')),
  -- The venue's own request in which the trade was dealt, where the route is VENUE_RFQ.
  venue_rfq_id text,
  -- With the trade's id it names the block at the venue; it never changes.
  agreed_at bigint not null,
  legs jsonb not null,
  state text not null check (state in ('AGREED', 'VERIFIED', 'EXECUTED', 'REJECTED', 'DONE')),
  -- What the worker has learned: the maker's signature, the venue's id, its words.
  progress jsonb not null,
  venue_trade_id text,
  next_attempt_at bigint not null,
  -- Counts how often the row was written. Two servers may work at one settlement while one takes over from the other: only who has read the
  -- newest row may write the next.
  revision integer not null default 0
);
create index settlement_by_venue_trade on settlement (venue, agreed_at) where venue_trade_id is not null;
-- What is not settled is read oldest first, a page at a time.
create index settlement_open on settlement (agreed_at, trade_id) where state <> 'DONE' and route <> 'BOOKED_BY_BOTH';

-- What the venue charged a desk for its own side of a trade, leg by leg, as its record says. Only that desk reads it.
create table trade_fee (
  trade_id text not null,
  desk text not null,
  legs jsonb not null,
  read_at bigint not null,
  primary key (trade_id, desk)
);
create index trade_fee_by_desk on trade_fee (desk, read_at);
create index settlement_by_taker on settlement (taker, taker_account, agreed_at) where venue_trade_id is not null;
create index settlement_by_maker on settlement (maker, maker_account, agreed_at) where venue_trade_id is not null;

-- One account compared with its venue's record of one day. A row that is WAITING is what has to be done: after a crash it is done again.
create table reconciliation_run (
  account_id text not null references venue_account,
  -- In UTC: 2026-11-21.
  day text not null,
  desk text not null,
  state text not null check (state in ('WAITING', 'COMPARED')),
  next_attempt_at bigint not null,
  attempts integer not null default 0,
  failure text,
  -- The figures are those of the last comparison that went through.
  compared_at bigint,
  ours integer not null default 0,
  theirs integer not null default 0,
  matched integer not null default 0,
  missing_there integer not null default 0,
  missing_here integer not null default 0,
  differs integer not null default 0,
  primary key (account_id, day)
);
create index reconciliation_run_by_desk on reconciliation_run (desk, day);
create index reconciliation_run_to_do on reconciliation_run (next_attempt_at) where state = 'WAITING';

-- A block on which a venue's record and ours do not agree. It is never deleted.
create table reconciliation_difference (
  id text primary key,
  desk text not null,
  account_id text not null references venue_account,
  day text not null,
  venue_trade_id text not null,
  trade_id text,
  state text not null check (state in ('OPEN', 'EXPLAINED', 'ACCEPTED', 'GONE')),
  found_at bigint not null,
  -- When the desk's administrators were written to.
  mailed_at bigint,
  closed_at bigint,
  closed_by text,
  reason text,
  -- The compared block as the rules know it.
  compared jsonb not null,
  unique (account_id, venue_trade_id)
);
create index reconciliation_difference_by_day on reconciliation_difference (desk, day);
create index reconciliation_difference_open on reconciliation_difference (desk) where state = 'OPEN';
