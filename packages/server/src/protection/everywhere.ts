/**
 * One command for several markets: all, those of a product, or those of a filter. The answer carries each market's number, after which
 * nothing of what was covered fills there (rulebook 11.7), and the names of those that could not be reached (docs/decisions/0390).
 */
import type { FencedReportView, FenceView, UnreachedView } from '@parley/contracts'
import { isRefusal, product, type MarketCommand, type MarketEvent, type ProductCode, type Refusal } from '@parley/core'
import type { Decided, Idempotency } from '../engine/engine.ts'
import { unavailableAmong, type EngineUnavailable } from '../engine/engine-unavailable.ts'
import { DONE_IN_PART } from '../http/idempotency.ts'
import { Answered } from '../http/route.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import { marketShards, type MarketShard } from '../market/shards.ts'
import type { Sql } from '../postgres/sql.ts'
import { createAskedOfSeveral, inMarket } from './asked-of-several.ts'

export type Covered = {
  readonly decided: readonly Decided<MarketEvent>[]
  readonly against: readonly Refusal[]
  readonly unreached: readonly MarketShard[]
}

export const shardsOf = (code: ProductCode): readonly MarketShard[] => {
  const found = product(code)
  return marketShards.filter(({ venue, baseCurrency }) => venue === found?.venue && baseCurrency === found.currency)
}

type MarketFilter = { readonly venue?: string | undefined; readonly currency?: string | undefined }

export const marketsOf = ({ venue, currency }: MarketFilter): readonly MarketShard[] =>
  marketShards.filter((one) => (venue ?? one.venue) === one.venue && (currency ?? one.baseCurrency) === one.baseCurrency)

type Submitting = Pick<MarketEngine, 'submit'>

/** Everything is sent before anything is waited for. Where one market cannot be reached the others are done all the same. */
export async function askMarkets(
  engine: Submitting,
  command: MarketCommand,
  markets: readonly MarketShard[],
  idempotency?: Idempotency,
): Promise<Covered & { readonly why?: EngineUnavailable | undefined }> {
  const outcomes = await Promise.allSettled(markets.map((market) => engine.submit(market.name, command, inMarket(market, idempotency))))
  const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const [why] = unavailableAmong(outcomes)
  return {
    decided: answers.filter((answer): answer is Decided<MarketEvent> => !isRefusal(answer)),
    against: answers.filter((answer): answer is Refusal => isRefusal(answer)),
    unreached: markets.filter((_market, place) => outcomes[place]!.status === 'rejected'),
    why,
  }
}

/** Throws EngineUnavailable where no market has done anything and one could not be asked. */
async function sendToMarkets(...asking: Parameters<typeof askMarkets>): Promise<Covered> {
  const { why, ...covered } = await askMarkets(...asking)
  if (why !== undefined && covered.decided.length === 0) throw why
  return covered
}

export type Everywhere = ReturnType<typeof createEverywhere>
type Sending = { readonly markets?: readonly MarketShard[]; readonly idempotency?: Idempotency | undefined }

/** To all markets unless some are named. */
export function createEverywhere({ sql, engine, now }: { readonly sql: Sql; readonly engine: Submitting; readonly now: () => number }) {
  const askedOfSeveral = createAskedOfSeveral(sql)
  return async (command: MarketCommand, { markets = marketShards, idempotency }: Sending = {}): Promise<Covered | Refusal> => {
    if (idempotency === undefined) return sendToMarkets(engine, command, markets)
    const asked = await askedOfSeveral.begin(idempotency, now(), markets)
    if (isRefusal(asked)) return asked
    return sendToMarkets(engine, ofWish(command, asked.id), asked.markets, idempotency)
  }
}

/** The audit log has a wish once, also where its last market heard of it a repetition later. */
function ofWish(command: MarketCommand, id: string): MarketCommand {
  return 'asked' in command && command.asked !== undefined ? { ...command, asked: { ...command.asked, id } } : command
}

export const fencesOf = ({ decided }: Pick<Covered, 'decided'>): FenceView[] =>
  decided.map(({ shard, seq }) => ({ seq_group: shard.group, seq_num: seq }))

export function fencedReport(covered: Covered): FencedReportView {
  return { ...coveredReport(covered), ...unreachedIn(covered) }
}

/** What markets did of it. */
export function coveredReport({ decided }: Pick<Covered, 'decided'>): FencedReportView {
  const ids = decided
    .flatMap(({ events }) => events)
    .flatMap((event): readonly (string | number)[] => {
      // With a request go the orders that others had in it, which are not the desk's.
      if (event.kind === 'OrderCanceled') return event.reason === 'RfqClosed' ? [] : [event.orderId]
      return event.kind === 'QuoteCanceled' ? [event.quoteId] : []
    })
  return { fences: fencesOf({ decided }), canceled: { count: ids.length, order_ids: ids } }
}

export const namesOf = (markets: readonly MarketShard[]): UnreachedView[] =>
  markets.map(({ group, name }) => ({ seq_group: group, market: name }))

/** A member of the answer only where there are some. */
export const unreachedIn = ({ unreached }: Pick<Covered, 'unreached'>): { readonly unreached?: UnreachedView[] } =>
  unreached.length === 0 ? {} : { unreached: namesOf(unreached) }

/** As the call answers, or 207 where some markets were not reached: a repetition under the same key goes on with these. */
export const orPartly = <Answer extends { readonly unreached?: readonly UnreachedView[] | undefined }>(
  answer: Answer,
): Answer | Answered<Answer> => (answer.unreached === undefined ? answer : new Answered(DONE_IN_PART, answer))
