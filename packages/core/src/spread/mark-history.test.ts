import { describe, expect, it } from 'vitest'
import { MARKS_EVERY_MS, MARKS_KEPT_MS, MARKS_THINNED_TO_MS, MARKS_WHOLE_MS, markRange, markRanges, minuteOf } from './mark-history.ts'

describe('the history of a mark', () => {
  it.each(markRanges)('%s is kept as finely as it is read, and has points enough and not too many', (range) => {
    const { spanMs, stepMs } = markRange[range]
    expect(stepMs % (spanMs > MARKS_WHOLE_MS ? MARKS_THINNED_TO_MS : MARKS_EVERY_MS)).toBe(0)
    expect(spanMs).toBeLessThanOrEqual(MARKS_KEPT_MS)
    expect(spanMs / stepMs).toBeGreaterThanOrEqual(60)
    expect(spanMs / stepMs).toBeLessThanOrEqual(300)
  })

  it('is by the whole minute', () => {
    expect([minuteOf(119_999), minuteOf(120_000)]).toEqual([60_000, 120_000])
  })
})
