/** The details of a cancelled order or RFQ for its own desk: who cancelled it, and why it did not trade (rulebook 8.14, 8.18). */
import type { OrderView } from '@parley/contracts'
import type { Order } from '@parley/core'

/** Present only if a user, a key or a limit cancelled it. */
export const viewOfCanceledBy = ({ canceledBy: by }: Pick<Order, 'canceledBy'>): Pick<OrderView, 'canceled_by'> =>
  by === undefined ? {} : { canceled_by: { name: by.name, is_sender: by.isSender === true } }

/** Present only if the order never rests and did not trade in full. */
export const viewOfUnfilled = ({ unfilledReason: reason }: Pick<Order, 'unfilledReason'>): Pick<OrderView, 'unfilled_reason'> =>
  reason === undefined ? {} : { unfilled_reason: reason }
