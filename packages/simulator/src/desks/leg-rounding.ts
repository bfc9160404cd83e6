/** Leg prices on tick, near their marks, that add up to a structure price as closely as the ticks allow. Figures in whole ticks. */
export type PricedLeg = {
  readonly sign: 1 | -1
  readonly ratio: number
  /** The mark in ticks of this leg; not a whole number. */
  readonly markTicks: number
  readonly tick: number
  readonly leastTicks: number
  readonly mostTicks: number
}

/** Whole ticks for each leg. `target` is in price, as is `tick`. */
export function legTicks(legs: readonly PricedLeg[], target: number): readonly number[] {
  const within = (leg: PricedLeg, ticks: number): number => Math.min(leg.mostTicks, Math.max(leg.leastTicks, ticks))
  const chosen = legs.map((leg) => within(leg, Math.round(leg.markTicks)))
  const priceOf = (): number => legs.reduce((sum, leg, index) => sum + leg.sign * leg.ratio * leg.tick * chosen[index]!, 0)
  // The dearest leg bears a shift most easily; a ratio of one lets it fit exactly.
  const order = legs.map((leg, index) => ({ leg, index })).sort((a, b) => a.leg.ratio - b.leg.ratio || b.leg.markTicks - a.leg.markTicks)
  for (const { leg, index } of order) {
    const missing = target - priceOf()
    chosen[index] = within(leg, chosen[index]! + Math.round(missing / (leg.sign * leg.ratio * leg.tick)))
  }
  return chosen
}

export const structurePrice = (legs: readonly PricedLeg[], ticks: readonly number[]): number =>
  legs.reduce((sum, leg, index) => sum + leg.sign * leg.ratio * leg.tick * ticks[index]!, 0)
