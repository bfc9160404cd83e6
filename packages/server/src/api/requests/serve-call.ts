/** Serves one request to one call, step by step: sender, repetition, rate, rights, platform state, input, and then the route. */
import { setTimeout as delay } from 'node:timers/promises'
import { effectOf, wireLimits, type Call } from '@parley/contracts'
import { hasRight, isRefusal, type DeskId, type Instant } from '@parley/core'
import { EngineUnavailable } from '../../engine/engine-unavailable.ts'
import type { Idempotency } from '../../engine/engine.ts'
import type { Access } from '../../accounts/access.ts'
import type { Customers } from '../../accounts/customers.ts'
import { weightOf, type CallLimits } from '../../limits/call-limits.ts'
import { ratelimitReached } from '../../limits/rolling-window.ts'
import { READ_WAITS_MS, type ReadQueue } from '../../queues/read-queue.ts'
import type { Log } from '../../log/log.ts'
import { authenticate, admissionRefusal, type HttpRequest, type Proved } from './authenticate.ts'
import { fault, faultOf, isFault, type Fault } from '../../calls/fault.ts'
import type { ServeSigned } from './signed-writes.ts'
import { readIdempotency, type Outgoing } from './request-key.ts'
import type { RequestLedger } from './repeated-requests.ts'
import { parseJson } from '../../calls/json.ts'
import { parseQuery, withoutBlanks } from './query.ts'
import { createReader } from './read-input.ts'
import { createListCursor, markNext, readCursor, type ListCursor } from './list-cursor.ts'
import { Answered, Faulted, type Caller, type Gate, type Route, type RouteInput } from '../../calls/route.ts'

export type Serving = {
  readonly access: Access
  readonly limits: CallLimits
  readonly readQueue: ReadQueue
  /** Writes that are repeated under their key. */
  readonly ledger: RequestLedger
  /** Signed writes that were already received have no effect again. */
  readonly serveSigned: ServeSigned
  /** Whether the platform currently accepts this call. */
  readonly gate: Gate
  /** Whether a caller has accepted an agreement that is in force. Trading requires it. */
  readonly customers: Pick<Customers, 'tradeRefusal'>
  /** Called with the desk of each authenticated call. */
  readonly onDeskCall?: ((desk: DeskId) => void) | undefined
  readonly log: Log
}

export type Incoming = HttpRequest & {
  readonly params: unknown
  readonly requestId: string
  readonly region: string | undefined
  readonly gone?: () => AbortSignal
}

const NOBODY = undefined as unknown as Caller

