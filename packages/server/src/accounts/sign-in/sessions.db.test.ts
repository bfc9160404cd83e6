import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestDatabase } from '../../../test/database.ts'
import { HandshakeRefused, openTestSocket, startTestProduct, type TestProduct } from '../../../test/product.ts'
import { CHROME, createTestTrader, FIREFOX, openTestBrowser, type TestBrowser } from '../../../test/browser.ts'

const database = withTestDatabase()
const options = { trustProxy: true, regionHeader: 'x-country', secretKey: '22'.repeat(32) }
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(database.url, options)
})
afterAll(() => product.close())

type Listed = { readonly active_sessions: readonly Record<string, unknown>[]; readonly current_session_id: string }
const listOf = async (browser: TestBrowser) => (await browser.send('GET', '/account/user/sessions/')).json as Listed
const isIn = async (browser: TestBrowser) => (await browser.send('GET', '/account/user/')).status === 200

async function signedIn(name: string, address = '203.0.113.1', userAgent = CHROME) {
  const email = await createTestTrader(product, name)
  const browser = openTestBrowser(product, address, userAgent)
  await browser.signIn(email)
  return { email, browser }
}

describe('the list of sessions', () => {
  // Proves A 3.36 to 3.38, A 3.40, A 7.3, A 7.26, A 7.27.
  it('shows the place and the program, newest first, and which one is the current one', async () => {
    const { email, browser } = await signedIn('ann')
    product.clock.now += 1000
    const other = openTestBrowser(product, '2001:db8::1', FIREFOX)
    await other.signIn(email, { app_type: 'Desktop', app_version: '0.133.6' })
    const { active_sessions, current_session_id } = await listOf(browser)
    expect(active_sessions).toEqual([
      {
        id: expect.stringMatching(/^s_/),
        app_type: 'Desktop',
        app_version: '0.133.6',
        device: 'Firefox',
        os_type: 'Windows',
        os_version: 'NT 10.0',
        ip_address: '2001:db8::1',
        region: null,
        last_login: product.clock.now,
      },
      {
        id: current_session_id,
        app_type: 'Parley',
        app_version: null,
        device: 'Chrome',
        os_type: 'macOS',
        os_version: '10.15.7',
        ip_address: '203.0.113.1',
        region: null,
        last_login: product.clock.now - 1000,
      },
    ])
  })

  // Proves A 3.39.
  it('has the region that the proxy has reported, and nulls for a program that does not identify itself', async () => {
    const email = await createTestTrader(product, 'bea')
    const headers = { 'x-country': 'SG', 'x-forwarded-for': '203.0.113.9' }
    const answer = await product.send('POST', '/account/login/', {
      headers,
      body: JSON.stringify({ email, password: 'correct horse battery' }),
    })
    const { token } = answer.json as { token: string }
    const { json } = await product.send('GET', '/account/user/sessions/', { headers: { authorization: `Token ${token}` } })
    expect((json as Listed).active_sessions).toMatchObject([{ region: 'SG', device: null, os_type: null, os_version: null }])
  })

  // Proves A 6.17.
  it('has only the sessions of the person', async () => {
    const { browser } = await signedIn('cat')
    await signedIn('col')
    expect((await listOf(browser)).active_sessions).toHaveLength(1)
  })
})

describe('the list of sessions over a restart', () => {
  const own = withTestDatabase()

  it('is the same', async () => {
    const before = await startTestProduct(own.url, options)
    const email = await createTestTrader(before, 'dee')
    const browser = openTestBrowser(before, '203.0.113.1', CHROME)
    await browser.signIn(email)
    const listed = await listOf(browser)
    await before.close()
    const after = await startTestProduct(own.url, options)
    after.clock.now = before.clock.now
    const { json } = await after.send('GET', '/account/user/sessions/', { headers: { authorization: `Token ${browser.token}` } })
    await after.close()
    expect(json).toEqual(listed)
  })
})

