import type { HeldRequestView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { heldNotices } from './held-requests.ts'

const held: HeldRequestView = {
  ...{ id: 'h_1', state: 'HELD', sender: 'ann', sender_name: 'Ann Orr', summary: 'Buy 50 × Call.', held_at: 1, expires_at: 60_001 },
  ...{ ended_at: null, decided_by: null, decided_by_name: null, result: null },
}
const by = { ended_at: 2, decided_by: 'bob', decided_by_name: 'Bob Kest' }
const sent = { status: 201, error: null, message: null, object_id: '7' }
const refused = { status: 400, error: 'TradingIsStopped', message: 'Trading is stopped.', object_id: null }
const titles = (before: HeldRequestView[] | undefined, now: HeldRequestView[], user: string) =>
  heldNotices(before, now, user).map(({ title, text }) => `${title}: ${text}`)

describe('11.15 messages about held requests', () => {
  it('11.15 a colleague learns of a new request once, also if it waited before the page was opened', () => {
    expect(titles([], [held], 'bob')).toEqual(['Ann Orr asks for your approval: Buy 50 × Call.'])
    expect(titles(undefined, [held], 'bob')).toEqual(['Ann Orr asks for your approval: Buy 50 × Call.'])
    expect(titles([held], [held], 'bob')).toEqual([])
    expect(titles([held], [{ ...held, state: 'EXPIRED', ended_at: 2 }], 'bob')).toEqual([])
  })

  it.each<[string, Partial<HeldRequestView>, string[]]>([
    ['approved and not sent yet', { state: 'APPROVED', ...by }, []],
    ['approved and sent', { state: 'APPROVED', ...by, result: sent }, ['Approved by Bob Kest and sent: Buy 50 × Call.']],
    ['approved and refused', { state: 'APPROVED', ...by, result: refused }, ['Approved by Bob Kest, but rejected: Buy 50 × Call. Trading is stopped.']], // prettier-ignore
    ['declined', { state: 'DECLINED', ...by }, ['Declined by Bob Kest: Buy 50 × Call.']],
    ['cancelled', { state: 'CANCELLED', ended_at: 2 }, ['Cancelled before it was approved: Buy 50 × Call.']],
    ['expired', { state: 'EXPIRED', ended_at: 2 }, ['Not approved in time: Buy 50 × Call.']],
    ['withdrawn', { state: 'WITHDRAWN', ended_at: 2 }, []],
  ])('11.15 its sender learns that it was %s', (_, end, expected) => {
    expect(titles([held], [{ ...held, ...end }], 'ann')).toEqual(expected)
    expect(titles(undefined, [{ ...held, ...end }], 'ann')).toEqual([])
    expect(titles([held], [held], 'ann')).toEqual([])
  })

  it('11.16 its sender learns the result when it is known', () => {
    const approved: HeldRequestView = { ...held, state: 'APPROVED', ...by }
    expect(titles([approved], [{ ...approved, result: sent }], 'ann')).toEqual(['Approved by Bob Kest and sent: Buy 50 × Call.'])
  })
})
