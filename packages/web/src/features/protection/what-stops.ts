/** What a kill switch of the whole desk would cancel now, counted from what is live. Pure. */
import type { GroupQuoteView, OrderView, RfqView } from '@parley/contracts'

export type WhatStops = { readonly quotes: number; readonly orders: number; readonly rfqs: number }

type Known = {
  readonly orders: Iterable<Pick<OrderView, 'state' | 'role'>>
  readonly groupQuotes: Iterable<Pick<GroupQuoteView, 'status' | 'remaining_quantity'>>
  readonly rfqs: Iterable<Pick<RfqView, 'state' | 'role'>>
}

export function whatStops({ orders, groupQuotes, rfqs }: Known): WhatStops {
  const open = [...orders].filter(({ state }) => state === 'OPEN')
  return {
    quotes: open.filter(({ role }) => role === 'MAKER').length + [...groupQuotes].filter(isResting).length,
    orders: open.filter(({ role }) => role === 'TAKER').length,
    rfqs: [...rfqs].filter(({ state, role }) => state === 'OPEN' && role === 'TAKER').length,
  }
}

const isResting = ({ status, remaining_quantity: rests }: Pick<GroupQuoteView, 'status' | 'remaining_quantity'>): boolean =>
  status === 'OPEN' && Number(rests) > 0

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** `6 quotes, 1 resting limit and 2 open RFQs`; undefined where nothing is open. */
export function whatStopsText({ quotes, orders, rfqs }: WhatStops): string | undefined {
  const parts = [
    quotes > 0 ? counted(quotes, 'quote', 'quotes') : undefined,
    orders > 0 ? counted(orders, 'resting limit', 'resting limits') : undefined,
    rfqs > 0 ? counted(rfqs, 'open RFQ', 'open RFQs') : undefined,
  ].filter((part) => part !== undefined)
  if (parts.length < 2) return parts[0]
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
