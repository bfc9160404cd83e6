import type { ApiKeyView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { addressesOf, formOf, keyFormErrors, keyStateOf, newKeyForm, settingsOf } from './key-rules.ts'
import { endOfDay } from './moment-text.ts'

const now = new Date(2026, 10, 21, 12).getTime()
const day = 86_400_000
const key: ApiKeyView = {
  id: 'k_1',
  name: 'quoter',
  access_key_prefix: 'AKAKAK',
  scopes: ['read', 'trade'],
  is_compatible: true,
  allowed_addresses: ['203.0.113.7', '2001:db8::/32'],
  created_at: now,
  created_by: 'u_1',
  held_by: 'u_1',
  suspended_at: null,
  expires_at: endOfDay('2026-12-24')!,
  last_used_at: now,
  last_used_address: '203.0.113.7',
  previous_secret_until: null,
}

describe('the settings of a key', () => {
  it('are unchanged after a round trip through the form', () => {
    const { scopes, is_compatible, allowed_addresses, expires_at } = key
    expect(settingsOf(formOf(key))).toEqual({ scopes, is_compatible, allowed_addresses, expires_at })
  })

  it('of a new key: read and trade, signed sockets, any address, no expiry', () => {
    expect(settingsOf(newKeyForm)).toEqual({ scopes: ['read', 'trade'], is_compatible: false, allowed_addresses: [], expires_at: null })
  })

  it('addresses are accepted in any pasted form', () => {
    expect(addressesOf(' 203.0.113.7, 198.51.100.0/24;\n2001:db8::/32\n\n')).toEqual(['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'])
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a day that is over', { expires_at: '2026-11-20' }, 'expires_at'],
    ['no day at all', { expires_at: '2026-02-30' }, 'expires_at'],
    ['51 addresses', { allowed_addresses: Array(51).fill('203.0.113.7').join('\n') }, 'allowed_addresses'],
  ])('%s is reported at its field', (_, change, field) => {
    const errors = keyFormErrors({ ...newKeyForm, name: 'quoter', ...change }, now)
    expect(Object.entries(errors).flatMap(([name, words]) => (words === undefined ? [] : [name]))).toEqual([field])
  })

  it('a key can expire today', () => {
    expect(keyFormErrors({ ...newKeyForm, name: 'quoter', expires_at: '2026-11-21' }, now).expires_at).toBeUndefined()
  })
})

describe('the state of a key', () => {
  it.each([
    ['SUSPENDED', { suspended_at: now, expires_at: now }],
    ['EXPIRED', { expires_at: now, previous_secret_until: now + day }],
    ['ROTATING', { previous_secret_until: now + 1, expires_at: now + day }],
    ['EXPIRES_SOON', { expires_at: now + 14 * day }],
    ['UNUSED', { expires_at: null, last_used_at: null }],
    ['IN_USE', { expires_at: now + 15 * day }],
    ['IN_USE', { expires_at: null, previous_secret_until: now }],
  ] as const)('%s', (state, change) => {
    expect(keyStateOf({ ...key, ...change }, now)).toBe(state)
  })
})
