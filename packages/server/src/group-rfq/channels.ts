/** The order-book flow on its sockets; the words come from contracts. */
import { groupChannels as named, type GroupBase } from '@parley/contracts'
import type { NoteChannel } from '../socket/channel.ts'
import type { GroupRfqService } from './create-group-rfq.ts'
import { noted } from './notes.ts'

export function groupRfqChannels(base: GroupBase, { snapshots }: Pick<GroupRfqService, 'snapshots'>): readonly NoteChannel[] {
  const channel = (
    name: 'rfq' | 'quote' | 'quote_book' | 'quote_status' | 'order' | 'trade' | 'trade_tape',
    notes: string,
    snapshot: NoteChannel['snapshot'],
  ): NoteChannel => ({
    kind: 'notes',
    name,
    notes,
    also: named[name].also,
    snapshot,
  })
  return [
    channel('rfq', noted.rfq, snapshots.markets),
    channel('quote', noted.quote, snapshots.quotes),
    channel('quote_book', noted.quoteBook, snapshots.books),
    ...(base === '/v1/ob' ? [channel('quote_status', noted.quoteStatus, snapshots.status)] : []),
    channel('order', noted.order[base], snapshots.orders(base)),
    channel('trade', noted.trade[base], snapshots.trades(base)),
    channel('trade_tape', noted.tape, snapshots.tape),
  ]
}
