/** The desk's greeks by expiry, from its trades here at the venue's marks, and the effect of an open quote. Pure. */
import { addGreeks, formatExpiry, noGreeks, unitGreeks, type Greeks, type Instant, type Instrument, type Mark } from '@parley/core'

export type InventoryRow = Greeks & { readonly expiresAt: number; readonly expiry: string }
export type Inventory = {
  readonly rows: readonly InventoryRow[]
  readonly total: Greeks
  /** Positions without a mark or no longer listed. They are not in the figures. */
  readonly leftOut: number
}

export type Holding = { readonly instrument: Instrument | undefined; readonly net: number }
type MarkOf = (instrumentId: number) => Mark | undefined

export function inventoryOf(holdings: readonly Holding[], markOf: MarkOf, now: number): Inventory {
  const byExpiry = new Map<number, Greeks>()
  let leftOut = 0
  for (const { instrument, net } of holdings) {
    const mark = instrument === undefined ? undefined : markOf(instrument.id)
    const unit = instrument === undefined || mark === undefined ? undefined : unitGreeks(instrument, mark, now)
    if (instrument === undefined || unit === undefined) {
      leftOut += 1
      continue
    }
    // A perpetual has no expiry and comes first.
    const at = instrument.expiresAt ?? 0
    byExpiry.set(at, addGreeks(byExpiry.get(at) ?? noGreeks, unit, net))
  }
  const rows = [...byExpiry]
    .sort(([a], [b]) => a - b)
    .map(([expiresAt, greeks]) => ({
      expiresAt,
      expiry: expiresAt === 0 ? 'PERP' : formatExpiry(expiresAt as Instant).toUpperCase(),
      ...greeks,
    }))
  return { rows, total: rows.reduce<Greeks>((sum, row) => addGreeks(sum, row), noGreeks), leftOut }
}
