/** The products in which spread orders of the desk rest, or did a moment ago. A protection can have cancelled orders there. Pure. */
import { product } from '@parley/core'

/** The parts of an order that matter here. */
export type RestingOrder = {
  readonly id: string
  readonly venue: string
  readonly currency: string
  readonly margin: string
  readonly isOpen: boolean
}

/** An order that has just filled was part of the trigger. */
const LATELY_MS = 2_000

export function createRestingProducts() {
  const held = new Map<string, RestingOrder & { readonly closedAt: number | undefined }>()
  return {
    put(order: RestingOrder, now: number): void {
      for (const [id, { closedAt }] of held) if (closedAt !== undefined && now - closedAt > LATELY_MS) held.delete(id)
      const before = held.get(order.id)
      // An order that never rested, such as a market order, does not count.
      if (order.isOpen) held.set(order.id, { ...order, closedAt: undefined })
      else if (before !== undefined && before.closedAt === undefined) held.set(order.id, { ...before, closedAt: now })
    },
    /** Called before the complete list of open orders is applied. */
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
