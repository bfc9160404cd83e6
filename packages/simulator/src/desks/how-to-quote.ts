/** How a maker quotes: around the mark, with its own bias and width. Pure: randomness is passed in. */
import {
  isRefusal,
  legPricesFor,
  priceFromNumber,
  priceToNumber,
  ratioToNumber,
  strategyLegs,
  structureMark,
  structureTick,
  type MarkOf,
  type Price,
  type Structure,
} from '@parley/core'
import type { Random } from '../exchange/random.ts'
import { between } from './chance.ts'

export type MakerStyle = {
  /** The middle of the quote, as a fraction of its half width above or below the mark. */
  readonly lean: number
  /** Half width as a fraction of the total premium of the legs. */
  readonly width: number
  /** 1 is a median maker. A slow one waits longer before it quotes, and checks its quotes less often. */
  readonly slowness: number
  /** In the order book it shows two levels on each side. */
  readonly isDeep: boolean
}

export type Fairness = { readonly mark: number; readonly halfWidth: number }
export type Quote = { readonly price: Price; readonly legs: readonly Price[] }
/** A side is missing if no leg prices within the venue's limits add up to it. */
export type TwoWay = { readonly bid: Quote | undefined; readonly ask: Quote | undefined }

/** A future's price is known far more precisely than an option's, and a spread's as precisely as that of its most valuable leg. */
const FUTURE_WIDTH = 0.03

/** Every desk has its own style, and keeps it for the day. */
export function drawStyle(random: Random): MakerStyle {
  return {
    lean: between(random, -0.5, 0.5),
    width: between(random, 0.006, 0.016),
    slowness: between(random, 0.6, 1.6),
    isDeep: random.next() < 0.5,
  }
}

/** A maker that has bought prefers to sell: the middle moves against the position by a third of the half width for each of its own sizes. */
export const leaning = (style: MakerStyle, position: number): MakerStyle => ({
  ...style,
  lean: Math.max(-0.8, Math.min(0.8, style.lean - position / 3)),
})

/** The value of a structure, and the premium at risk of mispricing. The value may be close to zero while the premium is large. */
export type Worth = { readonly mark: number; readonly premium: number }

/** Undefined while a leg has no mark. */
export function worthOf(structure: Structure, markOf: MarkOf): Worth | undefined {
  const worth = structureMark(structure, markOf)
  if (worth === undefined) return undefined
  let options = 0
  let future = 0
  for (const { instrument, ratio } of strategyLegs(structure)) {
    const paid = ratioToNumber(ratio) * markOf(instrument.id)!.markPrice
    if (instrument.kind === 'OPTION') options += paid
    else future = Math.max(future, paid)
  }
  return { mark: worth.markPrice, premium: options + future * FUTURE_WIDTH }
}

/** Undefined while a leg has no mark. */
export function fairness(structure: Structure, markOf: MarkOf, { width }: MakerStyle, widening: number): Fairness | undefined {
  const worth = worthOf(structure, markOf)
  if (worth === undefined) return undefined
  const { mark, premium } = worth
  return { mark, halfWidth: Math.max(priceToNumber(structureTick(structure)) / 2, premium * width * widening) }
}

/** If no taker has lifted the quote yet, a maker that wants the trade tightens it by almost half over three quarters of a minute. */
export const eagerness = (ageMs: number): number => 1 - 0.45 * Math.max(0, Math.min(1, ageMs / 45_000))

export function twoWay(structure: Structure, markOf: MarkOf, { lean }: MakerStyle, { mark, halfWidth }: Fairness): TwoWay {
  const tick = structureTick(structure)
  const middle = mark + lean * halfWidth
  const least = strategyLegs(structure).length === 1 ? tick : -Infinity
  const steps = (value: number, round: (ticks: number) => number): Price =>
    Math.max(least, round((priceFromNumber(value) ?? 0) / tick) * tick) as Price
  const bid = steps(middle - halfWidth, Math.floor)
  const ask = Math.max(bid + tick, steps(middle + halfWidth, Math.ceil)) as Price
  return { bid: quoteAt(structure, markOf, bid), ask: quoteAt(structure, markOf, ask) }
}

function quoteAt(structure: Structure, markOf: MarkOf, price: Price): Quote | undefined {
  const legs = legPricesFor(structure, price, markOf)
  return isRefusal(legs) ? undefined : { price, legs }
}

/** Whether the mark has moved so far that the old quote is stale. */
export const hasMoved = (quoted: Fairness, now: Fairness): boolean => Math.abs(now.mark - quoted.mark) > 0.4 * quoted.halfWidth

/** Whether it would now quote clearly closer. */
export const comesIn = (quoted: Fairness, now: Fairness): boolean => now.halfWidth < 0.8 * quoted.halfWidth

export type Mood = { readonly widening: number; readonly shows: 'BOTH' | 'BID' | 'ASK' }

/** Occasionally a maker widens its quote or cancels one side. In a user's RFQ it always keeps both. */
export function drawMood(random: Random, asker: 'NEWCOMER' | 'STRANGER'): Mood {
  const widening = random.next() < 0.12 ? between(random, 1.5, 2.5) : between(random, 0.9, 1.2)
  const turn = random.next()
  return { widening, shows: asker === 'NEWCOMER' || turn > 0.1 ? 'BOTH' : turn > 0.05 ? 'BID' : 'ASK' }
}
