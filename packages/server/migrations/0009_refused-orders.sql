-- Orders that were refused, for the history of their own desk: no journal holds what has not happened.
create table refused_order (
  id bigint generated always as identity primary key,
  desk text not null,
  at bigint not null,
  audience text not null,
  rfq text not null,
  -- Of a replacement, the order that stayed as it was.
  order_id text,
  kind text not null,
  side text not null,
  -- Null where neither the request nor an order before it has one.
  price bigint,
  quantity bigint not null,
  -- The person or the key, as its desk knew it then.
  sender text,
  -- JSON, as text, because it repeats what callers wrote.
  refusal text not null,
  -- The sender's key: the same request again is refused once.
  request text unique
);
create index refused_order_by_desk on refused_order (desk, audience, at desc, id desc);
create index refused_order_by_age on refused_order (at);
