import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress, createTrust } from './client-address.ts'

const from = (remoteAddress: string | undefined, forwarded?: string | string[]) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe("a caller's address", () => {
  it.each([
    ['is the peer, in its plain spelling', '::ffff:198.51.100.7', undefined, true, '198.51.100.7'],
    ['is the peer where no proxy is believed', '198.51.100.7', '203.0.113.9', false, '198.51.100.7'],
    ['is what our own proxy has seen', '127.0.0.1', '203.0.113.9', true, '203.0.113.9'],
    ['is not what the caller wrote before our proxy did', '127.0.0.1', '192.0.2.1, 203.0.113.9', true, '203.0.113.9'],
    ['is without the port that a proxy adds', '127.0.0.1', '203.0.113.7:4711', true, '203.0.113.7'],
    ['is without the port after brackets', '127.0.0.1', '192.0.2.1, [2001:db8::1]:443', true, '2001:db8::1'],
    ['is without brackets', '127.0.0.1', '[2001:db8::1]', true, '2001:db8::1'],
    ['keeps every part of a plain IPv6 address', '127.0.0.1', '2001:db8::4711', true, '2001:db8::4711'],
    ['is the peer where the proxy says nonsense', '127.0.0.1', 'unknown', true, '127.0.0.1'],
    ['is empty where the peer is gone', undefined, undefined, true, ''],
  ])('%s', (_what, peer, forwarded, trustProxy, then) => expect(clientAddress(from(peer, forwarded), { trustProxy })).toBe(then))
})

it('an address of the proxy that cannot be read is logged once', () => {
  const logged: unknown[] = []
  const trust = createTrust(true, { warn: (...line: unknown[]) => void logged.push(line) })
  for (const entry of ['203.0.113.9', 'unknown', '_hidden', '203.0.113.9']) clientAddress(from('127.0.0.1', entry), trust)
  expect(logged).toEqual([[{ entry: 'unknown' }, expect.stringContaining('X-Forwarded-For')]])
})
