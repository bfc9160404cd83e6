/** The allowance that a browser wallet gives the swap contract. Pure. */
import type { AuctionView } from '@parley/contracts'
import { OPTION_DECIMALS, parseUnits, sellAmountOf } from '@parley/core'

type Auctioned = Pick<AuctionView, 'min_price' | 'quantity' | 'bidding_token'>

/**
 * Ten times the cost of the full size at the lowest price, and ten times that again for a bid above it. An approval is public on the chain. One of
 * exactly the bid amount would reveal the price before the close (rulebook 19.8).
 */
export function approvalFor({ min_price, quantity, bidding_token: { decimals } }: Auctioned, pays: string): string {
  const least = sellAmountOf(parseUnits(min_price, decimals) ?? 0n, parseUnits(quantity, OPTION_DECIMALS) ?? 0n)
  let amount = (least > 0n ? least : 1n) * 10n
  while (amount < BigInt(pays)) amount *= 10n
  return String(amount)
}
