/** Calls wait their turn: the published rates are a bucket that fills again, and what the server says of coming back is obeyed. */
import { wireRates, type Call } from '@parley/contracts'
import { ClientError, type Pacing } from './client.ts'
import { limits } from './limits.ts'

type Bucket = { readonly perSecond: number; readonly burst: number; level: number; at: number; readonly closedUntil: { at: number } }

export type Pace = {
  /** Sends when its turn has come, and again after a refusal that says when to come back. */
  run<T>(call: Call, signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T>
}

const RFQS = '/v2/drfq/rfqs/'

export function createPace(pacing: Pacing): Pace {
  if (pacing === false) return { run: (_call, _signal, send) => send() }
  const { requestsPerDesk, rfqsPerDesk } = wireRates
  const all = bucket({ perSecond: pacing.callsPerSecond ?? requestsPerDesk.perSecond, burst: pacing.burst ?? requestsPerDesk.burst })
  const rfqs = bucket(rfqsPerDesk)
  let waiting = 0

  async function turn(buckets: readonly Bucket[], signal: AbortSignal | undefined): Promise<void> {
    if (waiting >= limits.callsWaiting)
      throw new ClientError('Too many calls are waiting for their turn.', { status: 0, error: 'RateLimited' })
    waiting += 1
    try {
      for (;;) {
        const waitMs = Math.max(...buckets.map((each) => waitOf(each, Date.now())))
        if (waitMs <= 0) break
        await pause(waitMs, signal)
      }
      for (const each of buckets) each.level -= 1
    } finally {
      waiting -= 1
    }
  }

  return {
    async run(call, signal, send) {
      const buckets = call.method === 'POST' && call.path === RFQS ? [all, rfqs] : [all]
      for (let tries = 1; ; tries += 1) {
        await turn(buckets, signal)
        try {
          return await send()
        } catch (error) {
          const waitMs = comeBackAfter(error)
          if (waitMs === undefined || tries > limits.retries) throw error
          // The narrower of the two is the one that was full: others need not wait for it.
          const { closedUntil } = buckets.at(-1)!
          closedUntil.at = Math.max(closedUntil.at, Date.now() + waitMs)
        }
      }
    },
  }
}

/** A refusal for being too often has changed nothing, so that it is safe to ask again; of 503 that is not known. */
function comeBackAfter(error: unknown): number | undefined {
  if (!(error instanceof ClientError) || error.status !== 429) return undefined
  const { retryAfterMs = 1000 } = error
  return retryAfterMs > limits.retryWithinMs ? undefined : retryAfterMs
}

const bucket = ({ perSecond, burst }: { readonly perSecond: number; readonly burst: number }): Bucket => ({
  perSecond,
  burst,
  level: burst,
  at: Date.now(),
  closedUntil: { at: 0 },
})

function waitOf(each: Bucket, now: number): number {
  each.level = Math.min(each.burst, each.level + ((now - each.at) / 1000) * each.perSecond)
  each.at = now
  const forLevel = each.level >= 1 ? 0 : ((1 - each.level) / each.perSecond) * 1000
  return Math.max(forLevel, each.closedUntil.at - now)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(new ClientError('The request was given up.', { status: 0, error: 'Aborted' }))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, Math.ceil(ms))
    if (signal?.aborted) giveUp()
    else signal?.addEventListener('abort', giveUp, { once: true })
  })
}
