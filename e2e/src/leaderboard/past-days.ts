/** Past days of trading, as the leaderboard has added them up, so that the screen is full without a month of waiting. */
import { inDatabase } from '../in-database.ts'

/** Firms that the demo shows by name. */
const NAMED = ['KEST', 'HLYD', 'MRDN']
const DAYS = 60

/**
 * Every desk made and took on each of these days, more the later it comes in the alphabet. Derived from the names alone, so that it never changes.
 */
export const tradedInThePast = (dataDir: string): Promise<void> =>
  inDatabase(dataDir, async (query) => {
    await query(BASE, [DAYS, NAMED])
    for (const detail of ['FIRM', 'CELL', 'STRATEGY', 'ALL'] as const) for (const days of [1, 4, 16, 64]) await addAt(query, detail, days)
    await query(CROWD)
  })

type Query = Parameters<Parameters<typeof inDatabase>[1]>[0]

/** One row for each desk, day, coin and strategy; `weight` is from 1 to 100. */
const BASE = `
  create temp table past as
  select desk.ticker as desk, day.at, desk.ticker = any($2) as is_named, coin.currency, coin.price, strategy.code as strategy,
    1 + abs(hashtext(desk.ticker || day.at || coin.currency || strategy.code)) % 100::bigint as weight, 1 + abs(hashtext(desk.ticker)) % 9::bigint as size
  from desk
    cross join (select extract(epoch from current_date)::int / 86400 - back as at from generate_series(1, $1::int) back) day
    cross join (values ('BTC', 90000::bigint), ('ETH', 3000)) coin (currency, price)
    cross join (values ('CL'), ('CS'), ('CR')) strategy (code)`

/** The anonymous firms on each day. */
const CROWD = `
  insert into leaderboard_crowd (role, at, firms)
  select role, at, array_agg(distinct firm) from past join desk on ticker = past.desk, unnest('{MAKER,TAKER,ASKED}'::text[]) role
  where not is_named group by role, at`

/** Values that a detail level does not distinguish are empty. */
async function addAt(query: Query, detail: 'FIRM' | 'CELL' | 'STRATEGY' | 'ALL', days: number): Promise<void> {
  const at = `at - at % ${days}`
  const word = (text: string, isOf: boolean) => (isOf ? text : "''")
  const [hasCell, hasStrategy] = [detail === 'CELL' || detail === 'ALL', detail === 'STRATEGY' || detail === 'ALL']
  const cell = `${word("'DBT'", hasCell)}, ${word("'OPTION'", hasCell)}, ${word("'RFQ'", hasCell)}, ${word('strategy', hasStrategy)}`
  const groups = `${at}, desk, is_named, currency${hasStrategy ? ', strategy' : ''}`
  const key = `'${detail}', ${days}, ${at}, desk, is_named, currency, ${cell}`
  for (const role of ['MAKER', 'TAKER'])
    await query(`
      insert into leaderboard_volume (role, detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy, trades, usd, coin, delta_usd, vega_usd)
      select '${role}', ${key}, sum(1 + weight / 40), sum(weight * size * price * 100), sum(weight * size * 1000000::bigint),
        sum(weight * size * price * 40), sum(weight * size * 9000)
      from past group by ${groups}`)
  await query(`
    insert into leaderboard_response (detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy, asked, quoted, hit, timed, quote_ms,
      improved_usd, covered_usd, steps)
    select ${key}, sum(10), sum(4 + size * 2 / 3), sum(1 + weight / 40), sum(4 + size * 2 / 3), sum((4 + size * 2 / 3) * (800 + size * 700)),
      sum(weight * size * price / 8), sum(weight * size * price * 100),
      array(select case when step = 11 + min(size)::int then sum(4 + size * 2 / 3)::int else 0 end from generate_series(0, 47) step)
    from past group by ${groups}`)
}
