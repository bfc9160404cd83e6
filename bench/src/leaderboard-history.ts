/**
 * A year of settled trades, and the totals that counting them produces. The database generates them, because inserting five million trades one by one
 * takes hours.
 */
import type { Sql } from '@parley/server'

export const DAYS = 365
export const FIRMS = 40
const DESKS = 50
const STRATEGIES = 'CL,PT,CS,PS,SD,SG,CR,PR,CB,PB,CD,PD,CC,PC,FF,FD,FT,FS,CM,VL'
const AT_ONCE = 250_000

/** Returns the last day, in days since 1970. */
export async function writeHistory(sql: Sql, trades: number): Promise<number> {
  const last = Math.floor(Date.now() / 86_400_000)
  await sql`insert into firm (id, name, created_at) select 'f' || n, 'Firm ' || n, 0 from generate_series(1, ${FIRMS}::int) n`
  await sql`
    insert into desk (ticker, name, firm, is_maker, created_at)
    select 'D' || n, 'Desk ' || n, 'f' || 1 + n % ${FIRMS}::int, true, 0 from generate_series(1, ${DESKS}::int) n`
  await sql`
    insert into rfq (id, number, audience, state, creator, venue, base_currency, strategy_code, product_codes, body)
    select concat_ws('_', 'r', venue, currency, audience, strategy), 0, audience, 'CLOSED', 'D1', venue, currency, strategy, '{}', '{}'
    from unnest('{DBT,BYB,BIT}'::text[]) venue, unnest('{BTC,ETH}'::text[]) currency, unnest('{DIRECT,ORDER_BOOK,LISTED}'::text[]) audience,
      unnest(string_to_array(${STRATEGIES}, ',')) strategy`
  await sql`select setseed(0.5)`
  for (let written = 0; written < trades; written += AT_ONCE) await writeTrades(sql, written, Math.min(AT_ONCE, trades - written), last)
  await sql`analyze rfq_trade`
  await addUp(sql)
  await sql`update leaderboard_published set until = ${(last + 1) * 86_400_000}`
  await sql`vacuum analyze leaderboard_volume`
  await sql`vacuum analyze leaderboard_response`
  return last
}

/** Most trades are at the largest venue, most come from RFQs, and most have one of a few strategies, as in a real market. */
async function writeTrades(sql: Sql, from: number, count: number, last: number): Promise<void> {
  await sql`
    insert into rfq_trade (id, number, rfq_id, audience, taker, maker, venue, base_currency, strategy_code, product_codes, state, agreed_at, settled_at,
      tape_id, body)
    select 't_' || n, 0, concat_ws('_', 'r', venue, currency, audience, strategy), audience, 'D' || taker, 'D' || 1 + (taker + 7) % ${DESKS}::int, venue, currency,
      strategy, '{}', 'FILLED', at, at, 't_' || n,
      jsonb_build_object('quantity', (25 + n % 300) * 1000000::bigint, 'reference', jsonb_build_object('indexPrice', price * 100000000::bigint))
    from (
      select n, (array['DBT','DBT','DBT','DBT','DBT','DBT','DBT','BYB','BYB','BIT'])[1 + (random() * 9)::int] as venue,
        (array['BTC','ETH'])[1 + (random() * 1.1)::int % 2] as currency,
        (array['DIRECT','DIRECT','DIRECT','ORDER_BOOK','LISTED'])[1 + (random() * 4)::int] as audience,
        (string_to_array(${STRATEGIES}, ','))[1 + floor(random() * random() * 20)::int] as strategy,
        1 + floor(random() * random() * ${DESKS}::int)::int as taker, 3000 + n % 90000 as price,
        ((${last}::bigint - floor(random() * ${DAYS}::int)::int) * 86400000 + floor(random() * 86400000)::bigint) as at
      from generate_series(${from}::int, ${from + count - 1}::int) n
    ) drawn`
}

/** Like the product's counting (packages/server/src/leaderboard/sums.ts): the finest totals from the trades, and all others from those. */
async function addUp(sql: Sql): Promise<void> {
  for (const role of ['maker', 'taker'] as const)
    await sql`
      insert into leaderboard_volume (role, detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy, trades, usd, coin, delta_usd, vega_usd)
      select upper(${role}), 'ALL', 1, at, desk, substr(desk, 2)::int % 3 = 0, currency, venue, 'OPTION', protocol, strategy, count(*), sum(usd), sum(coin),
        sum(usd) / 2, sum(usd) / 100
      from (
        select (settled_at / 86400000)::int as at, ${sql(role)} as desk, base_currency as currency, venue,
          case audience when 'DIRECT' then 'RFQ' when 'LISTED' then 'D1' else 'OB' end as protocol, strategy_code as strategy,
          ((body ->> 'quantity')::numeric * (body -> 'reference' ->> 'indexPrice')::numeric / 1e12)::bigint as usd, (body ->> 'quantity')::bigint as coin
        from rfq_trade
      ) drawn group by at, desk, currency, venue, protocol, strategy order by at, desk`
  const no = sql`''`
  for (const days of [1, 4, 16, 64])
    for (const [detail, cell, strategy] of [
      ['FIRM', sql`'' as venue, '' as kind, '' as protocol`, no],
      ['CELL', sql`venue, kind, protocol`, no],
      ['STRATEGY', sql`'' as venue, '' as kind, '' as protocol`, sql`strategy`],
      ['ALL', sql`venue, kind, protocol`, sql`strategy`],
    ] as const)
      if (days > 1 || detail !== 'ALL')
        await sql`
          insert into leaderboard_volume (role, detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy, trades, usd, coin, delta_usd, vega_usd)
          select role, ${detail}, ${days}, block, desk, is_named, currency, venue, kind, protocol, strategy, sum(trades), sum(usd), sum(coin), sum(delta_usd),
            sum(vega_usd)
          from (
            select role, at - at % ${days}::int as block, desk, is_named, currency, ${cell}, ${strategy} as strategy, trades, usd, coin, delta_usd, vega_usd
            from leaderboard_volume where detail = 'ALL' and days = 1
          ) drawn group by role, block, desk, is_named, currency, venue, kind, protocol, strategy order by role, block, desk`
  await sql`
    insert into leaderboard_response (detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy, asked, quoted, hit, timed, quote_ms,
      improved_usd, covered_usd, steps)
    select detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy, trades * 6, trades * 4, trades, trades * 4, trades * 9000,
      usd / 5000, usd, array(select case when step between 10 and 20 then (1 + trades % 7)::int else 0 end from generate_series(0, 47) step)
    from leaderboard_volume where role = 'MAKER' and (protocol = '' or protocol = 'RFQ') order by detail, days, at, desk`
  await sql`
    insert into leaderboard_crowd (role, at, firms)
    select role, at, array_agg(distinct firm) from (
      select role, at, firm, is_named from leaderboard_volume join desk on ticker = desk where detail = 'FIRM' and days = 1
      union all select 'ASKED', at, firm, is_named from leaderboard_response join desk on ticker = desk where detail = 'FIRM' and days = 1
    ) counted where not is_named group by role, at`
}
