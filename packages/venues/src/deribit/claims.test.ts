import { describe, expect, it } from 'vitest'
import { createClaims, type Claimant } from './claims.ts'

const NOON = 1_800_000_000_000
const MINUTE = 60_000
const claimant = (nonce: string, more: Partial<Claimant> = {}): Claimant => ({ nonce, legs: 'legs', at: NOON, ...more })
const open = (): boolean => false
const over = (): boolean => true

describe('the block of a trade in the record', () => {
  it('is the one it settled, and no other', () => {
    const claims = createClaims()
    claims.settled('a', 'T1')
    expect(claims.choose(claimant('a'), ['T1'], open)).toBe('T1')
    expect(claims.mayTake('a', 'T1')).toBe(true)
    expect(claims.mayTake('b', 'T1')).toBe(false)
  })

  it('is unclear while a twin is in progress', () => {
    const claims = createClaims()
    claims.sent(claimant('a'))
    claims.sent(claimant('b'))
    expect(claims.choose(claimant('a'), ['T1'], open)).toBe('UNCLEAR')
    expect(claims.choose(claimant('a'), ['T1', 'T2'], open)).toBe('UNCLEAR')
    expect(claims.choose(claimant('a'), [], open)).toBe('NONE')
    expect(claims.choose(claimant('c', { legs: 'other legs' }), ['T9'], open)).toBe('T9')
  })

  it('is clear again when the twin is settled or dropped', () => {
    const claims = createClaims()
    claims.sent(claimant('a'))
    claims.sent(claimant('b'))
    claims.settled('b', 'T1')
    expect(claims.choose(claimant('a'), ['T2'], open)).toBe('T2')
    claims.sent(claimant('c'))
    claims.dropped('c')
    expect(claims.choose(claimant('a'), ['T2'], open)).toBe('T2')
  })

  it('is not held up by a twin of another hour', () => {
    const claims = createClaims()
    claims.sent(claimant('a', { at: NOON - 60 * MINUTE }))
    expect(claims.choose(claimant('b'), ['T1'], open)).toBe('T1')
  })

  it('is assigned only when no trade can be added and there is one for each twin', () => {
    const claims = createClaims()
    claims.sent(claimant('a'))
    claims.sent(claimant('b'))
    expect(claims.choose(claimant('a'), ['T1'], over)).toBe('UNCLEAR')
    expect(claims.choose(claimant('a'), ['T1', 'T2'], over)).toBe('T1')
    claims.sent(claimant('c', { at: NOON + MINUTE }))
    expect(claims.choose(claimant('a'), ['T1', 'T2', 'T3'], (at) => at === NOON)).toBe('UNCLEAR')
  })

  it('distinguishes a first execution from a repeated one', () => {
    const claims = createClaims()
    expect(claims.sent(claimant('a'))).toBe('FIRST')
    expect(claims.sent(claimant('a'))).toBe('AGAIN')
    claims.settled('a', 'T1')
    expect(claims.sent(claimant('a'))).toBe('FIRST')
  })
})
