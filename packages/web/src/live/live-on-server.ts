/** The desk's RFQs and orders on the server, as far as this screen last knew, without those that have expired since. Pure. */
import { isResting, type Order, type Rfq } from '@parley/client'

export type LiveCounts = { readonly rfqs: number; readonly quotes: number; readonly limits: number }

type Held = { readonly rfqs: ReadonlyMap<string, Rfq>; readonly orders: ReadonlyMap<string, Order> }

export function liveOnServer({ rfqs, orders }: Held, now: number): LiveCounts {
  const lives = ({ expiresAt }: { readonly expiresAt?: number | undefined }): boolean => expiresAt === undefined || expiresAt > now
  const own = [...rfqs.values()].filter((rfq) => rfq.audience === 'DIRECT' && rfq.role === 'TAKER' && rfq.state === 'OPEN' && lives(rfq))
  const resting = [...orders.values()].filter((order) => isResting(order) && lives(order) && lives(rfqs.get(order.rfqId) ?? {}))
  const quotes = resting.filter(({ kind }) => kind === 'QUOTE').length
  return { rfqs: own.length, quotes, limits: resting.length - quotes }
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** `1 RFQ and 2 quotes are still live`. */
export function liveCountsText({ rfqs, quotes, limits }: LiveCounts): string {
  const parts = [
    ...(rfqs > 0 ? [counted(rfqs, 'RFQ')] : []),
    ...(quotes > 0 ? [counted(quotes, 'quote')] : []),
    ...(limits > 0 ? [counted(limits, 'limit')] : []),
  ]
  if (parts.length === 0) return 'you have no live RFQs or orders'
  const verb = rfqs + quotes + limits === 1 ? 'is' : 'are'
  return `${parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`} ${verb} still live`
}
