-- What the taker's book showed of an RFQ, moment by moment, for its record. Rows are only added. A hidden quote has no row: it cannot be
-- read by mistake. An RFQ without the row ASKED was sent before moments were kept, and its record says so.
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

-- The journal's rows up to and with this one were decided before moments were kept.
create table rfq_moment_start (
  shard text primary key,
  seq bigint not null
);
insert into rfq_moment_start select shard, max(seq) from journal group by shard;
