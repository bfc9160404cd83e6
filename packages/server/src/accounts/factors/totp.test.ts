import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { newTotpSecret, stepOf, totpAddress } from './totp.ts'

const secret = Secret.fromLatin1('12345678901234567890').base32

// RFC 6238, appendix B, SHA-1: seconds, time step in hex, and the last six of the eight digits printed there.
const vectors: [seconds: number, step: string, code: string][] = [
  [59, '1', '287082'],
  [1_111_111_109, '23523EC', '081804'],
  [1_111_111_111, '23523ED', '050471'],
  [1_234_567_890, '273EF07', '005924'],
  [2_000_000_000, '3F940AA', '279037'],
  [20_000_000_000, '27BC86AA', '353130'],
]

describe('codes of an authentication app are those of RFC 6238', () => {
  it.each(vectors)('at %i s, step %s, the code is %s', (seconds, step, code) => {
    expect(stepOf(secret, code, seconds * 1000)).toBe(Number.parseInt(step, 16))
  })

  // The code of step 0x23523ED, which begins at 1111111110 s.
  const begins = 1_111_111_110
  it.each([
    ['the last moment two steps early', begins * 1000 - 30_001, false],
    ['one step early', begins * 1000 - 30_000, true],
    ['its first moment', begins * 1000, true],
    ['its last moment', begins * 1000 + 29_999, true],
    ['the last moment one step late', begins * 1000 + 59_999, true],
    ['two steps late', begins * 1000 + 60_000, false],
  ])('%s (%i): accepted is %s', (_when, now, accepted) => {
    expect(stepOf(secret, '050471', now) !== undefined).toBe(accepted)
  })

  it.each(['', '05047', '0504711', '05047a', '٠٥٠٤٧١', '050 471', '-50471', '050471\n'])('%j is not a code', (code) => {
    expect(stepOf(secret, code, begins * 1000)).toBeUndefined()
  })
})

describe('a secret', () => {
  it('is 160 random bits', () => {
    const made = [newTotpSecret(), newTotpSecret()]
    for (const text of made) expect(Secret.fromBase32(text).bytes).toHaveLength(20)
    expect(made[0]).not.toBe(made[1])
  })

  it('is shown as an address that names the product and the person', () => {
    const address = new URL(totpAddress(secret, 'ada+desk@orrery.example'))
    expect(address.protocol).toBe('otpauth:')
    expect(decodeURIComponent(address.pathname)).toContain('Parley:ada+desk@orrery.example')
    expect(Object.fromEntries(address.searchParams)).toEqual({ issuer: 'Parley', secret, algorithm: 'SHA1', digits: '6', period: '30' })
  })
})
