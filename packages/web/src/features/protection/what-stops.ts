/** Counts everything that a kill switch of the whole desk would cancel. Pure. */
import { isResting, type Order, type Rfq } from '@parley/client'

export type WhatStops = { readonly quotes: number; readonly orders: number; readonly rfqs: number }

type LiveOrders = {
  readonly orders: Iterable<Pick<Order, 'kind' | 'state' | 'resting'>>
  readonly rfqs: Iterable<Pick<Rfq, 'audience' | 'state' | 'role'>>
}

/** An order book belongs to no desk, so it stays open. */
export function whatStops({ orders, rfqs }: LiveOrders): WhatStops {
  const resting = [...orders].filter(isResting)
  return {
    quotes: resting.filter(({ kind }) => kind === 'QUOTE').length,
    orders: resting.filter(({ kind }) => kind === 'CROSS').length,
    rfqs: [...rfqs].filter(({ audience, state, role }) => audience === 'DIRECT' && state === 'OPEN' && role === 'TAKER').length,
  }
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** `6 quotes, 1 resting limit and 2 open RFQs`. Undefined if nothing is open. */
export function whatStopsText({ quotes, orders, rfqs }: WhatStops): string | undefined {
  const parts = [
    quotes > 0 ? counted(quotes, 'quote', 'quotes') : undefined,
    orders > 0 ? counted(orders, 'resting limit', 'resting limits') : undefined,
    rfqs > 0 ? counted(rfqs, 'open RFQ', 'open RFQs') : undefined,
  ].filter((part) => part !== undefined)
  if (parts.length < 2) return parts[0]
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