export function createServe(serving: Serving, { call, handle }: Route): (incoming: Incoming) => Promise<Outgoing | Fault> {
  const { access, limits, ledger, readQueue, serveSigned } = serving
  const list = createListCursor(call)
  const read = createInputReader(call, list)
  const carryOut = (input: RouteInput<Call>) => () => answerOf({ call, handle, list }, input)

  const serveAnyone = async (incoming: Incoming): Promise<Outgoing | Fault> => {
    const input = read(incoming, NOBODY)
    return isFault(input) ? input : carryOut(input)()
  }

  const serveUnderKey = async (incoming: Incoming, caller: Caller, key: Idempotency, giveBack: () => void): Promise<Outgoing | Fault> => {
    const asked = { call, now: incoming.now, requestId: incoming.requestId }
    const input = read(incoming, caller, key)
    if (isFault(input)) {
      await ledger.refused(key, asked, input)
      return input
    }
    const served = await unlessUnavailable(() => ledger.once(key, asked, carryOut(input)))
    if (isFault(served)) return served
    if (served.isRepeated && limits.mayRepeat(caller, incoming.now)) giveBack()
    const { answer } = served
    return answerAgain(isRefusal(answer) ? faultOf(answer, objectOf(input)) : answer, served.isRepeated)
  }

  const serveCaller = async (incoming: Incoming, proved: Proved): Promise<Outgoing | Fault> => {
    const { caller } = proved
    const key = keyOf(call, caller, incoming)
    const turn = await takeTurn(serving, call, caller, incoming, isFault(key) ? undefined : key)
    if (isFault(turn)) return turn
    const turnedDown = callRefusal(serving, call, caller, incoming)
    if (turnedDown !== undefined) return turnedDown
    if (isFault(key)) return key
    return effectOf(call) === undefined
      ? serveAdmitted(incoming, caller, key, turn.giveBack)
      : readQueue.command(() => serveAdmitted(incoming, caller, key, turn.giveBack))
  }

  const serveAdmitted = async (incoming: Incoming, caller: Caller, key: Idempotency | undefined, giveBack: () => void) => {
    if (key !== undefined) return serveUnderKey(incoming, caller, key, giveBack)
    const input = read(incoming, caller)
    if (isFault(input)) return input
    if (call.method !== 'GET') return carryOut(input)()
    const weight = weightOf(call, incoming.pathWithQuery.split('?')[1] ?? '')
    return (await readQueue.run({ desk: caller.desk, weight }, carryOut(input))) ?? rateLimited(READ_WAITS_MS)
  }

  return async (incoming) => {
    if (call.who === 'anyone') return serveAnyone(incoming)
    const proved = authenticate(access, incoming)
    if (isFault(proved)) return proved
    serving.onDeskCall?.(proved.caller.desk)
    const refused = admissionRefusal(access, proved, incoming)
    const answer = await serveSigned(proved.caller.desk, incoming, async () => refused ?? serveCaller(incoming, proved))
    // A caller who is not admitted must not learn anything about a response to another caller.
    if (refused !== undefined) return refused
    if (isFault(answer) || proved.fresh === undefined) return answer
    return { ...answer, headers: { 'refreshed-token': proved.fresh, ...answer.headers } }
  }
}

/** Lets bots distinguish a repeated response, which has its original time, from current data. */
const REPLAYED = { 'idempotency-replayed': 'true' } as const

function answerAgain(answer: Outgoing | Fault, isRepeated: boolean): Outgoing | Fault {
  if (!isRepeated || (isFault(answer) && answer.fault === 'IdempotencyKeyReused')) return answer
  return { ...answer, headers: { ...answer.headers, ...REPLAYED } }
}

type ReadInput = (incoming: Incoming, caller: Caller, idempotency?: Idempotency) => RouteInput<Call> | Fault

/** Parses the content of the request with the call's schemas, and identifies its sender. */
function createInputReader(call: Call, list: ListCursor | undefined): ReadInput {
  const read = createReader(call)
  return ({ params, pathWithQuery, body: bytes, now, requestId, address, region, headers, gone }, caller, idempotency) => {
    const body = readBody(call, bytes)
    if (isFault(body)) return body
    const query = parseQuery(pathWithQuery.split(/\?(.*)/s)[1] ?? '')
    const input = read({ params, query: call.method === 'GET' ? withoutBlanks(query) : query, body: body.value })
    if (isFault(input)) return input
    const asked = readCursor(list, input.query)
    if (isFault(asked)) return asked
    const sender = { ...caller, from: { address, requestId } }
    const about = { caller: sender, who: call.who, now: now as Instant, requestId, address, region, headers, gone }
    return { ...input, query: asked, ...about, ...(idempotency === undefined ? {} : { idempotency }) } as RouteInput<Call>
  }
}

function keyOf(call: Call, caller: Caller, { headers, pathWithQuery, body }: Incoming): Idempotency | Fault | undefined {
  const header = headers['idempotency-key']
  return readIdempotency(call, caller, { pathWithQuery, body, key: Array.isArray(header) ? header[0] : header })
}

type Turn = { readonly giveBack: () => void }

