import type { ApprovalView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { offersFor, approvalStateWith } from './approval-state.ts'

const noon = 1_800_000_000_000
const view = (state: ApprovalView['state'], asked_by: string | null): ApprovalView => ({
  desk: 'KEST',
  desk_name: 'Kestrel',
  firm_name: 'Kestrel Capital',
  state,
  asked_by,
  changed_at: state === 'STRANGERS' ? null : noon,
})

describe('a counterparty offers what the rule of approvals allows', () => {
  it.each([
    ['STRANGERS', null, 'Not connected', ['Ask']],
    [
      'ASKED',
      'ORRY',
      'Waiting for them',
      ['Approve: Your desk has already approved; the other desk has to approve this request.', 'Withdraw'],
    ],
    ['ASKED', 'KEST', 'Waiting for you', ['Approve', 'Decline']],
    ['APPROVED', null, 'Connected', ['Withdraw']],
  ] as const)('%s, asked by %s, reads "%s"', (state, askedBy, words, offers) => {
    expect(approvalStateWith(view(state, askedBy), 'ORRY')).toBe(words)
    const offered = offersFor(view(state, askedBy), 'ORRY', noon)
    expect(offered.map(({ label, disabledReason }) => (disabledReason === undefined ? label : `${label}: ${disabledReason}`))).toEqual(
      offers,
    )
  })
})
