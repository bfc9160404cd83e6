/** What a person has to hear of the order-book markets: their own trades, each time the venue says more. */
import type { GroupTradeView } from '@parley/contracts'
import type { GroupHeard, GroupLive } from './group-store.ts'
import { type Notice, tell } from './notices.ts'

export const announceGroup = (before: GroupLive, heard: GroupHeard): void => tell(groupNotices(before, heard))

export function groupNotices(before: Pick<GroupLive, 'trades'>, heard: Pick<GroupHeard, 'trade'>): readonly Notice[] {
  return heard.trade.flatMap((change) => {
    if (change.event === 'SNAPSHOT' || before.trades.get(change.data.id)?.status === change.data.status) return []
    return [tradeNotice(change.data)]
  })
}

/** Quotes of the order book are met without names, so no counterparty is told. */
function tradeNotice(trade: GroupTradeView): Notice {
  const about = { key: `group-trade-${trade.id}`, rfqId: trade.rfq_id }
  const did = `${trade.side === 'BUY' ? 'Bought' : 'Sold'} ${trade.quantity} @ ${trade.price}`
  const text = trade.description.replace(/\s+/g, ' ')
  switch (trade.status) {
    case 'PENDING':
      return { ...about, tone: 'info', title: `${did}, settling`, text: `${text} · settling on ${trade.venue}` }
    case 'COMPLETED':
      return { ...about, tone: 'done', title: `${did}, filled`, text: `${text} · settled on ${trade.venue}` }
    case 'REJECTED':
      return {
        ...about,
        tone: 'refused',
        title: `${trade.venue} refused the trade`,
        text: `${trade.venue_error ?? 'No reason was given.'} · ${text}`,
      }
  }
}
