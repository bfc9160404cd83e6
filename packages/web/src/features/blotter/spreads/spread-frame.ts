/** Applies the changes of listed spreads since the last frame. Pure. */
import type { ModelChange, Order, TapeTrade, Trade } from '@parley/client'
import { applyChanges, newestFirst, sweep } from '../../../live/collection.ts'
import { limits } from '../../../live/limits.ts'
import type { SpreadDeals } from '../../../live/spread-deals.ts'
import { filledAt } from '../../../live/store.ts'

type Changes<T> = ModelChange<T, 'SPREADS'>[]
export type SpreadChanges = {
  readonly orders: Changes<Order<'SPREADS'>>
  readonly trades: Changes<Trade<'SPREADS'>>
  readonly tape: Changes<TapeTrade<'SPREADS'>>
}

export const noSpreadChanges = (): SpreadChanges => ({ orders: [], trades: [], tape: [] })

const keep = () => 'keep' as const

/** Closed orders stay until the views have seen them leave. The order history then has them. */
export function withSpreadChanges(deals: SpreadDeals, { orders, trades, tape }: SpreadChanges, now: number): SpreadDeals {
  const isOld = ({ state, updatedAt = now }: Order<'SPREADS'>) => state === 'CLOSED' && now - updatedAt > limits.recentlyClosedMs
  return {
    ...deals,
    orders: orders.length === 0 ? deals.orders : sweep(applyChanges(deals.orders, orders, keep), isOld),
    trades: applyChanges(deals.trades, trades, keep),
    tape: newestFirst(deals.tape, tape, filledAt, limits.tapeRows),
    isLoaded: deals.isLoaded || orders.some(({ event }) => event === 'SNAPSHOT'),
  }
}
