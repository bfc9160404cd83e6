/** Every final outcome is counted exactly once. PARLEY_SEED=<seed> creates the same history again. */
import { leaderDay, readPeriod, volumeOf, type Cell, cellOf, type Instant, type LeaderPeriod } from '@parley/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { DAY, drawHistory, insertEnded, insertFirms, type History } from '../../test/ended-history.ts'
import { chanceFrom } from '../../test/trading-day/chance.ts'
import { countUntil, recountLeaderboard } from './count.ts'
import { createLeaderboardService } from './service.ts'
import type { LeaderFilter } from './sum-rows.ts'

const database = withTestDatabase()
const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const NOW = Date.UTC(2026, 10, 28, 13, 30) as Instant
const TODAY = leaderDay(NOW)
const firms = ['AA', 'BB', 'CC', 'DD', 'EE', 'FF', 'GG']
const all: LeaderFilter = { roles: ['MAKER', 'TAKER'], venues: [], currencies: [], kinds: [], protocols: [], strategies: [] }
const goesOn = () => false
let history: History

const sumsOf = async () => {
  const { sql } = database
  const volumes =
    await sql`select * from leaderboard_volume order by role, detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy`
  const responses =
    await sql`select * from leaderboard_response order by detail, days, at, desk, is_named, currency, venue, kind, protocol, strategy`
  const crowds = await sql`select * from leaderboard_crowd order by role, at`
  return JSON.stringify([volumes, responses, crowds])
}
/** Lists everything, because the history was not written by the market. */
const listEverything = () => recountLeaderboard(database.sql)

beforeAll(async () => {
  const { sql } = database
  await insertFirms(sql, firms, 2)
  for (const firm of ['BB', 'CC'])
    await sql`insert into leaderboard_choice (firm, from_day, is_named) values (${firm}, ${TODAY - 100}, true)`
  await sql`insert into leaderboard_choice (firm, from_day, is_named) values ('CC', ${TODAY - 20}, false)`
  history = drawHistory(seed, firms, 400, { first: TODAY - 160, last: TODAY })
  for (const ended of history.ended) await insertEnded(sql, ended)
}, 120_000)

/** A firm's trades under a filter, added up from the trades themselves. */
function added(firm: string, filter: LeaderFilter, { first, last }: LeaderPeriod) {
  const among = (words: readonly string[], word: string) => words.length === 0 || words.includes(word)
  const isIn = (cell: Cell) =>
    among(filter.venues, cell.venue) && among(filter.currencies, cell.currency) && among(filter.kinds, cell.kind) &&
    among(filter.protocols, cell.protocol) && among(filter.strategies, cell.strategy) // prettier-ignore
  let [trades, cents] = [0, 0]
  for (const { rfq, trades: dealt, at } of history.ended)
    for (const trade of dealt) {
      const [taker, maker] = [history.firmOf(trade.taker), history.firmOf(trade.maker)]
      const isCounted =
        trade.state === 'FILLED' && taker !== maker && isIn(cellOf(rfq)!) && at < NOW && leaderDay(at) >= first && leaderDay(at) <= last
      const times = Number(filter.roles.includes('TAKER') && taker === firm) + Number(filter.roles.includes('MAKER') && maker === firm)
      if (!isCounted) continue
      trades += times
      cents += times * volumeOf(rfq.structure, trade).usd
    }
  return { trades, volume_usd: (cents / 100).toFixed(2) }
}

describe(`the sums of the leaderboard, PARLEY_SEED=${seed}`, () => {
  it('20.1, 20.4 are the same if counted at once, in pieces by two competing processes, and again from zero', async () => {
    const { sql } = database
    await listEverything()
    await countUntil(sql, NOW, goesOn)
    const atOnce = await sumsOf()
    await listEverything()
    expect(await sumsOf()).toBe('[[],[],[]]')
    for (let until = NOW - 160 * DAY; until < NOW; until += 23 * DAY)
      await Promise.all([countUntil(sql, until, goesOn), countUntil(sql, until - DAY, goesOn)])
    await Promise.all([countUntil(sql, NOW, goesOn), countUntil(sql, NOW, goesOn)])
    expect(await sumsOf()).toBe(atOnce)
    await countUntil(sql, NOW, goesOn)
    expect(await sumsOf()).toBe(atOnce)
  })

  it('20.8 reach as far as the answer states, and no further', async () => {
    const { sql } = database
    const service = createLeaderboardService({ sql, nameOf: (firm) => firm })
    await listEverything()
    const asked = { filter: all, start: undefined, end: undefined }
    expect(await service.volumes(asked, { firm: 'AA', now: NOW })).toMatchObject({ as_of: null, results: [] })
    const until = NOW - 3 * DAY
    await countUntil(sql, until, goesOn)
    expect(await service.volumes(asked, { firm: 'AA', now: NOW })).toMatchObject({ as_of: until })
    const [left] = await sql<{ least: number }[]>`select min(at) as least from leaderboard_due`
    expect(left!.least).toBeGreaterThanOrEqual(until)
    await countUntil(sql, NOW, goesOn)
  })

  it('20.2, 20.7 are those of the trades, whatever the filter and the period', async () => {
    const service = createLeaderboardService({ sql: database.sql, nameOf: (firm) => firm })
    const chance = chanceFrom(seed)
    const some = <W>(words: readonly W[]): W[] => (chance.happens(0.5) ? [] : words.filter(() => chance.happens(0.6)))
    for (let round = 0; round < 60; round++) {
      const filter: LeaderFilter = {
        roles: chance.oneOf([['MAKER'], ['TAKER'], ['MAKER', 'TAKER']] as const),
        venues: some(['DBT', 'BYB']),
        currencies: some(['BTC', 'ETH']),
        kinds: some(['OPTION', 'FUTURE']),
        protocols: some(['D1', 'OB', 'RFQ']),
        strategies: some(['CL', 'CS', 'PT', 'FT']),
      }
      const end = NOW - chance.below(40) * DAY
      const start = end - (1 + chance.below(150)) * DAY
      const firm = chance.oneOf(firms)
      const answer = await service.volumes({ filter, start, end }, { firm, now: NOW })
      if ('refused' in answer) throw new Error(answer.message)
      const own = answer.results.find(({ is_own }) => is_own)
      const period = readPeriod({ start, end }, NOW) as LeaderPeriod
      const expected = added(firm, filter, period)
      expect(own === undefined ? { trades: 0, volume_usd: '0.00' } : { trades: own.trades, volume_usd: own.volume_usd }).toEqual(expected)
      const line = own?.line.reduce((sum, point) => sum + Math.round(Number(point) * 100), 0) ?? 0
      expect((line / 100).toFixed(2)).toBe(expected.volume_usd)
    }
  })
})
