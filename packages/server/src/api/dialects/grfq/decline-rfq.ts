/** POST rfqs/{id}/decline: a desk declines a market that it does not want to quote in. */
import { rfqIdOf, type DeclineReason, type Refusal, type Rfq } from '@parley/core'
import type { GroupRfqView } from '@parley/contracts'
import type { Caller } from '../../../calls/route.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import type { OwnSums } from '../../../rfq/store.ts'
import { noMarket } from './quote-bodies.ts'
import { presentMarket } from './present.ts'

export function createDeclineRfq({ commands, store, cache }: Pick<Rfqs, 'commands' | 'store' | 'cache'>) {
  return {
    async declineMarket(caller: Caller, id: number, reason: DeclineReason, idempotency?: Idempotency): Promise<GroupRfqView | Refusal> {
      const rfq = await cache.rfq(rfqIdOf(id))
      if (rfq === undefined) return noMarket
      const own = await store.ownSums(caller.desk, rfq.id)
      const view = (declined: Rfq) => presentMarket(declined, { desk: caller.desk, own: own && withoutResting(own) })
      return commands.decline(caller, rfq, { reason }, { view, idempotency })
    },
  }
}

/** A decline cancels everything of the desk that rests in the market (rulebook 10.19). */
const withoutResting = (own: OwnSums): OwnSums => ({ ...own, remaining: 0, canceled: own.canceled + own.remaining })
