import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'

const light = { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 }

describe('a kept password', () => {
  it('is argon2id with 64 MiB and three passes, salted each time, and fits only itself', async () => {
    const kept = await hashPassword('correct horse battery')
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(await hashPassword('correct horse battery')).not.toBe(kept)
    expect(await isPassword('correct horse battery', kept)).toBe(true)
    expect(await isPassword('correct horse batterY', kept)).toBe(false)
    expect(isOutdated(kept)).toBe(false)
  })

  it('fits however its characters were composed', async () => {
    const kept = await hashPassword('Zwo\u0308lf Boxka\u0308mpfer')
    expect(await isPassword('Zwölf Boxkämpfer', kept)).toBe(true)
  })

  it('of other work still fits, and is to be made again', async () => {
    const kept = await hash('correct horse battery', light)
    expect(await isPassword('correct horse battery', kept)).toBe(true)
    expect(isOutdated(kept)).toBe(true)
  })

  it('of nobody fits nothing, and is compared all the same', async () => {
    expect(await isPassword('correct horse battery', undefined)).toBe(false)
    expect(await isPassword('', undefined, 'First')).toBe(false)
  })
})
