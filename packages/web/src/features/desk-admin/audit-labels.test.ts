import { describe, expect, it } from 'vitest'
import { detailLabels, objectLabels, wordsOfAction } from './audit-labels.ts'

describe('the text of the audit log', () => {
  it.each([
    ['RotateApiKey', 'Rotated an API key'],
    ['UpdateMember', 'Changed a member'],
    ['SuspendDeskForGood', 'Suspend desk for good'],
    ['lift_restriction', 'Lift restriction'],
  ])('%s reads "%s"', (action, words) => {
    expect(wordsOfAction(action)).toBe(words)
  })

  it.each([
    [{}, ''],
    [{ email: 'new@orrery.example', role: 'viewer' }, 'email new@orrery.example · role view-only user'],
    [{ state: 'SUSPENDED' }, 'suspended'],
    [{ role: { from: 'trader', to: 'viewer' } }, 'role from trader, to viewer'],
    [{ allowed_addresses: [], scopes: ['read', 'trade'] }, 'allowed addresses none · scopes read, trade'],
    [{ expires_at: 1_800_000_000_000, overlap_hours: 24 }, 'expires at 2027-01-15 08:00 UTC · overlap hours 24'],
    [{ mostNotional: '25000000', mostDeviationPercent: '50' }, 'max order notional 25000000 · max distance from the mark in % 50'],
    [
      { approvalAbove: '25000000', mostDeviationPercent: '50' },
      'approval by a colleague above 25000000 · max distance from the mark in % 50',
    ],
    [{ overlapMs: 86_400_000 }, 'overlap 1 d'],
    [{ expiresAt: null, isDefault: true, isNewPlace: false }, 'expires at none · default'],
  ])('%o reads "%s"', (detail, words) => {
    expect(detailLabels(detail)).toBe(words)
  })

  it('subjects are shown by name if known, otherwise by id', () => {
    const names = new Map([['u_1', 'Ada Moreau']])
    expect(objectLabels({ object: 'u_1' }, names)).toBe('Ada Moreau')
    expect(objectLabels({ object: 'k_9' }, names)).toBe('k_9')
    expect(objectLabels({ object: 's_MuxNztNUaj9k' }, names)).toBe('Session')
  })
})
