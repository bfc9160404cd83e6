import { describe, expect, it } from 'vitest'
import { createPauses, settlesAtEight, type Pause } from './pauses.ts'

const EIGHT = Date.UTC(2026, 10, 23, 8)

function pausesAt(first: number) {
  let at = first
  let seen: Pause | undefined
  const pauses = createPauses({ now: () => at, planned: settlesAtEight(15_000), onPause: (pause) => (seen = pause) })
  return { pauses, seen: () => seen, go: (ms: number) => void (at += ms) }
}

describe('when a venue pauses', () => {
  it.each([
    [EIGHT - 1, undefined],
    [EIGHT, 'SETTLEMENT'],
    [EIGHT + 14_999, 'SETTLEMENT'],
    [EIGHT + 15_000, undefined],
  ] as const)('is said by its calendar: %d', (at, pause) => expect(settlesAtEight(15_000)(at)).toBe(pause))

  it('is known from its refusals, while they are recent', () => {
    const { pauses, seen, go } = pausesAt(EIGHT + 3_600_000)
    pauses.refused('SETTLEMENT')
    expect(seen()).toBe('SETTLEMENT')
    go(15_000)
    pauses.said(undefined)
    expect(seen()).toBeUndefined()
  })

  it('is announced by the venue, and maintenance takes precedence over settlement', () => {
    const { pauses, seen, go } = pausesAt(EIGHT)
    pauses.said('MAINTENANCE')
    expect(seen()).toBe('MAINTENANCE')
    pauses.said(undefined)
    expect(seen()).toBe('SETTLEMENT')
    go(3_600_000)
    pauses.refused('MAINTENANCE')
    expect(seen()).toBe('MAINTENANCE')
  })
})
