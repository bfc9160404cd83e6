import { describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct } from '../../../test/product.ts'

const database = withTestDatabase()
const paths = ['/healthz', '/readyz', '/account/user/', '/account/login/', '/nothing/here', '/%zz', '/dev/mail/messages', '/']

const visit = async (publicUrl: string) => {
  const product = await startTestProduct(database.url, { publicUrl, secretKey: '11'.repeat(32) })
  try {
    return await Promise.all(paths.map(async (path) => ({ path, ...(await product.send('GET', path)) })))
  } finally {
    await product.close()
  }
}

describe('a call that is refused to a role', () => {
  it('is logged with the caller, the call and the address', async () => {
    const product = await startTestProduct(database.url, { secretKey: '11'.repeat(32) })
    try {
      const token = await product.signIn('vera@orrery.example')
      const { status, headers } = await product.send('GET', '/account/desk/api-keys/', { headers: { authorization: `Token ${token}` } })
      expect(status).toBe(403)
      const line = product
        .logged()
        .split('\n')
        .find((each) => each.startsWith('A call was rejected because'))
      for (const part of [
        'GET /account/desk/api-keys/',
        headers['x-request-id']!,
        '"desk":"ORRY"',
        '"role":"viewer"',
        '"address":"127.0.0.1"',
      ])
        expect(line).toContain(part)
    } finally {
      await product.close()
    }
  })
})

describe('headers of every answer', () => {
  it('keep browsers on https for two years if people use https, and do not otherwise', async () => {
    for (const { path, headers } of await visit('https://parley.example'))
      expect(headers['strict-transport-security'], path).toBe('max-age=63072000; includeSubDomains')
    for (const { path, headers } of await visit('http://localhost:4000')) expect(headers['strict-transport-security'], path).toBeUndefined()
  })

  it('allow only our own scripts, no frames, no referrer, no caching and no cookie', async () => {
    for (const { path, headers } of await visit('https://parley.example')) {
      expect(headers['content-security-policy'], path).toMatch(/default-src 'none'/)
      expect(headers['content-security-policy'], path).not.toMatch(/script-src[^;]*(unsafe|\*|data:|https?:)/)
      expect(headers['content-security-policy'], path).toMatch(/frame-ancestors 'none'/)
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-request-id': expect.any(String) as string,
      })
      expect(headers['set-cookie'], path).toBeUndefined()
      expect(headers['access-control-allow-origin'], path).toBeUndefined()
      expect(headers['server'] ?? headers['x-powered-by'], path).toBeUndefined()
    }
  })
})
