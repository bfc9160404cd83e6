import { expect, it } from 'vitest'
import { changeSpan } from './index-change.ts'

const MINUTE = 60_000
const now = 1_000 * MINUTE * 60

it.each([
  ['nine minutes', 9, '9 m'],
  ['three hours', 180, '3 h'],
  ['a day of samples', 24 * 60 - 1, undefined],
  ['a day', 24 * 60, undefined],
])('the change of an index over %s is labelled with its span, unless it is a whole day', (_what, minutes, then) => {
  expect(changeSpan(now - minutes * MINUTE, now)).toBe(then)
})

it('a change without a known beginning has no label', () => {
  expect(changeSpan(undefined, now)).toBeUndefined()
})
