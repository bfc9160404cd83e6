/** One request to one call, in this order: who, was it heard before, how often, may they, is it open, what do they say, and then the route. */
import { directRfqCalls, grfqCalls, obCalls, wireLimits, type Call } from '@parley/contracts'
import { hasRight, isRefusal, type Instant } from '@parley/core'
import { EngineUnavailable } from '../engine/engine-unavailable.ts'
import type { Idempotency } from '../engine/engine.ts'
import type { Access } from '../account/access.ts'
import type { FirstAnswer } from '../market/first-answer.ts'
import type { CallLimits } from '../protection/call-limits.ts'
import { ratelimitReached } from '../protection/placing-guards.ts'
import type { Log } from '../log.ts'
import { authenticate, whyNotAdmitted, type Asked, type Proved } from './authenticate.ts'
import { fault, faultOf, isFault, type Fault } from './fault.ts'
import type { HearSigned } from './hear-signed.ts'
import { readIdempotency, type KeptAnswers, type Outgoing } from './idempotency.ts'
import { parseJson } from './json.ts'
import type { KeyedWrites } from './keyed-writes.ts'
import { parseQuery, withoutBlanks } from './query.ts'
import { createReader } from './read-input.ts'
import type { IsRepetition } from './repetitions.ts'
import { Answered, Faulted, type Caller, type Route, type RouteInput } from './route.ts'

export type Gate = (call: Call) => Fault | undefined

export type Serving = {
  readonly access: Access
  readonly limits: CallLimits
  readonly kept: KeptAnswers
  readonly keyed: KeyedWrites
  /** Of a command of the markets that comes again under its key. */
  readonly firstAnswer: FirstAnswer
  readonly isRepetition: IsRepetition
  /** Signed writes that were heard before have no effect again. */
  readonly hearSigned: HearSigned
  /** Whether the platform takes this call now. */
  readonly gate: Gate
  readonly log: Log
}

export type Incoming = Asked & {
  readonly params: unknown
  readonly requestId: string
  readonly region: string | undefined
}

const NOBODY = undefined as unknown as Caller

const { createRfq, cancelRfq, createOrder, createOrders, replaceOrder, cancelOrder } = directRfqCalls
const nameOf = ({ method, path }: Call): string => `${method} ${path}`
/** Each part is decided on its own, and may be refused on its own. */
const batches = new Set([createOrders, grfqCalls.createQuotes, obCalls.createQuotes].map(nameOf))
/**
 * The direct flow's commands are remembered in the journal, with their decision, and so is each part of a batch; answers of all other
 * writes are kept beside.
 */
const inJournal = new Set([...batches, ...[createRfq, cancelRfq, createOrder, replaceOrder, cancelOrder].map(nameOf)])

type Heard = { readonly answer: Outgoing | Fault; readonly isRepeated: boolean }

export function createServe(serving: Serving, { call, handle }: Route): (incoming: Incoming) => Promise<Outgoing | Fault> {
  const read = createReader(call)
  const isBatch = batches.has(nameOf(call))
  const keepsAnswer = !inJournal.has(nameOf(call)) && call.method !== 'GET' && call.who !== 'anyone'

  /** Repeated: the route was not asked, because the answer of its key was there. */
  const heard = async (incoming: Incoming, proved: Proved, idempotency: Idempotency | undefined): Promise<Heard> => {
    const body = readBody(call, incoming.body)
    if (isFault(body)) return { answer: body, isRepeated: false }
    const query = parseQuery(incoming.pathWithQuery.split(/\?(.*)/s)[1] ?? '')
    const input = read({ params: incoming.params, query: call.method === 'GET' ? withoutBlanks(query) : query, body: body.value })
    if (isFault(input)) return { answer: input, isRepeated: false }
    const { requestId, address, region, headers } = incoming
    const common = { ...input, caller: proved.caller, now: incoming.now as Instant, requestId, address, region, headers }
    const asked = { ...common, ...(idempotency === undefined ? {} : { idempotency }) } as RouteInput<Call>
    let isRepeated = true
    const first: Route['handle'] = (of) => {
      isRepeated = false
      return handle(of)
    }
    const run = () => answerOf(call, againOr(serving.firstAnswer, call, first), asked)
    const answer = idempotency !== undefined && keepsAnswer ? await serving.kept.once(idempotency, incoming.now, run) : await run()
    return { answer, isRepeated }
  }

  /** What was answered, and noted for who asks what became of it. */
  const underKey = async (incoming: Incoming, proved: Proved, idempotency: Idempotency): Promise<Heard> => {
    const given = await heard(incoming, proved, idempotency)
    const { answer } = given
    const note = async () => {
      const isOfNoKey = isFault(answer) && answer.fault === 'IdempotencyKeyReused'
      const isTold = isBatch || (isFault(answer) && (await serving.firstAnswer(proved.caller.desk, idempotency)) === undefined)
      if (isTold && !isOfNoKey) await serving.keyed.tell(idempotency, incoming.now, answer)
    }
    // What was decided is decided, whether or not it could be noted.
    await note().catch((error: unknown) =>
      serving.log.error({ error, requestId: incoming.requestId, call: nameOf(call) }, 'What became of a write could not be noted'),
    )
    return given
  }

  const served = async (incoming: Incoming, proved: Proved): Promise<Outgoing | Fault> => {
    if (call.who === 'anyone') return (await heard(incoming, proved, undefined)).answer
    const idempotency = idempotencyOf(call, incoming, proved)
    const key = isFault(idempotency) ? undefined : idempotency
    const turn = await inTurn(serving, call, proved, incoming, key)
    if (isFault(turn)) return turn
    const turned = turnedAway(serving, call, proved, incoming)
    if (turned !== undefined) return turned
    if (isFault(idempotency)) return idempotency
    if (idempotency === undefined) return (await heard(incoming, proved, undefined)).answer
    const { answer, isRepeated } = await serving.keyed.follow(idempotency, incoming.now, () => underKey(incoming, proved, idempotency))
    if (isRepeated && serving.limits.mayRepeat(proved.caller, incoming.now)) turn.giveBack()
    return answer
  }

  const heardOnce = async (incoming: Incoming, proved: Proved): Promise<Outgoing | Fault> => {
    const refused = whyNotAdmitted(serving.access, proved, incoming)
    const answer = await serving.hearSigned(proved.caller.desk, incoming, async () => refused ?? served(incoming, proved))
    // Whoever stays outside hears nothing of what is answered to somebody else meanwhile.
    return refused ?? answer
  }

  return async (incoming) => {
    const proved = call.who === 'anyone' ? { caller: NOBODY, fresh: undefined } : authenticate(serving.access, incoming)
    if (isFault(proved)) return proved
    const answer = call.who === 'anyone' ? await served(incoming, proved) : await heardOnce(incoming, proved)
    if (isFault(answer)) return answer
    const fresh = proved.fresh === undefined ? {} : { 'refreshed-token': proved.fresh }
    return { status: answer.status, body: answer.body, headers: { ...fresh, ...answer.headers } }
  }
}

