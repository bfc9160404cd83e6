/**
 * Admits a signed write once, before anything can reject it. The response that its sender got remains true, even if someone else sends the write again (decision
 * 0670).
 */
import type { DeskId } from '@parley/core'
import type { IncomingHttpHeaders } from 'node:http'
import { fault, isFault, type Fault } from '../../calls/fault.ts'
import { DONE_IN_PART } from '../../calls/route.ts'
import type { ClaimedSignatures } from './claimed-signatures.ts'
import type { Outgoing } from './request-key.ts'
import { nameOf, type Replays, type SignedWrite } from './signature-replays.ts'
import type { SignedAhead } from './signed-ahead.ts'

type SignedRequest = { readonly method: string; readonly headers: IncomingHttpHeaders; readonly now: number }

type Claims = Pick<ClaimedSignatures, 'claim' | 'spend'>

/** Serves a first write. A repetition under its own key gets the response of the first. */
export type ServeSigned = (desk: DeskId, asked: SignedRequest, serve: () => Promise<Outgoing | Fault>) => Promise<Outgoing | Fault>

/** `claimed`: what other gateways have received; undefined for a process that serves alone. */
export function createSignedWrites(replays: Replays, ahead: Pick<SignedAhead, 'remember'>, claimed?: Claims): ServeSigned {
  /** A repetition that arrives while the first is being decided is not decided separately. */
  const underWay = new Map<string, Promise<Outgoing | Fault>>()

  const serveFirst = async (write: SignedWrite, now: number, serve: () => Promise<Outgoing | Fault>): Promise<Outgoing | Fault> => {
    let hadEffect = false
    try {
      await ahead.remember(write.desk, write.timestampMs, now)
      if ((await claimed?.claim(write, now)) === 'SEEN') return refusals.SEEN
      const answer = await serve()
      hadEffect = !isFault(answer) && !refusesPart(answer)
      return answer
    } finally {
      if (!hadEffect) {
        replays.spend(write)
        await claimed?.spend(write)
      }
    }
  }

  return async (desk, asked, serve) => {
    const write = signedWriteOf(desk, asked)
    if (write === undefined) return serve()
    const admission = replays.admit(write, asked.now)
    if (admission === 'SEEN' || admission === 'TOO_OLD') return refusals[admission]
    const name = nameOf(write)
    // A response with an effect is stored under the key.
    if (admission === 'AGAIN') return underWay.get(name) ?? serve()
    const answering = serveFirst(write, asked.now, serve)
    if (write.idempotencyKey === undefined) return answering
    underWay.set(name, answering)
    try {
      return await answering
    } finally {
      underWay.delete(name)
    }
  }
}

/** In a batch, refused parts must not take effect later, and neither must parts whose market was not reached. */
function refusesPart({ status, body }: Outgoing): boolean {
  if (status === DONE_IN_PART) return true
  const { results } = (body ?? {}) as { readonly results?: unknown }
  return Array.isArray(results) && results.some((verdict: { readonly error?: unknown } | null) => (verdict?.error ?? null) !== null)
}

function signedWriteOf(desk: DeskId, { method, headers }: SignedRequest): SignedWrite | undefined {
  const signature = headers['paradigm-api-signature']
  if (method === 'GET' || typeof signature !== 'string') return undefined
  const key = headers['idempotency-key']
  const timestampMs = Number(headers['paradigm-api-timestamp'])
  return { desk, signature, timestampMs, idempotencyKey: typeof key === 'string' ? key : undefined }
}

const refusals = {
  SEEN: fault(
    'InvalidSignature',
    'This signed request was already received, and each is accepted only once. Sign it again with a later timestamp. To retry safely, send an Idempotency-Key with the first attempt.',
  ),
  TOO_OLD: fault(
    'InvalidSignature',
    'This request was signed before the server started, or too long ago for its current load. Sign it again with the current time.',
  ),
} as const
