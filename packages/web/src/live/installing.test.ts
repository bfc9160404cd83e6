import { describe, expect, it } from 'vitest'
import { afterInstallEvent, type InstallEvent, isDismissedAt, isInstallAllowed, type InstallState } from './installing.ts'

const events: readonly InstallEvent[] = ['AVAILABLE', 'PROMPTED', 'ACCEPTED', 'DECLINED', 'ERROR', 'INSTALLED']
const none = undefined

describe('installing', () => {
  // Proves A 10.24, T 4.9 to 4.11, T 4.14.
  it.each<[InstallState | undefined, ...(InstallState | undefined)[]]>([
    [none, 'ALLOWED', none, none, none, none, 'SUCCESS'],
    ['ALLOWED', 'ALLOWED', 'WAITING_CONFIRM', 'ALLOWED', 'ALLOWED', 'ALLOWED', 'SUCCESS'],
    ['WAITING_CONFIRM', 'ALLOWED', 'WAITING_CONFIRM', 'INSTALLING', 'CANCELLED', 'FAILED', 'SUCCESS'],
    ['INSTALLING', 'INSTALLING', 'INSTALLING', 'INSTALLING', 'INSTALLING', 'FAILED', 'SUCCESS'],
    ['CANCELLED', 'ALLOWED', 'WAITING_CONFIRM', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'SUCCESS'],
    ['FAILED', 'ALLOWED', 'WAITING_CONFIRM', 'FAILED', 'FAILED', 'FAILED', 'SUCCESS'],
    ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS'],
  ])('from %s leads on available, prompted, accepted, declined, error and installed to %s, %s, %s, %s, %s, %s', (from, ...expected) => {
    expect(events.map((event) => afterInstallEvent(from, event))).toEqual(expected)
  })

  // Proves A 10.24, T 4.12, T 4.13.
  it('is still possible after it was declined and after it failed', () => {
    const states: readonly InstallState[] = ['ALLOWED', 'WAITING_CONFIRM', 'INSTALLING', 'CANCELLED', 'SUCCESS', 'FAILED']
    expect(states.filter(isInstallAllowed)).toEqual(['ALLOWED', 'CANCELLED', 'FAILED'])
  })

  // Proves A 10.23, T 2.33, T 3.74, T 4.15.
  it.each<[string | undefined, number, boolean]>([
    [undefined, 5, false],
    ['10', 9, true],
    ['10', 10, false],
    ['for-ever', 1e15, true],
    ['unreadable', 5, false],
  ])('dismissed until %s is at %i still dismissed: %s', (kept, now, expected) => {
    expect(isDismissedAt(now, kept)).toBe(expected)
  })
})
