/** The yearly cost of a spread order: its yield, the funding of the nearer leg and the fee (rulebook 21.15). */
import {
  carriedMs,
  feeRate,
  fundingRate,
  netRate,
  type OrderNow,
  priceToNumber,
  quantityToNumber,
  spreadFee,
  spreadRate,
} from '@parley/core'
import { useNow } from '../../live/use-live.ts'
import type { Strategy } from './model.ts'
import type { OrderToSend } from './order-to-send.ts'
import { useValue } from './use-spreads.ts'

export type Costs = {
  readonly gross: number | undefined
  /** The funding of the perpetual at its current rate. Undefined for two futures. */
  readonly funding: number | undefined
  /** The fee as a yearly rate, and in the coin that settles the spread. */
  readonly feeRate: number | undefined
  readonly fee: number | undefined
  readonly net: number | undefined
}

/** The part that fills now counts at its average, and the rest at the price of the order. */
export function useCosts(strategy: Strategy): (order: OrderToSend, now: OrderNow) => Costs {
  const value = useValue(strategy.id)
  const at = useNow(60_000)
  const overMs = carriedMs(strategy.near, strategy.far, at)
  const near = value?.nearMark
  return (order, now) => {
    const isPerpetual = strategy.near.expiresAt === undefined
    const funding = isPerpetual && value?.funding !== undefined ? fundingRate(value.funding) : undefined
    const spread = priceOf(order, now)
    if (near === undefined || spread === undefined) return { gross: undefined, funding, feeRate: undefined, fee: undefined, net: undefined }
    const rests = order.lifetime === 'IMMEDIATE_OR_CANCEL' ? 0 : quantityToNumber(now.left)
    const takes = quantityToNumber(now.takes)
    const charged = takes + rests === 0 ? { TAKER: quantityToNumber(order.amount), MAKER: 0 } : { TAKER: takes, MAKER: rests }
    const fee = spreadFee(strategy, charged, { near, far: near + spread })
    const figures = { funding, feeShare: fee?.share, carriedMs: overMs }
    const gross = spreadRate(spread, near, overMs)
    return {
      gross,
      funding,
      feeRate: feeRate(figures),
      fee: fee?.fee,
      net: isPerpetual && funding === undefined ? undefined : netRate(order.side, gross, figures),
    }
  }
}

function priceOf({ price, amount, lifetime }: OrderToSend, { takes, average, left }: OrderNow): number | undefined {
  const limit = price === undefined ? undefined : priceToNumber(price)
  if (average === undefined) return limit
  if (limit === undefined || left === 0 || lifetime === 'IMMEDIATE_OR_CANCEL') return average
  return (takes * average + left * limit) / amount
}
