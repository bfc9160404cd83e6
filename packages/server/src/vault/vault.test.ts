import { createCipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keyIdOf } from './secret-key.ts'
import { createVault } from './vault.ts'

const key = new Uint8Array(32).fill(7)
const other = new Uint8Array(32).fill(8)
const vault = createVault(key)

describe('the vault', () => {
  it('opens what it sealed, for what it was sealed, with the key it was sealed with', () => {
    const sealed = vault.seal('a secret, ünïcode', 'api-key 1')
    expect(vault.open(sealed, 'api-key 1')).toBe('a secret, ünïcode')
    expect(() => vault.open(sealed, 'api-key 2')).toThrow()
    expect(() => createVault(other).open(sealed, 'api-key 1')).toThrow('This was encrypted with a different key')
    expect(sealed.subarray(1, 5).toString('hex')).toBe(keyIdOf(key))
  })

  it('never seals the same text to the same bytes', () => {
    expect(vault.seal('same', 'x').equals(vault.seal('same', 'x'))).toBe(false)
  })

  it('opens nothing that was changed, shortened or never sealed', () => {
    const sealed = vault.seal('a secret', 'x')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => vault.open(changed, 'x'), `byte ${at}`).toThrow()
    }
    for (const length of [0, 1, 5, 20, 32]) expect(() => vault.open(sealed.subarray(0, length), 'x'), `${length} bytes`).toThrow()
  })

  it('opens what the first version sealed, which had no key id', () => {
    const nonce = Buffer.alloc(12, 1)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('x'))
    const body = Buffer.concat([cipher.update('old', 'utf8'), cipher.final()])
    expect(vault.open(Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body]), 'x')).toBe('old')
  })

  it('has an id for a key that tells nothing of it', () => {
    expect(keyIdOf(key)).toMatch(/^[0-9a-f]{8}$/)
    expect(keyIdOf(key)).not.toBe(keyIdOf(other))
    expect(Buffer.from(key).toString('hex')).not.toContain(keyIdOf(key))
  })
})
