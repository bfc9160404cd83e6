/** Perpetual markets over the venue's own protocol: the adapter against the simulated venue on real sockets. */
import { afterEach, describe, expect, it } from 'vitest'
import { done } from '@parley/venues/compliance'
import { MARKET, OTHERS, OWN, marketOrder, openBox, until, watchMarket, type Box } from '../../test/paradex-box.ts'

const boxes: Box[] = []
afterEach(async () => {
  for (const box of boxes.splice(0)) await box.close()
})
async function box(options?: Parameters<typeof openBox>[0]): Promise<Box> {
  const opened = await openBox(options)
  boxes.push(opened)
  return opened
}

describe('the venue under maintenance', () => {
  it('reports it in its health, and accepts neither orders nor blocks, while reads still work', async () => {
    const { venue, simulator } = await box()
    simulator.maintain('BEGINS')
    await venue.connect({ onMarks: () => undefined, onIndex: () => undefined, onInstruments: () => undefined, onHealth: () => undefined })
    expect(venue.health()).toMatchObject({ state: 'CONNECTED', pause: 'MAINTENANCE' })
    const account = venue.perpetuals.account(OWN)
    expect(await account.place(marketOrder('BUY'))).toMatchObject({ outcome: 'UNKNOWN', retryAfterMs: expect.any(Number) })
    expect(done(await account.positions())).toEqual([])
    simulator.maintain('ENDS')
    done(await account.place(marketOrder('BUY')))
  })
})

describe('the markets of perpetuals', () => {
  it('are read: terms, prices, book, candles, funding and trades', async () => {
    const { venue, simulator, now, mark } = await box()
    const { perpetuals } = venue
    const [btc] = done(await perpetuals.markets())
    expect(btc).toMatchObject({ name: MARKET, baseCurrency: 'BTC', largestLeverage: 50, fundingPeriodHours: 8, takes: 'ORDERS' })
    const summaries = done(await perpetuals.summaries())
    expect(summaries.map((row) => row.market)).toEqual([MARKET, ...OTHERS])
    expect(summaries[0]).toMatchObject({ change24h: 0, fundingRate: expect.any(Number), openInterest: undefined })
    const book = done(await perpetuals.book(MARKET))
    expect(book.bids).toHaveLength(10)
    expect(book.bids[0]!.price).toBeLessThan(book.asks[0]!.price)
    done(await perpetuals.account(OWN).place(marketOrder('BUY')))
    expect(done(await perpetuals.recentTrades(MARKET))).toMatchObject([{ side: 'BUY', quantity: 100_000, kind: 'TRADE' }])
    simulator.step(60_000)
    const candles = done(await perpetuals.candles({ market: MARKET, minutes: 1, from: now() - 600_000, to: now() }))
    expect(candles.at(-1)!.high).toBeGreaterThanOrEqual(candles.at(-1)!.low)
    expect(Math.abs(candles.at(-1)!.close / mark() - 1)).toBeLessThan(0.01)
    expect(done(await perpetuals.fundingRates(MARKET, 0, now())).at(-1)).toMatchObject({ market: MARKET, periodHours: 8 })
    expect(await perpetuals.candles({ market: MARKET, minutes: 1, from: 0, to: now() })).toMatchObject({ outcome: 'REJECTED' })
    expect(await perpetuals.book('XYZ-USD-PERP')).toMatchObject({ outcome: 'REJECTED', code: 'MARKET_NOT_FOUND' })
  })

  it('stream the book with every update, trades, summaries and funding', async () => {
    const opened = await box()
    const { venue, simulator } = opened
    const seen = watchMarket(opened)
    await until(() => expect(seen.books.length).toBeGreaterThan(0))
    done(await venue.perpetuals.account(OWN).place(marketOrder('BUY')))
    simulator.step(1_000)
    await until(() => expect([seen.trades, seen.summaries > 0, seen.funding > 0]).toEqual([1, true, true]))
    await until(async () => expect(seen.books.at(-1)).toMatchObject({ bids: done(await venue.perpetuals.book(MARKET)).bids }))
    expect(seen.lost).toEqual([])
  })

  it('a book with a gap is requested again; if gaps continue, the channel of whole books takes over', async () => {
    const opened = await box()
    const { venue, simulator } = opened
    const seen = watchMarket(opened)
    await until(() => expect(seen.books.length).toBe(1))
    for (let gap = 1; gap <= 5; gap += 1) {
      const before = seen.books.length
      simulator.faults.order({ method: 'push/order_book', fault: { kind: 'LOSE_ANSWER' }, times: 1 })
      simulator.step(1_000)
      simulator.step(1_000)
      await until(() => expect(seen.lost.length).toBe(gap))
      await until(() => expect(seen.books.length).toBeGreaterThan(before))
    }
    expect(seen.lost[0]).toMatch(/are missing/)
    // The channel with whole books has no gaps.
    simulator.faults.order({ method: 'push/order_book', fault: { kind: 'LOSE_ANSWER' }, times: 1 })
    simulator.step(1_000)
    simulator.step(1_000)
    await until(async () => expect(seen.books.at(-1)).toMatchObject({ asks: done(await venue.perpetuals.book(MARKET)).asks }))
    expect(seen.lost).toHaveLength(5)
  })

  it('with an unlisted name have no book, and the others continue', async () => {
    const opened = await box()
    const lost: string[] = []
    const nothing = (): void => undefined
    const listener = {
      onBook: nothing,
      onBookLost: (reason: string) => void lost.push(reason),
      onTrade: nothing,
      onSummary: nothing,
      onFunding: nothing,
    }
    const end = opened.venue.perpetuals.watchMarket('XYZ-USD-PERP', listener)
    const seen = watchMarket(opened)
    await until(() => expect(lost).toEqual([expect.stringMatching(/no book of XYZ-USD-PERP: unknown market/)]))
    await until(() => expect(seen.books.length).toBe(1))
    opened.simulator.step(1_000)
    await until(() => expect(seen.books.length).toBeGreaterThan(1))
    end()
    expect([lost.length, seen.lost.length]).toEqual([1, 0])
  })

  it('without watchers can be watched again, even during a repair', async () => {
    const opened = await box()
    const { simulator, venue } = opened
    const steady = watchMarket(opened)
    await until(() => expect(steady.books.length).toBe(1))
    for (let round = 0; round < 3; round += 1) {
      const books: number[] = []
      const nothing = (): void => undefined
      const listener = { onBook: () => void books.push(1), onBookLost: nothing, onTrade: nothing, onSummary: nothing, onFunding: nothing }
      const end = venue.perpetuals.watchMarket('ETH-USD-PERP', listener)
      await until(() => expect(books.length).toBeGreaterThan(0))
      simulator.faults.order({ method: 'push/order_book', fault: { kind: 'LOSE_ANSWER' }, times: 2 })
      simulator.step(1_000)
      simulator.step(1_000)
      end()
    }
    await until(async () => expect(steady.books.at(-1)).toMatchObject({ asks: done(await venue.perpetuals.book(MARKET)).asks }))
  })

  it('a lost connection comes back with the whole book', async () => {
    const opened = await box()
    const { simulator } = opened
    const seen = watchMarket(opened)
    await until(() => expect(seen.books.length).toBe(1))
    simulator.dropConnections()
    await until(() => expect(seen.lost).toEqual(['the connection to the venue was lost']))
    await until(() => expect(seen.books.length).toBe(2))
  })
})
