/** The name shown with a cancelled order or RFQ, which only its own desk reads (rulebook 8.14). */
import type { OrderView } from '@parley/contracts'
import type { Order } from '@parley/core'

/** Present only if a user, a key or a limit cancelled it. */
export const viewOfCanceledBy = ({ canceledBy: by }: Pick<Order, 'canceledBy'>): Pick<OrderView, 'canceled_by'> =>
  by === undefined ? {} : { canceled_by: { name: by.name, is_sender: by.isSender === true } }
