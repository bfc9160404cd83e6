/** The desk's greeks by expiry, from what it has traded here, at the venue's marks; and what an open quote would make of them. Pure. */
import { formatExpiry, type Instant, type Instrument, type Mark } from '@parley/core'
import { modelGamma } from '../market-data/model-gamma.ts'

export type Greeks = { readonly delta: number; readonly gamma: number; readonly vega: number; readonly theta: number }
export type InventoryRow = Greeks & { readonly expiresAt: number; readonly expiry: string }
export type Inventory = {
  readonly rows: readonly InventoryRow[]
  readonly total: Greeks
  /** Held, but without a mark or no longer listed: not in the figures. */
  readonly leftOut: number
}

export type Holding = { readonly instrument: Instrument | undefined; readonly net: number }
type MarkOf = (instrumentId: number) => Mark | undefined

const nothing: Greeks = { delta: 0, gamma: 0, vega: 0, theta: 0 }

export const addGreeks = (a: Greeks, b: Greeks, times = 1): Greeks => ({
  delta: a.delta + times * b.delta,
  gamma: a.gamma + times * b.gamma,
  vega: a.vega + times * b.vega,
  theta: a.theta + times * b.theta,
})

export function inventoryOf(holdings: readonly Holding[], markOf: MarkOf, now: number): Inventory {
  const byExpiry = new Map<number, Greeks>()
  let leftOut = 0
  for (const { instrument, net } of holdings) {
    const mark = instrument === undefined ? undefined : markOf(instrument.id)
    if (instrument === undefined || mark === undefined) {
      leftOut += 1
      continue
    }
    // A perpetual has no expiry and stands first.
    const at = instrument.expiresAt ?? 0
    byExpiry.set(at, addGreeks(byExpiry.get(at) ?? nothing, greeksOf(instrument, mark, net, now)))
  }
  const rows = [...byExpiry]
    .sort(([a], [b]) => a - b)
    .map(([expiresAt, greeks]) => ({
      expiresAt,
      expiry: expiresAt === 0 ? 'PERP' : formatExpiry(expiresAt as Instant).toUpperCase(),
      ...greeks,
    }))
  return { rows, total: rows.reduce<Greeks>((sum, row) => addGreeks(sum, row), nothing), leftOut }
}

/** Delta in coin, gamma per dollar, vega and theta in dollars. An inverse future is counted in dollars, so its delta is those in coin. */
export function greeksOf(instrument: Instrument, mark: Mark, quantity: number, now: number): Greeks {
  if (instrument.kind === 'FUTURE') return { ...nothing, delta: instrument.marginKind === 'INVERSE' ? quantity / mark.markPrice : quantity }
  const greeks = mark.greeks ?? nothing
  return {
    delta: quantity * greeks.delta,
    gamma: quantity * modelGamma(instrument, mark, now),
    vega: quantity * greeks.vega,
    theta: quantity * greeks.theta,
  }
}
