/** The venue's fee for a whole block, hedges included, for one party: by the schedule that the comparison of venues uses (rulebook 6.16, 14.1). */
import { blockFee, feeCurrency, type FeeRole } from '../catalogue/block-fees.ts'
import type { Price, Quantity } from '../decimal.ts'
import { legQuantities } from '../structure/figures.ts'
import { strategyLegs, type Leg, type Structure } from '../structure/structure.ts'

export type FeeFacts = {
  readonly role: FeeRole
  /** The price of one unit of the structure, which is that of its leg if there is only one. */
  readonly price: Price | undefined
  /** The price of a leg of several, which is not known before the trade: its mark. Hedges have a price of their own. */
  readonly markOf: (instrumentId: number) => Price | undefined
  /** The venue's index price, on which some fees depend. */
  readonly index: Price | undefined
}

/** By fee currency. Undefined if a price that the fee depends on is not known. */
export function structureFee(structure: Structure, quantity: Quantity, facts: FeeFacts): ReadonlyMap<string, Price> | undefined {
  const quantities = legQuantities(structure, quantity)
  if (quantities === undefined) return undefined
  const isLone = strategyLegs(structure).length === 1
  const priceOf = (leg: Leg): Price | undefined => leg.price ?? (isLone ? facts.price : undefined) ?? facts.markOf(leg.instrument.id)
  const fees = new Map<string, Price>()
  for (const [place, leg] of structure.legs.entries()) {
    const price = priceOf(leg)
    const fee =
      price === undefined
        ? undefined
        : blockFee({ instrument: leg.instrument, price, quantity: quantities[place]! }, facts.role, facts.index)
    if (fee === undefined) return undefined
    const currency = feeCurrency(leg.instrument)
    fees.set(currency, ((fees.get(currency) ?? 0) + fee) as Price)
  }
  return fees
}
