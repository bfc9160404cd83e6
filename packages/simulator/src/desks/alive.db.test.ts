/** The demo's market from the view of a user who knows nothing about the simulated desks except what the API shows. */
import { ClientError } from '@parley/client'
import {
  directRfqCalls,
  listCalls,
  obCalls,
  protectionCalls,
  spreadCalls,
  type GroupRfqView,
  type RfqOrderView,
  type RfqView,
} from '@parley/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { callMonthsAway, callsOf, futuresOf, openSimulatedFloor, type Floor } from '../../test/simulated-floor.ts'

const SEED = 5
/**
 * The desks advance by half a second at each check. If they ran more than five times faster than real time, their trades would exceed the venue's
 * limits, which are counted in real time, and on a fast machine nothing would settle any more.
 */
const PATIENCE = { timeout: 90_000, interval: 100 }
const SIMULATED = ['ORRY', 'KEST', 'HLYD', 'MRDN', 'TIDE', 'LARK'] as const

let floor: Floor
beforeAll(async () => {
  floor = await openSimulatedFloor('busy', SEED)
}, 120_000)
afterAll(async () => {
  await floor?.close()
})

/** Advances the desks until the condition holds. */
const inTime = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(async () => {
    floor.time.advance(500)
    return look()
  }, PATIENCE)

const activeMarkets = async (): Promise<readonly GroupRfqView[]> =>
  (await floor.taker.call(obCalls.listRfqs, { query: { status: ['ACTIVE'], page_size: 100 } })).results

const bookOf = (id: number) => floor.taker.call(obCalls.getRfqQuotes, { params: { id } })
const markOf = async (id: number): Promise<number> => Number((await floor.taker.call(obCalls.getRfqBbo, { params: { id } })).mark_price)

/** A quote of the user's maker at a price for the structure, with leg prices that the market computes. */
async function quoteAs(side: 'BUY' | 'SELL', { id, legs, min_block_size: quantity }: GroupRfqView, price: number): Promise<number> {
  const asked = legs.map(({ instrument_id, ratio, side: legSide }) => ({ instrument_id, ratio, side: legSide }))
  const text = price.toFixed(4)
  const body = { venue: 'DBT', legs: asked, ...(side === 'BUY' ? { bid_price: text } : { ask_price: text }) }
  const { leg_prices: found } = await floor.maker.call(obCalls.priceLegs, { body })
  const priced = found.map((leg) => ({ instrument_id: leg.instrument_id, price: (side === 'BUY' ? leg.bid_price : leg.ask_price)! }))
  const placed = await floor.maker.call(obCalls.createQuote, { params: { id }, body: { side, quantity, legs: priced, account: 'prop-1' } })
  return placed.id
}

type LegAsked = { readonly instrument_id: number; readonly ratio: string; readonly side: 'BUY' | 'SELL' }

const ask = (makers: readonly string[], legs: readonly LegAsked[], quantity = '25'): Promise<RfqView> =>
  floor.taker.call(directRfqCalls.createRfq, {
    body: { venue: 'DBT', quantity, legs: [...legs], account_name: 'prop-1', counterparties: [...makers] },
  })

const askForOne = async (makers: readonly string[]): Promise<RfqView> => {
  const { id } = await callMonthsAway(floor.taker)
  return ask(makers, [{ instrument_id: id, ratio: '1', side: 'BUY' }])
}

const quotesIn = async ({ id }: RfqView): Promise<readonly RfqOrderView[]> => {
  const { bids, asks } = await floor.taker.call(directRfqCalls.getRfqOrders, { params: { id } })
  return [...bids, ...asks]
}

