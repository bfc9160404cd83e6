/** Only the socket side, on a market that the test controls. It ends with its test. */
import { createSecretKey } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BucketRate } from '@parley/contracts'
import type { DeskId, UserId } from '@parley/core'
import { afterEach } from 'vitest'
import { createSocketTickets } from '../src/accounts/sign-in/socket-tickets.ts'
import { createSocket } from '../src/api/socket/create-socket.ts'
import type { Channel, SocketStyle } from '../src/calls/channel.ts'
import type { Caller } from '../src/calls/route.ts'
import type { Audience, Notification } from '../src/engine/engine.ts'
import { silent } from '../src/log/log.ts'
import { openSignedSocket, openTestSocket } from './product.ts'
import { createTestAccess, testKeyOf } from './socket-access.ts'

const caller: Caller = {
  kind: 'key',
  desk: 'ORRY' as DeskId,
  user: 'k_1' as UserId,
  via: 'k_1',
  role: 'trader',
  proved: undefined,
  isRestricted: false,
}
const access = createTestAccess({
  key: (accessKey) => (accessKey === 'K' ? { caller, secrets: [createSecretKey(new Uint8Array(32))], isCompatible: true } : undefined),
})

/** A market of one shard that the test controls: a list of notifications, kept from a given number on. */
export function createMarket(keptAfter = 0) {
  const notifications: Notification[] = []
  const listeners = new Set<(notifications: readonly Notification[]) => void>()
  const decide = (seq: number, channel: string, data: readonly object[], audience: Audience = 'desk:ORRY'): void => {
    const sent = data.map((each): Notification => ({
      shard: { name: 'DBT-BTC', group: 1 },
      decision: seq,
      seq,
      audience,
      channel,
      event: 'ADDED',
      data: each,
    }))
    notifications.push(...sent)
    for (const listener of listeners) listener(sent)
  }
  const say = (seq: number, channel: string, data: object, audience?: Audience): void => decide(seq, channel, [data], audience)
  const source = {
    onNotifications(listener: (notifications: readonly Notification[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notificationsAfter: (_group: number, seq: number, audiences: readonly Audience[], channel: string) =>
      Promise.resolve(
        seq < keptAfter
          ? undefined
          : notifications.filter(
              (notification) => notification.seq > seq && notification.channel === channel && audiences.includes(notification.audience),
            ),
      ),
    positions: () => new Map([[1, notifications.at(-1)?.seq ?? 0]]),
    startedAfter: () => new Map([[1, notifications.at(-1)?.seq ?? 0]]),
  }
  return { source, say, decide }
}

type Market = ReturnType<typeof createMarket>
type Listed = {
  lists: (() => Promise<readonly object[]>)[]
  frames?: BucketRate
  deskFrames?: BucketRate
  /** Called when a key that connects is stored. */
  arrived?: () => Promise<void>
  lines?: object[]
  /** Channels in addition to the usual ones. */
  more?: readonly Channel[]
  style?: SocketStyle
  now?: () => number
}
const often = { perSecond: 1000, burst: 1000 }

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

export async function serve(
  market: Market,
  { lists, frames = often, deskFrames = often, arrived, lines = [], more = [], style, now = Date.now }: Listed = { lists: [] },
) {
  const pushes: ((data: object) => void)[] = []
  const gone: Caller[] = []
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const channels: Channel[] = [
    { kind: 'notifications', name: 'rfqs', also: ['rfq'], snapshot: () => lists.shift()?.() ?? Promise.resolve([]) },
    { kind: 'notifications', name: 'trade_tape', also: [], snapshot: () => Promise.resolve([]) },
    {
      kind: 'stream',
      pattern: 'bbo.{rfq_id}',
      open: (_caller, { rfq_id }, push) => {
        if (rfq_id === 'unknown') return Promise.resolve({ refused: 'NotFound', rule: '', message: 'There is no such RFQ.' })
        push({ rfq_id, mark_price: '1' })
        pushes.push(push)
        return Promise.resolve(() => void pushes.splice(0))
      },
    },
    ...more,
  ]
  const tickets = createSocketTickets()
  const common = {
    access,
    tickets,
    endpoints: { '/v2/drfq': channels },
    ...(style && { styles: { '/v2/drfq': style } }),
    source: market.source,
    onKeyGone: (one: Caller) => void gone.push(one),
    framesPerSocket: frames,
    framesPerDesk: deskFrames,
    ...(arrived && { keys: { arrived, turnedBack: () => undefined, sweep: () => undefined } }),
  }
  const side = createSocket(server, {
    ...common,
    trustProxy: false,
    now,
    log: { ...silent, warn: (details) => void lines.push(details) },
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ending.push(async () => {
    await side.close()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const open = (query = '') => openTestSocket(baseUrl, `/v2/drfq/?api-key=K${query}`)
  const openSigned = (query = '') =>
    openSignedSocket({ baseUrl, now: now() }, testKeyOf('K'), `/v2/drfq/${query === '' ? '' : `?${query}`}`)
  return { open, openSigned, pushes, gone, side }
}
