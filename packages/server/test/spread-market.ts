/** Listed spreads on the test's own database. The venue has a perpetual and two futures with mark prices and price limits; four desks have one account each. */
import { expiryOn, price, quantity, type Instrument, type Order, type Price, type Refusal, type Rfq, type Side } from '@parley/core'
import { portable } from '../src/engine/portable.ts'
import type { Sql } from '../src/database/sql.ts'
import { createMarket } from '../src/create-market.ts'
import { silent } from '../src/log/log.ts'
import { systemClock } from '../src/market-data/clock.ts'
import { createMarketData } from '../src/market-data/create-market-data.ts'
import type { PreTradeChecks } from '../src/rfq/pre-trade-checks.ts'
import { createSpreads } from '../src/spreads/create-spreads.ts'
import type { SpreadTerms } from '../src/spreads/order-commands.ts'
import { startListing } from '../src/spreads/start-listing.ts'
import { carried } from './cluster/carried-engine.ts'
import { callerOf, directory, venueKeys } from './direct-market.ts'
import { markOf, perpetual as bare } from './instruments.ts'
import { createTestVenue as createListing } from './market-venue.ts'
import { createTestVenue as createSettling } from './settlement-venue.ts'

/** 15 January 2027. */
export const NOON = 1_800_000_000_000

export const perpetual: Instrument = { ...bare, tickSize: price('0.01'), minBlockSize: quantity('200000') }
const future = (id: number, name: string, expiresAt: Instrument['expiresAt']): Instrument => ({
  ...perpetual,
  id,
  name,
  expiresAt: expiresAt!,
})
export const march = future(9_011, 'BTC-26MAR27', expiryOn({ year: 2027, month: 3, day: 26 }))
export const june = future(9_012, 'BTC-25JUN27', expiryOn({ year: 2027, month: 6, day: 25 }))
export const september = future(9_013, 'BTC-24SEP27', expiryOn({ year: 2027, month: 9, day: 24 }))

export type SpreadMarket = Awaited<ReturnType<typeof openSpreadMarket>>

type Given = {
  readonly sql: Sql
  readonly clock?: { now: number }
  readonly listed?: readonly Instrument[]
  readonly guards?: PreTradeChecks
  /** The settlement of another server on the same database. */
  readonly settling?: ReturnType<typeof createSettling>
}

/** The mark prices are 90,000 (perpetual), 91,000, 92,000 and 93,000. The price limits are 1,000 away from each. */
export async function openSpreadMarket({ sql, clock = { now: NOON }, listed = [perpetual, march, june], guards, settling }: Given) {
  const now = () => clock.now
  const listing = createListing('DBT', listed, now)
  const box = settling ?? createSettling(now)
  const { verifyBlock, executeBlock, findBlock } = box.venue
  const venue = { ...listing, verifyBlock, executeBlock, findBlock }
  const marketData = createMarketData({ sql, venues: [venue], clock: systemClock(now), log: silent })
  await marketData.start()
  /** Adds `more` to the mark price of the nearer future. */
  const mark = (width = 1_000, more = 0) =>
    listing.mark(
      ...[perpetual, march, june, september].map((one, place) => {
        const at = 90_000 + place * 1_000 + (place === 1 ? more : 0)
        return markOf(one, at, { minPrice: at - width, maxPrice: at + width })
      }),
    )
  mark()
  const market = await createMarket({ sql, venueKeys, venues: new Map([['DBT', venue]]), now, log: silent })
  const needs = { sql, engine: carried(market.engine), marketData, directory, now, ...(guards === undefined ? {} : { guards }) }
  const spreads = createSpreads(needs)
  const lister = startListing({ engine: market.engine, marketData, clock: systemClock(now), log: silent })
  await lister.settled()
  return {
    ...{ clock, listing, mark, box, market, spreads, lister, marketData, needs },
    /** The stored strategy of two contracts. */
    async strategy(near: Instrument, far: Instrument): Promise<Rfq> {
      const { items } = await spreads.store.strategies({}, { size: 100 })
      const found = items.find(({ structure: { legs } }) => legs[0]!.instrument.name === near.name && legs[1]!.instrument.name === far.name)
      if (found === undefined) throw new Error(`no spread of ${near.name} and ${far.name} is listed`)
      return found
    },
    async close(): Promise<void> {
      spreads.books.close()
      await lister.close()
      await market.close()
      await marketData.stop()
    },
  }
}

type Change = Partial<Omit<SpreadTerms, 'price'>> & { readonly price?: string | undefined }

export const termsOf = (side: Side, at: string | undefined, amount: string, change: Change = {}): SpreadTerms => ({
  ...{ side, quantity: quantity(amount), isPostOnly: false, timeInForce: at === undefined ? ('IOC' as const) : ('GTC' as const) },
  ...change,
  price: at === undefined ? undefined : price(at),
})

export type Answered = Order | Refusal

/** Places the order as `desk`. */
export const placeAs = (
  { spreads }: Pick<SpreadMarket, 'spreads'>,
  desk: Parameters<typeof callerOf>[0],
  rfq: Rfq,
  terms: SpreadTerms,
): Promise<Answered> => spreads.commands.place(callerOf(desk), rfq, terms, asItIs)

export const asItIs = { view: portable('test.order', () => (order: Order) => order)(), idempotency: undefined }

/** The response as one line of text: `OPEN 1010`, `CLOSED 1009 pending 100000 canceled 200000`, `PriceOffTick 17.2`. */
export const inWords = (answer: Answered): string =>
  'refused' in answer
    ? `${answer.refused} ${answer.rule}`
    : [answer.state, at(answer.price), ...(['filled', 'pending', 'canceled'] as const).flatMap((part) => (answer[part] === 0 ? [] : [`${part} ${answer[part] / 1e6}`]))].join(' ') // prettier-ignore

const at = (value: Price): number => value / 1e8
