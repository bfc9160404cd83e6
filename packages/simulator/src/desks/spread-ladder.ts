/** The value of a listed spread to a simulated desk, and the ladder that a maker shows. Pure: randomness is passed in. */
import type { StrategyView } from '@parley/client'
import { carriedMs } from '@parley/core'
import type { MakerStyle, Worth } from './how-to-quote.ts'
import type { Side } from './ladder.ts'
import type { VenueMarks } from './venue-marks.ts'

/** The level: 0 is the top. */
export type SpreadDepth = 0 | 1 | 2
export type SpreadPlace = `${Side} ${SpreadDepth}`
/** An order that the maker wants. */
export type SpreadRung = {
  readonly place: SpreadPlace
  readonly side: Side
  readonly depth: SpreadDepth
  readonly price: string
  readonly amount: string
  /** The distance from the maker's middle, in the unit of the price. It decides how far off an order may be. */
  readonly distance: number
}

/** A resting order, as its maker knows it. */
export type RestingRung = { readonly price: string; readonly amount: string; readonly resting: string }

const NANOSECONDS_PER_MS = 1_000_000
const MS_PER_YEAR = 365 * 86_400_000
/** Half a percent of the nearer leg for a spread of a few days, and twice that for one of a year. */
const PREMIUM = 0.005
/** Each level is this many half widths further out than the previous one. */
const RUNG = 0.9

/** Undefined while a leg has no mark. */
export function spreadWorth({ venue, legs }: StrategyView, marks: VenueMarks, now: number): Worth | undefined {
  const [near, far] = legs.map(({ instrument_id: id, instrument_name: name }) => marks({ id, venue, venue_instrument_name: name }))
  if (near === undefined || far === undefined) return undefined
  const [nearEnds, farEnds] = legs.map(({ expires_at: at }) => Number(at) / NANOSECONDS_PER_MS)
  const years = carriedMs({ expiresAt: nearEnds === 0 ? undefined : nearEnds }, { expiresAt: farEnds! }, now) / MS_PER_YEAR
  return { mark: far.markPrice - near.markPrice, premium: near.markPrice * PREMIUM * (1 + years) }
}

type Shown = { readonly strategy: StrategyView; readonly style: MakerStyle; readonly worth: Worth; readonly blocks: number }

/** The inner levels first, on both sides. `blocks` is their size in minimum blocks. */
export function spreadLadder({ strategy, style, worth, blocks }: Shown): readonly SpreadRung[] {
  const step = Number(strategy.min_tick_size)
  const halfWidth = Math.max(step, worth.premium * style.width)
  const middle = worth.mark + style.lean * halfWidth
  const depths: readonly SpreadDepth[] = style.isDeep ? [0, 1, 2] : [0, 1]
  return depths.flatMap((depth) =>
    (['BUY', 'SELL'] as const).map((side): SpreadRung => {
      const distance = halfWidth * (1 + RUNG * depth)
      const steps = side === 'BUY' ? Math.floor((middle - distance) / step) : Math.ceil((middle + distance) / step)
      return {
        ...{ place: `${side} ${depth}`, side, depth, distance },
        price: textOf(steps * step, strategy.min_tick_size),
        amount: spreadAmount(strategy, blocks * (depth + 1)),
      }
    }),
  )
}

/** An amount of this many minimum blocks. */
export const spreadAmount = ({ min_block_size: block, min_order_size: step }: StrategyView, blocks: number): string =>
  textOf(block * blocks, String(step))

const textOf = (value: number, step: string): string => value.toFixed(step.split('.')[1]?.length ?? 0)

/** The fraction of its distance by which the mark may move before a level follows; outer levels stay longer. */
const BOUND = 0.4

/** Whether a level is missing, too far from its place, or mostly filled. */
export const isDue = (wished: SpreadRung, known: RestingRung | undefined): boolean =>
  known === undefined ||
  Math.abs(Number(known.price) - Number(wished.price)) > BOUND * wished.distance ||
  Number(known.resting) < Number(known.amount) / 2
