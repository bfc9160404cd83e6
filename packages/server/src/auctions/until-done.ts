/** Work that must be done whatever fails in between: it is tried again until it succeeds or the server stops. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'

/** The wait before the next attempt. It doubles each time. */
const AGAIN_MS = 50
const AGAIN_MOST_MS = 5_000

type Work = { readonly what: string; readonly about: object; readonly log: Log; readonly signal: AbortSignal }

export async function untilDone(work: () => Promise<unknown>, { what, about, log, signal }: Work): Promise<void> {
  for (let pauseMs = AGAIN_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, AGAIN_MOST_MS)) {
    try {
      await work()
      return
    } catch (error) {
      log.error({ ...about, error }, `${what}; trying again`)
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
