/** Calls that open, join and decline RFQs of the order book: its markets. */
import { isRefusal, rfqIdOf, type DeclineReason, type DeskId, type Refusal, type VenueCode } from '@parley/core'
import type { GroupRfqView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import type { Rfqs } from '../../../rfq/create-rfqs.ts'
import type { RfqStore } from '../../../rfq/store.ts'
import { noMarket } from './order-calls.ts'
import { presentMarket } from './present.ts'
import { structureNamed, type NamedLeg } from './read-quote.ts'

export type OpenMarketBody = { readonly venue: VenueCode; readonly legs: readonly NamedLeg[] }

/** As the desk reads it now, with what is its own. */
export async function marketFor(store: Pick<RfqStore, 'listedRfqs'>, desk: DeskId, id: number): Promise<GroupRfqView | undefined> {
  const { items } = await store.listedRfqs(desk, { id: rfqIdOf(id) }, { size: 1 })
  return items[0] && presentMarket(items[0].rfq, { desk, own: items[0].own })
}

export function createRfqCalls({ commands, store, cache, facts }: Pick<Rfqs, 'commands' | 'store' | 'cache' | 'facts'>) {
  return {
    async openMarket(caller: Caller, { venue, legs }: OpenMarketBody, idempotency?: Idempotency): Promise<GroupRfqView | Refusal> {
      const structure = structureNamed(legs, venue, facts.marketData)
      const rfq = isRefusal(structure) ? structure : await commands.open(caller, venue, structure, idempotency)
      return isRefusal(rfq) ? rfq : presentMarket(rfq)
    },

    async declineMarket(caller: Caller, id: number, reason: DeclineReason, idempotency?: Idempotency): Promise<GroupRfqView | Refusal> {
      const rfq = await cache.rfq(rfqIdOf(id))
      if (rfq === undefined) return noMarket
      const decided = await commands.decline(caller, rfq, { reason }, idempotency)
      return isRefusal(decided) ? decided : ((await marketFor(store, caller.desk, id)) ?? noMarket)
    },
  }
}
