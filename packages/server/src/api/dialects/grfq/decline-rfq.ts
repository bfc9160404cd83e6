/** POST rfqs/{id}/decline: a desk declines a market that it does not want to quote in. */
import { isRefusal, rfqIdOf, type DeclineReason, type Refusal } from '@parley/core'
import type { GroupRfqView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import { marketFor } from './market-reads.ts'
import { noMarket } from './order-calls.ts'

export function createDeclineRfq({ commands, store, cache }: Pick<Rfqs, 'commands' | 'store' | 'cache'>) {
  return {
    async declineMarket(caller: Caller, id: number, reason: DeclineReason, idempotency?: Idempotency): Promise<GroupRfqView | Refusal> {
      const rfq = await cache.rfq(rfqIdOf(id))
      if (rfq === undefined) return noMarket
      const decided = await commands.decline(caller, rfq, { reason }, idempotency)
      return isRefusal(decided) ? decided : ((await marketFor(store, caller.desk, id)) ?? noMarket)
    },
  }
}
