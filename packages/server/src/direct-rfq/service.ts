/** The direct flow as the rest of the server uses it. */
import { isRefusal, type BaseCurrency, type DirectRfq, type Instant, type RfqId, type Structure, type VenueCode } from '@parley/core'
import type { Caller } from '../http/route.ts'
import { SNAPSHOT_RFQS } from './limits.ts'
import type { Needs } from './needs.ts'
import { createBatchCommands } from './batch.ts'
import { createCancelCommands } from './cancel-commands.ts'
import { createOrderCommands } from './order-commands.ts'
import { createFirstAnswer } from '../market/first-answer.ts'
import { createDirectAnswers } from './direct-answers.ts'
import { createRecall } from './recall.ts'
import { createDirectRfqReads } from './reads.ts'
import { createRfqCommands } from './rfq-commands.ts'

export type DirectRfqService = ReturnType<typeof createDirectRfqService>

export type VisibleRfq = {
  readonly id: RfqId
  readonly venue: VenueCode
  readonly baseCurrency: BaseCurrency
  readonly structure: Structure
  readonly expiresAt: Instant
}

export function createDirectRfqService(needs: Needs) {
  const recall = createRecall(needs.store)
  const orders = createOrderCommands(needs, recall)
  const answers = createDirectAnswers(needs.store, recall)
  const reads = createDirectRfqReads(needs.store)
  return {
    ...createRfqCommands(needs),
    ...orders,
    ...createBatchCommands(orders, recall, createFirstAnswer(needs.engine, [answers])),
    ...createCancelCommands(needs, recall),
    ...reads,
    answers,
    /** The open requests the caller may see, for the screen prices of all of them. */
    async openRfqsFor({ desk }: Caller): Promise<readonly VisibleRfq[]> {
      const { items } = await needs.store.rfqs(desk, { states: ['OPEN'] }, { size: SNAPSHOT_RFQS })
      return items.map(visible)
    },
    /** The structure of a request the caller may see, for the venue's screen prices. */
    async rfqLegsFor(caller: Caller, rfqId: string): Promise<VisibleRfq | undefined> {
      const rfq = await reads.visibleRfq(caller, rfqId)
      return isRefusal(rfq) ? undefined : visible(rfq)
    },
  }
}

const visible = ({ id, venue, baseCurrency, structure, expiresAt }: DirectRfq): VisibleRfq => ({
  id,
  venue,
  baseCurrency,
  structure,
  expiresAt,
})
