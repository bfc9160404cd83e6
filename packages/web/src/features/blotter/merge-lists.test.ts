import { describe, expect, it, vi } from 'vitest'
import type { History } from '../../live/use-history.ts'
import { mergeLists, withoutRows } from './merge-lists.ts'

const list = (times: readonly number[], more?: () => void): History<number> => ({ rows: { state: 'LOADED', data: times }, more })
const merged = (...lists: readonly History<number>[]) => mergeLists(lists, (time) => time)

describe('both flows in one list', () => {
  it('are sorted by time', () => {
    expect(merged(list([9, 5]), list([7, 1]))).toEqual(list([9, 7, 5, 1]))
  })
  it('end with the shortest list that has more, and continue with that one', () => {
    const [moreOfDirect, moreOfGroup] = [vi.fn(), vi.fn()]
    const both = merged(list([9, 5], moreOfDirect), list([7, 6, 1], moreOfGroup))
    expect(both.rows).toEqual({ state: 'LOADED', data: [9, 7, 6, 5] })
    both.more?.()
    expect([moreOfDirect.mock.calls.length, moreOfGroup.mock.calls.length]).toEqual([1, 0])
  })
  it('go as far back as before without the skipped rows, and continue', () => {
    const more = vi.fn()
    const shown = withoutRows(merged(list([8, 4], more), list([9, 5])), (time) => time === 4 || time === 8)
    expect(shown.rows).toEqual({ state: 'LOADED', data: [9, 5] })
    expect(shown.more).toBe(more)
  })
  it('are whole when neither has more', () => expect(merged(list([3]), list([])).more).toBeUndefined())
  it('wait for each other, and fail together: half a list would look like a whole one', () => {
    const failed: History<number> = { rows: { state: 'FAILED', words: 'No line.', retry: () => undefined }, more: undefined }
    expect(merged(list([1]), { rows: { state: 'LOADING' }, more: undefined }).rows.state).toBe('LOADING')
    expect(merged(list([1]), failed).rows).toBe(failed.rows)
  })
})
