/** The HTTP side of Bybit: authenticates the caller, routes the call and answers in the venue's envelope. */
import { createHttpSide, type Answer, type Call, type HttpSide } from '../exchange/http.ts'
import type { Faults } from '../exchange/faults.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { formatError, formatResult, toVenueError, VenueError, wrong, type Params } from './protocol.ts'
import type { Route, World } from './route.ts'

type Admitted = () => unknown
type Serving = {
  readonly world: World
  readonly routes: ReadonlyMap<string, Route>
  readonly faults: Faults
  onCalled(path: string): void
}

export const createBybitHttp = ({ world, routes, faults, onCalled }: Serving): HttpSide =>
  createHttpSide({
    ...{ faults, clock: world.clock, maxBodyBytes: MAX_BODY_BYTES },
    nameOf: ({ path }) => path,
    receive: (call) => {
      onCalled(call.path)
      const admitted = admit(call, world, routes)
      return () => carryOut(admitted, world.now)
    },
    refuse: ({ code, message }) => ({ status: 200, body: formatError(new VenueError(code, message), world.now()) }),
  })

/** The caller and its signature are checked on arrival, however late the call is carried out. */
function admit({ method, path, query, body, headers, address }: Call, { accounts }: World, routes: ReadonlyMap<string, Route>): Admitted {
  const payload = method === 'GET' ? query : body
  try {
    accounts.admit(address)
    const route = routes.get(`${method} ${path}`)
    if (route === undefined) throw new VenueError(10017, 'Route not found.', 404)
    if (route.access === 'public') return () => route.run(readParams(method, payload))
    const account = accounts.identify({ method, path, payload, headers, address })
    return () => route.run(readParams(method, payload), account)
  } catch (thrown) {
    return () => {
      throw thrown
    }
  }
}

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
    // Not JSON; the next line reports it.
  }
  throw wrong('body')
}
