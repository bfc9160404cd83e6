/** The name beside a cancelled order, as both dialects write it. */
import type { OrderView } from '@parley/contracts'
import type { CanceledBy } from './order.ts'

export const canceledByOf = ({ canceled_by: by }: Pick<OrderView, 'canceled_by'>): CanceledBy | undefined =>
  by === undefined ? undefined : { name: by.name, isSender: by.is_sender }
