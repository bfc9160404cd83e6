/** A small listing of two currencies with marks, and random lines for it: for tests of the line. */
import fc from 'fast-check'
import { parseExpiry } from '../src/catalogue/calendar.ts'
import { formatInstrumentName } from '../src/catalogue/instrument-name.ts'
import type { Instrument } from '../src/catalogue/instrument.ts'
import type { Price, Quantity, Ratio } from '../src/decimal.ts'
import { createListing, type Listing, type Marked } from '../src/line/listing.ts'
import type { LineMeaning } from '../src/line/meaning.ts'
import { GOOD_FOR_MS } from '../src/rfq/model/limits.ts'
import { legsWanted } from '../src/structure/parse.ts'
import { shapes, type Shape } from '../src/structure/strategies.ts'
import type { Leg } from '../src/structure/structure.ts'
import { listed } from './instrument-examples.ts'

const EXPIRIES = ['20MAR26', '27MAR26', '26JUN26', '26MAR27'].map((text) => parseExpiry(text)!)

const chain = (currency: string, strikes: readonly number[]): readonly Instrument[] => [
  listed(`${currency}-PERPETUAL`),
  ...EXPIRIES.flatMap((expiresAt) => [
    listed(formatInstrumentName({ underlying: currency, expiresAt })),
    ...strikes.flatMap((strike) =>
      (['CALL', 'PUT'] as const).map((kind) =>
        listed(formatInstrumentName({ underlying: currency, expiresAt, option: { kind, strike: (strike * 1e8) as Price } })),
      ),
    ),
  ]),
]

/** Deltas fall evenly over the strikes; the forward is next to the strike in the middle. */
const marksOf =
  (strikes: readonly number[]) =>
  ({ strike, optionKind }: Instrument): Marked => {
    const place = strikes.indexOf((strike ?? 0) / 1e8) / (strikes.length - 1)
    return { forward: strikes[2]! * 1.01, delta: optionKind === 'CALL' ? 0.9 - place : -place - 0.05 }
  }

const btcStrikes = [70, 80, 90, 100, 110, 120, 130].map((strike) => strike * 1000)
const ethStrikes = [2400, 2600, 3000, 3400, 3800]
const btcChain = chain('BTC', btcStrikes)
export const btc: Listing = createListing(btcChain, 'BTC', marksOf(btcStrikes))
export const eth: Listing = createListing(chain('ETH', ethStrikes), 'ETH', marksOf(ethStrikes))

const side = fc.constantFrom('BUY' as const, 'SELL' as const)
const ratio = fc.integer({ min: 1, max: 500_000_000 }) as fc.Arbitrary<Ratio>
const price = fc.integer({ min: 1, max: 20_000_000_000_000 }) as fc.Arbitrary<Price>

const anyLegs: fc.Arbitrary<readonly Leg[]> = fc
  .uniqueArray(fc.nat(btcChain.length - 1), { minLength: 1, maxLength: 25 })
  .chain((places) => fc.tuple(...places.map((place) => fc.record({ instrument: fc.constant(btcChain[place]!), side, ratio }))))

const increasing = (most: number, count: number): fc.Arbitrary<readonly number[]> =>
  fc.uniqueArray(fc.nat(most), { minLength: count, maxLength: count }).map((all) => all.toSorted((a, b) => a - b))

const countOf = (all: readonly number[]): number => new Set(all).size

/** Any named structure, with random strikes and expiries. */
const namedLegs: fc.Arbitrary<readonly Leg[]> = fc.constantFrom(...shapes).chain((shape: Shape) => {
  const options = shape.legs.filter(({ kind }) => kind !== 'FUTURE')
  return fc
    .record({
      expiries: increasing(EXPIRIES.length - 1, countOf(shape.legs.map(({ expiry }) => expiry))),
      strikes: increasing(btcStrikes.length - 1, countOf(options.map(({ strike }) => strike))),
    })
    .map(({ expiries, strikes }) =>
      legsWanted(
        shape,
        { expiries: expiries.map((at) => EXPIRIES[at]), strikes: strikes.map((at) => (btcStrikes[at]! * 1e8) as Price) },
        'BTC',
      ).map((leg) => ({ ...leg, instrument: btc.find(leg.instrument)! })),
    )
})

const turned = fc.boolean()
const maybe = <One>(one: fc.Arbitrary<One>): fc.Arbitrary<One | undefined> => fc.option(one, { nil: undefined })
const hedge = fc.record({ instrument: fc.constantFrom(...btcChain.filter(({ kind }) => kind === 'FUTURE')), side, ratio, price })

export const randomMeaning: fc.Arbitrary<LineMeaning> = fc
  .record({
    own: fc.oneof(anyLegs, namedLegs),
    isTurned: turned,
    hedges: fc.array(hedge, { maxLength: 2 }),
    quantity: maybe(fc.integer({ min: 1, max: 9_000_000_000_000 }) as fc.Arbitrary<Quantity>),
    isHedged: maybe(fc.boolean()),
    // The future's own price, by which a line recognises a misplaced digit.
    hedgePrice: maybe(fc.integer({ min: 1_000_000_000_000, max: 20_000_000_000_000 }) as fc.Arbitrary<Price>),
    isAnonymous: maybe(fc.boolean()),
    goodForMs: maybe(fc.constantFrom(...GOOD_FOR_MS)),
    isOneWay: maybe(fc.constant(true as const)),
    side: maybe(side),
    limit: maybe(fc.integer({ min: -5_000_000_000, max: 5_000_000_000 }).filter((value) => value !== 0) as fc.Arbitrary<Price>),
  })
  .map(({ own, isTurned, hedges, hedgePrice, isHedged, isOneWay, ...terms }) => {
    const legs = isTurned ? own.map((leg) => ({ ...leg, side: leg.side === 'BUY' ? ('SELL' as const) : ('BUY' as const) })) : own
    const isOption = legs.every(({ instrument }) => instrument.kind === 'OPTION')
    const fixed = isOption ? hedges.slice(0, 25 - legs.length) : []
    // A line contains the hedge only once: as its legs, or as a word.
    const hedged = fixed.length > 0 ? undefined : isOption ? isHedged : isHedged === true ? undefined : isHedged
    const all = {
      ...terms,
      ...(terms.side === undefined ? {} : { isOneWay }),
      isHedged: hedged,
      ...(hedged === true ? { hedgePrice } : {}),
      baseCurrency: 'BTC',
      structure: { legs: [...legs, ...fixed] },
    }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as LineMeaning
  })
