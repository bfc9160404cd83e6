import { describe, expect, it } from 'vitest'
import { keep, read } from '../../../live/browser-store.ts'
import { loadPins, usePins } from './pins.ts'

const KEY = 'unified-rfq-table-pinned-items'
const DAY_MS = 86_400_000

describe('pinned RFQs', () => {
  // Proves T 4.37.
  it('are dropped after a day, from the view and from the browser', () => {
    const now = Date.now()
    keep(KEY, JSON.stringify({ r_old: now - DAY_MS, r_new: now - DAY_MS / 2 }))
    loadPins()
    expect(usePins.getState().pins).toEqual({ r_new: now - DAY_MS / 2 })
    expect(JSON.parse(read(KEY)!)).toEqual({ r_new: now - DAY_MS / 2 })
  })
})
