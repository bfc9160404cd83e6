-- Quotes of the order-book flow that have crossed: in /v1/ob each is an order of its desk too. What was written once stays as it is.
create table group_taking (
  id bigint primary key references group_quote,
  market bigint not null,
  desk text not null,
  venue text not null,
  base_currency text not null,
  created_at bigint not null
);
create index group_taking_by_desk on group_taking (desk, created_at, id);

insert into group_taking
  select id, market, desk, venue, base_currency, created_at from group_quote
  where form = 'QUOTE' and id in (select (match ->> 'takerQuote')::bigint from group_match);

-- What a desk took and the venue has not answered yet, quote by quote.
create index group_match_taken on group_match (taker, ((match ->> 'takerQuote')::bigint)) where state = 'PENDING_SETTLEMENT';

-- /v1/ob has notes of its own from here on: what was told of orders before can still be resumed there.
insert into note
  select shard_group, seq, place + 1000000, audience, 'ob.order', event, data from note where channel = 'group.order';
