/**
 * The clients of the end-to-end benchmark: a taker and its makers, who negotiate one RFQ after another and measure the time. Runs in a separate
 * thread.
 */
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import WebSocket from 'ws'
import { signedHeaders, type Key } from './signed.ts'

export type Negotiating = {
  readonly url: string
  readonly echoUrl: string
  readonly taker: Key
  readonly makers: readonly (Key & { readonly ticker: string })[]
  readonly instrumentId: number
  /** One for each maker, the best first. */
  readonly prices: readonly string[]
  readonly warm: number
  readonly negotiations: number
}
/** Milliseconds, one value for each repetition. */
export type NegotiationTimes = Record<'created' | 'quoted' | 'answered' | 'settled' | 'echoed', number[]>

type Received = { readonly channel: string; readonly data: { readonly id: string; readonly rfq_id?: string; readonly state?: string } }

const { url, echoUrl, taker, makers, instrumentId, prices, warm, negotiations } = workerData as Negotiating
const agent = new Agent({ keepAlive: true })
const PATIENCE_MS = 10_000

const post = (key: Key, path: string, content: object): Promise<{ id: string }> => send(key, 'POST', path, content)

function send(key: Key, method: 'POST' | 'PATCH', path: string, content: object): Promise<{ id: string }> {
  const body = JSON.stringify(content)
  const headers = { ...signedHeaders(key, method, path, body), 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.on('end', () =>
        answer.statusCode! < 300 ? resolve(JSON.parse(text) as { id: string }) : reject(new Error(`${path} answered ${text}`)),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** A socket that stores its messages with their times, so that it does not matter whether the response or the socket is faster. */
async function listen(key: Key): Promise<(is: (received: Received) => boolean) => Promise<number>> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v2/drfq/?api-key=${key.accessKey}&cancel_on_disconnect=false`)
  await new Promise<void>((resolve, reject) => socket.once('open', () => resolve()).once('error', reject))
  let recent: { readonly received: Received; readonly at: number }[] = []
  let look: () => void = () => undefined
  socket.on('message', (bytes: Buffer) => {
    const at = performance.now()
    const { params } = JSON.parse(bytes.toString()) as { params?: Received }
    if (params === undefined) return
    recent.push({ received: params, at })
    look()
  })
  for (const channel of ['rfqs', 'rfq_orders', 'trades'])
    socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscribe', params: { channel } }))
  setInterval(() => socket.send('{"id":2,"jsonrpc":"2.0","method":"heartbeat"}'), 4_000).unref()
  return (is) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(
        () =>
          reject(
            new Error(
              `the socket did not get it; it received last ${JSON.stringify(recent.slice(-3).map(({ received }) => [received.channel, received.data.id, received.data.state]))}`,
            ),
          ),
        PATIENCE_MS,
      )
      look = () => {
        const found = recent.find(({ received }) => is(received))
        if (found === undefined) return
        recent = recent.filter(({ at }) => at > found.at)
        look = () => undefined
        clearTimeout(late)
        resolve(found.at)
      }
      look()
    })
}

const times: NegotiationTimes = { created: [], quoted: [], answered: [], settled: [], echoed: [] }
const takerReceives = await listen(taker)
const makersReceive = await Promise.all(makers.map(listen))
const echo = new WebSocket(echoUrl, { perMessageDeflate: false })
await new Promise((resolve) => echo.once('open', resolve))

async function negotiate(): Promise<void> {
  const legs = [{ instrument_id: instrumentId, ratio: '1', side: 'BUY' }]
  const counterparties = makers.map(({ ticker }) => ticker)
  const asked = performance.now()
  const { id } = await post(taker, '/v2/drfq/rfqs/', { venue: 'DBT', quantity: '25', legs, counterparties })
  const haveIt = await Promise.all(makersReceive.map((receives) => receives(({ channel, data }) => channel === 'rfqs' && data.id === id)))
  for (const at of haveIt) times.created.push(at - asked)
  for (const [n, maker] of makers.entries()) {
    const quote = { rfq_id: id, side: 'SELL', quantity: '25', legs: [{ instrument_id: instrumentId, price: prices[n] }] }
    const sent = performance.now()
    const order = await post(maker, '/v2/drfq/orders/', quote)
    times.quoted.push((await takerReceives(({ channel, data }) => channel === 'rfq_orders' && data.id === order.id)) - sent)
  }
  const crossed = performance.now()
  const isSettled = ({ channel, data }: Received) => channel === 'trades' && data.rfq_id === id && data.state === 'FILLED'
  const fill = { rfq_id: id, side: 'BUY', quantity: '25', price: prices[0], time_in_force: 'FILL_OR_KILL' }
  const answered = post(taker, '/v2/drfq/orders/', fill).then(() => performance.now())
  const [answeredAt, ...settledAt] = await Promise.all([answered, takerReceives(isSettled), makersReceive[0]!(isSettled)])
  times.answered.push(answeredAt - crossed)
  times.settled.push(Math.max(...settledAt) - crossed)
  const said = performance.now()
  echo.send('x'.repeat(420))
  await new Promise((resolve) => echo.once('message', resolve))
  times.echoed.push(performance.now() - said)
  // Real desks do not trade this fast: the maker's protection would hold its next quote.
  await send(makers[0]!, 'PATCH', '/v2/drfq/mmp/status/', {})
}

for (let n = 0; n < warm + negotiations; n++) {
  if (n === warm) for (const list of Object.values(times)) list.length = 0
  await negotiate()
}
parentPort!.postMessage(times)
process.exit()
