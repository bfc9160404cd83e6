import { describe, expect, it } from 'vitest'
import { hashBackupCode, newBackupCodes, readBackupCode } from './backup-codes.ts'

describe('backup codes', () => {
  it('are ten, all different, of ten signs none of which is read as another', () => {
    const codes = newBackupCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{5}-[0-9abcdefghjkmnpqrstvwxyz]{5}$/)
  })

  it('use every sign: 32 signs in ten places are 50 bits', () => {
    const used = new Set(Array.from({ length: 100 }, () => newBackupCodes().join('').replaceAll('-', '')).join(''))
    expect(used.size).toBe(32)
  })

  it.each([
    ['7k3pq-9wxm2', '7k3pq9wxm2'],
    ['7K3PQ-9WXM2', '7k3pq9wxm2'],
    [' 7k3pq 9wxm2 ', '7k3pq9wxm2'],
    ['7k3-pq9-wxm2', '7k3pq9wxm2'],
    ['oOiIl-lL000', '0011111000'],
    ['7k3pq-9wxm', undefined],
    ['7k3pq-9wxm22', undefined],
    ['7k3pq-9wxmu', undefined],
    ['7k3pq-9wxmß', undefined],
    ['123456', undefined],
    ['', undefined],
  ])('%j is read as %s', (typed, code) => {
    expect(readBackupCode(typed)).toBe(code)
  })

  it('are kept with the person: the same code of two people has two hashes', () => {
    expect(hashBackupCode('u_1', '7k3pq9wxm2')).not.toEqual(hashBackupCode('u_2', '7k3pq9wxm2'))
  })
})
