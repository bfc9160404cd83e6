import type { ApiKeyView, ApprovalView, InvitationView, MemberView, ReconciliationDayView, VenueAccountView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { DAY_MS, type DeskLists, alertsOf } from './alerts.ts'

const now = 1_800_000_000_000

const member = (change: Partial<MemberView> = {}): MemberView => ({
  id: 'u_1',
  email: 'ada@orrery.example',
  first_name: 'Ada',
  last_name: 'Moreau',
  color: 'TL',
  role: 'administrator',
  state: 'ACTIVE',
  has_two_factor: true,
  last_seen_at: now,
  ...change,
})
const key = (change: Partial<ApiKeyView> = {}): ApiKeyView => ({
  id: 'k_1',
  name: 'bot',
  access_key_prefix: 'AKAKAK',
  is_compatible: false,
  scopes: ['read'],
  allowed_addresses: [],
  created_at: now - DAY_MS,
  created_by: 'u_1',
  held_by: 'u_1',
  suspended_at: null,
  expires_at: null,
  last_used_at: null,
  last_used_address: null,
  previous_secret_until: null,
  ...change,
})
const healthy: VenueAccountView['health'] = {
  ...{ state: 'HEALTHY', words: 'Healthy', sentence: null, last_success: null, last_refusal: null, unanswered: null, check: null },
}
const account = (venue: VenueAccountView['venue'], health: Partial<VenueAccountView['health']> = {}): VenueAccountView => ({
  ...{ id: `a_${venue}`, venue, name: 'prop-1', is_default: true, is_read_only: false, details: {}, key: null },
  health: { ...healthy, ...health },
})
const compared = (day: string, open: number): ReconciliationDayView => ({
  ...{ day, accounts: 1, compared: 1, ours: 4, theirs: 4, matched: 4 - open, missing_there: 0, missing_here: 0, differs: open, open },
})
const invitation = (change: Partial<InvitationView> = {}): InvitationView => ({
  id: 'i_1',
  email: 'new@orrery.example',
  role: 'trader',
  state: 'OPEN',
  created_at: now,
  expires_at: now + 7 * DAY_MS,
  created_by: 'Ada Orr',
  created_by_id: 'u_1',
  ...change,
})
const asked = (by: string): ApprovalView => ({
  desk: 'KEST',
  desk_name: 'Kestrel',
  firm_name: 'Kestrel Capital',
  state: 'ASKED',
  asked_by: by,
  changed_at: now,
})

const inOrder: DeskLists = {
  members: [member(), member({ id: 'u_2' })],
  invitations: [invitation({ state: 'ACCEPTED' })],
  counterparties: [asked('ORRY')],
  keys: [key()],
  venueAccounts: [account('DBT'), account('BYB'), account('BIT')],
  reconciliation: [compared('2026-11-21', 0)],
}

const titles = (change: Partial<DeskLists>) =>
  alertsOf({ ...inOrder, ...change }, 'ORRY', now).map(({ count, title }) => `${count} ${title}`)

describe('the alerts of a desk', () => {
  it('are empty if all is in order or nothing has loaded', () => {
    expect(titles({})).toEqual([])
    expect(alertsOf({}, 'ORRY', now)).toEqual([])
  })

  const table: [what: string, change: Partial<DeskLists>, title: string][] = [
    ['a desk that asked for approval', { counterparties: [asked('KEST')] }, '1 Counterparty awaits your approval'],
    ['a venue without an account', { venueAccounts: [account('DBT')] }, '2 Venues without an account'],
    [
      'a venue account whose key fails',
      { venueAccounts: [account('DBT', { state: 'FAILING', words: 'Key rejected' }), account('BYB'), account('BIT')] },
      '1 Venue account cannot settle',
    ],
    [
      'one whose key ends soon',
      { venueAccounts: [account('DBT', { state: 'WARNING', words: 'Key expires in 9 d' }), account('BYB'), account('BIT')] },
      '1 Venue account needs attention',
    ],
    ['a key that has expired', { keys: [key({ expires_at: now, last_used_at: now })] }, '1 API key has expired'],
    ['a key that expires within two weeks', { keys: [key({ expires_at: now + 14 * DAY_MS })] }, '1 API key expires soon'],
    ['a key that nobody used in its first week', { keys: [key({ created_at: now - 7 * DAY_MS })] }, '1 API key never used'],
    ['a member without two-factor', { members: [member(), member({ has_two_factor: false })] }, '1 Member without two-factor'],
    ['an administrator alone', { members: [member(), member({ role: 'trader' })] }, '1 Only one administrator'],
    ['a difference to a venue', { reconciliation: [compared('2026-11-21', 1)] }, '1 Open reconciliation difference'],
    [
      'differences of several days',
      { reconciliation: [compared('2026-11-21', 1), compared('2026-11-20', 2)] },
      '3 Open reconciliation differences',
    ],
    ['an open invitation', { invitations: [invitation()] }, '1 Open invitation'],
  ]
  it.each(table)('%s', (_, change, title) => {
    expect(titles(change)).toEqual([title])
  })

  const quiet: [what: string, change: Partial<DeskLists>][] = [
    ['a key that expires later', { keys: [key({ expires_at: now + 15 * DAY_MS })] }],
    ['a key of this week that was not used yet', { keys: [key({ created_at: now - 6 * DAY_MS })] }],
    ['a suspended member without two-factor', { members: [...inOrder.members, member({ state: 'SUSPENDED', has_two_factor: false })] }],
    ['an invitation that has ended', { invitations: [invitation({ state: 'EXPIRED' }), invitation({ state: 'WITHDRAWN' })] }],
  ]
  it.each(quiet)('no alert for %s', (_, change) => {
    expect(titles(change)).toEqual([])
  })

  it('an invitation that expires within a day is urgent', () => {
    const [alert] = alertsOf({ invitations: [invitation({ expires_at: now + DAY_MS })] }, 'ORRY', now)
    expect(alert).toMatchObject({ tone: 'warn', advice: 'new@orrery.example; 1 expiring within a day.' })
  })
})