describe('ending a session', () => {
  // Proves A 7.28.
  it('has effect at once on calls and on sockets, and on no other session', async () => {
    const { email, browser } = await signedIn('eve')
    const other = openTestBrowser(product, '203.0.113.2')
    await other.signIn(email)
    const { current_session_id: id } = await listOf(other)
    const socket = await openTestSocket(product.server.baseUrl, `/v2/drfq/?token=${other.token}`)
    expect((await browser.send('DELETE', `/account/user/sessions/${id}/`)).status).toBe(204)
    expect(await isIn(other)).toBe(false)
    expect((await socket.closed).code).toBeGreaterThanOrEqual(1000)
    expect(await isIn(browser)).toBe(true)
    expect((await listOf(browser)).active_sessions.map((session) => session['id'])).not.toContain(id)
    expect((await browser.send('DELETE', `/account/user/sessions/${id}/`)).status).toBe(404)
  })

  // Proves A 6.17.
  it('of another user is not found, and continues', async () => {
    const { browser } = await signedIn('fay')
    const { browser: other } = await signedIn('gus')
    const { current_session_id: id } = await listOf(other)
    expect(await browser.send('DELETE', `/account/user/sessions/${id}/`)).toMatchObject({ status: 404, json: { code: 1003 } })
    expect((await browser.send('DELETE', '/account/user/sessions/s_none/')).status).toBe(404)
    expect(await isIn(other)).toBe(true)
  })

  // Proves A 7.29.
  it('ends them all, this one too, with their sockets', async () => {
    const { email, browser } = await signedIn('hal')
    const other = openTestBrowser(product, '203.0.113.3')
    await other.signIn(email)
    const sockets = await Promise.all(
      [browser, other].map(({ token }) => openTestSocket(product.server.baseUrl, `/v2/drfq/?token=${token}`)),
    )
    expect((await browser.send('DELETE', '/account/user/sessions/')).status).toBe(204)
    expect([await isIn(browser), await isIn(other)]).toEqual([false, false])
    await Promise.all(sockets.map(({ closed }) => closed))
    expect(await database.sql`select from session where app_user = (select id from app_user where email = ${email})`).toHaveLength(0)
    expect(
      await database.sql`select from audit where action = 'EndAllSessions' and actor = (select id from app_user where email = ${email})`,
    ).toHaveLength(1)
  })

  // Proves A 7.6.
  it('is what signing out does, with its socket', async () => {
    const { browser } = await signedIn('ida')
    const socket = await openTestSocket(product.server.baseUrl, `/v2/drfq/?token=${browser.token}`)
    expect((await browser.send('POST', '/account/logout/')).status).toBe(200)
    await socket.closed
    expect(await isIn(browser)).toBe(false)
  })

  it('of a key is not a thing', async () => {
    expect((await product.signed('GET', '/account/user/sessions/')).status).toBe(403)
  })
})

describe('a ticket for a socket', () => {
  const ticketOf = async (browser: TestBrowser) =>
    (await browser.send('POST', '/account/socket-ticket/')).json as { readonly ticket: string; readonly expires_at: number }
  const open = (ticket: string, headers = {}) => openTestSocket(product.server.baseUrl, `/v2/drfq/?ticket=${ticket}`, headers)
  const refused = (attempt: Promise<unknown>) =>
    attempt.then(
      () => undefined,
      (error: unknown) => (error as HandshakeRefused).status,
    )

  it('opens one, once, as the person who asked for it', async () => {
    const { browser } = await signedIn('jan')
    const { ticket, expires_at } = await ticketOf(browser)
    expect(expires_at).toBe(product.clock.now + 30_000)
    const socket = await open(ticket)
    socket.send({ jsonrpc: '2.0', id: 1, method: 'heartbeat' })
    expect(await socket.next()).toEqual({ jsonrpc: '2.0', id: 1 })
    expect(await refused(open(ticket))).toBe(403)
    socket.close()
  })

  it('is good for thirty seconds', async () => {
    const { browser } = await signedIn('kay')
    const [first, second] = [await ticketOf(browser), await ticketOf(browser)]
    product.clock.now += 30_000
    const socket = await open(first.ticket)
    product.clock.now += 1
    expect(await refused(open(second.ticket))).toBe(403)
    socket.close()
  })

  it('is of no use to the page of another site', async () => {
    const { browser } = await signedIn('lia')
    const { ticket } = await ticketOf(browser)
    expect(await refused(open(ticket, { origin: 'https://elsewhere.example' }))).toBe(403)
    const socket = await open(ticket, { origin: product.server.baseUrl })
    socket.close()
  })

  it('ends with its session, and so does the socket that it opened', async () => {
    const { browser } = await signedIn('moe')
    const socket = await open((await ticketOf(browser)).ticket)
    const { ticket } = await ticketOf(browser)
    await browser.send('POST', '/account/logout/')
    await socket.closed
    expect(await refused(open(ticket))).toBe(403)
  })

  it('is one of twenty at most: the oldest is void', async () => {
    const { browser } = await signedIn('ned')
    const tickets = []
    for (let asked = 0; asked < 21; asked++) tickets.push((await ticketOf(browser)).ticket)
    expect(await refused(open(tickets[0]!))).toBe(403)
    const socket = await open(tickets[1]!)
    socket.close()
  })

  it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(5000)])('that is invalid opens nothing (%#)', async (ticket) => {
    expect(await refused(open(ticket))).toBe(403)
  })
})
