import { describe, expect, it } from 'vitest'
import { accountLimits } from '../limits.ts'
import { isDue } from './account-watch.ts'

const NOW = 1_790_000_000_000
const { venueCheckEveryMs: regularly, venueHealthLookMs: look } = accountLimits
const answered = { outcome: 'REFUSED', words: 'invalid_credentials', code: '13004' } as const
const notAsked = { outcome: 'NOT_ASKED', words: 'This installation is not connected to Deribit.' } as const
const deribit = { id: 'a_1', venue: 'DBT' } as const

describe('2.24 the check of a venue account', () => {
  it.each([
    ['was never made', {}, true, true],
    ['was made a moment ago', { proof: answered, checkedAt: NOW - 1_000 }, true, false],
    ['was made five minutes ago', { proof: answered, checkedAt: NOW - regularly }, true, true],
    [
      'had no answer a moment ago',
      { proof: answered, checkedAt: NOW - 2 * regularly, unanswered: { at: NOW - 1_000, words: '' } },
      true,
      false,
    ],
    ['could not be made, and still cannot', { proof: notAsked, checkedAt: NOW - 2 * regularly }, false, false],
    ['could not be made before the installation was connected', { proof: notAsked, checkedAt: NOW - look }, true, true],
  ])('that %s', (_what, record, canAsk, isExpected) => {
    expect(isDue(deribit, record, canAsk, NOW)).toBe(isExpected)
  })

  it('is never due for an account without a key', () => {
    expect(isDue({ id: 'a_2', venue: 'RBN' }, {}, true, NOW)).toBe(false)
  })
})
