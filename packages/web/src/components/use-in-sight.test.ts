import { describe, expect, it } from 'vitest'
import { placesInSight } from './use-in-sight.ts'

// Rows above the top edge, rows in view, total. Two rows are rendered beyond either edge.
const table: [above: number, within: number, count: number, first: number, end: number][] = [
  [0, 10, 0, 0, 0],
  [0, 0, 500, 0, 2],
  [0, 10, 5, 0, 5],
  [0, 10, 500, 0, 12],
  [1, 10, 500, 0, 13],
  [40, 10, 500, 38, 52],
  [490, 10, 500, 488, 500],
  // Scrolled past the end, or the list has become shorter.
  [495, 10, 500, 488, 500],
  [490, 10, 12, 0, 12],
]

describe('only the visible rows of many are rendered', () => {
  it.each(table)('%i rows above, %i within, of %i: from %i to %i', (above, within, count, first, end) => {
    expect(placesInSight({ above, within }, { count, beyond: 2 })).toEqual({ first, end })
  })
})
