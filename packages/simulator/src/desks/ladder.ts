/** The quotes that a maker wants on each side of a structure, and the order in which it sends them. Pure. */
import type { MarkOf, Quantity, Structure } from '@parley/core'
import { leaning, twoWay, type Fairness, type MakerStyle, type Mood, type Quote } from './how-to-quote.ts'

export type Side = 'BUY' | 'SELL'
/** A side and a level: `BUY 0` is the top. */
export type LadderPlace = `${Side} ${0 | 1}`
/** Without a quote, the level should be empty. */
export type Rung = { readonly place: LadderPlace; readonly side: Side; readonly quote: Quote | undefined }

export type View = {
  readonly structure: Structure
  readonly markOf: MarkOf
  readonly style: MakerStyle
  /** Its recent buys minus its recent sells, in its own sizes. */
  readonly position: number
  readonly fair: Fairness
  readonly shows: Mood['shows']
  /** Undefined the first time. */
  readonly quoted: Fairness | undefined
}

/** How much wider and larger the outer quote is. */
const OUTER_WIDTH = 1.9
const OUTER_SIZE = 2

/** The side that the market is moving away from goes first, so that the desk's own bid never meets the desk's own ask. */
export function ladder({ structure, markOf, style, position, fair, shows, quoted }: View): readonly Rung[] {
  const own = leaning(style, position)
  const depths = style.isDeep ? ([0, 1] as const) : ([0] as const)
  const rises = quoted !== undefined && fair.mark > quoted.mark
  const sides = rises ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const)
  return sides.flatMap((side) =>
    depths.map((depth): Rung => {
      const halfWidth = fair.halfWidth * (depth === 0 ? 1 : OUTER_WIDTH)
      const { bid, ask } = twoWay(structure, markOf, own, { ...fair, halfWidth })
      const isShown = shows === 'BOTH' || (shows === 'BID') === (side === 'BUY')
      return { place: `${side} ${depth}`, side, quote: isShown ? (side === 'BUY' ? bid : ask) : undefined }
    }),
  )
}

export const sizeAt = (place: LadderPlace, size: Quantity): Quantity => (place.endsWith('1') ? size * OUTER_SIZE : size) as Quantity
