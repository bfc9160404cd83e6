/** The state that one desk derives from a socket that reconnects through every fault, next to the state that the server reports. */
import { createClient, type Socket } from '@parley/client'
import { directRfqCalls as calls, type BlockTradeView, type OrderView, type RfqView } from '@parley/contracts'
import { keep, lines, type Read } from '../reliability/live-objects.ts'
import type { DeskOfPair } from '../reliability/negotiating-pair.ts'
import type { DemoDesk } from '../product.ts'

export type Seen = { readonly rfqs: ReadonlySet<string>; readonly orders: ReadonlySet<string> }

export type DeskView = {
  readonly ticker: string
  /** The differences from the server's current state; empty if there are none. */
  differences(): Promise<readonly string[]>
  /** The ids of all RFQs and orders that the desk has received since it was opened. */
  readonly seen: Seen
  close(): void
}

const PAGE = { page_size: 1_000 }

const rfq: Read<RfqView> = ({ id, state, pending_fill_quantity, filled_quantity }) => ({
  id,
  text: state === 'OPEN' ? `${pending_fill_quantity} ${filled_quantity}` : undefined,
})
const order: Read<OrderView> = ({ id, state, price, quantity, pending_fill_quantity, filled_quantity }) => ({
  id,
  text: state === 'CLOSED' ? undefined : `${price} ${quantity} ${pending_fill_quantity} ${filled_quantity}`,
})
const trade: Read<BlockTradeView> = ({ id, state, side, price, quantity, venue_trade_id }) => ({
  id,
  text: `${state} ${side} ${price} ${quantity} ${venue_trade_id}`,
})

/** Resolves when the socket is open. Earlier trades are left out. */
export async function openDeskView(
  baseUrl: string,
  { ticker, patient }: DeskOfPair,
  { accessKey, secretKey }: DemoDesk,
): Promise<DeskView> {
  const listening = createClient({ baseUrl, credentials: { kind: 'key', accessKey, secretKey }, pacing: false, warn: () => undefined })
  const socket = listening.socket({ cancelOnDisconnect: false, door: '/v2/drfq' })
  const before = new Set((await patient.call(calls.listTrades, { query: PAGE })).results.map(({ id }) => id))
  const later: Read<BlockTradeView> = (one) => (before.has(one.id) ? { id: one.id, text: undefined } : trade(one))
  const known = knownTo(socket)
  const views = [
    {
      what: 'requests',
      here: keep(socket, 'rfqs', rfq),
      there: async () => lines((await patient.call(calls.listRfqs, { query: { state: ['OPEN'], ...PAGE } })).results, rfq),
    },
    {
      what: 'orders',
      here: keep(socket, 'orders', order, { resume: true }),
      there: async () => lines((await patient.call(calls.listOrders, { query: { state: ['OPEN'], ...PAGE } })).results, order),
    },
    {
      what: 'trades',
      here: keep(socket, 'trades', later, { resume: true, growing: true }),
      there: async () => lines((await patient.call(calls.listTrades, { query: PAGE })).results, later),
    },
  ]
  return {
    ticker,
    async differences() {
      if (socket.state() !== 'OPEN') return [`${ticker}: not connected`]
      const twice = known.addedTwice().map((id) => `${ticker}: ${id} was announced twice`)
      const compared = await Promise.all(
        views.map(async ({ what, here, there }) => {
          const [theirs, mine] = [[...(await there())].sort().join('\n'), [...here()].sort().join('\n')]
          return mine === theirs ? [] : [`${ticker}: ${what}: here\n${mine}\nthere\n${theirs}`]
        }),
      )
      return [...twice, ...compared.flat()]
    },
    seen: known.seen,
    close: () => socket.close(),
  }
}

/** Everything that was announced on the channels of RFQs and orders, each with the position from which it resumes. */
function knownTo(socket: Socket) {
  const added = new Map<string, number>()
  const follow = (channel: string): ReadonlySet<string> => {
    const ids = new Set<string>()
    socket.subscribe<Announced>(
      channel,
      ({ event, data }) => {
        for (const { id } of (event === 'SNAPSHOT' ? data : [data]) as readonly Announced[]) {
          ids.add(id)
          if (event === 'ADDED') added.set(`${channel} ${id}`, (added.get(`${channel} ${id}`) ?? 0) + 1)
        }
      },
      { resume: true },
    )
    return ids
  }
  const seen: Seen = { rfqs: follow('rfqs'), orders: follow('orders') }
  return { seen, addedTwice: () => [...added].flatMap(([id, count]) => (count > 1 ? [id] : [])) }
}

type Announced = { readonly id: string }
