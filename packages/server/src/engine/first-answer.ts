/** The first answer to a request that a shard has decided under a caller's key, as the journal has it. */
import type { Instant } from '@parley/core'
import type { Again, Idempotency, Shard } from './engine.ts'
import type { DecidedRequest, Journal } from './journal.ts'
import { keyReused } from './recent-requests.ts'

type Read = Pick<Journal<never>, 'request' | 'read'>

/** Undefined if the shard has decided nothing under the key after this time. Other content under the key is refused. */
export async function firstAnswer<Event, View>(
  journal: Read,
  shard: Shard,
  caller: Idempotency,
  after: number,
): Promise<Again<Event, View> | undefined> {
  const request = await journal.request(shard, caller)
  if (request === undefined || request.at <= after) return undefined
  return request.caller.requestHash === caller.requestHash ? decisionOf(journal, shard, request) : keyReused
}

async function decisionOf<Event, View>(
  journal: Read,
  shard: Shard,
  { at, firstSeq, lastSeq, refusal, given }: DecidedRequest,
): Promise<Again<Event, View>> {
  if (refusal !== undefined) return refusal
  const entries = lastSeq < firstSeq ? [] : await journal.read(shard, firstSeq - 1, lastSeq - firstSeq + 1)
  const events = entries.map(({ event }) => JSON.parse(event) as Event)
  const decided = { shard, decision: firstSeq, seq: lastSeq, at: at as Instant, events }
  return given === undefined ? decided : { ...decided, answer: given === null ? undefined : JSON.parse(given) }
}
