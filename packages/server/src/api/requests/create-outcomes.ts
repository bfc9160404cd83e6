/** The outcome of a write whose response was lost. It is found by the caller's own key and presented as in the first response (rulebook 9.4). */
import { outcomeCalls as calls, type OutcomeView } from '@parley/contracts'
import { refuse, type Refusal } from '@parley/core'
import { unavailableAmong } from '../../engine/engine-unavailable.ts'
import { portable } from '../../engine/portable.ts'
import { askerOf, isTrading } from './request-key.ts'
import type { RequestLedger } from './repeated-requests.ts'
import { createRequestStore } from './request-store.ts'
import { route, type Caller, type Route } from '../../calls/route.ts'
import type { FoundRefusal } from '../../rfq/found-refusals.ts'
import type { RefusedCommands } from '../../rfq/refused-commands.ts'
import type { ReportCanceled } from '../../shards/broadcast.ts'
import type { MarketEngine } from '../../shards/market-engine.ts'
import type { Sql } from '../../database/sql.ts'
import { createEventsOf, outcomesOf } from './outcome-of-request.ts'
import { presentPending, presentRefused } from './present-outcome.ts'

export type OutcomeNeeds = {
  readonly sql: Sql
  readonly engine: Pick<MarketEngine, 'read' | 'shards'>
  readonly ledger: Pick<RequestLedger, 'underWay'>
  /** The newest quote or order of each flow with the client order id. */
  readonly byClientOrderId: readonly ByClientOrderId[]
  readonly refusals: Pick<RefusedCommands, 'ofName'>
  readonly report: ReportCanceled
  readonly now: () => number
}
export type ByClientOrderId = (caller: Caller, clientOrderId: string) => Promise<Named | undefined>
export type Named = { readonly decidedAt: number; readonly group: number; readonly body: object }

const unknownKey = refuse(
  'NotFound',
  '9.4',
  'No command with this key was processed in the last 24 hours. The command can be sent again with the same key.',
  'idempotency_key',
)
const unknownId = refuse(
  'NotFound',
  '10.17',
  'No quote or order of your desk has this client order id, and none was rejected in the last 24 hours.',
  'client_order_id',
)
/** A sender whose id was refused as already in use wants to see the order that uses it. */
const isNewer = ({ at, refusal }: FoundRefusal, named: Named | undefined): boolean =>
  named === undefined || (at > named.decidedAt && refusal.refused !== 'ClientOrderIdInUse')

/** A read that only waits until everything submitted before it is durable. */
const nothingOfState = portable('outcomes.nothing', () => () => null)()

function createOutcomeService({ sql, engine, ledger, byClientOrderId, refusals, report, now }: OutcomeNeeds) {
  const store = createRequestStore(sql)
  const reads = { eventsOf: createEventsOf(sql), report }

  return {
    async byKey(caller: Caller, key: string): Promise<OutcomeView | Refusal> {
      const asker = askerOf(caller)
      // Read first: a request that is answered during the other reads is either found below or still pending here.
      const pending = ledger.underWay(asker, key)
      // Everything submitted before this query is durable once every shard has answered it.
      const [away] = unavailableAmong(await Promise.allSettled(engine.shards.map(({ name }) => engine.read(name, nothingOfState))))
      const rows = (await store.under(asker, key, now())).filter(({ requestHash }) => isTrading(requestHash))
      const found = rows.flatMap((row) => (row.key === key ? outcomesOf(row, rows, pending) : []))
      // The rows are inconclusive for a shard that is currently unavailable.
      const [newest] = found.filter(({ isBound }) => isBound || away === undefined).sort((a, b) => b.at - a.at)
      if (newest !== undefined) return newest.present(reads)
      if (pending !== undefined) return presentPending(pending)
      if (away !== undefined) throw away
      return unknownKey
    },

    async byClientOrderId(caller: Caller, clientOrderId: string): Promise<OutcomeView | Refusal> {
      const [refused, ...found] = await Promise.all([
        refusals.ofName(caller.desk, clientOrderId),
        ...byClientOrderId.map((ofFlow) => ofFlow(caller, clientOrderId)),
      ])
      const [newest] = found.filter((one) => one !== undefined).sort((a, b) => b.decidedAt - a.decidedAt)
      if (refused !== undefined && isNewer(refused, newest)) return presentRefused(refused)
      if (newest === undefined) return unknownId
      const { decidedAt: decided_at, group: seq_group, body } = newest
      return { state: 'DONE', call: null, decided_at, seq_group, seq_num: null, status: 200, body, error: null }
    },
  }
}

const outcomeRoutes = (outcomes: ReturnType<typeof createOutcomeService>): readonly Route[] => [
  route(calls.getFate, ({ caller, params }) => outcomes.byKey(caller, params.idempotency_key)),
  route(calls.findFate, ({ caller, query }) => {
    if (query.idempotency_key !== undefined) return outcomes.byKey(caller, query.idempotency_key)
    if (query.client_order_id !== undefined) return outcomes.byClientOrderId(caller, query.client_order_id)
    return Promise.resolve(refuse('InvalidParams', '', 'idempotency_key: This field is required, or client_order_id', 'idempotency_key'))
  }),
]

export function createOutcomes(needs: OutcomeNeeds) {
  const service = createOutcomeService(needs)
  return { service, routes: outcomeRoutes(service) }
}
