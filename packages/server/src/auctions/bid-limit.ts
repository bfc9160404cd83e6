/** The largest bid that the desk and the sender allow themselves in dollars, by the same rule as for their other orders (rulebook 11.8, 21.7). */
import {
  approvalRefusal,
  formatOptions,
  notionalRefusal,
  QUANTITY_DECIMALS,
  venueCodes,
  type Auction,
  type Quantity,
  type Refusal,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { ProtectionSettings } from '../protection/settings.ts'

/** `buyAmount` in units of the option token. */
export type BidLimit = (caller: Pick<Caller, 'desk' | 'user'>, auction: Auction, buyAmount: bigint) => Refusal | undefined

export type BidLimitParts = {
  readonly settings: Pick<ProtectionSettings, 'approvalAbove' | 'limitsOf'>
  readonly marketData: Pick<MarketData, 'indexPrice'>
}

/** The smallest quantity that a bid can have in our own units. A smaller rest of a bid counts as one. */
const UNIT = 1 as Quantity

export function createBidLimit({ settings, marketData }: BidLimitParts): BidLimit {
  const indexOf = (currency: string): number | undefined =>
    venueCodes.map((venue) => marketData.indexPrice(venue, currency)?.price).find((price) => price !== undefined)
  return ({ desk, user }, auction, buyAmount) => {
    const index = indexOf(auction.option.underlying)
    const terms = {
      quantity: inUnits(buyAmount),
      quantityIncrement: UNIT,
      minimumBlock: auction.awards === 'ONE' ? inUnits(buyAmount) : inUnits(auction.leastSize),
    }
    const figures = index === undefined ? {} : { unitNotional: index }
    return (
      notionalRefusal(settings.limitsOf({ desk, user }), terms, figures) ??
      neverHeld(approvalRefusal(settings.approvalAbove({ desk, user }), terms, figures))
    )
  }
}

/** A bid is sealed, so no second record of it waits for approval (rulebook 11.15). */
function neverHeld(refusal: Refusal | undefined): Refusal | undefined {
  if (refusal === undefined) return undefined
  const { asks: _asks, ...kept } = refusal
  return { ...kept, message: `${kept.message} A bid is sealed and cannot wait for approval.` }
}

const inUnits = (amount: bigint): Quantity => Math.ceil(Number(formatOptions(amount)) * 10 ** QUANTITY_DECIMALS) as Quantity
