/** The REST side of bit.com: routes a call and answers in the venue's envelope. */
import { createHttpSide, type Answer as HttpAnswer, type Call, type HttpSide, type HttpVenue } from '../exchange/http.ts'
import { createLimiter, type Accounts } from './accounts.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { VenueRefusal, type Params } from './refusal.ts'
import type { Answer, Route, Routes } from './route.ts'

export type HttpContext = Pick<HttpVenue, 'faults' | 'clock'> & {
  readonly routes: Routes
  readonly accounts: Accounts
  readonly now: () => number
}

export function createBitcomHttp({ routes, accounts, now, faults, clock }: HttpContext): HttpSide {
  const limitAddress = createLimiter(now)
  const carryOut = (call: Call): Answer => {
    const route = routes(call.method, call.path)
    if (route === undefined) throw new VenueRefusal(404, 'not found', 404)
    const params = paramsOf(call)
    if (route.access === 'PRIVATE') return route.run(params, accounts.authenticate(keyOf(call), call.path, params))
    limitAddress('public')
    return route.run(params)
  }
  return createHttpSide({
    ...{ faults, clock, maxBodyBytes: MAX_BODY_BYTES },
    nameOf: (call) => nameOf(call, routes(call.method, call.path)),
    receive: (call) => () => {
      try {
        return written(200, bodyOf(carryOut(call)))
      } catch (error) {
        const refusal = error instanceof VenueRefusal ? error : new VenueRefusal(500, `internal error: ${String(error)}`, 500)
        return written(refusal.status, { code: refusal.code, message: refusal.message, data: null })
      }
    },
    refuse: ({ code, message }) => written(code < 1_000 ? code : 200, { code, message, data: null }),
  })
}

const written = (status: number, body: object): HttpAnswer => ({ status, body: JSON.stringify(body) })

const keyOf = ({ headers }: Call): string | undefined => {
  const key = headers['x-bit-access-key']
  return typeof key === 'string' ? key : undefined
}

const paramsOf = ({ method, query, body }: Call): Params =>
  method === 'GET' ? Object.fromEntries(new URLSearchParams(query)) : (JSON.parse(body) as Params)

/** `private/POST blocktrades maker`: the last part of the path, and the role in a block. */
function nameOf(call: Call, route: Route | undefined): string {
  const { role } = paramsOf(call)
  const suffix = typeof role === 'string' ? ` ${role}` : ''
  return `${route?.access === 'PRIVATE' ? 'private' : 'public'}/${call.method} ${call.path.split('/').at(-1)}${suffix}`
}

const bodyOf = ({ data, hasMore }: Answer): object => ({
  code: 0,
  message: '',
  data,
  ...(hasMore === undefined ? {} : { page_info: { has_more: hasMore } }),
})
