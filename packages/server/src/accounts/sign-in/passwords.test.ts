import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { createPasswords, passwordWork } from './passwords.ts'

const light = { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 }

const passwords = createPasswords(passwordWork)

describe('a kept password', () => {
  it('is argon2id with 64 MiB and three passes, salted each time, and fits only itself', async () => {
    const kept = await passwords.hash('correct horse battery')
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(await passwords.hash('correct horse battery')).not.toBe(kept)
    expect(await passwords.isRight('correct horse battery', kept)).toBe(true)
    expect(await passwords.isRight('correct horse batterY', kept)).toBe(false)
    expect(passwords.isOutdated(kept)).toBe(false)
  })

  it('fits however its characters were composed', async () => {
    const kept = await passwords.hash('Zwo\u0308lf Boxka\u0308mpfer')
    expect(await passwords.isRight('Zwölf Boxkämpfer', kept)).toBe(true)
  })

  it('of other work still fits, and is to be made again', async () => {
    const kept = await hash('correct horse battery', light)
    expect(await passwords.isRight('correct horse battery', kept)).toBe(true)
    expect(passwords.isOutdated(kept)).toBe(true)
  })

  it('of an unknown user never matches, and is compared all the same', async () => {
    expect(await passwords.isRight('correct horse battery', undefined)).toBe(false)
    expect(await passwords.isRight('', undefined, 'First')).toBe(false)
  })
})
