/** Cancels the open orders and RFQs of users who may no longer trade, shard by shard, until every shard has done it (rulebook 2.10). */
import { setTimeout as delay } from 'node:timers/promises'
import type { Barred } from '../accounts/access.ts'
import type { Log } from '../log/log.ts'
import type { MarketEngine } from '../shards/market-engine.ts'
import { askMarkets } from '../shards/broadcast.ts'
import type { UnfinishedCancels } from './unfinished-cancels.ts'

/** The wait before an unreachable market is tried again. It doubles each time. */
const AGAIN_MS = 250
const AGAIN_MOST_MS = 10_000

type CancelParts = {
  readonly engine: Pick<MarketEngine, 'submit' | 'shards'>
  readonly unfinished: Pick<UnfinishedCancels, 'failed' | 'done'>
  readonly log: Log
}

export function createCancelOnAccessLoss({ engine, unfinished, log }: CancelParts) {
  const over = new AbortController()

  const callBack = async ({ desk, user }: Barred): Promise<void> => {
    const actor = { desk, ...(user === undefined ? {} : { user }) }
    const command = { kind: 'CancelEverything', actor, what: 'ORDERS_AND_RFQS', cause: 'ACCESS_ENDED' } as const
    let markets = engine.shards
    for (let pauseMs = AGAIN_MS; ; pauseMs = Math.min(pauseMs * 2, AGAIN_MOST_MS)) {
      const { unreached, why } = await askMarkets(engine, command, markets)
      if (unreached.length === 0) return unfinished.done('rfqs', { desk, user })
      unfinished.failed('rfqs', { desk, user })
      log.warn({ desk, user, markets: unreached.map(({ name }) => name), error: why }, 'Could not cancel the open orders of a desk or user that may no longer trade; trying again') // prettier-ignore
      await delay(pauseMs, undefined, { signal: over.signal })
      markets = unreached
    }
  }

  return {
    /** No caller waits for the result, so a failure is logged. */
    begin(barred: Barred): void {
      callBack(barred).catch((error: unknown) => {
        if (!over.signal.aborted)
          log.error({ ...barred, error }, 'Could not cancel the open orders of a desk or user that may no longer trade')
      })
    },
    close: () => over.abort(),
  }
}
