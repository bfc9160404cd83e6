/** Seeded orders and cancellations for one book, or for many in random order, generated in advance so that only the matcher is timed. */
import type { DeskId, Side } from '@parley/core'

type Placed = { readonly book: number; readonly id: number; readonly owner: DeskId; readonly side: Side; readonly quantity: number }
export type Operation =
  | (Placed & { readonly kind: 'LIMIT'; readonly price: number })
  | (Placed & { readonly kind: 'MARKET' })
  | { readonly kind: 'CANCEL'; readonly book: number; readonly id: number; readonly owner: DeskId }

const MIDDLE = 10_000
/** The prices on each side that most orders use. */
const LEVELS = 200
const BLOCK = 25
const DESKS = Array.from({ length: 40 }, (_, n) => `D${n}` as DeskId)
/** Takers leave nothing resting on the other side, so that self-trade prevention never changes what trades. */
const TAKERS: Readonly<Record<Side, DeskId>> = { BUY: 'XBUY' as DeskId, SELL: 'XSEL' as DeskId }
/** All desks that place orders. */
export const desks: readonly DeskId[] = [...DESKS, ...Object.values(TAKERS)]
/** Cancellations look back this far: most of the orders that they find still rest. */
const LOOKED_BACK = 4_000
const SEED = 20_261_121

/** Mulberry32. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `books` are numbered from 0; each operation goes to a random one. */
export function streamOf(count: number, books: number): readonly Operation[] {
  const next = chanceFrom(SEED)
  const below = (most: number): number => Math.floor(next() * most)
  const side = (): Side => (next() < 0.5 ? 'BUY' : 'SELL')
  const rested: { readonly book: number; readonly id: number; readonly owner: DeskId }[] = []
  return Array.from({ length: count }, (_, id): Operation => {
    const kind = next()
    if (kind < 0.2 && rested.length > 0) return { kind: 'CANCEL', ...rested[Math.max(0, rested.length - 1 - below(LOOKED_BACK))]! }
    const own = side()
    const book = books === 1 ? 0 : below(books)
    if (kind < 0.3) return { kind: 'MARKET', book, id, owner: TAKERS[own], side: own, quantity: BLOCK * (1 + below(5)) }
    const isCrossing = next() < 0.15
    const away = (own === 'BUY' ? -1 : 1) * (isCrossing ? -below(30) : 1 + below(LEVELS))
    const owner = isCrossing ? TAKERS[own] : DESKS[below(DESKS.length)]!
    if (!isCrossing) rested.push({ book, id, owner })
    return { kind: 'LIMIT', book, id, owner, side: own, price: MIDDLE + away, quantity: BLOCK * (1 + below(isCrossing ? 6 : 4)) }
  })
}
