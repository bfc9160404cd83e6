-- What is read of the direct flow. The journal decides; these rows are written in its transactions and can be built again from it.
create table direct_rfq (
  id text primary key,
  venue text not null,
  base_currency text not null,
  state text not null check (state in ('DRAFT', 'OPEN', 'CLOSED')),
  taker text not null,
  strategy_code text not null,
  product_codes text[] not null,
  created_at bigint not null,
  -- The request as the rules know it, without its orders.
  rfq jsonb not null
);
create index direct_rfq_by_taker on direct_rfq (taker, state);

-- Which desks may read a request, so that each desk's list is one range of an index.
create table direct_rfq_reader (
  desk text not null,
  created_at bigint not null,
  rfq_id text not null references direct_rfq,
  role text not null check (role in ('TAKER', 'MAKER')),
  primary key (desk, created_at, rfq_id)
);

create table rfq_order (
  id text primary key,
  rfq_id text not null references direct_rfq,
  desk text not null,
  venue text not null,
  base_currency text not null,
  side text not null,
  state text not null check (state in ('OPEN', 'CLOSED')),
  -- Whether something of it is at the venue.
  is_pending boolean not null,
  created_at bigint not null,
  body jsonb not null
);
create index rfq_order_by_desk on rfq_order (desk, created_at, id);
create index rfq_order_alive on rfq_order (desk) where state = 'OPEN' or is_pending;
create index rfq_order_by_rfq on rfq_order (rfq_id) where state = 'OPEN';

create table block_trade (
  id text primary key,
  rfq_id text not null references direct_rfq,
  taker text not null,
  maker text not null,
  venue text not null,
  base_currency text not null,
  strategy_code text not null,
  product_codes text[] not null,
  state text not null check (state in ('PENDING_SETTLEMENT', 'FILLED', 'REJECTED')),
  agreed_at bigint not null,
  settled_at bigint,
  trade jsonb not null
);
create index block_trade_by_taker on block_trade (taker, agreed_at, id);
create index block_trade_by_maker on block_trade (maker, agreed_at, id);
create index block_trade_by_rfq on block_trade (rfq_id);
create index block_trade_tape on block_trade (settled_at, id) where state = 'FILLED';
