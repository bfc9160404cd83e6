import type { Order } from '@parley/client'

/** A level of the book that was clicked: what it puts into the entry. Each click makes a new object. */
export type Picked = {
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  readonly quantity: string
  /** The desk's own resting order to be replaced. */
  readonly replaces?: Order
}
