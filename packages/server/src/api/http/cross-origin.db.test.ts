import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { withTestDatabase } from '../../../test/database.ts'
import { startTestProduct, type TestProduct } from '../../../test/product.ts'

const database = withTestDatabase()
const [page, stranger] = ['https://app.parley.example', 'https://evil.example']
let product: TestProduct
let webDir: string
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'parley-web-'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Parley</title>')
  product = await startTestProduct(database.url, {
    webDir,
    secretKey: '07'.repeat(32),
    allowedHosts: {
      restUrl: 'https://rest.parley.example',
      apiUrl: 'https://api.parley.example',
      spreadsUrl: 'https://spreads.parley.example',
      allowedOrigins: [page],
      errorReportDsn: 'https://abc@reports.parley.example/7',
      analytics: { url: 'https://use.parley.example', key: 'phc_1' },
    },
  })
})
afterAll(async () => {
  await product?.close()
  rmSync(webDir, { recursive: true, force: true })
})

const preflight = (origin: string) =>
  product.send('OPTIONS', '/v2/drfq/orders/', { headers: { origin, 'access-control-request-method': 'POST' } })

describe('a page of another origin', () => {
  // Proves T 7.2, T 7.6.
  it('that the operator names may call, and reads the headers that clients read', async () => {
    const asked = await preflight(page)
    expect(asked.status).toBe(204)
    expect(asked.headers).toMatchObject({ 'access-control-allow-origin': page, vary: 'origin' })
    expect(asked.headers['access-control-allow-methods']).toContain('DELETE')
    for (const header of ['authorization', 'idempotency-key', 'paradigm-api-signature'])
      expect(asked.headers['access-control-allow-headers']).toContain(header)
    const { headers } = await product.send('GET', '/account/user/', { headers: { origin: page } })
    expect(headers['access-control-allow-origin']).toBe(page)
    for (const header of ['refreshed-token', 'retry-after', 'x-request-id', 'date'])
      expect(headers['access-control-expose-headers']).toContain(header)
    // A browser sends cookies automatically, but not tokens.
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  // Proves T 7.2.
  it('that is not listed may not, and neither may one that only looks similar', async () => {
    for (const origin of [stranger, `${page}.evil.example`, 'https://app.parley.example:8443', 'null']) {
      expect((await preflight(origin)).status, origin).toBe(405)
      const { headers } = await product.send('GET', '/account/user/', { headers: { origin } })
      expect(headers['access-control-allow-origin'], origin).toBeUndefined()
    }
  })

  it('opens a socket with a ticket where the operator names it, and only there', async () => {
    const token = await product.signIn('ada@orrery.example')
    const open = async (origin: string) => {
      const { json } = await product.send('POST', '/account/socket-ticket/', { headers: { authorization: `Token ${token}` } })
      const { ticket } = json as { readonly ticket: string }
      const socket = new WebSocket(`${product.server.baseUrl.replace('http', 'ws')}/v2/drfq/?ticket=${ticket}`, { origin })
      const opened = await once(socket, 'open').then(
        () => true,
        () => false,
      )
      socket.terminate()
      return opened
    }
    expect([await open(page), await open(stranger)]).toEqual([true, false])
  })
})

describe('the page', () => {
  it('reads from itself under which host name it was requested, to notice a proxy that changes it', async () => {
    const { text } = await product.send('GET', '/')
    expect(text).toContain(`<meta name="parley-host" content="${new URL(product.server.baseUrl).host}" />`)
  })

  it('reads from itself which hosts answer what, and its policy lets it call these and no other', async () => {
    const { text, headers } = await product.send('GET', '/')
    expect(
      [...text.matchAll(/<meta name="parley-([a-z-]+)" content="(https:[^"]+|phc_1)"/g)].map(([, name, to]) => `${name} ${to}`),
    ).toEqual([
      'rest-url https://rest.parley.example',
      'api-url https://api.parley.example',
      'spreads-url https://spreads.parley.example',
      'error-report-dsn https://abc@reports.parley.example/7',
      'analytics-url https://use.parley.example',
      'analytics-key phc_1',
    ])
    const connected = /connect-src ([^;]*)/.exec(headers['content-security-policy']!)![1]!.split(' ')
    expect(connected).toEqual([
      "'self'",
      'https://rest.parley.example',
      'https://api.parley.example',
      'https://spreads.parley.example',
      'https://reports.parley.example',
      'https://use.parley.example',
      'wss://api.parley.example',
      'wss://spreads.parley.example',
    ])
  })
})
