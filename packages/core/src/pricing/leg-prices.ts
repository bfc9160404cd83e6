/**
 * Finds leg prices that add up to a structure's price (rulebook 6.11). The difference from the marks is distributed in proportion to the marks, which
 * keeps an option chain in order. The few ticks left by rounding go to the legs that they disturb least.
 */
import { PRICE_DECIMALS, formatPrice, type Price } from '../decimal.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { isHedge, type Leg, type Structure } from '../structure/structure.ts'
import { structurePrice } from '../structure/figures.ts'
import { UNIT_RATIO } from '../structure/recognise.ts'
import type { Mark } from './mark.ts'
import type { MarkOf } from './structure-mark.ts'

export type LegPricesRefusal = 'PriceOffTick' | 'PriceOutsideBand' | 'PricingImpossible' | 'OrderPriceMissing'

/** A leg during the search, with everything in whole ticks. */
type Seeking = {
  readonly leg: Leg
  readonly place: number
  /** The signed change of the structure's price by one tick of this leg, in a unit that is whole for all legs. */
  readonly step: number
  readonly mark: number
  readonly least: number
  readonly most: number
  ticks: number
}

/** Rounding leaves at most half a tick per leg, so a solution with more ticks than this has moved away from the marks. */
const MOST_TICKS = 40
const MOST_STANDS = 4_000
const ROUNDS = 25
/** The part of a tick by which a double from a model may exceed a venue's limit. */
const ROUNDING = 1e-9

/** One price per leg, with hedges at their own price. If the marks allow none, it refuses, and the person has to enter the prices. */
export function legPricesFor(structure: Structure, price: Price, markOf: MarkOf): readonly Price[] | Refusal<LegPricesRefusal> {
  const scale = structure.legs.reduce<number>((sofar, leg) => (isHedge(leg) ? sofar : greatestDivisor(sofar, leg.ratio)), UNIT_RATIO)
  const legs: Seeking[] = []
  for (const [place, leg] of structure.legs.entries()) {
    if (isHedge(leg)) continue
    const mark = markOf(leg.instrument.id)
    if (mark === undefined)
      return refuse(
        'OrderPriceMissing',
        '6.11',
        `${leg.instrument.name} has no mark price. Send a price for every leg.`,
        `legs.${place}.price`,
      )
    legs.push(seekingOf(leg, place, mark, scale))
  }
  const wanted = (price * UNIT_RATIO) / scale
  const unit = legs.reduce((sofar, { step }) => greatestDivisor(sofar, Math.abs(step)), 0)
  if (!Number.isSafeInteger(wanted) || wanted % unit !== 0)
    return refuse(
      'PriceOffTick',
      '6.11',
      `The price must be a multiple of ${tickText(unit, scale)}, so that every leg is on its tick.`,
      'price',
    )
  return find(legs, wanted, unit) ? pricesOf(structure, legs, price) : impossible(structure, legs, wanted)
}

/** Distributes the difference. A leg that would break the order of strikes stays at its mark, and the others take its share. */
function find(legs: readonly Seeking[], wanted: number, unit: number): boolean {
  const kept = new Set<number>()
  for (let attempt = 0; attempt <= legs.length; attempt++) {
    shareOut(legs, wanted, kept)
    if (!makeGood(legs, wanted, unit)) return false
    const stray = outOfOrder(legs)
    if (stray === undefined) return true
    kept.add(stray)
  }
  return false
}

function seekingOf(leg: Leg, place: number, mark: Mark, scale: number): Seeking {
  const { tickSize, kind } = leg.instrument
  const inTicks = (value: number): number => (value * 10 ** PRICE_DECIMALS) / tickSize
  const lowest = kind === 'OPTION' ? 0 : 1
  return {
    leg,
    place,
    step: ((leg.side === 'BUY' ? 1 : -1) * tickSize * leg.ratio) / scale,
    mark: inTicks(mark.markPrice),
    least: Math.max(lowest, Math.ceil(inTicks(mark.minPrice ?? 0) - ROUNDING)),
    most: mark.maxPrice === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(inTicks(mark.maxPrice) + ROUNDING),
    ticks: 0,
  }
}

const total = (legs: readonly Seeking[]): number => legs.reduce((sum, { step, ticks }) => sum + step * ticks, 0)
const clamped = ({ least, most }: Seeking, ticks: number): number => Math.min(Math.max(ticks, least), most)

/** Moves every leg by the same share of its mark, sold legs in the opposite direction. Legs that reach a limit stay there. */
function shareOut(legs: readonly Seeking[], wanted: number, kept: ReadonlySet<number>): void {
  const exact = legs.map((seeking) => ({ seeking, at: clamped(seeking, seeking.mark), weight: Math.max(seeking.mark, 1) }))
  for (let round = 0; round < ROUNDS; round++) {
    const missing = wanted - exact.reduce((sum, { seeking, at }) => sum + seeking.step * at, 0)
    const movable = exact.filter(
      ({ seeking, at }) => !kept.has(seeking.place) && (missing * seeking.step > 0 ? at < seeking.most : at > seeking.least),
    )
    const weight = movable.reduce((sum, one) => sum + Math.abs(one.seeking.step) * one.weight, 0)
    if (weight === 0 || Math.abs(missing) < 0.5) break
    for (const one of movable) one.at = clamped(one.seeking, one.at + Math.sign(one.seeking.step) * (missing / weight) * one.weight)
  }
  for (const { seeking, at } of exact) seeking.ticks = clamped(seeking, Math.round(at))
}

