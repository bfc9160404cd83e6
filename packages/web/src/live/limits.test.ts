import { describe, expect, it } from 'vitest'
import { limits } from './limits.ts'

describe('limits that the page requires', () => {
  // Proves T 9.14.
  it.each([
    ['recentlyClosedMs', 30_000],
    ['preferencesAfterMs', 500],
    ['analyticsAfterMs', 500],
    ['soundEveryMs', 1_000],
    ['pinnedMs', 86_400_000],
    ['desktopCharacters', 195],
  ] as const)('%s: %s', (name, figure) => expect(limits[name]).toBe(figure))
})
