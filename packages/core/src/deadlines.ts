/** A binary heap of deadlines, soonest first, then by id. Both come from the state alone, so all machines agree on the order. */
import type { Instant } from './ids.ts'

export type Deadline<Id extends string | number> = { readonly at: Instant; readonly id: Id }

const isSooner = <Id extends string | number>(a: Deadline<Id>, b: Deadline<Id>): boolean => a.at < b.at || (a.at === b.at && a.id < b.id)

export function addDeadline<Id extends string | number>(heap: Deadline<Id>[], deadline: Deadline<Id>): void {
  let hole = heap.push(deadline) - 1
  while (hole > 0) {
    const parent = (hole - 1) >> 1
    if (!isSooner(deadline, heap[parent]!)) break
    heap[hole] = heap[parent]!
    hole = parent
  }
  heap[hole] = deadline
}

export function removeSoonest<Id extends string | number>(heap: Deadline<Id>[]): void {
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
