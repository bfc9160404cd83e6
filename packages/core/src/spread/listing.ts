/** The spreads that the platform lists from the instruments of the venues (rulebook 17.9). */
import type { Instrument } from '../catalogue/instrument.ts'
import { minimumBlock, quantityIncrement } from '../structure/minimum-block.ts'
import { product } from '../catalogue/products.ts'
import { ratio, type Price, type Quantity } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import type { Structure } from '../structure/structure.ts'
import { commonTick, leastCommonMultiple } from './leg-limits.ts'

export type ListedSpread = {
  readonly structure: Structure
  readonly minimumBlock: Quantity
  readonly quantityIncrement: Quantity
  readonly priceTick: Price
}

/**
 * One spread for every pair of a perpetual or future and a later future of one product. A pair is no longer listed when the first of its two expiries
 * is at most `quotesEndBeforeMs` away.
 */
export const listedSpreads = (instruments: readonly Instrument[], now: Instant, quotesEndBeforeMs: number): readonly ListedSpread[] =>
  [...Map.groupBy(instruments.filter(isListed), ({ productCode }) => productCode).values()].flatMap((family) =>
    pairsOf(family.toSorted((a, b) => expiryOf(a) - expiryOf(b)))
      .filter(([near, far]) => now < expiryOf(near.expiresAt === undefined ? far : near) - quotesEndBeforeMs)
      .map(([near, far]) => spreadOf(near, far)),
  )

/** A perpetual comes before every future, because futures are measured against it. */
const expiryOf = ({ expiresAt }: Instrument): number => expiresAt ?? 0

/** A product whose trades do not settle as blocks has no spreads (rulebook 16.1). */
function isListed({ kind, state, productCode }: Instrument): boolean {
  const { spreadTick, route } = product(productCode) ?? {}
  return kind === 'FUTURE' && state === 'ACTIVE' && spreadTick !== undefined && route === 'BLOCK'
}

function pairsOf(sorted: readonly Instrument[]): readonly (readonly [near: Instrument, far: Instrument])[] {
  return sorted.flatMap((near, place) =>
    sorted.slice(place + 1).flatMap((far) => (expiryOf(far) > expiryOf(near) ? [[near, far] as const] : [])),
  )
}

const ONE = ratio('1')

function spreadOf(near: Instrument, far: Instrument): ListedSpread {
  const structure: Structure = {
    legs: [
      { instrument: near, side: 'SELL', ratio: ONE },
      { instrument: far, side: 'BUY', ratio: ONE },
    ],
  }
  return {
    structure,
    minimumBlock: minimumBlock(structure),
    quantityIncrement: quantityIncrement(structure),
    priceTick: leastCommonMultiple(product(near.productCode)!.spreadTick!, commonTick(structure)) as Price,
  }
}
