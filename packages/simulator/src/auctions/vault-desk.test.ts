import { expect, it } from 'vitest'
import { nextTurn } from './vault-desk.ts'

const minute = 60_000
const pace = { firstAfterMs: 2 * minute, everyMs: 4 * minute, lastsMs: 150_000 }

// The start of the last auction, the present, and the start of the next one.
it.each([
  ['at the start of an auction', 0, 0, 4 * minute],
  ['a little late', 0, minute, 4 * minute],
  ['exactly one turn late', 0, 4 * minute, 4 * minute],
  ['after a rest', 0, 60 * minute, 62 * minute],
])('%s, a vault announces its next auction', (_, startedAt, now, expected) => {
  expect(nextTurn(startedAt, pace, now)).toBe(expected)
})
