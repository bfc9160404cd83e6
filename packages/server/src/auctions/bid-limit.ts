/** The largest bid that the desk and the sender allow themselves in dollars, by the same rule as for their other orders (rulebook 11.8, 21.7). */
import { formatOptions, notionalRefusal, QUANTITY_DECIMALS, venueCodes, type Auction, type Quantity, type Refusal } from '@parley/core'
import type { Caller } from '../calls/route.ts'
import type { MarketData } from '../market-data/market-data.ts'
import type { ProtectionSettings } from '../protection/settings.ts'

/** `buyAmount` in units of the option token. */
export type BidLimit = (caller: Pick<Caller, 'desk' | 'user'>, auction: Auction, buyAmount: bigint) => Refusal | undefined

export type BidLimitParts = {
  readonly settings: Pick<ProtectionSettings, 'limitsOf'>
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
    return notionalRefusal(settings.limitsOf({ desk, user }), terms, index === undefined ? {} : { unitNotional: index })
  }
}

const inUnits = (amount: bigint): Quantity => Math.ceil(Number(formatOptions(amount)) * 10 ** QUANTITY_DECIMALS) as Quantity
