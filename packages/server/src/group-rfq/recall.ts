/** What of a market does not change, kept in memory: a quote, its replacement and its cancel need no query. */
import { Recent, type GroupMarket } from '@parley/core'
import { KEPT_MARKETS } from './limits.ts'
import type { GroupStore } from './store.ts'

export type Recall = {
  /** Its structure and its shard; its state is as old as the memory. */
  market(id: number): Promise<GroupMarket | undefined>
  remember(market: GroupMarket): void
}

export function createRecall(store: Pick<GroupStore, 'market'>): Recall {
  const kept = new Recent<number, GroupMarket>(KEPT_MARKETS)
  return {
    async market(id) {
      const known = kept.use(id)
      if (known !== undefined) return known
      const market = await store.market(id)
      if (market !== undefined) kept.set(id, market)
      return market
    },
    remember: (market) => kept.set(market.id, market),
  }
}
