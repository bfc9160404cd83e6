import { describe, expect, it } from 'vitest'
import { IndexHistory } from './index-history.ts'

const HOUR = 3_600_000

describe('the change of an index', () => {
  it('is over 24 hours, or over what is known of them with its beginning, and nothing in the first minute', () => {
    const history = new IndexHistory()
    expect(history.change).toBeUndefined()
    history.add(100, 0)
    history.add(101, 30_000)
    expect(history.change).toBeUndefined()
    history.add(102, 60_000)
    expect(history.change).toEqual({ percent: expect.closeTo(2, 10), since: 0 })
    for (let hour = 1; hour <= 30; hour++) history.add(100 + hour, hour * HOUR)
    // 130 compared with 106, the value 24 hours earlier.
    expect(history.change).toEqual({ percent: expect.closeTo((130 / 106 - 1) * 100, 10), since: 6 * HOUR })
  })

  it('does not go back in time', () => {
    const history = new IndexHistory()
    history.add(100, 10)
    history.add(50, 5)
    expect(history.latest).toEqual({ price: 100, at: 10 })
  })
})
