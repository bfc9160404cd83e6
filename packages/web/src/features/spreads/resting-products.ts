/** The products in which orders of the desk rest in spreads, or did a moment ago: what a protection can have pulled there. Pure. */
import { product } from '@parley/core'

/** An order as far as it matters here. */
export type RestingOrder = {
  readonly id: string
  readonly venue: string
  readonly currency: string
  readonly margin: string
  readonly isOpen: boolean
}

/** An order that has just traded away was part of what triggered. */
const LATELY_MS = 2_000

export function createRestingProducts() {
  const held = new Map<string, RestingOrder & { readonly closedAt: number | undefined }>()
  return {
    put(order: RestingOrder, now: number): void {
      for (const [id, { closedAt }] of held) if (closedAt !== undefined && now - closedAt > LATELY_MS) held.delete(id)
      const before = held.get(order.id)
      // One that never rested, as a market order, was no quote.
      if (order.isOpen) held.set(order.id, { ...order, closedAt: undefined })
      else if (before !== undefined && before.closedAt === undefined) held.set(order.id, { ...before, closedAt: now })
    },
    /** Before the whole list of those that are open. */
    forget: () => held.clear(),
    has(code: string, now: number): boolean {
      const asked = product(code)
      return [...held.values()].some(
        ({ venue, currency, margin, closedAt }) =>
          (closedAt === undefined || now - closedAt <= LATELY_MS) &&
          venue === asked?.venue &&
          currency === asked.currency &&
          margin === asked.marginType,
      )
    },
  }
}
