/** The still venue with many options, whose marks move as often as a benchmark requests. */
import { price, quantity, type Instant, type Instrument } from '@parley/core'
import { stillOption, stillVenue } from './still-venue.ts'

type Venue = ReturnType<typeof stillVenue>
type Listener = Parameters<Venue['connect']>[0]

const EXPIRIES = [
  ['25DEC37', Date.UTC(2037, 11, 25, 8)],
  ['26MAR38', Date.UTC(2038, 2, 26, 8)],
] as const
const STRIKES = Array.from({ length: 20 }, (_, n) => 60_000 + 5_000 * n)

export const movingOptions: readonly Instrument[] = EXPIRIES.flatMap(([expiry, at], row) =>
  STRIKES.map((strike, column) => ({
    ...stillOption,
    id: 1 + row * STRIKES.length + column,
    name: `BTC-${expiry}-${strike}-C`,
    strike: price(String(strike)),
    expiresAt: at as Instant,
    minBlockSize: quantity('25'),
  })),
)

const INDEX = 98_000
/** An option costs more the lower its strike; moved one tick up and down. */
export const markOf = (id: number, move: number): number =>
  Math.round((0.3 - 0.005 * ((id - 1) % STRIKES.length) + 0.0001 * (move % 5)) * 10_000) / 10_000

export type MovingVenue = { readonly venue: Venue; move(count: number): void }

export function movingVenue(): MovingVenue {
  const still = stillVenue()
  let listener: Listener | undefined
  let moved = 0
  const markNow = (id: number, move: number) => ({
    instrumentId: id,
    markPrice: markOf(id, move),
    minPrice: 0,
    maxPrice: 1,
    underlyingPrice: INDEX,
    indexPrice: INDEX,
    at: Date.now(),
  })
  return {
    venue: {
      ...still,
      instruments: () => Promise.resolve([...movingOptions]),
      connect(given) {
        listener = given
        given.onInstruments([...movingOptions])
        given.onMarks(movingOptions.map(({ id }) => markNow(id, 0)))
        given.onIndex('BTC', INDEX, Date.now())
        return Promise.resolve()
      },
    },
    /** The next marks, one option after another. */
    move(count) {
      const marks = Array.from({ length: count }, () => {
        moved += 1
        return markNow(movingOptions[moved % movingOptions.length]!.id, Math.floor(moved / movingOptions.length))
      })
      listener?.onMarks(marks)
      listener?.onIndex('BTC', INDEX, Date.now())
    },
  }
}
