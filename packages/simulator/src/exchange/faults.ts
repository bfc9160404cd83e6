/** Injected faults: what should fail, in which method, and how often. Driven by the seed, so that a failing run can be repeated. */
import type { Random } from './random.ts'

export type Fault =
  /** The method is delayed by this much. */
  | { readonly kind: 'DELAY'; readonly delayMs: number }
  /** The socket drops and nothing is carried out. */
  | { readonly kind: 'DISCONNECT_BEFORE' }
  /** The method is carried out, then the socket drops without a response. */
  | { readonly kind: 'DISCONNECT_AFTER' }
  | { readonly kind: 'REJECT'; readonly code: number; readonly message: string; readonly data?: unknown }
  /** The method is carried out and the socket stays open, but no response is sent. */
  | { readonly kind: 'LOSE_ANSWER' }
  | { readonly kind: 'ANSWER_TWICE' }
  /** The venue's clock is ahead by this much while it carries the method out. */
  | { readonly kind: 'WRONG_CLOCK'; readonly aheadMs: number }

export type FaultOrder = {
  /** A method's name, or `*` for every private method. */
  readonly method: string
  readonly fault: Fault
  /** How many calls it affects; by default all of them, until cleared. */
  readonly times?: number
  /** The fraction of matching calls that it affects; 1 by default. */
  readonly probability?: number
}

export interface Faults {
  order(order: FaultOrder): void
  /** Takes precedence over earlier orders. */
  orderFirst(order: FaultOrder): void
  clear(): void
  /** The fault for this call, if there is one. */
  draw(method: string): Fault | undefined
}

export function createFaults(orders: readonly FaultOrder[], random: Random): Faults {
  type Open = { readonly order: FaultOrder; left: number }
  let open: Open[] = []
  const opened = (order: FaultOrder): Open => ({ order, left: order.times ?? Infinity })
  const add = (order: FaultOrder): void => void open.push(opened(order))
  orders.forEach(add)
  return {
    order: add,
    orderFirst: (order) => void open.unshift(opened(order)),
    clear: () => {
      open = []
    },
    draw: (method) => {
      const due = open.find(({ order, left }) => left > 0 && concerns(order, method) && random.next() < (order.probability ?? 1))
      if (due === undefined) return undefined
      due.left -= 1
      open = open.filter(({ left }) => left > 0)
      return due.order.fault
    },
  }
}

const concerns = (order: FaultOrder, method: string): boolean =>
  order.method === method || (order.method === '*' && method.startsWith('private/'))
