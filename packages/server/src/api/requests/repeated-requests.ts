/**
 * A repeated request: with the sender's own key, a request is executed once and always gets its first response (rulebook 9.4). A command of one shard
 * is stored in the engine's own commit, with its response. Other work is stored before it begins and again when it is answered.
 */
import type { Call } from '@parley/contracts'
import { isRefusal, refuse, type Refusal } from '@parley/core'
import { fault, isFault, statusOf, type Fault } from '../../calls/fault.ts'
import { DONE_IN_PART } from '../../calls/route.ts'
import type { Sql } from '../../database/sql.ts'
import type { Idempotency } from '../../engine/engine.ts'
import { keyReused } from '../../engine/recent-requests.ts'
import type { Log } from '../../log/log.ts'
import { createRepeatedAnswer } from '../../shards/repeated-answer.ts'
import type { MarketEngine } from '../../shards/market-engine.ts'
import { citesRuleOfKeys, isWrittenWithDecision } from './decided-calls.ts'
import { createKeysOutsideShards } from './keys-outside-shards.ts'
import { callIn, isTrading, type Outgoing } from './request-key.ts'
import { createRequestStore, isForgotten, isUnbound, refusalIn, type Given, type RequestRow, type RequestStore } from './request-store.ts'

export type UnderWay = { readonly scope: string; readonly key: string; readonly requestHash: string; readonly since: number }
type RefusedCall = { readonly call: Call; readonly now: number; readonly requestId: string }
/** Repeated: nothing was executed, because the response already existed. */
export type Served = { readonly answer: Outgoing | Refusal | Fault; readonly isRepeated: boolean }

export interface RequestLedger {
  /** Runs requests that have no response yet. If two are sent at once, the second waits for the first. */
  once(request: Idempotency, asked: RefusedCall, run: () => Promise<Outgoing | Fault>): Promise<Served>
  /** The request was refused before it was parsed. The refusal does not bind the key, but it is the outcome of the request. */
  refused(request: Idempotency, asked: RefusedCall, refusal: Fault): Promise<void>
  /** Whether the request was seen before. A repetition gets the stored response, and no rate limit refuses it. */
  isKnown(request: Idempotency): Promise<boolean>
  /** A trading call of the asker that is not answered yet. */
  underWay(asker: string, key: string): UnderWay | undefined
}

type LedgerParts = {
  readonly sql: Sql
  readonly engine: Pick<MarketEngine, 'again' | 'hasDecided'>
  /** Whether other processes serve calls too. */
  readonly keeps?: 'ALONE' | 'WITH_OTHERS'
  readonly now: () => number
  readonly log: Log
}

export function createRequestLedger({ sql, engine, keeps, now, log }: LedgerParts): RequestLedger {
  const store = createRequestStore(sql)
  const repeatedAnswer = createRepeatedAnswer(engine)
  const outsideShards = createKeysOutsideShards(store, keeps)
  const parts = { store, engine, log }
  const running = new Map<string, UnderWay & { readonly ended: Promise<void> }>()

  const before = async (request: Idempotency, { call, now: at }: RefusedCall): Promise<Served['answer'] | undefined> => {
    if (!isWrittenWithDecision(call)) {
      outsideShards.add(request, at)
      const row = await store.open(request, at)
      return row === undefined ? undefined : answerIn(row, request, call)
    }
    const first = await repeatedAnswer<object>(request)
    if (first === undefined) {
      const other = await outsideShards.find(request, at)
      return other && answerIn(other, request, call)
    }
    if (first.answer === undefined || !isRefusal(first.answer)) return outgoing(call, null, first.answer)
    return first.answer === keyReused ? reusedIn(call, request.key) : first.answer
  }

  const serve = async (request: Idempotency, asked: RefusedCall, run: () => Promise<Outgoing | Fault>): Promise<Served> => {
    const first = await before(request, asked)
    if (first !== undefined) return { answer: first, isRepeated: true }
    let answer: Outgoing | Fault | undefined
    try {
      answer = await run()
    } finally {
      if (answer === undefined && !isWrittenWithDecision(asked.call)) await store.abandon(request).catch(() => undefined)
    }
    await storeAnswer(parts, request, asked, answer)
    return { answer, isRepeated: false }
  }

  return {
    async once(request, asked, run) {
      const id = idOf(request)
      for (let earlier = running.get(id); earlier !== undefined; earlier = running.get(id)) await earlier.ended
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      running.set(id, { scope: request.scope, key: request.key, requestHash: request.requestHash, since: asked.now, ended })
      try {
        return await serve(request, asked, run)
      } finally {
        running.delete(id)
        resolve()
      }
    },

    async refused(request, asked, refusal) {
      if (!running.has(idOf(request))) await storeAnswer(parts, request, asked, refusal)
    },

    async isKnown(request) {
      if (running.has(idOf(request)) || engine.hasDecided(request)) return true
      const row = await store.read(request)
      return row !== undefined && !isUnbound(row) && !isForgotten(row, now())
    },

    underWay: (asker, key) => [...running.values()].find((one) => one.key === key && one.scope === asker && isTrading(one.requestHash)),
  }
}

