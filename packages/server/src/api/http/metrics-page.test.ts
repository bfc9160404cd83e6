import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createMetricsPage, type MetricsAccess } from './metrics-page.ts'

const TOKEN = 'f3c1b2a4d5e6f708'
const alone: MetricsAccess = { token: undefined, isBehindProxy: false }
const behind: MetricsAccess = { token: undefined, isBehindProxy: true }
const withToken: MetricsAccess = { token: TOKEN, isBehindProxy: true }

const asked = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers: { host: 'localhost:4000', ...headers } }) as unknown as IncomingMessage

describe('GET /metrics can be read', () => {
  // Installation, address of the connection, headers, status.
  const table: [title: string, access: MetricsAccess, address: string, headers: Record<string, string>, status: number][] = [
    ['on the same machine', alone, '127.0.0.1', {}, 200],
    ['on the same machine over IPv6', alone, '::1', { host: '[::1]:4000' }, 200],
    ['on the same machine at an address of IPv4 in IPv6', alone, '::ffff:127.0.0.1', { host: '127.0.0.1:4000' }, 200],
    ['not from another machine', alone, '203.0.113.7', {}, 401],
    ['not through a proxy that reports its client', alone, '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }, 401],
    ['not through a proxy that names itself', alone, '127.0.0.1', { via: '1.1 proxy' }, 401],
    ['not by a page that leads its own name to this machine', alone, '127.0.0.1', { host: 'evil.example:4000' }, 401],
    ['not without a token if a proxy is configured', behind, '127.0.0.1', {}, 401],
    ['with the token, from anywhere', withToken, '203.0.113.7', { authorization: `Bearer ${TOKEN}`, host: 'parley.example' }, 200],
    ['not with another token', withToken, '203.0.113.7', { authorization: `Bearer ${TOKEN}0` }, 401],
    ['not without the token, once one is set', withToken, '127.0.0.1', {}, 401],
  ]
  it.each(table)('%s', async (_title, access, address, headers, status) => {
    const page = createMetricsPage({ text: () => Promise.resolve('parley_ready 1') }, access)
    const answer = await page(asked(address, headers))
    expect(answer.status).toBe(status)
    expect(answer.text === 'parley_ready 1').toBe(status === 200)
  })
})
