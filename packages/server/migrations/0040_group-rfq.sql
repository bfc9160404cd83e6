-- What is read of the order-book flow. The journal decides; these rows are written in its transactions and can be built again from it.
create table group_market (
  id bigint primary key,
  key text not null,
  venue text not null,
  base_currency text not null,
  status text not null check (status in ('ACTIVE', 'EXPIRED')),
  strategy_code text not null,
  product_codes text[] not null,
  latest_activity bigint not null,
  market jsonb not null
);
create index group_market_by_activity on group_market (latest_activity, id);
create unique index group_market_by_key on group_market (key) where status = 'ACTIVE';

create table group_quote (
  id bigint primary key,
  market bigint not null references group_market,
  desk text not null,
  form text not null check (form in ('QUOTE', 'ORDER')),
  venue text not null,
  base_currency text not null,
  side text not null,
  state text not null check (state in ('OPEN', 'CLOSED')),
  -- Whether something of it is at the venue.
  is_pending boolean not null,
  client_order_id text,
  created_at bigint not null,
  quantity bigint not null,
  filled bigint not null,
  pending bigint not null,
  canceled bigint not null,
  body jsonb not null
);
create index group_quote_by_desk on group_quote (desk, form, created_at, id);
create index group_quote_alive on group_quote (desk) where state = 'OPEN' or is_pending;
create index group_quote_by_market on group_quote (market) where state = 'OPEN';
create index group_quote_of_desk_in_market on group_quote (market, desk);
create index group_quote_by_client on group_quote (desk, client_order_id) where client_order_id is not null;

create table group_match (
  id bigint primary key,
  market bigint not null references group_market,
  taker text not null,
  maker text not null,
  venue text not null,
  base_currency text not null,
  strategy_code text not null,
  product_codes text[] not null,
  state text not null check (state in ('PENDING_SETTLEMENT', 'FILLED', 'REJECTED')),
  agreed_at bigint not null,
  settled_at bigint,
  match jsonb not null
);
create index group_match_by_taker on group_match (taker, agreed_at, id);
create index group_match_by_maker on group_match (maker, agreed_at, id);
create index group_match_tape on group_match (settled_at, id) where state = 'FILLED';

-- Which flow a settlement belongs to: its answer goes back to that flow's rules.
alter table settlement add column flow text not null default 'DIRECT' check (flow in ('DIRECT', 'GROUP'));