/** Finds the fewest single ticks that bring the sum to its target: a breadth-first search over the missing amount. */
function makeGood(legs: readonly Seeking[], wanted: number, unit: number): boolean {
  const missing = (wanted - total(legs)) / unit
  const farthest = MOST_TICKS * Math.max(...legs.map(({ step }) => Math.abs(step) / unit))
  if (missing === 0) return true
  if (Math.abs(missing) > farthest || !isInReach(legs, wanted)) return false
  const moves = legs.flatMap((seeking, at) => [{ at, by: 1, does: seeking.step / unit }, { at, by: -1, does: -seeking.step / unit }]) // prettier-ignore
  // Legs with larger marks come first, because a tick is a smaller share of them.
  moves.sort((a, b) => legs[b.at]!.mark - legs[a.at]!.mark)
  const start: Stand = { missing, moved: legs.map(() => 0), ticks: 0 }
  const seen = new Set([missing])
  for (let queue = [start], head = 0; head < queue.length && head < MOST_STANDS; head++) {
    const here = queue[head]!
    if (here.ticks === MOST_TICKS) return false
    for (const { at, by, does } of moves) {
      const { ticks, least, most } = legs[at]!
      const left = here.missing - does
      const then = ticks + here.moved[at]! + by
      if (seen.has(left) || Math.abs(left) > farthest || then < least || then > most) continue
      const next: Stand = { missing: left, moved: here.moved.with(at, here.moved[at]! + by), ticks: here.ticks + 1 }
      if (left === 0) return settle(legs, next)
      seen.add(left)
      queue.push(next)
    }
  }
  return false
}

/** A state of the search: the amount still missing, and the ticks by which each leg was moved. */
type Stand = { readonly missing: number; readonly moved: readonly number[]; readonly ticks: number }

function settle(legs: readonly Seeking[], { moved }: Stand): true {
  for (const [at, by] of moved.entries()) legs[at]!.ticks += by
  return true
}

/** Without this check, the search would try every combination before it found that the limits allow no solution. */
function isInReach(legs: readonly Seeking[], wanted: number): boolean {
  const lowest = legs.reduce((sum, { step, least, most }) => sum + step * (step > 0 ? least : most), 0)
  const highest = legs.reduce((sum, { step, least, most }) => sum + step * (step > 0 ? most : least), 0)
  return wanted >= lowest && wanted <= highest
}

/** The leg that breaks the order of the marks: within one expiry, calls get cheaper and puts get dearer with rising strikes. */
function outOfOrder(legs: readonly Seeking[]): number | undefined {
  for (const one of legs)
    for (const other of legs) {
      if (!isDearer(one, other) || one.ticks * one.leg.instrument.tickSize >= other.ticks * other.leg.instrument.tickSize) continue
      return one.mark < other.mark ? one.place : other.place
    }
  return undefined
}

function isDearer({ leg: { instrument: one }, mark }: Seeking, { leg: { instrument: other }, mark: otherMark }: Seeking): boolean {
  if (one.optionKind === undefined || one.optionKind !== other.optionKind || one.expiresAt !== other.expiresAt) return false
  const isBefore = one.optionKind === 'CALL' ? one.strike! < other.strike! : one.strike! > other.strike!
  return isBefore && mark * one.tickSize >= otherMark * other.tickSize
}

function pricesOf(structure: Structure, legs: readonly Seeking[], price: Price): readonly Price[] {
  const found = new Map(legs.map(({ place, ticks, leg }) => [place, (ticks * leg.instrument.tickSize) as Price]))
  const prices = structure.legs.map((leg, place) => leg.price ?? found.get(place)!)
  if (structurePrice(structure.legs, prices) !== price) throw new Error('leg prices that do not add up to the price of their structure')
  return prices
}

/** The refusal: the price is either outside the limits, or within them but without leg prices that add up to it. */
function impossible(structure: Structure, legs: readonly Seeking[], wanted: number): Refusal<LegPricesRefusal> {
  const [only] = structure.legs
  if (!isInReach(legs, wanted)) {
    const what =
      structure.legs.length === 1
        ? `the venue's price limits for ${only!.instrument.name}`
        : "the range that the venue's price limits of the legs allow"
    return refuse('PriceOutsideBand', '6.11', `The price is outside ${what}.`, 'price')
  }
  const message =
    'No leg prices on tick and in the order of their strikes add up to this price. Send a price closer to the mark, or a price for every leg.'
  return refuse('PricingImpossible', '6.11', message, 'price')
}

const tickText = (unit: number, scale: number): string => formatPrice(Math.max(1, Math.round((unit * scale) / UNIT_RATIO)) as Price)

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
