import { describe, expect, it } from 'vitest'
import { createSigner } from './sign.ts'

const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const AT = 1_700_000_000_000

const golden: [method: string, pathWithQuery: string, body: string, signature: string][] = [
  ['GET', '/v2/drfq/echo/', '', 'Bn8s5sGk3syiXo5c8L3IaOBKkdwaNhcMf52VQyIyHvk='],
  ['POST', '/v2/drfq/rfqs/', '{"venue":"DBT"}', 'u601ZDihhcsPu79DVFo1zJaV0c2NLpSDr1Qr3byOeVc='],
  ['GET', '/v2/drfq/instruments/?venue=DBT&base_currency=BTC', '', 'QDXn8uL4kfsmyz68DSuyJfKzJ/+bTy/q9gkMr1lPOhI='],
  ['GET', '/v1/grfq/rfqs/579/bbo/', '{}', '9DyHFvQZ8I1s1i8Xp4Zvu3MKw5URZL45ozACEm2Wt+w='],
]

describe('a request is signed over its time, method, path and raw body', () => {
  it.each(golden)('%s %s with body %j', async (method, pathWithQuery, body, signature) => {
    expect(await createSigner(KEY)({ timestampMs: AT, method, pathWithQuery, body })).toBe(signature)
  })

  it('fails if the secret is not valid base64', async () => {
    const failed = createSigner('not base64!')({ timestampMs: AT, method: 'GET', pathWithQuery: '/', body: '' })
    await expect(failed).rejects.toMatchObject({ name: 'ClientError', message: 'The secret key is not valid base64.' })
  })
})
