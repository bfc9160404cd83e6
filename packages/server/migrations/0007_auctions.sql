-- Auctions of vaults (rulebook 19). What a bid says is sealed with the installation's key, in every table: a copy of the database, a dump of the
-- events and the log tell nobody a price before the end. `state_sealed` is what the events of the auction come to.
create table auction (
  id bigint primary key,
  seller text not null,
  -- The chain, the swap contract and the number of the offer there.
  offer text not null,
  ends_at bigint not null,
  is_live boolean not null,
  state_sealed bytea not null
);
create index auction_by_end on auction (ends_at desc, id desc);
create index auction_live on auction (id) where is_live;
create index auction_by_offer on auction (offer);

create table auction_event (
  id bigint primary key,
  auction bigint not null references auction,
  at bigint not null,
  content_sealed bytea not null
);
create index auction_event_of on auction_event (auction, id);

-- Where the bids and the trades of a desk are found; what they say stands in the state of their auction. Their ids are given at random.
create table auction_bid (
  id bigint primary key,
  auction bigint not null references auction,
  desk text not null,
  at bigint not null,
  is_open boolean not null
);
create index auction_bid_of on auction_bid (desk, at desc, id desc);
create table auction_trade (
  id bigint primary key,
  auction bigint not null references auction,
  bidder text not null,
  seller text not null,
  at bigint not null,
  outcome text not null
);
create index auction_trade_of_bidder on auction_trade (bidder, at desc, id desc);
create index auction_trade_of_seller on auction_trade (seller, at desc, id desc);

-- A nonce is good for one bid of whoever signs, whatever became of it (rulebook 19.7).
create table auction_nonce (
  contract text not null,
  signatory text not null,
  nonce text not null,
  desk text not null,
  primary key (contract, signatory, nonce)
);

create table auction_message (
  id bigint not null,
  place integer not null,
  seq bigint not null,
  audience text not null,
  channel text not null,
  event text not null,
  at bigint not null,
  data_sealed bytea not null,
  primary key (id, place)
);
create index auction_message_for on auction_message (audience, channel, seq);
create index auction_message_at on auction_message (at);

-- The newest block of the chain whose events are known here.
create table auction_chain (contract text primary key, block bigint not null);
