/** The socket channels of the order book. Their names come from contracts. */
import { groupChannels as named, type GroupBase } from '@parley/contracts'
import type { NotificationChannel } from '../../../calls/channel.ts'
import type { GrfqService } from './service.ts'
import { outbox } from './messages.ts'

export function grfqChannels(base: GroupBase, { snapshots }: Pick<GrfqService, 'snapshots'>): readonly NotificationChannel[] {
  const channel = (
    name: 'rfq' | 'quote' | 'quote_book' | 'quote_status' | 'order' | 'trade' | 'trade_tape',
    notifications: string,
    snapshot: NotificationChannel['snapshot'],
  ): NotificationChannel => ({
    kind: 'notifications',
    name,
    notifications,
    also: named[name].also,
    snapshot,
  })
  return [
    channel('rfq', outbox.rfq, snapshots.markets),
    channel('quote', outbox.quote, snapshots.quotes),
    channel('quote_book', outbox.quoteBook, snapshots.books),
    ...(base === '/v1/ob' ? [channel('quote_status', outbox.quoteStatus, snapshots.status)] : []),
    channel('order', outbox.order[base], snapshots.orders(base)),
    channel('trade', outbox.trade[base], snapshots.trades(base)),
    channel('trade_tape', outbox.tape, snapshots.tape),
  ]
}
