/**
 * A maker that places an order and cancels it, again and again, and measures each cancellation: over REST, on its socket and at the
 * perpetuals venue.
 */
import { Agent, request } from 'node:http'
import WebSocket from 'ws'
import { setTimeout as delay } from 'node:timers/promises'
import { signedHeaders, type Key } from './signed.ts'

/** Milliseconds, one value for each cancellation. */
export type CancelTimes = { readonly rest: readonly number[]; readonly socket: readonly number[]; readonly perpetuals: readonly number[] }

export type Canceler = {
  /** Cancels until the given work is over. */
  during(work: Promise<unknown>): Promise<CancelTimes>
  close(): Promise<void>
}

const PAUSE_MS = 15
/** The venue takes 20 calls a second from one address, and each turn has three. */
const VENUE_PAUSE_MS = 200
const HEARTBEAT_MS = 4_000
const RETRY_MS = 500
/** A desk can place 500 orders in one RFQ (rulebook 9.3); the taker sends another one before that. */
const MOST_IN_RFQ = 450
type Json = Readonly<Record<string, unknown>>
type Answer = { readonly status: number; readonly json: Json }

const agent = new Agent({ keepAlive: true })

function send(url: string, key: Key, method: string, path: string, content?: object): Promise<Answer> {
  const body = content === undefined ? '' : JSON.stringify(content)
  const headers = { ...signedHeaders(key, method, path, body), ...(body === '' ? {} : { 'content-length': Buffer.byteLength(body) }) }
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode!, json: text === '' ? {} : (JSON.parse(text) as Json) }))
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Repeats a call that the market is not ready for yet, or that its rate refuses. */
async function must(url: string, key: Key, method: string, path: string, content?: object): Promise<Json> {
  for (let tries = 0; ; tries++) {
    const { status, json } = await send(url, key, method, path, content)
    if (status < 300) return json
    if (tries > 60) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(json)}`)
    await delay(RETRY_MS)
  }
}

type Instrument = { readonly id: number; readonly greeks: { readonly mark_price: string } | null; readonly min_tick_size: string }

/** An option with a mark of at least fifty ticks. */
async function pickOption(url: string, key: Key): Promise<Instrument> {
  for (;;) {
    const path = '/v2/drfq/instruments/?venue=DBT&base_currency=BTC&kind=OPTION&state=ACTIVE&include_greeks=true&page_size=1000'
    const { results } = (await must(url, key, 'GET', path)) as unknown as { results: readonly Instrument[] }
    const found = results.find(({ greeks, min_tick_size: tick }) => Number(greeks?.mark_price ?? 0) > 50 * Number(tick))
    if (found !== undefined) return found
    await delay(RETRY_MS)
  }
}

/** Times at which the desk's socket reported an order as removed. */
async function listenForRemoved(url: string, key: Key): Promise<{ removed(id: string): Promise<number>; close(): void }> {
  const path = '/v2/drfq/?cancel_on_disconnect=false'
  const socket = new WebSocket(url.replace('http', 'ws') + path, {
    headers: signedHeaders(key, 'GET', path, ''),
    perMessageDeflate: false,
  })
  await new Promise<void>((resolve, reject) => socket.once('open', () => resolve()).once('error', reject))
  const seen = new Map<string, number>()
  const waiting = new Map<string, (at: number) => void>()
  socket.on('message', (bytes: Buffer) => {
    const at = performance.now()
    for (const line of bytes.toString().split('\n')) {
      const { params } = JSON.parse(line) as { params?: { channel: string; event?: string; data: { id: string } } }
      if (params?.channel !== 'orders' || params.event !== 'REMOVED') continue
      seen.set(params.data.id, at)
      waiting.get(params.data.id)?.(at)
    }
  })
  const beat = setInterval(() => socket.send('{"id":2,"jsonrpc":"2.0","method":"heartbeat"}'), HEARTBEAT_MS)
  socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel: 'orders' } }))
  return {
    removed: (id) => {
      const at = seen.get(id)
      return at === undefined ? new Promise((resolve) => waiting.set(id, resolve)) : Promise.resolve(at)
    },
    close: () => {
      clearInterval(beat)
      socket.terminate()
    },
  }
}

export async function canceler(url: string, desk: Key & { readonly ticker: string }, taker: Key): Promise<Canceler> {
  const option = await pickOption(url, desk)
  const socket = await listenForRemoved(url, desk)
  const legs = [{ instrument_id: option.id, ratio: '1', side: 'BUY' }]
  const ask = async (): Promise<string> => {
    const rfq = await must(url, taker, 'POST', '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', legs, counterparties: [desk.ticker] })
    return String(rfq['id'])
  }
  let asked = await ask()
  let placed = 0
  const { results } = await must(url, desk, 'GET', '/v2/perpetuals/markets/')
  const market = (results as readonly { market: string; mark_price: string }[]).find((one) => one.market === 'BTC-USD-PERP')!
  const perpetual = {
    market: market.market,
    side: 'BUY',
    kind: 'LIMIT',
    quantity: '0.1',
    price: String(Math.round(Number(market.mark_price) * 0.97)),
  }

  const cancelOne = async (): Promise<{ rest: number; socket: number }> => {
    if (++placed % MOST_IN_RFQ === 0) asked = await ask()
    const quote = { rfq_id: asked, side: 'SELL', quantity: '25', legs: [{ instrument_id: option.id, price: option.greeks!.mark_price }] }
    const { id } = await must(url, desk, 'POST', '/v2/drfq/orders/', quote)
    const at = performance.now()
    await must(url, desk, 'DELETE', `/v2/drfq/orders/${String(id)}/`)
    const rest = performance.now() - at
    return { rest, socket: (await socket.removed(String(id))) - at }
  }
  const cancelPerpetual = async (): Promise<number> => {
    const { id } = await must(url, desk, 'POST', '/v2/perpetuals/orders/', perpetual)
    const at = performance.now()
    await must(url, desk, 'DELETE', `/v2/perpetuals/orders/${String(id)}/`)
    return performance.now() - at
  }
  return {
    during: async (work) => {
      const times = { rest: [] as number[], socket: [] as number[], perpetuals: [] as number[] }
      let isOver = false
      const over = work.finally(() => (isOver = true))
      const cancelling = async (): Promise<void> => {
        while (!isOver) {
          const { rest, socket: onSocket } = await cancelOne()
          times.rest.push(rest)
          times.socket.push(onSocket)
          await delay(PAUSE_MS)
        }
      }
      const cancellingPerpetuals = async (): Promise<void> => {
        while (!isOver) {
          times.perpetuals.push(await cancelPerpetual())
          await delay(VENUE_PAUSE_MS)
        }
      }
      await Promise.all([cancelling(), cancellingPerpetuals(), over])
      return times
    },
    close: () => {
      socket.close()
      agent.destroy()
      return Promise.resolve()
    },
  }
}
