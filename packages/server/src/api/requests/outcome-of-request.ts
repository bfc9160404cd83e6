/** The outcome of a request, from its row and the rows of its parts. */
import type { OutcomeView } from '@parley/contracts'
import type { ShardEvent, Refusal } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import type { Decided } from '../../engine/engine.ts'
import { namesOf, type ReportCanceled } from '../../shards/broadcast.ts'
import { keyIn } from '../../shards/request-shards.ts'
import { marketShards, type MarketShard } from '../../shards/shards.ts'
import { errorOf, presentAnswered, presentPartly, presentWhole, type AnsweredRow } from './present-outcome.ts'
import { isBoth } from '../../calls/batch-key.ts'
import type { TwoWayAnswer } from '../../rfq/two-way.ts'
import type { UnderWay } from './repeated-requests.ts'
import { isUnbound, refusalIn, type RequestRow } from './request-store.ts'

/** Bound: executed, or refused by a shard. Refusals that bind nothing are presented as well. */
export type Outcome = { readonly at: number; readonly isBound: boolean; readonly present: (reads: OutcomeReads) => Promise<OutcomeView> }
type EventsOf = (decided: Pick<RequestRow, 'shard' | 'firstSeq' | 'lastSeq'>) => Promise<readonly ShardEvent[]>
/** Reads that the presentation of an outcome needs. */
export type OutcomeReads = { readonly eventsOf: EventsOf; readonly report: ReportCanceled }

export const createEventsOf =
  (sql: Sql): EventsOf =>
  async ({ shard, firstSeq, lastSeq }) => {
    if (lastSeq! < firstSeq!) return []
    const rows = await sql<{ event: ShardEvent }[]>`
      select event::jsonb as event from journal where shard = ${shard} and seq between ${firstSeq} and ${lastSeq} order by seq`
    return rows.map(({ event }) => event)
  }

/** Empty if nothing is known yet: the request was stored, but no shard has decided. `rows` has its parts. */
export function outcomesOf(row: RequestRow, rows: readonly RequestRow[], pending: UnderWay | undefined): readonly Outcome[] {
  const parts = rows.filter(({ requestHash, key }) => requestHash === row.requestHash && key.startsWith(`${row.key} `))
  const decided = [row, ...parts.filter((part) => !isPartOfSeveral(row.key, part))].filter(({ shard }) => shard !== null)
  const answered = (): Outcome => ({
    at: row.at,
    isBound: !isUnbound(row),
    present: async () => presentAnswered(row as AnsweredRow, decided.length === 1 ? decided[0] : undefined),
  })
  if (row.state === 'DONE') return [answered()]
  const shards = row.shards ?? []
  if (shards.length > 0) return ofSeveral(row, shards, parts, pending) ?? (row.state === 'REFUSED' ? [answered()] : [])
  // Decided, but interrupted before the response.
  if (row.state !== 'OPEN' || row.shard !== null) return [answered()]
  return parts.length === 0 ? [] : [ofBatch(row, parts)]
}

/** A shard's decision on its part of a broadcast is presented together with the others. */
const isPartOfSeveral = (key: string, { shard, key: own }: RequestRow): boolean => shard !== null && own === keyIn({ name: shard }, key)

type Part = { readonly market: MarketShard; readonly row: RequestRow }

function ofSeveral(
  { requestHash, key }: RequestRow,
  shards: readonly string[],
  rows: readonly RequestRow[],
  pending: UnderWay | undefined,
): readonly Outcome[] | undefined {
  const markets = marketShards.filter(({ name }) => shards.includes(name))
  const own = rows.filter((row) => isPartOfSeveral(key, row))
  const parts = markets.flatMap((market) => own.filter(({ shard }) => shard === market.name).map((row) => ({ market, row })))
  if (parts.length === 0) return undefined
  if (pending?.requestHash === requestHash) return []
  return [{ at: parts[0]!.row.at, isBound: true, present: (reads) => presentParts(requestHash, markets, parts, reads) }]
}

async function presentParts(
  requestHash: string,
  markets: readonly MarketShard[],
  parts: readonly Part[],
  { eventsOf, report: reportOf }: OutcomeReads,
) {
  const at = Math.max(...parts.map(({ row }) => row.at))
  const decided = await Promise.all(parts.filter(({ row }) => row.state !== 'REFUSED').map((part) => decidedIn(part, eventsOf)))
  const report = await reportOf({ decided })
  const left = markets.filter((market) => parts.every((part) => part.market !== market))
  if (left.length > 0) return presentPartly(requestHash, at, { ...report, unreached: namesOf(left) })
  const refusals = parts.flatMap(({ row }): Refusal[] => (row.state === 'REFUSED' ? [refusalIn(row)] : []))
  return presentWhole(requestHash, at, refusals.length === parts.length ? refusals[0]! : report)
}

const decidedIn = async ({ market, row }: Part, eventsOf: EventsOf): Promise<Decided<ShardEvent>> => ({
  shard: market,
  decision: row.firstSeq!,
  seq: row.lastSeq!,
  at: row.at as Decided<ShardEvent>['at'],
  events: await eventsOf(row),
})

/** An interrupted batch: the part of it that was decided. */
function ofBatch(row: RequestRow, parts: readonly RequestRow[]): Outcome {
  const newest = parts.reduce((one, other) => (other.at > one.at ? other : one))
  const verdicts = parts.flatMap(verdictsOf).sort((a, b) => a.index - b.index)
  const whole = { ...row, at: newest.at, state: 'DONE', answer: JSON.stringify({ results: verdicts }) } as const
  return { at: newest.at, isBound: true, present: async () => presentAnswered(whole, newest) }
}

/** Each dialect has its own name for the object. The two sides of a two-way quote are one part. */
function verdictsOf(part: RequestRow) {
  const object = part.requestHash.includes(' /v2/') ? 'order' : 'quote'
  const accepted = (index: number, answer: object | null) => ({ index, [object]: answer, error: null })
  const refused = (index: number, refusal: Refusal) => {
    const { code, error, message } = errorOf(refusal)
    return { index, [object]: null, error: { code, error, message } }
  }
  const refusal = part.state === 'REFUSED' ? refusalIn(part) : undefined
  const answer = refusal !== undefined || part.answer === null ? null : (JSON.parse(part.answer) as object)
  if (isBoth(part.key)) {
    const { orders = [] } = (answer ?? {}) as Partial<TwoWayAnswer<object>>
    return refusal === undefined
      ? orders.map((order, index) => accepted(index, order))
      : [0, 1].map((index) => refused(index, refusal.sides?.[index] ?? refusal))
  }
  const index = Number(part.key.split(' ')[1])
  return [refusal === undefined ? accepted(index, answer) : refused(index, refusal)]
}
