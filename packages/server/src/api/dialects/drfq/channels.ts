/** The socket channels of direct RFQs. Their names come from contracts. */
import { channels as named } from '@parley/contracts'
import type { NotificationChannel } from '../../../calls/channel.ts'
import type { DrfqService } from './service.ts'

export const drfqChannels = ({ snapshots }: Pick<DrfqService, 'snapshots'>): readonly NotificationChannel[] => [
  { kind: 'notifications', name: 'rfqs', also: named.rfqs.also, snapshot: snapshots.rfqs },
  { kind: 'notifications', name: 'rfq_orders', also: named.rfq_orders.also, snapshot: snapshots.rfqOrders },
  { kind: 'notifications', name: 'orders', also: named.orders.also, snapshot: snapshots.orders },
  { kind: 'notifications', name: 'trades', also: named.trades.also, snapshot: snapshots.trades },
  { kind: 'notifications', name: 'trade_tape', also: named.trade_tape.also, snapshot: snapshots.tape },
]
