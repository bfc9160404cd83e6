/** Texts that distinguish the entry, which may follow the mark, from the live quote, which does not. Pure. */
import type { Order } from '@parley/client'
import { priceText } from '@parley/core'
import { groupedText } from '../../../components/figure-text.ts'
import type { MakerSide } from './maker-form.ts'
import { makerSides } from './quote-lines.ts'

type Sides<T> = Readonly<Record<MakerSide, T>>
export type LiveQuote = Partial<Sides<Pick<Order, 'price' | 'resting'>>>
type Entry = Sides<{ readonly price: string | undefined }>

export type FollowWords = {
  readonly entry: string
  /** Undefined while the desk has no live quote in the RFQ. */
  readonly live: string | undefined
  readonly isBehind: boolean
}

export function followWords(doesFollow: boolean, entry: Entry, live: LiveQuote, decimals: number): FollowWords {
  const words = doesFollow ? 'Entry follows the mark' : 'Entry is fixed'
  if (live.BUY === undefined && live.SELL === undefined) return { entry: words, live: undefined, isBehind: false }
  const away = distance(entry, live)
  const prices = makerSides.map((side) => (live[side] === undefined ? '—' : priceText(live[side].price, decimals))).join(' / ')
  const how = away === 0 ? 'at the entry' : `${groupedText(away, decimals)} ${doesFollow ? 'behind' : 'from the entry'}`
  return {
    entry: words,
    live: `Live ${prices} is ${how}`,
    isBehind: doesFollow && away > 0,
  }
}

/** The larger distance of the two sides. A side that only one of them has is ignored. */
function distance(entry: Entry, live: LiveQuote): number {
  const all = makerSides.map((side) => {
    const [typed, stands] = [entry[side].price, live[side]?.price]
    return typed === undefined || stands === undefined ? 0 : Math.abs(Number(typed) - Number(stands))
  })
  const most = Math.max(...all)
  // Doubles can differ slightly even if the decimals are equal.
  return most < HAIR ? 0 : most
}
const HAIR = 1e-9
