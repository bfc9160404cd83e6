import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DeskId } from '@parley/core'
import { wireLimits } from '@parley/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { createSocketTickets } from '../../accounts/sign-in/socket-tickets.ts'
import { callerOf } from '../../../test/direct-market.ts'
import type { Caller } from '../../calls/route.ts'
import { silent } from '../../log/log.ts'
import { openSignedSocket, openTestSocket } from '../../../test/product.ts'
import { createSocket } from './create-socket.ts'
import { socketLimits } from './limits.ts'
import { createTestAccess, testKeyOf } from '../../../test/socket-access.ts'

const NOON = 1_800_000_000_000
const session: Caller = { ...callerOf('ORRY' as DeskId, 's_1'), kind: 'session' }
const access = createTestAccess({ sessionAsIs: () => session })
const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** A test server whose clock is moved by the test. */
async function serve() {
  const clock = { now: NOON }
  const gone: string[] = []
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const side = createSocket(server, {
    access,
    tickets: createSocketTickets(),
    endpoints: { '/v1/ob': [{ kind: 'notifications', name: 'rfq', also: [], snapshot: () => Promise.resolve([]) }] },
    source: {
      onNotifications: () => () => undefined,
      notificationsAfter: () => Promise.resolve([]),
      positions: () => new Map([[1, 0]]),
      startedAfter: () => new Map([[1, 0]]),
    },
    onKeyGone: ({ via }) => void gone.push(via),
    framesPerSocket: { perSecond: 1000, burst: 1000 },
    framesPerDesk: { perSecond: 1000, burst: 1000 },
    trustProxy: false,
    now: () => clock.now,
    log: silent,
  })
  ending.push(async () => {
    await side.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const open = (query: string) =>
    query === '' ? openSignedSocket({ baseUrl, now: clock.now }, testKeyOf('ORRY'), '/v1/ob/') : openTestSocket(baseUrl, `/v1/ob/?${query}`)
  return { clock, side, gone, open }
}

const LATEST = wireLimits.heartbeatWithinMs + socketLimits.heartbeatGraceMs
const frames = {
  'a heartbeat': { id: 7, jsonrpc: '2.0', method: 'heartbeat' },
  'another request': { id: 7, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'rfq' } },
} as const

describe('a socket lives by being heard', () => {
  it('for ten seconds and the half by which a heartbeat may be late; then it is closed by name, and a key’s orders go', async () => {
    const { clock, side, gone, open } = await serve()
    const socket = await open('')
    clock.now += LATEST
    side.closeSilent(clock.now)
    expect([side.count(), gone]).toEqual([1, []])
    clock.now += 1
    side.closeSilent(clock.now)
    expect(await socket.closed).toEqual({ code: 4408, reason: 'HeartbeatMissing' })
    await expect.poll(() => gone).toEqual(['ORRY-key'])
    expect([wireLimits.heartbeatWithinMs, socketLimits.heartbeatGraceMs]).toEqual([10_000, 500])
  })

  it('nobody for a second more than it may, however the rounds fall', () => {
    expect(socketLimits.heartbeatGraceMs + socketLimits.silentSweepMs).toBeLessThan(1_000)
  })

  it.each([
    ['key', '', 'a heartbeat', 'goes on'],
    // A hung program may still send.
    ['key', '', 'another request', 'is closed'],
    ['session', 'token=T', 'a heartbeat', 'goes on'],
    ['session', 'token=T', 'another request', 'goes on'],
  ] as const)('of a %s (%s) after %s late in its time it %s', async (_kind, query, frame, then) => {
    const { clock, side, open } = await serve()
    const socket = await open(query)
    clock.now += LATEST
    socket.send(frames[frame])
    await socket.next(({ id }) => id === 7)
    clock.now += LATEST
    side.closeSilent(clock.now)
    if (then === 'is closed') expect(await socket.closed).toEqual({ code: 4408, reason: 'HeartbeatMissing' })
    await expect.poll(() => side.count()).toBe(then === 'goes on' ? 1 : 0)
  })
})