describe('the order book of the demo', () => {
  it('is traded in by simulated takers, in several markets, both bought and sold', async () => {
    await inTime(async () => {
      const { results } = await floor.taker.call(obCalls.listTape, { query: { page_size: 100 } })
      expect(new Set(results.map(({ rfq_id }) => rfq_id)).size).toBeGreaterThan(3)
      expect(new Set(results.map(({ side }) => side))).toEqual(new Set(['BUY', 'SELL']))
    })
  })

  it("takes a user's quote if it is the best, and no other", async () => {
    // Valuable enough that a bid far from the best is at most as far from an ask at the mark as a market may be wide (rulebook 11.12).
    const [market, mark] = await inTime(async () => {
      const options = (await activeMarkets()).filter(({ kind, legs }) => kind === 'OPTION' && legs.length === 2)
      const marked = await Promise.all(options.map(async (one) => [one, await markOf(one.id)] as const))
      const worthwhile = marked.find(([, worth]) => worth > 0.02)
      expect(worthwhile).toBeDefined()
      return worthwhile!
    })
    const poor = await quoteAs('BUY', market, mark * 0.9 - 0.01)
    const good = await quoteAs('SELL', market, mark)
    await inTime(async () => {
      const { results } = await floor.maker.call(obCalls.listTrades, { query: { page_size: 100 } })
      expect(results.find(({ quote_id }) => quote_id === good)).toMatchObject({ side: 'SELL', status: 'COMPLETED' })
    })
    const { quantities } = await floor.maker.call(obCalls.getQuote, { params: { id: poor } })
    expect(Number(quantities.filled)).toBe(0)
  })

  it("fills a user's own market with quotes of several desks on both sides", async () => {
    const { id } = await callMonthsAway(floor.taker, 0.33)
    const opened = await floor.taker.call(obCalls.createRfq, {
      body: { venue: 'DBT', legs: [{ instrument_id: id, ratio: '1', side: 'BUY' }] },
    })
    await inTime(async () => {
      const { bids, asks } = await bookOf(opened.id)
      expect(Math.min(bids.length, asks.length)).toBeGreaterThan(2)
      expect(Number(bids[0]!.price)).toBeLessThan(Number(asks[0]!.price))
    })
  })
})

describe('listed spreads of the demo', () => {
  const summaries = async () => (await floor.taker.call(spreadCalls.listBookSummaries, { query: {} })).results

  it('are quoted on both sides almost everywhere, and traded', async () => {
    await inTime(async () => {
      const all = await summaries()
      const twoWay = all.filter(({ best_bid_price: bid, best_ask_price: ask }) => bid !== null && ask !== null)
      expect(twoWay.length).toBeGreaterThan(0.7 * all.length)
      for (const { best_bid_price: bid, best_ask_price: ask } of twoWay) expect(Number(bid)).toBeLessThan(Number(ask))
      const { results } = await floor.taker.call(spreadCalls.listTape, { query: {} })
      expect(results.length).toBeGreaterThan(1)
    })
  })
})

