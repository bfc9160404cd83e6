import { describe, expect, it } from 'vitest'
import { type Gate, gateOf } from './gate-order.ts'
import { isDesktopShell } from './shell-kind.ts'

const on = { feature_user_agreements: { is_enabled: true } }
const off = { feature_user_agreements: { is_enabled: false } }
type Accepted = 'neither' | 'us' | 'non-us' | 'an older one'
const userWho = (accepted: Accepted) => ({
  has_accepted_us_agreement: accepted === 'us' || accepted === 'an older one',
  has_accepted_non_us_agreement: accepted === 'non-us',
  has_unaccepted_agreement: accepted === 'neither' || accepted === 'an older one',
})

describe('the steps before the application', () => {
  const table: [accepted: Accepted, flags: 'unknown' | 'on' | 'off', gate: Gate][] = [
    ['neither', 'unknown', 'OVERLAY'],
    ['neither', 'on', 'OVERLAY'],
    ['neither', 'off', 'OVERLAY'],
    ['us', 'unknown', 'LOADING'],
    ['an older one', 'unknown', 'LOADING'],
    ['an older one', 'on', 'AGREEMENTS'],
    ['an older one', 'off', 'OVERLAY'],
    ['us', 'on', 'OPEN'],
    ['non-us', 'on', 'OPEN'],
    ['non-us', 'off', 'OPEN'],
  ]
  // Proves A 2.49, A 3.25, A 4.12, A 4.13, A 10.3, T 2.10, T 2.25, T 4.6, T 6.12.
  it.each(table)('a user who accepted %s, with the flag %s, sees %s', (accepted, flags, gate) =>
    expect(gateOf(userWho(accepted), { unknown: undefined, on, off }[flags])).toBe(gate),
  )
})

describe('the desktop application', () => {
  it.each([
    ['Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Parley/0.120.0 Chrome/126.0 Electron/31.0.0 Safari/537.36', true],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', false],
  ])('is known by its name: %s', (userAgent, isShell) => expect(isDesktopShell(userAgent)).toBe(isShell))
})