type Storing = Pick<LedgerParts, 'engine' | 'log'> & { readonly store: RequestStore }

/** An executed request is final, whether or not its response could be stored. */
async function storeAnswer(
  { store, engine, log }: Storing,
  request: Idempotency,
  asked: RefusedCall,
  answer: Outgoing | Fault,
): Promise<void> {
  const { call, now: at, requestId } = asked
  const isWritten = isWrittenWithDecision(call)
  const isDecided = isWritten && engine.hasDecided(request)
  const given = givenBy(answer, call)
  if (isDecided || (given === undefined && isWritten)) return
  const work = given === undefined ? store.abandon(request) : store.close(request, at, given)
  await work.catch((error: unknown) =>
    log.error({ error, requestId, call: callIn(request.requestHash) }, 'Could not store the response of a write'),
  )
}

const idOf = ({ scope, key }: Idempotency): string => `${scope}\n${key}`

/** Undefined if the request continues: it is not answered yet, or was done only in part. */
function answerIn(row: RequestRow, { key, requestHash }: Idempotency, call: Call): Served['answer'] | undefined {
  if (row.requestHash !== requestHash) return reusedIn(call, key)
  switch (row.state) {
    case 'OPEN':
    case 'PARTLY':
      return undefined
    case 'REFUSED':
      return refusalIn(row)
    case 'DONE':
      return outgoing(call, row.status, row.answer === null ? undefined : JSON.parse(row.answer))
  }
}

const reusedIn = (call: Call, key: string): Refusal | Fault =>
  citesRuleOfKeys(call) ? keyReused : fault('IdempotencyKeyReused', undefined, { member: 'Idempotency-Key', value: key })

const outgoing = (call: Call, status: number | null, body: unknown): Outgoing => ({
  status: status ?? call.status ?? 200,
  body,
  headers: {},
})

/** Undefined for a fault of ours, which reveals nothing about the outcome of a write. */
function givenBy(answer: Outgoing | Fault, call: Call): Given | undefined {
  if (isFault(answer)) {
    const status = statusOf(answer)
    return status >= 500 ? undefined : { state: 'REFUSED', status, refusal: refusalOf(answer) }
  }
  const { status, body } = answer
  return { state: isInPart(answer) ? 'PARTLY' : 'DONE', status, body: keptOf(call, body) }
}

/** A shard was not reached: one of several, or the one for a part of a batch. */
function isInPart({ status, body }: Outgoing): boolean {
  if (status === DONE_IN_PART) return true
  const { results } = (body ?? {}) as { readonly results?: unknown }
  return (
    Array.isArray(results) &&
    results.some((verdict: { readonly error?: { readonly error?: string } | null }) => verdict.error?.error === 'Unavailable')
  )
}

/** Secrets that are shown once are left out. */
const keptOf = ({ whenRepeated }: Call, body: unknown): unknown => (typeof whenRepeated === 'object' ? whenRepeated.parse(body) : body)

const refusalOf = ({ fault, message, rule = '', member }: Fault): Refusal => refuse(fault, rule, message, member)