describe('direct requests in the demo', () => {
  it('are quoted on both sides by several desks within seconds', async () => {
    const rfq = await askForOne(SIMULATED)
    const began = floor.time.now()
    // The desks' time runs no faster than real time here, because they receive the RFQ over their own sockets.
    await vi.waitFor(async () => {
      if (floor.time.now() < began + 6_000) floor.time.advance(25)
      const sides = (await quotesIn(rfq)).map(({ desk_name, side }) => `${desk_name} ${side}`)
      const twoWay = SIMULATED.filter((desk) => sides.includes(`${desk} BUY`) && sides.includes(`${desk} SELL`))
      expect(twoWay.length).toBeGreaterThanOrEqual(4)
    }, PATIENCE)
  })

  it('are quoted leg by leg, even with 25 legs', async () => {
    const calls = (await callsOf(floor.taker)).slice(0, 25)
    expect(calls.length).toBe(25)
    const legs = calls.map(({ id }, place): LegAsked => ({ instrument_id: id, ratio: '1', side: place % 3 === 2 ? 'SELL' : 'BUY' }))
    const rfq = await ask(SIMULATED, legs)
    await inTime(async () => {
      const quotes = await quotesIn(rfq)
      expect(new Set(quotes.map(({ desk_name }) => desk_name)).size).toBeGreaterThanOrEqual(4)
    })
  })

  it("a user's resting limit inside the market is filled once the makers have tightened", async () => {
    const rfq = await askForOne(SIMULATED)
    const began = floor.time.now()
    const [bid, ask] = await vi.waitFor(async () => {
      if (floor.time.now() < began + 6_000) floor.time.advance(25)
      const quotes = await quotesIn(rfq)
      const pricesOf = (side: string): readonly number[] =>
        quotes.flatMap((quote) => (quote.side === side ? [Math.round(Number(quote.price) * 10_000)] : []))
      expect([pricesOf('BUY').length, pricesOf('SELL').length]).toEqual([SIMULATED.length, SIMULATED.length])
      return [Math.max(...pricesOf('BUY')), Math.min(...pricesOf('SELL'))]
    }, PATIENCE)
    // A quote in transit moves in by no more than a tenth, so the order rests.
    const price = Math.round((bid! + ask!) / 2 + 0.4 * (ask! - bid!))
    const order = await floor.taker.call(directRfqCalls.createOrder, {
      body: {
        rfq_id: rfq.id,
        side: 'BUY',
        quantity: rfq.quantity,
        price: String(price / 10_000),
        type: 'LIMIT',
        time_in_force: 'GOOD_TILL_CANCELED',
        account_name: 'prop-1',
      },
    })
    expect(order).toMatchObject({ state: 'OPEN', filled_quantity: '0', pending_fill_quantity: '0' })
    await inTime(async () => {
      expect(await floor.taker.call(directRfqCalls.getOrder, { params: { id: order.id } })).toMatchObject({
        state: 'CLOSED',
        filled_quantity: rfq.quantity,
      })
    })
  })

  it("take a user's quote if it is the best", async () => {
    const quoted = new Set<string>()
    const quoteAll = async (): Promise<void> => {
      const { results } = await floor.maker.call(directRfqCalls.listRfqs, { query: { state: ['OPEN'], page_size: 100 } })
      for (const rfq of results.filter(({ id, role }) => role === 'MAKER' && !quoted.has(id))) {
        quoted.add(rfq.id)
        await quoteAtMark(rfq)
      }
    }
    await inTime(async () => {
      await quoteAll()
      const { results } = await floor.maker.call(directRfqCalls.listTrades, { query: { page_size: 100 } })
      expect(results.map(({ state }) => state)).toContain('FILLED')
    })
  })

  it('a maker that is hit twice at once cancels everything, waits, and quotes again', async () => {
    const [first, second, third] = [await askForOne(['ORRY']), await askForOne(['ORRY']), await askForOne(['ORRY'])]
    await hitAtOnce([first, second])
    await inTime(async () => {
      expect((await quotesIn(third)).map(({ side }) => side).sort()).toEqual(['BUY', 'SELL'])
    })
  })

  it('11.1 a maker that is hit twice at once in future spreads is frozen in the futures, and continues to quote options', async () => {
    const [near, far] = await futuresOf(floor.taker)
    const legs = [
      { instrument_id: near!.id, ratio: '1', side: 'SELL' },
      { instrument_id: far!.id, ratio: '1', side: 'BUY' },
    ] as const
    const asked = async () => [await ask(['KEST'], legs, '200000'), await ask(['KEST'], legs, '200000')] as const
    let [first, second] = await asked()
    expect(first.strategy_code).toBe('FS')
    // A price may move during one of the two orders. In that case they did not arrive together.
    for (let tries = 1; !(await hitAtOnce([first, second])); tries++) {
      expect(tries).toBeLessThan(5)
      ;[first, second] = await asked()
    }
    const { limits } = await floor.clientOf('KEST').call(protectionCalls.getProtection, {})
    const fired = limits.filter(({ limit, fired_at }) => limit.id === 'MMP' && fired_at !== null && fired_at >= first.created_at)
    expect(fired.map(({ limit }) => limit.product)).toContain(near!.product_code)
    const option = await askForOne(['KEST'])
    await inTime(async () => {
      expect((await quotesIn(option)).map(({ side }) => side).sort()).toEqual(['BUY', 'SELL'])
    })
  })

  it('22.4 come as lists too, which simulated makers quote line by line and net', async () => {
    await inTime(async () => {
      const { results } = await floor.maker.call(listCalls.listLists, { query: { role: 'MAKER' } })
      expect(results.length).toBeGreaterThan(0)
    })
    const calls = (await callsOf(floor.taker)).slice(0, 2)
    const lines = calls.map(({ id }) => ({
      side: 'BUY' as const,
      quantity: '25',
      legs: [{ instrument_id: id, ratio: '1', side: 'BUY' as const }],
    }))
    const body = { venue: 'DBT', lines, shows_sides: true, account_name: 'prop-1', counterparties: [...SIMULATED] }
    const { id } = await floor.taker.call(listCalls.createList, { body })
    await inTime(async () => {
      const list = await floor.taker.call(listCalls.getList, { params: { id } })
      expect(list.lines.map(({ book }) => book!.asks.length > 0)).toEqual([true, true])
      expect(list.net_prices.length).toBeGreaterThan(0)
    })
  })

  it('no desk reported an error', () => {
    expect(floor.problems).toEqual([])
  })
})

