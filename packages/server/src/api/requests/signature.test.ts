import { createSecretKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSignature, isTimely, sign } from './signature.ts'

const secret = createSecretKey('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'base64')
const timestamp = '1700000000000'
const at = Number(timestamp)

// Published with the API. Any other signature would not work with existing clients.
const golden: [method: string, path: string, body: string, signature: string][] = [
  ['GET', '/v2/drfq/echo/', '', 'Bn8s5sGk3syiXo5c8L3IaOBKkdwaNhcMf52VQyIyHvk='],
  ['POST', '/v2/drfq/rfqs/', '{"venue":"DBT"}', 'u601ZDihhcsPu79DVFo1zJaV0c2NLpSDr1Qr3byOeVc='],
  ['GET', '/v2/drfq/instruments/?venue=DBT&base_currency=BTC', '', 'QDXn8uL4kfsmyz68DSuyJfKzJ/+bTy/q9gkMr1lPOhI='],
  ['GET', '/v1/grfq/rfqs/579/bbo/', '{}', '9DyHFvQZ8I1s1i8Xp4Zvu3MKw5URZL45ozACEm2Wt+w='],
]

const signed = (method: string, pathWithQuery: string, body: string) => ({ timestamp, method, pathWithQuery, body: Buffer.from(body) })

describe('a request is signed over its raw bytes', () => {
  // Proves W 2.1.
  it.each(golden)('%s %s with body %s has the published signature', (method, path, body, signature) => {
    expect(sign(secret, signed(method, path, body))).toBe(signature)
    expect(isSignature(secret, signed(method, path, body), signature)).toBe(true)
  })

  it.each(golden)('%s %s with body %s is refused when anything is different', (method, path, body, signature) => {
    expect(isSignature(secret, signed('PUT', path, body), signature)).toBe(false)
    expect(isSignature(secret, signed(method, `${path}x`, body), signature)).toBe(false)
    expect(isSignature(secret, signed(method, path, `${body} `), signature)).toBe(false)
    expect(isSignature(createSecretKey(Buffer.alloc(32)), signed(method, path, body), signature)).toBe(false)
    for (const other of ['', 'AAAA', 'not base64', signature.slice(0, -2)])
      expect(isSignature(secret, signed(method, path, body), other)).toBe(false)
  })

  it.each([
    [timestamp, at, true],
    [timestamp, at + 30_000, true],
    [timestamp, at - 30_000, true],
    [timestamp, at + 30_001, false],
    [timestamp, at - 30_001, false],
    ['', at, false],
    ['soon', at, false],
    ['1.7e12', at, false],
    ['-1700000000000', at, false],
    [' 1700000000000', at, false],
  ])('a timestamp of "%s" at %d is timely: %s', (text, now, timely) => {
    expect(isTimely(text, now)).toBe(timely)
  })
})
