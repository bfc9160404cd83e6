/** The venue's HTTP side: reads a call, lets faults happen, checks who calls, and answers. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Fault, Faults } from '../exchange/faults.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { formatError, formatResult, toVenueError, VenueError, wrong, type Params } from './protocol.ts'
import type { Route, World } from './route.ts'

type Call = { readonly method: string; readonly path: string; readonly payload: string; readonly incoming: IncomingMessage }
type Answer = { readonly status: number; readonly body: string }
type Admitted = () => unknown
type Serving = {
  readonly world: World
  readonly routes: ReadonlyMap<string, Route>
  readonly faults: Faults
  onCalled(path: string): void
  /** Carried out or not, no more comes of the call. */
  onDone(): void
}

export function createHttpListener(serving: Serving): RequestListener {
  return (incoming, outgoing) => {
    serving.onCalled((incoming.url ?? '/').split('?', 1)[0]!)
    readCall(incoming)
      .then((call) => serve(call, outgoing, serving))
      .catch(() => outgoing.destroy())
      .finally(() => serving.onDone())
  }
}

async function readCall(incoming: IncomingMessage): Promise<Call> {
  const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2)
  const method = incoming.method ?? 'GET'
  let body = ''
  for await (const chunk of incoming) if ((body += String(chunk)).length > MAX_BODY_BYTES) throw new Error('the body is too large')
  return { method, path, payload: method === 'GET' ? query : body, incoming }
}

async function serve(call: Call, outgoing: ServerResponse, { world, routes, faults }: Serving): Promise<void> {
  const fault = faults.draw(call.path)
  const aheadMs = fault?.kind === 'WRONG_CLOCK' ? fault.aheadMs : 0
  const admitted = world.clock.whileAhead(aheadMs, () => admit(call, world, routes))
  const perform = (): Answer => world.clock.whileAhead(aheadMs, () => carryOut(admitted, world.now))
  const answer = await answerOf(fault, perform, world.now)
  if (answer === 'DROP') return void outgoing.destroy()
  // The asker waits until it has waited long enough.
  if (answer === 'SILENCE') return
  outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
}

async function answerOf(fault: Fault | undefined, perform: () => Answer, now: () => number): Promise<Answer | 'DROP' | 'SILENCE'> {
  switch (fault?.kind) {
    case undefined:
    case 'WRONG_CLOCK':
      return perform()
    case 'DISCONNECT_BEFORE':
      return 'DROP'
    case 'DISCONNECT_AFTER':
      perform()
      return 'DROP'
    case 'LOSE_ANSWER':
      perform()
      return 'SILENCE'
    case 'ANSWER_TWICE':
      // Over HTTP it is the request that comes twice, by a proxy between; the second's answer is the one that arrives.
      perform()
      return perform()
    case 'DELAY':
      // Carried out even if the asker has gone by then: the worst that a slow venue does.
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
      return perform()
    case 'REJECT':
      return { status: 200, body: formatError(new VenueError(fault.code, fault.message), now()) }
  }
}

/** The caller and its signature are checked as the call arrives, however late it is carried out. */
function admit({ method, path, payload, incoming }: Call, { accounts }: World, routes: ReadonlyMap<string, Route>): Admitted {
  try {
    accounts.admit(addressOf(incoming))
    const route = routes.get(`${method} ${path}`)
    if (route === undefined) throw new VenueError(10017, 'Route not found.', 404)
    if (route.access === 'public') return () => route.run(readParams(method, payload))
    const account = accounts.identify({ method, path, payload, headers: incoming.headers, address: addressOf(incoming) })
    return () => route.run(readParams(method, payload), account)
  } catch (thrown) {
    return () => {
      throw thrown
    }
  }
}

const addressOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? ''

function carryOut(admitted: Admitted, now: () => number): Answer {
  try {
    return { status: 200, body: formatResult(admitted(), now()) }
  } catch (thrown) {
    const error = toVenueError(thrown)
    return { status: error.status, body: formatError(error, now()) }
  }
}

function readParams(method: string, payload: string): Params {
  if (method === 'GET') return Object.fromEntries(new URLSearchParams(payload))
  try {
    const body: unknown = JSON.parse(payload)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Params
  } catch {
    // Not JSON, as the line below says.
  }
  throw wrong('body')
}
