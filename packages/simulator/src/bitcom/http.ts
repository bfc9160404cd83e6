/** The REST side: reads a call, lets faults happen, answers in the venue's envelope. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Fault, Faults } from '../exchange/faults.ts'
import type { VenueClock } from '../exchange/venue-clock.ts'
import { createLimiter, type Accounts } from './accounts.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { VenueRefusal, type Params } from './refusal.ts'
import type { Answer, Route, Routes } from './route.ts'

export type HttpContext = {
  readonly routes: Routes
  readonly accounts: Accounts
  readonly faults: Faults
  readonly clock: VenueClock
  readonly now: () => number
  /** Calls that were put off and are still to be carried out. */
  readonly late: Set<NodeJS.Timeout>
}

type Call = { readonly method: string; readonly path: string; readonly params: Params; readonly key: string | undefined }
type Written = { readonly status: number; readonly body: object }

export function createHttpListener(context: HttpContext): RequestListener {
  const limitAddress = createLimiter(context.now)
  return (incoming, outgoing) => {
    readCall(incoming).then(
      (call) => answer(call, outgoing, context, limitAddress),
      () => outgoing.destroy(),
    )
  }
}

async function readCall(incoming: IncomingMessage): Promise<Call> {
  const url = new URL(incoming.url ?? '/', 'http://venue')
  const [method, key] = [incoming.method ?? 'GET', incoming.headers['x-bit-access-key']]
  const common = { method, path: url.pathname, key: typeof key === 'string' ? key : undefined }
  if (method === 'GET') return { ...common, params: Object.fromEntries(url.searchParams) }
  let body = ''
  for await (const chunk of incoming) if ((body += String(chunk)).length > MAX_BODY_BYTES) throw new Error('too long')
  return { ...common, params: JSON.parse(body) as Params }
}

/** `private/POST blocktrades maker`: the last word of the path, and of a block the role. */
function callName({ method, path, params }: Call, route: Route | undefined): string {
  const role = typeof params['role'] === 'string' ? ` ${params['role']}` : ''
  return `${route?.access === 'PRIVATE' ? 'private' : 'public'}/${method} ${path.split('/').at(-1)}${role}`
}

function answer(call: Call, outgoing: ServerResponse, context: HttpContext, limitAddress: (name: string) => void): void {
  const route = context.routes(call.method, call.path)
  const fault = context.faults.draw(callName(call, route))
  const carryOut = (): Written => perform(call, route, context, limitAddress)
  switch (fault?.kind) {
    case 'DISCONNECT_BEFORE':
      return void outgoing.destroy()
    case 'DELAY':
      // Carried out even if the asker has gone by then: the worst that a slow venue does.
      return putOff(context.late, fault.delayMs, () => write(outgoing, carryOut()))
    case 'REJECT':
      return write(outgoing, refusedFor(fault))
    case 'ANSWER_TWICE':
      // HTTP answers once; a proxy that repeats a request has it carried out twice.
      carryOut()
      return write(outgoing, carryOut())
    case 'DISCONNECT_AFTER':
      carryOut()
      return void outgoing.destroy()
    case 'LOSE_ANSWER':
      return void carryOut()
    case 'WRONG_CLOCK':
      return write(outgoing, context.clock.whileAhead(fault.aheadMs, carryOut))
    case undefined:
      return write(outgoing, carryOut())
  }
}

function putOff(late: Set<NodeJS.Timeout>, delayMs: number, work: () => void): void {
  const timer = setTimeout(() => {
    late.delete(timer)
    work()
  }, delayMs)
  late.add(timer)
}

const refusedFor = ({ code, message }: Extract<Fault, { kind: 'REJECT' }>): Written => ({
  status: code < 1_000 ? code : 200,
  body: { code, message, data: null },
})

function perform(call: Call, route: Route | undefined, { accounts }: HttpContext, limitAddress: (name: string) => void): Written {
  try {
    if (route === undefined) throw new VenueRefusal(404, 'not found', 404)
    return { status: 200, body: bodyOf(carryOutAs(call, route, accounts, limitAddress)) }
  } catch (error) {
    const refusal = error instanceof VenueRefusal ? error : new VenueRefusal(500, `internal error: ${String(error)}`, 500)
    return { status: refusal.status, body: { code: refusal.code, message: refusal.message, data: null } }
  }
}

function carryOutAs(call: Call, route: Route, accounts: Accounts, limitAddress: (name: string) => void): Answer {
  if (route.access === 'PRIVATE') return route.run(call.params, accounts.authenticate(call.key, call.path, call.params))
  limitAddress('public')
  return route.run(call.params)
}

const bodyOf = ({ data, hasMore }: Answer): object => ({
  code: 0,
  message: '',
  data,
  ...(hasMore === undefined ? {} : { page_info: { has_more: hasMore } }),
})

function write(outgoing: ServerResponse, { status, body }: Written): void {
  if (outgoing.destroyed) return
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(body))
}
