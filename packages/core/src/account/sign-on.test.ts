import { describe, expect, it } from 'vitest'
import { claimTexts, domainOfEmail, emailDomain, hasSecondFactor, readClaimRole, roleOfClaims } from './sign-on.ts'

describe('the sign-on of a firm', () => {
  it.each([
    ['orrery.example', 'orrery.example'],
    [' Orrery.Example ', 'orrery.example'],
    ['mail.orrery-2.example', 'mail.orrery-2.example'],
    ['orrery', undefined],
    ['@orrery.example', undefined],
    ['-orrery.example', undefined],
    ['orrery.example/x', undefined],
    ['', undefined],
  ])('reads the domain %j as %j', (typed, domain) => {
    expect(emailDomain(typed)).toBe(domain)
  })

  it('takes the domain behind the last @ of an address', () => {
    expect(domainOfEmail('"a@b"@Orrery.example')).toBe('orrery.example')
  })

  it.each([
    ['trader=desk-traders', { role: 'trader', value: 'desk-traders' }],
    ['viewer = a=b', { role: 'viewer', value: 'a=b' }],
    ['boss=admins', undefined],
    ['trader=', undefined],
    ['trader', undefined],
    ['', undefined],
  ])('reads the row %j as %j', (typed, row) => {
    expect(readClaimRole(typed)).toEqual(row)
  })

  it('gives the role of the first row that matches, and none if no row does', () => {
    const rows = [
      { role: 'administrator', value: 'admins' },
      { role: 'trader', value: 'desk' },
    ] as const
    expect(roleOfClaims(rows, ['desk', 'admins'])).toBe('administrator')
    expect(roleOfClaims(rows, ['desk'])).toBe('trader')
    expect(roleOfClaims(rows, ['Desk', 'other'])).toBeUndefined()
    expect(roleOfClaims(rows, [])).toBeUndefined()
  })

  it.each([
    ['admins', ['admins']],
    ['a b', ['a b', 'a', 'b']],
    [
      ['a', 3, 'b c'],
      ['a', 'b c'],
    ],
    [{ admins: true }, []],
    [undefined, []],
  ])('reads the claim %j as the texts %j', (claim, texts) => {
    expect(claimTexts(claim)).toEqual(texts)
  })

  it.each([
    [['pwd', 'mfa'], true],
    [['hwk'], true],
    [['pwd'], false],
    ['mfa', true],
    [undefined, false],
    [{ mfa: true }, false],
  ])('a second factor was checked with the methods %j: %j', (amr, isStrong) => {
    expect(hasSecondFactor(amr)).toBe(isStrong)
  })
})
