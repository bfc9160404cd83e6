/** The value of a structure at its legs' marks (rulebook 6.3, 6.4). Model figures are doubles, never money. */
import { priceToNumber, ratioToNumber } from '../decimal.ts'
import { isHedge, strategyLegs, type Leg, type Structure } from '../structure/structure.ts'
import type { Greeks } from './black76.ts'
import type { Mark } from './mark.ts'

export type MarkOf = (instrumentId: number) => Mark | undefined

export type StructureMark = {
  readonly markPrice: number
  /** The largest of the legs' marks times their ratios, as an absolute value. */
  readonly largestLegMark: number
  /** The volatilities of the legs, weighted by vega; undefined without options. */
  readonly markIv: number | undefined
  /** The bid and ask of the venue's own book for all legs at once; undefined if a leg has no such side. */
  readonly bidPrice: number | undefined
  readonly askPrice: number | undefined
  /** The venue's limits for all legs at once; undefined if a leg has none. */
  readonly minPrice: number | undefined
  readonly maxPrice: number | undefined
  /** For one unit of the structure, without its hedges. */
  readonly greeks: Greeks
  /** The delta with its hedges, in coin. */
  readonly hedgedDelta: number
  /** The time of the oldest mark in it, ms. */
  readonly at: number
}

/** Undefined while a leg that is not a hedge has no mark. */
export function structureMark(structure: Structure, markOf: MarkOf): StructureMark | undefined {
  const legs = strategyLegs(structure).map((leg) => ({ leg, mark: markOf(leg.instrument.id), weight: signedRatio(leg) }))
  if (!legs.every((each): each is WeighedMark => each.mark !== undefined)) return undefined
  const greeks = {
    delta: sum(legs, ({ mark, leg }) => mark.greeks?.delta ?? futureDelta(leg, mark)),
    gamma: sum(legs, ({ mark }) => mark.greeks?.gamma ?? 0),
    vega: sum(legs, ({ mark }) => mark.greeks?.vega ?? 0),
    theta: sum(legs, ({ mark }) => mark.greeks?.theta ?? 0),
  }
  return {
    markPrice: sum(legs, ({ mark }) => mark.markPrice),
    largestLegMark: Math.max(...legs.map(({ mark, weight }) => Math.abs(weight * mark.markPrice))),
    markIv: weightedIv(legs),
    bidPrice: sumOfSides(legs, (mark) => mark.bidPrice, (mark) => mark.askPrice), // prettier-ignore
    askPrice: sumOfSides(legs, (mark) => mark.askPrice, (mark) => mark.bidPrice), // prettier-ignore
    minPrice: sumOfSides(legs, (mark) => mark.minPrice, (mark) => mark.maxPrice), // prettier-ignore
    maxPrice: sumOfSides(legs, (mark) => mark.maxPrice, (mark) => mark.minPrice), // prettier-ignore
    greeks,
    hedgedDelta:
      greeks.delta + structure.legs.filter(isHedge).reduce((total, hedge) => total + signedRatio(hedge) * hedgeUnitDelta(hedge), 0),
    at: Math.min(...legs.map(({ mark }) => mark.at)),
  }
}

type WeighedMark = { readonly leg: Leg; readonly mark: Mark; readonly weight: number }

export const signedRatio = (leg: Leg): number => (leg.side === 'BUY' ? 1 : -1) * ratioToNumber(leg.ratio)

const sum = (legs: readonly WeighedMark[], of: (leg: WeighedMark) => number): number =>
  legs.reduce((total, leg) => total + leg.weight * of(leg), 0)

/** Buying the structure uses the `bought` figure of the legs it buys and the `sold` figure of those it sells. */
function sumOfSides(legs: readonly WeighedMark[], bought: (mark: Mark) => number | undefined, sold: (mark: Mark) => number | undefined) {
  let total = 0
  for (const { mark, weight } of legs) {
    const figure = weight > 0 ? bought(mark) : sold(mark)
    if (figure === undefined) return undefined
    total += weight * figure
  }
  return total
}

function weightedIv(legs: readonly WeighedMark[]): number | undefined {
  let weight = 0
  let total = 0
  for (const { mark, weight: ratio } of legs) {
    if (mark.markIv === undefined) continue
    const vega = Math.abs(ratio) * Math.max(mark.greeks?.vega ?? 0, Number.MIN_VALUE)
    weight += vega
    total += vega * mark.markIv
  }
  return weight === 0 ? undefined : total / weight
}

/** An inverse future is counted in USD, so that one unit is a fraction of a coin; one unit of a linear future is a coin. */
const futureDelta = (leg: Leg, mark: Mark): number => (leg.instrument.marginKind === 'INVERSE' ? 1 / mark.markPrice : 1)
const hedgeUnitDelta = (leg: Leg): number => (leg.instrument.marginKind === 'INVERSE' ? 1 / priceToNumber(leg.price!) : 1)
