/**
 * The orders of one RFQ, oldest first. A few are searched one by one, many are found through a map. Most RFQs never have many, and a hundred thousand
 * maps would need more memory than everything else.
 */
import type { OrderId } from '../../ids.ts'
import { FEW_ORDERS, ORDERS_LEFT } from './limits.ts'
import type { Order } from './order.ts'
import { Overlay } from './overlay.ts'

export class Orders {
  #few: Order[] | undefined = []
  #many: Map<OrderId, Order> | undefined = undefined
  /** Deletions since the map was built. A map keeps memory for deleted entries until it is rebuilt. */
  #left = 0

  get size(): number {
    return this.#few?.length ?? this.#many!.size
  }

  get(id: OrderId): Order | undefined {
    const few = this.#few
    if (few === undefined) return this.#many!.get(id)
    for (const order of few) if (order.id === id) return order
    return undefined
  }

  /** A new order comes last; a known one keeps its place. */
  set(order: Order): void {
    const few = this.#few
    if (few === undefined) {
      this.#many!.set(order.id, order)
      return
    }
    for (let place = 0; place < few.length; place++) {
      if (few[place]!.id !== order.id) continue
      few[place] = order
      return
    }
    few.push(order)
    if (few.length <= FEW_ORDERS) return
    this.#many = new Map(few.map((one) => [one.id, one]))
    this.#few = undefined
  }

  delete(id: OrderId): void {
    if (this.#few !== undefined) {
      this.#few = this.#few.filter((order) => order.id !== id)
      return
    }
    const many = this.#many!
    many.delete(id)
    this.#left += 1
    if (this.#left < many.size + ORDERS_LEFT) return
    this.#many = new Map(many)
    this.#left = 0
  }

  /** A separate copy of the same orders, for a question that changes a few of them. */
  fork(): Orders {
    const forked = new Orders()
    forked.#few = this.#few && [...this.#few]
    forked.#many = this.#many && new Overlay(this.#many)
    return forked
  }

  values(): Iterable<Order> {
    return this.#few ?? this.#many!.values()
  }
}