/** How often, of what was not heard before: a repetition is counted by itself, so that what has its answer cannot be asked for without end. */
async function inTurn(serving: Serving, call: Call, { caller }: Proved, incoming: Incoming, key: Idempotency | undefined) {
  const { limits, isRepetition } = serving
  const { now, pathWithQuery } = incoming
  const turn = limits.take(call, caller, pathWithQuery.split('?')[1] ?? '', now)
  if (turn.waitMs === undefined) return turn
  const isAgain = key !== undefined && limits.mayRepeat(caller, now) && (await isRepetition(caller.desk, key, now))
  if (!isAgain) return rateLimited(turn.waitMs)
  turn.giveBack()
  return { ...turn, giveBack: () => undefined }
}

function turnedAway(serving: Serving, call: Call, { caller }: Proved, incoming: Incoming): Fault | undefined {
  const { now, requestId, address } = incoming
  if (!mayCall(call, caller)) {
    // As often as the desk's rate allows, and no more.
    const { desk, user, role } = caller
    serving.log.warn(
      { requestId, desk, user, role, address, call: `${call.method} ${call.path}` },
      'A call was refused to a role that may not make it',
    )
    return fault('InsufficientPermissions')
  }
  if (!isProved(call, caller, now)) return fault('StepUpRequired', undefined, { member: call.stepUp })
  return serving.gate(call)
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
    case 'administrator':
      return hasRight(role, 'Administer')
  }
}

function isProved({ stepUp }: Call, { proved }: Caller, now: number): boolean {
  if (stepUp === undefined) return true
  if (proved === undefined || now - proved.at > wireLimits.provedForMs) return false
  return stepUp === 'password' || proved.withFactor
}

/** A call without a body ignores what comes as one: some clients send `{}` with everything. One that covers all but what is named looks. */
function readBody(call: Call, bytes: Uint8Array): { readonly value: unknown } | Fault {
  const isRead = call.body !== undefined || call.refusesUnknown === true
  return isRead && bytes.length > 0 ? parseJson(bytes) : { value: undefined }
}

function idempotencyOf(call: Call, { headers, pathWithQuery, body }: Incoming, { caller }: Proved) {
  if (call.method === 'GET' || call.who === 'anyone') return undefined
  const header = headers['idempotency-key']
  const [address = '', query] = pathWithQuery.split(/\?(.*)/s)
  const scope = `${caller.desk} ${call.method} ${address.replace(/\/$/, '')}`
  // A mass cancel says in its query what it means: another query is another request.
  const said = query === undefined || query === '' ? body : Buffer.concat([Buffer.from(`?${query}\n`), body])
  return readIdempotency(Array.isArray(header) ? header[0] : header, scope, said)
}

/** What was decided under the key before is answered as it was. A cancel rests on no facts that change, and is asked of the market again. */
const againOr =
  (firstAnswer: FirstAnswer, { method }: Call, handle: Route['handle']): Route['handle'] =>
  async (input) => {
    const { caller, idempotency } = input
    const first = idempotency === undefined || method === 'DELETE' ? undefined : await firstAnswer(caller.desk, idempotency)
    return first?.answer ?? handle(input)
  }

async function answerOf(call: Call, handle: Route['handle'], input: RouteInput<Call>): Promise<Outgoing | Fault> {
  try {
    const answer = await handle(input)
    if (answer instanceof Answered) return { status: answer.status, body: answer.body, headers: answer.headers }
    if (typeof answer === 'object' && answer !== null && isRefusal(answer)) return faultOf(answer, objectOf(input))
    return { status: call.status ?? 200, body: answer, headers: {} }
  } catch (error) {
    if (error instanceof Faulted) return error.fault
    if (error instanceof EngineUnavailable) return fault('Unavailable', error.message, { retryAfterMs: error.retryAfterMs })
    throw error
  }
}

/** The object a refusal speaks of: the one in the path, else the order or the RFQ of the body. Those of the order book are numbers. */
function objectOf({ params, body }: RouteInput<Call>): string | undefined {
  const named = { ...(body as object | undefined), ...(params as object | undefined) } as Readonly<Record<string, unknown>>
  const id = named['quote_id'] ?? named['id'] ?? named['order_id'] ?? named['rfq_id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
