/** Which notes of the market are news for a person of the desk who is away, in one line each (decision 0322). */
import type { BlockTradeView, GroupTradeView, RfqView } from '@parley/contracts'
import type { DeskId } from '@parley/core'
import type { Note } from '../../engine/engine.ts'
import { noted } from '../../group-rfq/notes.ts'

/** Trades are told to whom the switch for trading is on; new RFQs to everybody, as on the screen. */
export type News = { readonly desk: DeskId; readonly about: 'RFQ' | 'TRADE'; readonly line: string }

export function newsOf({ audience, channel, event, data }: Note): News | undefined {
  if (!audience.startsWith('desk:')) return undefined
  const desk = audience.slice('desk:'.length) as DeskId
  if (channel === 'rfqs' && event === 'ADDED') return rfqNews(desk, data as RfqView)
  if (channel === 'trades' && event === 'UPDATED') return tradeNews(desk, data as BlockTradeView)
  // Each base tells the same trade; one of them is enough.
  if (channel === noted.trade['/v1/grfq'] && event === 'UPDATED') {
    const { trade } = data as { readonly trade: GroupTradeView }
    return tradeNews(desk, { ...trade, state: groupStates[trade.status] })
  }
  return undefined
}

function rfqNews(desk: DeskId, { role, description, quantity, venue, taker_desk_name: taker }: RfqView): News | undefined {
  if (role !== 'MAKER') return undefined
  return { desk, about: 'RFQ', line: `RFQ received from ${taker ?? 'an anonymous taker'}: ${quantity} × ${description}, ${venue}.` }
}

/** The order book's words for what becomes of a trade, in the direct flow's. */
const groupStates = { PENDING: 'PENDING_SETTLEMENT', COMPLETED: 'FILLED', REJECTED: 'REJECTED' } as const

type Settled = Pick<BlockTradeView, 'state' | 'side' | 'quantity' | 'description' | 'price' | 'quote_currency' | 'venue'>

function tradeNews(
  desk: DeskId,
  { state, side, quantity, description, price, quote_currency: currency, venue }: Settled,
): News | undefined {
  const what = `${side === 'BUY' ? 'bought' : 'sold'} ${quantity} × ${description} at ${price} ${currency}, ${venue}.`
  if (state === 'FILLED') return { desk, about: 'TRADE', line: `Trade settled: ${what}` }
  return state === 'REJECTED' ? { desk, about: 'TRADE', line: `Trade rejected by the venue: ${what}` } : undefined
}
