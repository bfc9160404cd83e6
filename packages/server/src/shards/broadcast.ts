/**
 * One command for several shards: all, those of a product, or those of a filter. The response contains each shard's number, after which no covered
 * order fills there (rulebook 11.7), and the names of those that could not be reached (docs/decisions/0361).
 */
import type { FencedReportView, FenceView, UnreachedView } from '@parley/contracts'
import {
  isRefusal,
  product,
  refuse,
  type RfqKind,
  type CancelCause,
  type ShardCommand,
  type ShardEvent,
  type ProductCode,
  type Refusal,
} from '@parley/core'
import type { Decided, Idempotency } from '../engine/engine.ts'
import { lastNumberAt } from '../engine/notification-numbers.ts'
import { unavailableAmong, type EngineUnavailable } from '../engine/engine-unavailable.ts'
import { publishedIn, type PublishedIds } from '../calls/published-ids.ts'
import { Answered, DONE_IN_PART } from '../calls/route.ts'
import type { MarketEngine } from './market-engine.ts'
import type { MarketShard } from './shards.ts'
import type { Sql } from '../database/sql.ts'
import { createRequestShards, inMarket } from './request-shards.ts'

export type Covered = {
  readonly decided: readonly Decided<ShardEvent>[]
  readonly against: readonly Refusal[]
  readonly unreached: readonly MarketShard[]
}

export const shardsOf = ({ shards }: Pick<MarketEngine, 'shards'>, code: ProductCode): readonly MarketShard[] => {
  const found = product(code)
  return shards.filter(({ venue, baseCurrency }) => venue === found?.venue && baseCurrency === found.currency)
}

type MarketFilter = { readonly venue?: string | undefined; readonly currency?: string | undefined }

export const marketsOf = ({ shards }: Pick<MarketEngine, 'shards'>, { venue, currency }: MarketFilter): readonly MarketShard[] =>
  shards.filter((one) => (venue ?? one.venue) === one.venue && (currency ?? one.baseCurrency) === one.baseCurrency)

type Submitting = Pick<MarketEngine, 'submit'>

/** Sends to all shards before it waits for any. An unreachable shard does not keep the others from deciding. */
export async function askMarkets(
  engine: Submitting,
  command: ShardCommand,
  markets: readonly MarketShard[],
  idempotency?: Idempotency,
): Promise<Covered & { readonly why?: EngineUnavailable | undefined }> {
  const outcomes = await Promise.allSettled(markets.map((market) => engine.submit(market.name, command, inMarket(market, idempotency))))
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const [why] = unavailableAmong(outcomes)
  return {
    decided: answers.filter((answer): answer is Decided<ShardEvent> => !isRefusal(answer)),
    against: answers.filter((answer): answer is Refusal => isRefusal(answer)),
    unreached: markets.filter((_market, place) => outcomes[place]!.status === 'rejected'),
    why,
  }
}

/** Throws EngineUnavailable if no shard has decided and one could not be reached. */
async function sendToMarkets(...asking: Parameters<typeof askMarkets>): Promise<Covered> {
  const { why, ...covered } = await askMarkets(...asking)
  if (why !== undefined && covered.decided.length === 0) throw why
  return covered
}

/** A stop needs at least one shard whose journal records it. */
const noVenue = refuse('ProductDisabled', '3.1', 'No venue is connected, so there is nothing to protect or cancel.')

export type Broadcast = ReturnType<typeof createBroadcast>
type Sending = { readonly markets?: readonly MarketShard[]; readonly idempotency?: Idempotency | undefined }

/** Sends to all shards unless some are named. */
export function createBroadcast({
  sql,
  engine,
  now,
}: {
  readonly sql: Sql
  readonly engine: Submitting & Pick<MarketEngine, 'shards'>
  readonly now: () => number
}) {
  const requestShards = createRequestShards(sql)
  return async (command: ShardCommand, { markets = engine.shards, idempotency }: Sending = {}): Promise<Covered | Refusal> => {
    if (engine.shards.length === 0) return noVenue
    if (idempotency === undefined) return sendToMarkets(engine, command, markets)
    const asked = await requestShards.begin(idempotency, now(), markets)
    if (isRefusal(asked)) return asked
    return sendToMarkets(engine, ofWish(command, asked.id), asked.markets, idempotency)
  }
}

/** The audit log contains a request once, even if its last shard was only reached by a repetition. */
function ofWish(command: ShardCommand, id: string): ShardCommand {
  return 'asked' in command && command.asked !== undefined ? { ...command, asked: { ...command.asked, id } } : command
}

/** As in `seq_num` of notifications: no covered order is matched under a number above it. */
export const fencesOf = ({ decided }: Pick<Covered, 'decided'>): FenceView[] =>
  decided.map(({ shard, at }) => ({ seq_group: shard.group, seq_num: lastNumberAt(at) }))

/** The report of every shard that has decided, in which each order has the id that its own flow publishes. */
export type ReportCanceled = (covered: Pick<Covered, 'decided'>) => Promise<FencedReportView>

export const createReport =
  (sql: Sql, publishedIds: PublishedIds): ReportCanceled =>
  async ({ decided }) => {
    const canceled = decided
      .flatMap(({ events }) => events)
      .filter((event) => event.kind === 'OrderCanceled')
      // A cancelled RFQ also closes orders of other desks.
      .filter(({ cause }) => !isOfRfq(cause))
    const rfqs = [...new Set(canceled.filter(({ number }) => number !== undefined).map(({ id }) => id))]
    const rows =
      rfqs.length === 0 ? [] : await sql<{ id: string; audience: RfqKind }[]>`select id, audience from rfq where id = any(${rfqs})`
    const audiences = new Map(rows.map(({ id, audience }) => [id, audience]))
    const ids = canceled.map(({ id, orderId, number }) => publishedIn(publishedIds, audiences.get(id) ?? 'DIRECT', { id: orderId, number }))
    return { fences: fencesOf({ decided }), canceled: { count: ids.length, order_ids: ids } }
  }

/** The same, with the names of the shards that were not reached. */
export const fencedReport = async (report: ReportCanceled, covered: Covered): Promise<FencedReportView> => ({
  ...(await report(covered)),
  ...unreachedIn(covered),
})

/** Causes that close every order of an RFQ. */
export const isOfRfq = (cause: CancelCause): boolean => cause === 'RFQ_CANCELED' || cause === 'RFQ_EXPIRED' || cause === 'RFQ_FILLED'

export const namesOf = (markets: readonly MarketShard[]): UnreachedView[] =>
  markets.map(({ group, name }) => ({ seq_group: group, market: name }))

/** A member of the response only if some shards were not reached. */
export const unreachedIn = ({ unreached }: Pick<Covered, 'unreached'>): { readonly unreached?: UnreachedView[] } =>
  unreached.length === 0 ? {} : { unreached: namesOf(unreached) }

/** The call's own response, or 207 if some shards were not reached: a repetition under the same key continues with those. */
export const orPartly = <Answer extends { readonly unreached?: readonly UnreachedView[] | undefined }>(
  answer: Answer,
): Answer | Answered<Answer> => (answer.unreached === undefined ? answer : new Answered(DONE_IN_PART, answer))
