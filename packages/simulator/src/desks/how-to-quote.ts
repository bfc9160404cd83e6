/** How a maker quotes: around the mark, each with its own lean and width. Pure: chance comes from outside. */
import type { Random } from '../deribit/random.ts'
import { between } from './chance.ts'
import { legTicks, structurePrice, type PricedLeg } from './leg-rounding.ts'

export type MakerStyle = {
  /** Where the middle of the quote stands: a part of its half width above or below the mark. */
  readonly lean: number
  /** Half width as a part of the premium of all legs. */
  readonly width: number
  /** 1 is a median maker; a slow one waits longer before it quotes and looks less often. */
  readonly slowness: number
}

export type Fairness = { readonly mark: number; readonly halfWidth: number }
export type TwoWay = {
  readonly bidTicks: readonly number[]
  readonly askTicks: readonly number[]
  readonly bid: number
  readonly ask: number
}

/** Every desk has its own hand, and keeps it for the day. */
export function drawStyle(random: Random): MakerStyle {
  return { lean: between(random, -0.5, 0.5), width: between(random, 0.006, 0.016), slowness: between(random, 0.6, 1.6) }
}

export function fairness(legs: readonly PricedLeg[], { width }: MakerStyle, widening: number): Fairness {
  const mark = legs.reduce((sum, leg) => sum + leg.sign * leg.ratio * leg.tick * leg.markTicks, 0)
  const premium = legs.reduce((sum, leg) => sum + leg.ratio * leg.tick * leg.markTicks, 0)
  const tick = Math.min(...legs.map((leg) => leg.tick))
  return { mark, halfWidth: Math.max(tick / 2, premium * width * widening) }
}

/** Undefined where the ticks leave no room for a bid below an ask. */
export function twoWay(legs: readonly PricedLeg[], style: MakerStyle, { mark, halfWidth }: Fairness): TwoWay | undefined {
  const middle = mark + style.lean * halfWidth
  const tick = Math.min(...legs.map((leg) => leg.tick))
  const bidTicks = legTicks(legs, Math.floor((middle - halfWidth) / tick) * tick)
  const askTicks = legTicks(legs, Math.ceil((middle + halfWidth) / tick) * tick)
  const [bid, ask] = [structurePrice(legs, bidTicks), structurePrice(legs, askTicks)]
  return ask - bid > tick / 2 ? { bidTicks, askTicks, bid, ask } : undefined
}

/** Whether the mark has moved so far that the old quote is no longer the maker's opinion. */
export const hasMoved = (quoted: Fairness, now: Fairness): boolean => Math.abs(now.mark - quoted.mark) > 0.4 * quoted.halfWidth

export type Mood = { readonly widening: number; readonly shows: 'BOTH' | 'BID' | 'ASK' }

/** Now and then a maker widens or takes a side away; a newcomer's RFQ always keeps both. */
export function drawMood(random: Random, isNewcomers: boolean): Mood {
  const widening = random.next() < 0.12 ? between(random, 1.5, 2.5) : between(random, 0.9, 1.2)
  const turn = random.next()
  return { widening, shows: isNewcomers || turn > 0.1 ? 'BOTH' : turn > 0.05 ? 'BID' : 'ASK' }
}
