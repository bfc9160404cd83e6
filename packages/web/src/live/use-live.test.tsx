/** The shared time of the screens. */
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useNow } from './use-live.ts'

const EVERY_MS = 60_000
const LATER_MS = 36 * 3_600_000

afterEach(cleanup)

it('a screen that opens after a day without any has the time of today in its first rendering', () => {
  vi.useFakeTimers()
  const seen: number[] = []
  function Clock() {
    seen.push(useNow(EVERY_MS))
    return null
  }
  const { unmount } = render(<Clock />)
  unmount()
  const opened = Date.now() + LATER_MS
  vi.setSystemTime(opened)
  render(<Clock />)
  expect(seen.at(1)).toBeGreaterThanOrEqual(opened - EVERY_MS)
  expect(new Set(seen.slice(1)).size).toBe(1)
})
