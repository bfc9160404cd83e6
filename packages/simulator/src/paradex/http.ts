/** The venue's HTTP side: reads a call, lets faults happen, checks who calls, and answers. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Faults } from '../exchange/faults.ts'
import type { VenueClock } from '../exchange/venue-clock.ts'
import type { Accounts, Holder } from './accounts.ts'
import * as limits from './limits.ts'
import { invalid, objectOf, VenueRefusal, type Params } from './refusal.ts'
import type { Routed } from './route.ts'

export type Serving = {
  readonly router: (method: string, path: string) => Routed | undefined
  readonly accounts: Accounts
  readonly faults: Faults
  readonly clock: VenueClock
  /** Calls that were put off and are still to be carried out. */
  readonly late: Set<NodeJS.Timeout>
  /** Puts what a call has changed on the disk. */
  readonly store: () => void
}

type Incoming = {
  readonly method: string
  readonly path: string
  readonly query: Params
  readonly text: string
  readonly request: IncomingMessage
}
type Written = { readonly status: number; readonly body: unknown }

const PREFIX = '/v1'

export function createHttpListener(serving: Serving): RequestListener {
  return (request, outgoing) => {
    read(request).then(
      (incoming) => answer(incoming, outgoing, serving),
      () => outgoing.destroy(),
    )
  }
}

async function read(request: IncomingMessage): Promise<Incoming> {
  const url = new URL(request.url ?? '/', 'http://venue')
  let text = ''
  for await (const chunk of request) if ((text += String(chunk)).length > limits.MAX_BODY_BYTES) throw new Error('the body is too large')
  return { method: request.method ?? 'GET', path: url.pathname, query: Object.fromEntries(url.searchParams), text, request }
}

/** `POST /block-trades/{}/execute`: faults are ordered by method and route. */
const nameOf = ({ method, path }: Incoming, routed: Routed | undefined): string => `${method} ${routed?.route.path ?? path}`

function answer(incoming: Incoming, outgoing: ServerResponse, serving: Serving): void {
  const { router, faults, clock, late } = serving
  const routed = incoming.path.startsWith(PREFIX) ? router(incoming.method, incoming.path.slice(PREFIX.length)) : undefined
  const fault = faults.draw(nameOf(incoming, routed))
  const perform = (): Written => carryOut(incoming, routed, serving)
  switch (fault?.kind) {
    case undefined:
      return write(outgoing, perform())
    case 'WRONG_CLOCK':
      return write(outgoing, clock.whileAhead(fault.aheadMs, perform))
    case 'DISCONNECT_BEFORE':
      return void outgoing.destroy()
    case 'DISCONNECT_AFTER':
      perform()
      return void outgoing.destroy()
    case 'LOSE_ANSWER':
      return void perform()
    case 'ANSWER_TWICE':
      // HTTP answers once; a proxy that repeats a request has it carried out twice.
      perform()
      return write(outgoing, perform())
    case 'REJECT':
      return write(outgoing, { status: fault.code, body: { error: String(fault.data ?? 'SERVICE_UNAVAILABLE'), message: fault.message } })
    case 'DELAY': {
      // Carried out even if the asker has gone by then: the worst that a slow venue does.
      const timer = setTimeout(() => {
        late.delete(timer)
        write(outgoing, perform())
      }, fault.delayMs)
      late.add(timer)
    }
  }
}

function carryOut(incoming: Incoming, routed: Routed | undefined, { accounts, store }: Serving): Written {
  try {
    const address = incoming.request.socket.remoteAddress ?? ''
    accounts.count(address, limits.CALLS_PER_MINUTE.address, 60_000)
    if (routed === undefined) throw new VenueRefusal('NOT_FOUND', 'not found', 404)
    const { route, named } = routed
    if (route.path.startsWith('/auth')) accounts.count(`auth ${address}`, limits.CALLS_PER_MINUTE.auth, 60_000)
    // The token is looked at before anything that is sent.
    const holder = route.access === 'PRIVATE' ? accounts.identify(bearerOf(incoming)) : undefined
    if (holder !== undefined) countCall(incoming, holder, accounts)
    const call = { query: incoming.query, headers: incoming.request.headers as Params, named, body: bodyOf(incoming) }
    const body = route.access === 'PUBLIC' ? route.run(call) : route.run(call, holder!)
    store()
    return { status: route.status, body }
  } catch (error) {
    const refusal = error instanceof VenueRefusal ? error : new VenueRefusal('INTERNAL_ERROR', String(error), 500)
    return { status: refusal.status, body: { error: refusal.code, message: refusal.message } }
  }
}

const bearerOf = ({ request }: Incoming): string | undefined => /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]

function countCall({ method }: Incoming, { address }: Holder, accounts: Accounts): void {
  if (method === 'GET') accounts.count(`read ${address}`, limits.CALLS_PER_MINUTE.read, 60_000)
  else accounts.count(`write ${address}`, limits.WRITES_PER_SECOND, 1_000)
}

function bodyOf({ text }: Incoming): Params {
  if (text === '') return {}
  try {
    const body = objectOf(JSON.parse(text))
    if (body !== undefined) return body
  } catch {
    // Not JSON, as the line below says.
  }
  throw invalid('the body is no JSON object')
}

function write(outgoing: ServerResponse, { status, body }: Written): void {
  if (outgoing.destroyed) return
  outgoing.writeHead(status, { 'content-type': 'application/json', ...(status === 429 ? { 'retry-after': '1' } : {}) })
  outgoing.end(body === undefined ? '' : JSON.stringify(body))
}
