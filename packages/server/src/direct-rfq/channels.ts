/** The direct flow on the socket; the words come from contracts. */
import { channels as named } from '@parley/contracts'
import type { NoteChannel } from '../socket/channel.ts'
import type { DirectRfqService } from './service.ts'

export const directRfqChannels = ({ snapshots }: Pick<DirectRfqService, 'snapshots'>): readonly NoteChannel[] => [
  { kind: 'notes', name: 'rfqs', also: named.rfqs.also, snapshot: snapshots.rfqs },
  { kind: 'notes', name: 'rfq_orders', also: named.rfq_orders.also, snapshot: snapshots.rfqOrders },
  { kind: 'notes', name: 'orders', also: named.orders.also, snapshot: snapshots.orders },
  { kind: 'notes', name: 'trades', also: named.trades.also, snapshot: snapshots.trades },
  { kind: 'notes', name: 'trade_tape', also: named.trade_tape.also, snapshot: snapshots.tape },
]
