/** A binary heap of deadlines, soonest first, then by id: both are told by the requests alone, so every machine agrees on the order. */
import type { Instant, RfqId } from '../ids.ts'

export type Expiry = { readonly at: Instant; readonly id: RfqId }

const isSooner = (a: Expiry, b: Expiry): boolean => a.at < b.at || (a.at === b.at && a.id < b.id)

export function addExpiry(heap: Expiry[], expiry: Expiry): void {
  let hole = heap.push(expiry) - 1
  while (hole > 0) {
    const parent = (hole - 1) >> 1
    if (!isSooner(expiry, heap[parent]!)) break
    heap[hole] = heap[parent]!
    hole = parent
  }
  heap[hole] = expiry
}

export function removeSoonest(heap: Expiry[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let hole = 0
  for (;;) {
    let child = 2 * hole + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isSooner(heap[child + 1]!, heap[child]!)) child++
    if (!isSooner(heap[child]!, last)) break
    heap[hole] = heap[child]!
    hole = child
  }
  heap[hole] = last
}
