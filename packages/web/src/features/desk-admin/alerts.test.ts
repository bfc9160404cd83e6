import type { ApiKeyView, ApprovalView, InvitationView, MemberView, VenueAccountView } from '@parley/contracts'
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
const account = (venue: VenueAccountView['venue']): VenueAccountView => ({ id: `a_${venue}`, venue, name: 'prop-1', is_default: true })
const invitation = (change: Partial<InvitationView> = {}): InvitationView => ({
  id: 'i_1',
  email: 'new@orrery.example',
  role: 'trader',
  state: 'OPEN',
  created_at: now,
  expires_at: now + 7 * DAY_MS,
  created_by: 'u_1',
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
}

const titles = (change: Partial<DeskLists>) =>
  alertsOf({ ...inOrder, ...change }, 'ORRY', now).map(({ count, title }) => `${count} ${title}`)

describe('what on a desk needs attention', () => {
  it('is nothing where all is in order, or nothing is known yet', () => {
    expect(titles({})).toEqual([])
    expect(alertsOf({}, 'ORRY', now)).toEqual([])
  })

  const table: [what: string, change: Partial<DeskLists>, title: string][] = [
    ['a desk that asked for approval', { counterparties: [asked('KEST')] }, '1 Counterparty waits for you'],
    ['a venue without an account', { venueAccounts: [account('DBT')] }, '2 Venues without an account'],
    ['a key that has expired', { keys: [key({ expires_at: now, last_used_at: now })] }, '1 API key has expired'],
    ['a key that expires within two weeks', { keys: [key({ expires_at: now + 14 * DAY_MS })] }, '1 API key expires soon'],
    ['a key that nobody used in its first week', { keys: [key({ created_at: now - 7 * DAY_MS })] }, '1 API key was never used'],
    ['a member without two-factor', { members: [member(), member({ has_two_factor: false })] }, '1 Member without two-factor'],
    ['an administrator alone', { members: [member(), member({ role: 'trader' })] }, '1 Only one administrator'],
    ['an open invitation', { invitations: [invitation()] }, '1 Invitation is open'],
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
  it.each(quiet)('nothing is said of %s', (_, change) => {
    expect(titles(change)).toEqual([])
  })

  it('an invitation within a day of its end is urgent', () => {
    const [alert] = alertsOf({ invitations: [invitation({ expires_at: now + DAY_MS })] }, 'ORRY', now)
    expect(alert).toMatchObject({ tone: 'warn', advice: 'new@orrery.example; 1 within a day of its end.' })
  })
})
