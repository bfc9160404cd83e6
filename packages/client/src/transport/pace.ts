/** Makes calls wait for their turn: the published rates are rolling windows, and Retry-After of the server is respected. */
import { wireRates, type Call, type RollingRate } from '@parley/contracts'
import { ClientError, type Pacing } from './client.ts'
import { limits } from './limits.ts'

/** The calls within the window of the rate, oldest first. */
type Window = RollingRate & { readonly times: number[] }

export type Pace = {
  /** Sends when its turn has come, and again after a refusal with Retry-After. */
  run<T>(call: Call, signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T>
}

const RFQS = '/v2/drfq/rfqs/'
const SPREADS = '/v1/fs/'

export function createPace(pacing: Pacing): Pace {
  if (pacing === false) return { run: (_call, _signal, send) => send() }
  const all = windowOf(pacing.calls ?? wireRates.requestsPerDesk)
  const rfqs = windowOf(pacing.rfqs ?? wireRates.rfqsPerDesk)
  const spreadReads = windowOf(pacing.spreadReads ?? wireRates.spreadReadsPerDesk)
  const spreadWrites = windowOf(pacing.spreadWrites ?? wireRates.spreadWritesPerDesk)
  const windowsOf = ({ method, path }: Call): readonly Window[] => {
    if (path.startsWith(SPREADS)) return [all, method === 'GET' ? spreadReads : spreadWrites]
    return method === 'POST' && path === RFQS ? [all, rfqs] : [all]
  }
  /** For each call, the time from which the server accepts it again. Other calls, such as a cancel, do not wait for it. */
  const closedUntil = new Map<string, number>()
  let waiting = 0

  async function turn(name: string, windows: readonly Window[], signal: AbortSignal | undefined): Promise<void> {
    if (waiting >= limits.callsWaiting)
      throw new ClientError('Too many calls are waiting for their turn.', { status: 0, error: 'RateLimited' })
    waiting += 1
    try {
      for (;;) {
        const now = Date.now()
        const waitMs = Math.max((closedUntil.get(name) ?? 0) - now, ...windows.map((each) => waitOf(each, now)))
        if (waitMs <= 0) break
        await pause(waitMs, signal)
      }
      const now = Date.now()
      for (const each of windows) each.times.push(now)
    } finally {
      waiting -= 1
    }
  }

  return {
    async run(call, signal, send) {
      const name = `${call.method} ${call.path}`
      const windows = windowsOf(call)
      for (let tries = 1; ; tries += 1) {
        await turn(name, windows, signal)
        try {
          return await send()
        } catch (error) {
          const waitMs = carriesPrice(call) ? undefined : comeBackAfter(error)
          if (waitMs === undefined || tries > limits.retries) throw error
          closedUntil.set(name, Math.max(closedUntil.get(name) ?? 0, Date.now() + waitMs))
        }
      }
    },
  }
}

/** A price is meant for the current moment, so its sender gets the refusal and decides again. */
const carriesPrice = ({ method, path }: Call): boolean => method !== 'GET' && method !== 'DELETE' && /\/(orders|quotes)\//.test(path)

/** A rate-limit refusal has changed nothing, so it is safe to send the call again. That is not known for a 503. */
function comeBackAfter(error: unknown): number | undefined {
  if (!(error instanceof ClientError) || error.status !== 429) return undefined
  const { retryAfterMs = 1000 } = error
  return retryAfterMs > limits.retryWithinMs ? undefined : retryAfterMs
}

const windowOf = ({ most, withinMs }: RollingRate): Window => ({ most, withinMs: withinMs + limits.paceSlackMs, times: [] })

function waitOf({ most, withinMs, times }: Window, now: number): number {
  while (times.length > 0 && times[0]! <= now - withinMs) times.shift()
  return times.length < most ? 0 : times[times.length - most]! + withinMs - now
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(new ClientError('The request was aborted.', { status: 0, error: 'Aborted' }))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, Math.ceil(ms))
    if (signal?.aborted) giveUp()
    else signal?.addEventListener('abort', giveUp, { once: true })
  })
}
