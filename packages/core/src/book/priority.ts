import type { Side } from '../structure/structure.ts'

type Resting = { readonly price: number; readonly priority: number }

/** Sorts the resting orders of a side by price, the best first, and at one price by time, the earliest first (rulebook 5.9, 10.6). */
export function byPriceAndTime(side: Side): (a: Resting, b: Resting) => number {
  const worse = side === 'BUY' ? -1 : 1
  return (a, b) => (a.price - b.price) * worse || a.priority - b.priority
}
