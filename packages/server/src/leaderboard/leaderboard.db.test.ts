/** The leaderboard as firms read it, based on what they traded on the market. */
import { leaderDay, type DeskId, type Instant, type Rfq } from '@parley/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withTestDatabase } from '../../test/database.ts'
import { DAY, drawHistory, insertEnded, insertFirms, type Ended } from '../../test/ended-history.ts'
import { done, legsFor, startTradingProduct, type Json, type Ticker, type TradingProduct } from '../../test/trading-product.ts'
import { countUntil } from './count.ts'
import { createLeaderboardService } from './service.ts'
import type { LeaderFilter } from './sum-rows.ts'

const goesOn = () => false

describe('20.10 what anonymous firms did together', () => {
  const database = withTestDatabase()
  const NOW = Date.UTC(2026, 10, 28, 13, 30) as Instant
  const takers = ['UA', 'UB', 'UC', 'UD', 'UE', 'UF']
  const makers: LeaderFilter = { roles: ['TAKER'], venues: [], currencies: [], kinds: [], protocols: [], strategies: [] }
  const reads = async (firm: string, filter = makers) => {
    const answer = await createLeaderboardService({ sql: database.sql, nameOf: (id) => id }).volumes(
      { filter, start: undefined, end: undefined },
      { firm, now: NOW },
    )
    if ('refused' in answer) throw new Error(answer.message)
    return answer
  }
  /** The last drawn RFQ with a settled trade, changed to another taker and time. */
  const drawn = drawHistory(7, ['NN'], 40, { first: leaderDay(NOW), last: leaderDay(NOW) }).ended.find(
    ({ rfq, trades }) => rfq.venue === 'DBT' && trades[0]?.state === 'FILLED',
  )!
  const trade = (taker: string, daysAgo: number, n: number): Ended => {
    const at = (NOW - daysAgo * DAY) as Instant
    const desk = `${taker}1` as DeskId
    const rfq = { ...drawn.rfq, id: `r_${n}`, creator: { ...drawn.rfq.creator, desk }, makers: ['NN1'] } as unknown as Rfq
    return {
      rfq,
      at,
      trades: [
        {
          ...drawn.trades[0]!,
          id: `t_${n}` as Ended['trades'][number]['id'],
          taker: desk,
          maker: 'NN1' as DeskId,
          agreedAt: at,
          settledAt: at,
        },
      ],
    }
  }

  beforeAll(async () => {
    const { sql } = database
    await insertFirms(sql, ['NN', ...takers])
    await sql`insert into leaderboard_choice (firm, from_day, is_named) values ('NN', 0, true)`
    const ended = [
      ...takers.map((taker, n) => trade(taker, 2, n)),
      ...takers.slice(0, 4).map((taker, n) => trade(taker, 5, 10 + n)),
      ...takers.map((taker, n) => trade(taker, 0, 20 + n)),
    ]
    for (const one of ended) {
      await insertEnded(sql, one)
      await sql`insert into leaderboard_due (kind, id, at) values ('TRADE', ${one.trades[0]!.id}, ${one.at})`
    }
    await countUntil(sql, NOW + 1, goesOn)
  })

  it.each([
    ['a firm with a name: of days that are over, those with five of them', 'NN', 6],
    ['one of six of them: the same but for its own', 'UA', 5],
  ])('%s', async (_what, reader, trades) => {
    const { together, results, ranked_among } = await reads(reader)
    expect({ trades: together?.trades, ranked_among }).toEqual({ trades, ranked_among: 'ALL' })
    expect(results.map(({ firm }) => firm)).toEqual(reader === 'NN' ? [] : [reader])
  })

  it('20.2 coins are exact beyond what a double holds', async () => {
    await database.sql`
      update leaderboard_volume set coin = ${'20000000000000001'}::text::bigint
      where desk = 'UA1' and role = 'TAKER' and detail = 'FIRM' and days = 1 and at = ${leaderDay(NOW) - 2}`
    const [own] = (await reads('UA')).results
    expect(own!.volume_coin[0]!.amount).toMatch(/^20000000\d+\.\d*1$/)
  })

  it('is withheld by any filter, and where they are too few', async () => {
    expect((await reads('NN', { ...makers, venues: ['DBT'] })).together).toBeNull()
    expect((await reads('NN', { ...makers, currencies: ['BTC', 'ETH'] })).together).toBeNull()
    await database.sql`update leaderboard_crowd set firms = array_remove(firms, 'UF')`
    expect((await reads('NN')).together?.trades).toBe(6)
    expect((await reads('UA')).together).toBeNull()
  })
})