/** Lifts the single offer in each. If an offer moves and the order is killed, it is lifted at its new price. Returns whether none had moved. */
async function hitAtOnce(rfqs: readonly RfqView[]): Promise<boolean> {
  const isFilled = await Promise.all((await offersIn(rfqs)).map((price, place) => lift(rfqs[place]!, price)))
  for (const rfq of rfqs.filter((_, place) => !isFilled[place]))
    await inTime(async () => {
      const [price] = await offersIn([rfq])
      expect(await lift(rfq, price!)).toBe(true)
    })
  return isFilled.every((filled) => filled)
}

/** Waits until there is one in each. */
const offersIn = (rfqs: readonly RfqView[]): Promise<readonly string[]> =>
  inTime(async () => {
    const found = await Promise.all(rfqs.map(async (rfq) => (await quotesIn(rfq)).find(({ side }) => side === 'SELL')?.price))
    expect(found).not.toContain(undefined)
    return found as readonly string[]
  })

async function lift({ id, quantity }: RfqView, price: string): Promise<boolean> {
  const body = { rfq_id: id, side: 'BUY', quantity, price, type: 'LIMIT', time_in_force: 'FILL_OR_KILL' } as const
  const order = await floor.taker.call(directRfqCalls.createOrder, { body })
  expect(order.state).toBe('CLOSED')
  return order.canceled_quantity === '0'
}

/** A bid and an ask one tick from the mark on each leg; a hedge keeps its price. */
async function quoteAtMark({ id, legs, quantity }: RfqView): Promise<void> {
  const { legs: marks } = await floor.maker.call(directRfqCalls.getRfqBbo, { params: { id } })
  for (const side of ['BUY', 'SELL'] as const) {
    const priced = legs.map(({ instrument_id, side: legSide, price }) => {
      const mark = Number(marks.find((one) => one.instrument_id === instrument_id)!.mark_price)
      const tick = mark > 10 ? 0.01 : 0.0001
      const steps = legSide === side ? Math.floor(mark / tick) : Math.ceil(mark / tick)
      return { instrument_id, price: price ?? (Math.max(1, steps) * tick).toFixed(4) }
    })
    const body = { rfq_id: id, side, quantity, legs: priced, account_name: 'prop-1' }
    await floor.maker.call(directRfqCalls.createOrder, { body }).catch((error: unknown) => {
      // The RFQ may have ended, and the desk's own bid may meet the desk's own ask if the mark is exactly on the tick. One side is enough.
      if (!(error instanceof ClientError) || error.status === 0) throw error
    })
  }
}
