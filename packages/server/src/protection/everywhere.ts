/**
 * A desk-wide action: the same command to every shard, or to those of a product. The answer carries each shard's number: nothing of what
 * was covered fills after it (rulebook 11.7).
 */
import type { FencedReportView, FenceView } from '@parley/contracts'
import { isRefusal, product, type MarketCommand, type MarketEvent, type ProductCode, type Refusal } from '@parley/core'
import type { Decided, Idempotency } from '../engine/engine.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import { marketShards, type MarketShard } from '../market/shards.ts'

export type Covered = {
  readonly decided: readonly Decided<MarketEvent>[]
  readonly against: readonly Refusal[]
}

export const shardsOf = (code: ProductCode): readonly MarketShard[] => {
  const found = product(code)
  return marketShards.filter(({ venue, baseCurrency }) => venue === found?.venue && baseCurrency === found.currency)
}

/**
 * Everything is sent before anything is waited for. Where one shard cannot be reached the others are done all the same, and the caller
 * hears that it was not everything.
 */
export async function everywhere(
  engine: Pick<MarketEngine, 'submit'>,
  command: MarketCommand,
  shards: readonly MarketShard[] = marketShards,
  idempotency?: Idempotency,
): Promise<Covered> {
  const outcomes = await Promise.allSettled(shards.map(({ name }) => engine.submit(name, command, idempotency)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason as Error
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  return {
    decided: answers.filter((answer) => !isRefusal(answer)) as Decided<MarketEvent>[],
    against: answers.filter((answer): answer is Refusal => isRefusal(answer)),
  }
}

export const fencesOf = ({ decided }: Covered): FenceView[] => decided.map(({ shard, seq }) => ({ seq_group: shard.group, seq_num: seq }))

export function fencedReport(covered: Covered): FencedReportView {
  const ids = covered.decided
    .flatMap(({ events }) => events)
    .flatMap((event): readonly (string | number)[] => {
      // With a request go the orders that others had in it, which are not the desk's.
      if (event.kind === 'OrderCanceled') return event.reason === 'RfqClosed' ? [] : [event.orderId]
      return event.kind === 'QuoteCanceled' ? [event.quoteId] : []
    })
  return { fences: fencesOf(covered), canceled: { count: ids.length, order_ids: ids } }
}
