/** The HTTP side of Paradex: routes a call, authenticates the caller, and responds. */
import { createHttpSide, type Answer, type Call, type HttpSide, type HttpVenue } from '../exchange/http.ts'
import type { Accounts, Holder } from './accounts.ts'
import * as limits from './limits.ts'
import { invalid, objectOf, VenueRefusal, type Params } from './refusal.ts'
import type { Routed } from './route.ts'

export type Serving = Pick<HttpVenue, 'faults' | 'clock'> & {
  readonly router: (method: string, path: string) => Routed | undefined
  readonly accounts: Accounts
  /** Stores the changes of a call on disk. */
  readonly store: () => void
}

const PREFIX = '/v1'

export function createParadexHttp(serving: Serving): HttpSide {
  const { router, faults, clock } = serving
  const routed = ({ method, path }: Call): Routed | undefined =>
    path.startsWith(PREFIX) ? router(method, path.slice(PREFIX.length)) : undefined
  return createHttpSide({
    ...{ faults, clock, maxBodyBytes: limits.MAX_BODY_BYTES },
    // `POST /block-trades/{}/execute`: faults are ordered by method and route.
    nameOf: (call) => `${call.method} ${routed(call)?.route.path ?? call.path}`,
    receive: (call) => () => carryOut(call, routed(call), serving),
    refuse: ({ code, data, message }) => written(code, { error: String(data ?? 'SERVICE_UNAVAILABLE'), message }),
  })
}

const written = (status: number, body: unknown): Answer => ({
  status,
  body: body === undefined ? '' : JSON.stringify(body),
  headers: status === 429 ? { 'retry-after': '1' } : {},
})

function carryOut(call: Call, routed: Routed | undefined, { accounts, store }: Serving): Answer {
  const { address } = call
  try {
    accounts.count(address, limits.CALLS_PER_MINUTE.address, 60_000)
    if (routed === undefined) throw new VenueRefusal('NOT_FOUND', 'not found', 404)
    const { route, named } = routed
    if (route.path.startsWith('/auth')) accounts.count(`auth ${address}`, limits.CALLS_PER_MINUTE.auth, 60_000)
    // The token is checked before the content of the call.
    const holder = route.access === 'PRIVATE' ? accounts.identify(bearerOf(call)) : undefined
    if (holder !== undefined) countCall(call, holder, accounts)
    const query = Object.fromEntries(new URLSearchParams(call.query))
    const given = { query, headers: call.headers as Params, named, body: bodyOf(call) }
    const body = route.access === 'PUBLIC' ? route.run(given) : route.run(given, holder!)
    store()
    return written(route.status, body)
  } catch (error) {
    const refusal = error instanceof VenueRefusal ? error : new VenueRefusal('INTERNAL_ERROR', String(error), 500)
    return written(refusal.status, { error: refusal.code, message: refusal.message })
  }
}

const bearerOf = ({ headers }: Call): string | undefined => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]

function countCall({ method }: Call, { address }: Holder, accounts: Accounts): void {
  if (method === 'GET') accounts.count(`read ${address}`, limits.CALLS_PER_MINUTE.read, 60_000)
  else accounts.count(`write ${address}`, limits.WRITES_PER_SECOND, 1_000)
}

function bodyOf({ body: text }: Call): Params {
  if (text === '') return {}
  try {
    const body = objectOf(JSON.parse(text))
    if (body !== undefined) return body
  } catch {
    // Not JSON; the next line reports it.
  }
  throw invalid('the body is not a JSON object')
}
