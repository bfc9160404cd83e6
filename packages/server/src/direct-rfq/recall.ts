/** What of sent requests and placed orders does not change, kept in memory: a quote, its replacement and its cancel need no query. */
import { Recent, type DeskId, type DirectRfq, type Order, type Role, type Side } from '@parley/core'
import { KEPT_ORDERS, KEPT_RFQS } from './limits.ts'
import type { DirectRfqStore } from './store.ts'

export type KnownOrder = {
  readonly id: Order['id']
  readonly rfq: DirectRfq
  readonly desk: DeskId
  readonly role: Role
  readonly side: Side
}

export type Recall = {
  /** Of a request that was sent: its structure, its desks, its market. Its state is as old as the memory. */
  rfq(id: string): Promise<DirectRfq | undefined>
  order(id: string): Promise<KnownOrder | undefined>
  remember(rfq: DirectRfq, order: Order): void
}

export function createRecall(store: Pick<DirectRfqStore, 'rfq' | 'order'>): Recall {
  const rfqs = new Recent<string, DirectRfq>(KEPT_RFQS)
  const orders = new Recent<string, KnownOrder>(KEPT_ORDERS)
  const remember = (rfq: DirectRfq, { id, actor, role, side }: Order): KnownOrder => {
    const known: KnownOrder = { id, rfq: rfqs.use(rfq.id) ?? rfq, desk: actor.desk, role, side }
    orders.set(id, known)
    return known
  }
  return {
    remember,
    async rfq(id) {
      const known = rfqs.use(id)
      if (known !== undefined) return known
      const rfq = await store.rfq(id)
      if (rfq !== undefined && rfq.state !== 'DRAFT') rfqs.set(id, rfq)
      return rfq
    },
    async order(id) {
      const known = orders.use(id)
      if (known !== undefined) return known
      const found = await store.order(id)
      return found === undefined ? undefined : remember(found.rfq, found.order)
    },
  }
}
