-- The leaderboard (rulebook 20): sums by day and by month, from which every answer is added up.

-- A firm is without a name there until it says otherwise.
alter table firm alter column leaderboard_anonymity set default true;
update firm set leaderboard_anonymity = true;

-- Under its name or not, from a day in UTC on, counted since 1970. Rows of days that have begun never change.
create table leaderboard_choice (
  firm text not null references firm,
  from_day integer not null,
  is_named boolean not null,
  primary key (firm, from_day)
);

-- What has come to its end and is not in the sums yet. A row is made in the transaction of the decision, and goes in that of the sums.
create table leaderboard_due (
  kind text not null check (kind in ('TRADE', 'RFQ')),
  id text not null,
  at bigint not null,
  primary key (kind, id)
);
create index leaderboard_due_at on leaderboard_due (at);

-- How far the sums reach: nothing that ended later is in them.
create table leaderboard_published (
  only_one boolean primary key default true check (only_one),
  until bigint not null
);
insert into leaderboard_published (until) values (0);

-- Each trade stands in a row of every detail and of every length of a block of days (core/leaderboard/period.ts). An empty word is for all of them together: FIRM tells the currency
-- apart alone, CELL everything but the strategy, STRATEGY the strategy and nothing else, ALL both. "at" is the block's first day, counted since 1970.
create table leaderboard_volume (
  role text not null check (role in ('MAKER', 'TAKER')),
  detail text not null check (detail in ('FIRM', 'CELL', 'STRATEGY', 'ALL')),
  days smallint not null check (days in (1, 4, 16, 64)),
  at integer not null,
  desk text not null,
  is_named boolean not null,
  currency text not null,
  venue text not null,
  kind text not null,
  protocol text not null,
  strategy text not null,
  trades bigint not null,
  usd bigint not null,
  coin bigint not null,
  delta_usd bigint not null,
  vega_usd bigint not null,
  primary key (role, detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy)
);

-- The same for what makers did with requests. `steps` counts first quotes on the scale of core/leaderboard/response-times.ts.
create table leaderboard_response (
  detail text not null check (detail in ('FIRM', 'CELL', 'STRATEGY', 'ALL')),
  days smallint not null check (days in (1, 4, 16, 64)),
  at integer not null,
  desk text not null,
  is_named boolean not null,
  currency text not null,
  venue text not null,
  kind text not null,
  protocol text not null,
  strategy text not null,
  asked bigint not null,
  quoted bigint not null,
  hit bigint not null,
  timed bigint not null,
  quote_ms bigint not null,
  improved_usd bigint not null,
  covered_usd bigint not null,
  steps integer[] not null,
  primary key (detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy)
);

-- The firms without a name that made or took, or were asked, on a day: sums of several of them are of days with enough of them alone.
create table leaderboard_crowd (
  role text not null check (role in ('MAKER', 'TAKER', 'ASKED')),
  at integer not null,
  firms text[] not null,
  primary key (role, at)
);

insert into leaderboard_due (kind, id, at) select 'TRADE', id, settled_at from rfq_trade where state = 'FILLED' and settled_at is not null;
insert into leaderboard_due (kind, id, at)
select 'RFQ', id, (body ->> 'lastUpdatedAt')::bigint from rfq where state = 'CLOSED' and audience = 'DIRECT';
