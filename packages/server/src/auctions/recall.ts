/** Recalls the bids of a desk, user or key that may no longer bid. It continues until it is done, and every failure is logged (rulebook 19.4). */
import type { Recalled } from '@parley/core'
import type { Log } from '../log/log.ts'
import type { AuctionEngine } from './auction-engine.ts'
import type { UnfinishedCancels } from '../protection/unfinished-cancels.ts'
import { untilDone } from './until-done.ts'

type RecallParts = {
  readonly engine: Pick<AuctionEngine, 'recall'>
  readonly unfinished: Pick<UnfinishedCancels, 'failed' | 'done'>
  readonly log: Log
}

export function createRecall({ engine, unfinished, log }: RecallParts) {
  const over = new AbortController()
  const running = new Set<Promise<void>>()
  /** It takes its turn among the decisions immediately: bids decided before it are recalled, later ones are checked against what is known by then. */
  const once = (whose: Recalled): Promise<void> => engine.recall({ kind: 'RecallBids', ...whose })
  return {
    once,
    /** No caller waits for the result. */
    begin(whose: Recalled): void {
      const trying = { what: 'Could not cancel the bids of a bidder who may no longer bid', about: whose, log, signal: over.signal }
      const work = untilDone(
        () =>
          once(whose).then(
            () => unfinished.done('auctions', whose),
            (error: unknown) => {
              unfinished.failed('auctions', whose)
              throw error
            },
          ),
        trying,
      ).finally(() => running.delete(work))
      running.add(work)
    },
    async close(): Promise<void> {
      over.abort()
      await Promise.all(running)
    },
  }
}
