import { weaknessOf } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { commonPasswords } from './common-passwords.ts'

const owner = { firstName: 'Ada', lastName: 'Orr', email: 'ada@orrery.example' }

describe('the list of common passwords', () => {
  // Proves A 5.16.
  it('has at least ten thousand, in lower case', () => {
    expect(commonPasswords.size).toBeGreaterThan(10_000)
    for (const password of commonPasswords as ReadonlySet<string>) expect(password).toBe(password.toLowerCase())
  })

  it.each(['qwertyuiop', 'password123', 'Password1234', '1qaz2wsx3edc', 'Iloveyou2025!', 'passwordpassword', 'dragondragon'])(
    'refuses %s',
    (password) => {
      expect(weaknessOf(password, owner, commonPasswords)).toContain('too common')
    },
  )

  it.each(['correct horse battery', 'tulip-ferry-orbit-9', 'Zwölf Boxkämpfer jagen'])('lets %s pass', (password) => {
    expect(weaknessOf(password, owner, commonPasswords)).toBeUndefined()
  })
})
