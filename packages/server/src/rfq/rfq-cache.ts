/** The immutable data of RFQs and placed orders, kept in memory, so that a quote, its replacement and its cancellation need no query. */
import type { DeskId, Order, OrderId, OrderKind, Rfq } from '@parley/core'
import { KEPT_ORDERS, KEPT_RFQS } from './limits.ts'
import type { RfqStore } from './store.ts'
import { TwoGenerationCache } from './two-generation-cache.ts'

export type KnownOrder = { readonly id: OrderId; readonly rfq: Rfq; readonly desk: DeskId; readonly kind: OrderKind }

export type RfqCache = {
  /** For its structure, its desks and its shard. Its state may be outdated. A draft is read again, because it may change. */
  rfq(id: string): Promise<Rfq | undefined>
  order(id: string): Promise<KnownOrder | undefined>
  orderOfNumber(number: number): Promise<KnownOrder | undefined>
  rememberRfq(rfq: Rfq): void
  /** Only the immutable data of the order are kept. */
  remember(rfq: Rfq, order: Order): void
}

export function createRfqCache(store: Pick<RfqStore, 'rfq' | 'order' | 'orderOfNumber'>): RfqCache {
  const rfqs = new TwoGenerationCache<string, Rfq>(KEPT_RFQS)
  const orders = new TwoGenerationCache<string, KnownOrder>(KEPT_ORDERS)
  const numbered = new TwoGenerationCache<number, KnownOrder>(KEPT_ORDERS)
  const remember = (rfq: Rfq, { id, number, actor, kind }: Order): KnownOrder => {
    const known: KnownOrder = { id, rfq: rfqs.use(rfq.id) ?? rfq, desk: actor.desk, kind }
    if (number === undefined) orders.set(id, known)
    else numbered.set(number, known)
    return known
  }
  return {
    remember,
    rememberRfq: (rfq) => rfqs.set(rfq.id, rfq),
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
      return found && remember(found.rfq, found.order)
    },
    async orderOfNumber(number) {
      const known = numbered.use(number)
      if (known !== undefined) return known
      const found = await store.orderOfNumber(number)
      return found && remember(found.rfq, found.order)
    },
  }
}