describe('20.1, 20.9 what the market settles', () => {
  const database = withTestDatabase()
  let trading: TradingProduct
  let start: number
  beforeAll(async () => {
    trading = await startTradingProduct(database.url)
    start = trading.clock.now
  }, 60_000)
  afterAll(() => trading?.close())

  const get = async (ticker: Ticker, path: string) =>
    done(await trading.as(ticker, 'GET', `/v1/leaderboard/${path}`)) as unknown as { results: Json[]; as_of: number }
  const choose = async (disabled_leaderboard_anonymity: boolean, email = 'ada@orrery.example') =>
    trading.product.send('PUT', '/v1/leaderboard/preferences/', {
      body: JSON.stringify({ disabled_leaderboard_anonymity }),
      headers: { authorization: `Token ${await trading.product.signIn(email)}` },
    })
  /** ORRY sends an RFQ to three makers, KEST and LARK offer, and KEST's offer is lifted. */
  const deal = async (ends: 'FILLED' | 'REJECTED' = 'FILLED'): Promise<void> => {
    const { clock, spread } = trading
    const { id: rfq_id } = done(
      await trading.as('ORRY', 'POST', '/v2/drfq/rfqs/', {
        venue: 'DBT',
        quantity: '50',
        legs: spread,
        counterparties: ['KEST', 'LARK', 'MERL'],
      }),
    )
    const offer = async (ticker: Ticker, price: string) => {
      clock.now += 1_000
      done(
        await trading.as(ticker, 'POST', '/v2/drfq/orders/', {
          rfq_id,
          side: 'SELL',
          quantity: '50',
          account_name: 'main',
          legs: legsFor(trading, price),
        }),
      )
    }
    await offer('KEST', '0.03')
    await offer('LARK', '0.0325')
    clock.now += 3_000
    done(
      await trading.as('ORRY', 'POST', '/v2/drfq/orders/', {
        rfq_id,
        side: 'BUY',
        quantity: '50',
        price: '0.03',
        type: 'LIMIT',
        time_in_force: 'FILL_OR_KILL',
      }),
    )
    const last = async () => (done(await trading.as('ORRY', 'GET', '/v2/drfq/trades/')) as unknown as { results: Json[] }).results[0]
    await vi.waitFor(async () => expect(await last()).toMatchObject({ rfq_id, state: ends }), { timeout: 50_000 })
    clock.now += 1_000
    await countUntil(database.sql, clock.now, goesOn)
  }

  // Proves W 7.5.
  it('counts for both firms, each of which reads its own row and no other', async () => {
    await deal()
    const [orry] = (await get('ORRY', 'trade_volume/')).results
    expect(orry).toMatchObject({
      firm: 'Orrery Ltd',
      is_own: true,
      rank: 1,
      trades: 1,
      volume_usd: '4899500.00',
      volume_coin: [{ currency: 'BTC', amount: '50' }],
      share: '1.0000',
    })
    expect((await get('ORRY', 'trade_volume/?role=MAKER')).results).toEqual([])
    expect((await get('KEST', 'trade_volume/')).results).toMatchObject([{ firm: 'Kestrel Ltd', trades: 1 }])
    const [fills] = (await get('KEST', 'liquidity/fills/?protocols=RFQ')).results
    expect(fills).toMatchObject({ fills: 1, quoted: 1, hits: 1, hit_rate: '1.0000', improvement_usd: '12248.75', improvement_bps: '25.00' })
    expect((await get('LARK', 'liquidity/responses/?strategies=CS')).results).toMatchObject([
      { asked: 1, quoted: 1, response_rate: '1.0000', median_ms: 1_796, rank: null },
    ])
    expect((await get('MERL', 'liquidity/responses/')).results).toMatchObject([{ asked: 1, quoted: 0, median_ms: null }])
    expect((await get('KEST', 'liquidity/fills/?protocols=D1')).results).toEqual([])
    expect((await get('MERL', 'trade_volume/')).results).toEqual([])
  })

  // Proves T 6.10.
  it('a name counts from the next day on, and never reaches back', async () => {
    expect((await choose(true)).json).toEqual({
      disabled_leaderboard_anonymity: true,
      counts_from: (leaderDay(start) + 1) * DAY,
      is_named_today: false,
    })
    await deal()
    expect((await get('LARK', 'trade_volume/')).results).toEqual([])
    trading.clock.now = start + DAY
    await deal()
    expect((await get('LARK', 'trade_volume/')).results).toMatchObject([{ firm: 'Orrery Ltd', is_own: false, trades: 1, rank: 1 }])
    expect((await get('ORRY', 'trade_volume/')).results).toMatchObject([{ firm: 'Orrery Ltd', is_own: true, trades: 3 }])
    await choose(false)
    trading.clock.now = start + 2 * DAY
    await deal()
    expect((await get('LARK', 'trade_volume/')).results).toMatchObject([{ firm: 'Orrery Ltd', trades: 1 }])
    expect(done(await trading.as('ORRY', 'GET', '/v1/leaderboard/preferences/'))).toMatchObject({
      disabled_leaderboard_anonymity: false,
      is_named_today: false,
    })
    expect((await choose(true, 'vera@orrery.example')).status).toBe(403)
  })

  it('a trade that the venue rejects counts nothing', async () => {
    const { results: before } = await get('ORRY', 'trade_volume/')
    trading.settling.goWrong('EXECUTE', 'REJECT')
    await deal('REJECTED')
    expect((await get('ORRY', 'trade_volume/')).results).toEqual(before)
  })

  it.each(['start=1800000000000&end=1799000000000', 'protocols=GRFQ', 'venues=PRDX', 'instrument_kinds=SPOT', 'role=BOTH', 'start=0'])(
    '20.7 %s is refused',
    async (query) => {
      expect((await trading.as('ORRY', 'GET', `/v1/leaderboard/trade_volume/?${query}`)).status).toBe(400)
    },
  )
})