/** The rate of first requests. Repetitions are counted separately, so that a stored response cannot be requested endlessly either. */
async function takeTurn(
  { limits, ledger }: Serving,
  call: Call,
  caller: Caller,
  { now, pathWithQuery }: Incoming,
  key: Idempotency | undefined,
): Promise<Turn | Fault> {
  const turn = limits.take(call, caller, pathWithQuery.split('?')[1] ?? '', now)
  if (turn.waitMs === undefined) return turn
  const isAgain = key !== undefined && limits.mayRepeat(caller, now) && (await ledger.isKnown(key))
  if (!isAgain) {
    if (turn.slowMs !== undefined) await delay(turn.slowMs)
    return rateLimited(turn.waitMs)
  }
  turn.giveBack()
  return { giveBack: () => undefined }
}

/** Whether this caller may make this call now. */
export function callRefusal(
  serving: Pick<Serving, 'customers' | 'gate' | 'log'>,
  call: Call,
  caller: Caller,
  incoming: Pick<Incoming, 'now' | 'requestId' | 'address'>,
): Fault | undefined {
  const { now, requestId, address } = incoming
  if (!mayCall(call, caller)) {
    // As often as the desk's rate allows, and no more.
    const { desk, user, role } = caller
    serving.log.warn(
      { requestId, desk, user, role, address, call: `${call.method} ${call.path}` },
      'A call was rejected because the role does not allow it',
    )
    return fault('InsufficientPermissions')
  }
  if (!isProved(call, caller, now)) return fault('StepUpRequired', undefined, { member: call.stepUp })
  // Cancelling and protecting remain possible for every caller whose role allows it.
  const unbound = effectOf(call) === 'trade' ? serving.customers.tradeRefusal(caller) : undefined
  return unbound === undefined ? serving.gate(call) : faultOf(unbound, undefined)
}

export const rateLimited = (waitMs: number): Fault => fault('RateLimited', ratelimitReached(waitMs), { retryAfterMs: waitMs })

function mayCall({ who }: Call, { kind, role }: Caller): boolean {
  switch (who) {
    case 'anyone':
    case 'member':
      return true
    case 'person':
      return kind === 'session'
    case 'trader':
      return hasRight(role, 'Trade')
    case 'bidder':
      return hasRight(role, 'Bid')
    case 'administrator':
      return hasRight(role, 'Administer')
  }
}

function isProved({ stepUp }: Call, { proved }: Caller, now: number): boolean {
  if (stepUp === undefined) return true
  if (proved === undefined || now - proved.at > wireLimits.provedForMs) return false
  return stepUp === 'password' || proved.withFactor
}

/**
 * A call without a body ignores any body, because some clients send `{}` with everything. A call that covers everything except what is named does
 * check it.
 */
function readBody(call: Call, bytes: Uint8Array): { readonly value: unknown } | Fault {
  const isRead = call.body !== undefined || call.refusesUnknown === true
  return isRead && bytes.length > 0 ? parseJson(bytes) : { value: undefined }
}

type Answering = Pick<Route, 'call' | 'handle'> & { readonly list: ListCursor | undefined }

export async function answerOf({ call, handle, list }: Answering, input: RouteInput<Call>): Promise<Outgoing | Fault> {
  return unlessUnavailable(async () => {
    const answer = await handle(input)
    if (answer instanceof Answered) return { status: answer.status, body: answer.body, headers: answer.headers }
    if (typeof answer === 'object' && answer !== null && isRefusal(answer)) return faultOf(answer, objectOf(input))
    return { status: call.status ?? 200, body: markNext(list, answer), headers: {} }
  })
}

export async function unlessUnavailable<Answer>(work: () => Promise<Answer | Fault>): Promise<Answer | Fault> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Faulted) return error.fault
    if (error instanceof EngineUnavailable) return fault('Unavailable', error.message, { retryAfterMs: error.retryAfterMs })
    throw error
  }
}

/** The object that a refusal is about: the one in the path, otherwise the order or RFQ in the body. Objects of the order book are numbers. */
function objectOf({ params, body }: RouteInput<Call>): string | undefined {
  const named = { ...(body as object | undefined), ...(params as object | undefined) } as Readonly<Record<string, unknown>>
  const id = named['quote_id'] ?? named['id'] ?? named['order_id'] ?? named['rfq_id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
