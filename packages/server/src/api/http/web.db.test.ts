import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openTestDatabase, withTestDatabase } from '../../../test/database.ts'
import { StartProblem } from '../../database/start-problem.ts'
import { createServer } from '../../server.ts'
import { startTestProduct, type TestProduct } from '../../../test/product.ts'

const database = withTestDatabase()
const secretKey = '07'.repeat(32)
let product: TestProduct
let webDir: string
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'parley-web-'))
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Parley</title><div id="root"></div>')
  writeFileSync(join(webDir, 'dashboard.html'), '<!doctype html><title>Desk · Parley</title>')
  writeFileSync(join(webDir, 'assets', 'main-1a2b.js'), 'console.log(1)')
  writeFileSync(join(webDir, 'assets', 'main-1a2b.js.br'), brotliCompressSync('console.log(1)'))
  product = await startTestProduct(database.url, {
    webDir,
    secretKey,
    supportEmail: 'help@desk.example',
    joinUrl: 'https://desk.example/?a="&b=1',
    helpUrl: 'https://chat.example/parley',
    publicUrl: 'https://parley.example',
    allowedHosts: { allowedOrigins: ['https://app.parley.example'] },
  })
})
afterAll(async () => {
  await product.close()
  rmSync(webDir, { recursive: true, force: true })
})

describe('the reference of the API', () => {
  it.each(['/docs/api', '/docs/api/'])('is a page at %s, for anybody, that runs no script', async (path) => {
    const answer = await product.send('GET', path)
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<title>API reference · Parley</title>') })
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(answer.headers['content-security-policy']).not.toContain('script-src')
  })

  it.each([
    ['/docs/api/openapi.json', { openapi: '3.1.0' }],
    ['/docs/api/asyncapi.json', { asyncapi: '3.0.0' }],
  ])('is for machines at %s', async (path, begins) => {
    expect(await product.send('GET', path)).toMatchObject({ status: 200, json: begins })
  })
})

describe('the web application', () => {
  // Proves A 2.2, A 2.12, T 1.21.
  it('reads from its page where the operator wants people to join and to ask', async () => {
    const { text } = await product.send('GET', '/')
    expect(text).toContain('<meta name="parley-support" content="help@desk.example" />')
    expect(text).toContain('<meta name="parley-join" content="https://desk.example/?a=&quot;&amp;b=1" />')
    expect(text).toContain('<meta name="parley-help" content="https://chat.example/parley" />')
    expect(text).not.toContain('parley-faq')
  })

  it('reads from its page at which addresses it can open sockets', async () => {
    const { text } = await product.send('GET', '/')
    expect(text).toContain('<meta name="parley-addresses" content="https://parley.example https://app.parley.example" />')
  })

  it('names the address at which it works if its scripts do not start, as under a path of a proxy', async () => {
    const { text } = await product.send('GET', '/')
    expect(text).toContain(
      'work only at the root of a host name. Open it at <a href="https://parley.example/">https://parley.example/</a>.</p>',
    )
  })

  it.each(['/', '/unified-markets', '/settings/security?tab=1', '/set-password/'])(
    '%s is its page, never kept by a browser',
    async (path) => {
      const answer = await product.send('GET', path)
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<title>Parley</title>') })
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.any(String),
      })
    },
  )

  it.each(['/dashboard', '/dashboard/', '/dashboard/api-keys/', '/dashboard/audit-log?actor=u_1'])(
    '%s is the page of the desk, and its addresses open again after a reload',
    async (path) => {
      const answer = await product.send('GET', path)
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<title>Desk · Parley</title>') })
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-security-policy': expect.any(String) })
    },
  )

  it('an address that only begins like the dashboard is the first page', async () => {
    expect((await product.send('GET', '/dashboards')).text).toContain('<title>Parley</title>')
  })

  it('a hashed file is kept for ever, and goes out compressed where that is understood', async () => {
    const plain = await product.send('GET', '/assets/main-1a2b.js')
    expect(plain).toMatchObject({ status: 200, text: 'console.log(1)' })
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const small = await product.send('GET', '/assets/main-1a2b.js', { headers: { 'accept-encoding': 'br' } })
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': expect.stringContaining('javascript') })
  })

  it.each([
    '/.git/HEAD',
    '/.git/config',
    '/assets/.git/HEAD',
    '/.env',
    '/assets/none.js',
    '/robots.txt',
    '/manifest.webmanifest',
    '/sw.js',
    '/v2/nothing',
    '/account/nothing/',
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/index.html.map',
  ])('%s is not its page', async (path) => {
    const answer = await product.send('GET', path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain('"name"')
    expect(answer.json).toBeTypeOf('object')
  })
})

describe('starting', () => {
  it('a port that is in use is reported in one sentence', async () => {
    const port = Number(new URL(product.server.baseUrl).port)
    const second = createServer({ dataDir: webDir, databaseUrl: database.url, port })
    await expect(second).rejects.toThrow(`Port ${port} is in use; stop what uses it, or choose another with PORT=${port + 1}.`)
    await expect(second).rejects.toBeInstanceOf(StartProblem)
  })

  it.each([
    ['192.0.2.1', 'This machine has no such address (listen EADDRNOTAVAIL: address not available 192.0.2.1'],
    ['no-such-host.invalid', 'HOST is no-such-host.invalid, which is not an address of this machine'],
  ])('at %s is refused in one sentence', async (host, sentence) => {
    const started = createServer({ dataDir: webDir, databaseUrl: database.url, port: 0, host })
    await expect(started).rejects.toThrow(sentence)
    await expect(started).rejects.toBeInstanceOf(StartProblem)
  })

  it('a database whose secrets another key has sealed is not opened', async () => {
    const own = await openTestDatabase()
    onTestFinished(own.close)
    await (await startTestProduct(own.url, { secretKey })).close()
    const second = createServer({ dataDir: webDir, databaseUrl: own.url, port: 0, secretKey: '08'.repeat(32) })
    await expect(second).rejects.toThrow('The secrets in this database were encrypted with another key')
  })

  it('an open page does not keep the product from stopping', async () => {
    const { url, close } = await openTestDatabase()
    onTestFinished(close)
    const own = await startTestProduct(url, { secretKey })
    const page = await fetch(`${own.server.baseUrl}/healthz`)
    await page.text()
    await own.close()
    await expect(fetch(`${own.server.baseUrl}/healthz`)).rejects.toThrow()
  })
})
