/** A shard's RFQs apart from the running ones, for the question of what a second quote would meet once a first one stands. */
import type { DeskId, RfqId } from '../ids.ts'
import type { LiveRfq } from './live-rfq.ts'
import type { Rfqs } from './rfqs.ts'

/** A map over another, which stays as it is. It is asked by key alone and never listed. */
class Overlay<Key, Value> extends Map<Key, Value> {
  readonly #below: ReadonlyMap<Key, Value>
  readonly #deleted = new Set<Key>()

  constructor(below: ReadonlyMap<Key, Value>) {
    super()
    this.#below = below
  }

  override get(key: Key): Value | undefined {
    return super.get(key) ?? (this.#deleted.has(key) ? undefined : this.#below.get(key))
  }

  override has(key: Key): boolean {
    return super.has(key) || (!this.#deleted.has(key) && this.#below.has(key))
  }

  override set(key: Key, value: Value): this {
    this.#deleted.delete(key)
    return super.set(key, value)
  }

  override delete(key: Key): boolean {
    const had = this.has(key)
    super.delete(key)
    this.#deleted.add(key)
    return had
  }
}

/** The desk's orders in this RFQ may be placed and replaced in the fork, and nothing else may happen there: all the rest is the running shard's. */
export function forkOf(rfqs: Rfqs, id: RfqId, desk: DeskId): Rfqs {
  const live = new Overlay(rfqs.live)
  const desks = new Overlay(rfqs.desks)
  const [forked, open] = [rfqs.live.get(id), rfqs.desks.get(desk)]
  if (forked !== undefined) live.set(id, copyOf(forked, desk))
  if (open !== undefined) desks.set(desk, { ...open, entered: [...open.entered] })
  return { ...rfqs, live, desks, byNumber: new Overlay(rfqs.byNumber), clientOrderIds: new Overlay(rfqs.clientOrderIds), deadlines: [] }
}

function copyOf(live: LiveRfq, desk: DeskId): LiveRfq {
  const { orders, sharedBook } = live
  if (sharedBook === undefined) return { ...live, orders: orders.copy() }
  const byDesk = new Map(sharedBook.byDesk)
  const own = byDesk.get(desk)
  if (own !== undefined) byDesk.set(desk, new Set(own))
  return { ...live, orders: orders.copy(), sharedBook: { orders: sharedBook.orders.copy(), byDesk } }
}
