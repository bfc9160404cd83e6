import { describe, expect, it } from 'vitest'
import { remembering } from './memo-by-object.ts'

describe('the cached row of an object', () => {
  it('is rebuilt only when its context changes', () => {
    const remembered = remembering<object>()
    const about = {}
    const first = remembered(about, ['0.04', undefined], () => ({}))
    expect(remembered(about, ['0.04', undefined], () => ({}))).toBe(first)
    expect(remembered(about, ['0.05', undefined], () => ({}))).not.toBe(first)
    expect(remembered({}, ['0.05', undefined], () => ({}))).not.toBe(first)
  })
})
