import type { Order } from '@parley/client'

/** A level of the book that was pressed: what it puts into the entry. A new press is a new object. */
export type Picked = {
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  readonly quantity: string
  /** The own order that rests, which another is to replace. */
  readonly replaces?: Order
}
