import type { UserView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { newRfqReason, viewOnlyReason } from './view-only.ts'

const user = {
  role: 'trader',
  trading_desk: { ticker: 'ORRY', name: 'Orrery', is_maker: false },
  restricted_ip_rfqs_left: null,
} as UserView
const viewOnly = 'View only. Ask your desk administrator.'
const noneLeft = 'Restricted IP detected: no RFQs are left.'

describe('why a person cannot trade, and why they cannot ask', () => {
  const table: [who: string, about: Partial<UserView>, trade: string | undefined, ask: string | undefined][] = [
    ['an authorised user', {}, undefined, undefined],
    ['an administrator', { role: 'administrator' }, undefined, undefined],
    ['a view-only user', { role: 'viewer' }, viewOnly, viewOnly],
    ['a prime viewer', { role: 'prime_viewer' }, viewOnly, viewOnly],
    ['a DOV user', { role: 'dov_user' }, viewOnly, viewOnly],
    ['somebody of no desk', { trading_desk: null }, ...twice('You belong to no desk yet. Ask your desk administrator.')],
    ['somebody at a restricted address with RFQs left', { restricted_ip_rfqs_left: 2 }, undefined, undefined],
    ['somebody at a restricted address with none left', { restricted_ip_rfqs_left: 0 }, undefined, noneLeft],
  ]
  it.each(table)('%s', (_who, about, trade, ask) =>
    expect([viewOnlyReason({ ...user, ...about }), newRfqReason({ ...user, ...about })]).toEqual([trade, ask]),
  )
})

function twice(words: string): [string, string] {
  return [words, words]
}
