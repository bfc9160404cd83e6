/** The fate of a write whose answer was not heard: found by the caller's own key, presented as it was answered first (rulebook 9.4). */
import type { FateView } from '@parley/contracts'
import { refuse, type DeskId, type Refusal } from '@parley/core'
import { unavailableAmong } from '../engine/engine-unavailable.ts'
import { isTrading, type KeptAnswers } from '../http/idempotency.ts'
import type { KeyedWrites, ToldAnswer } from '../http/keyed-writes.ts'
import type { Caller } from '../http/route.ts'
import type { Answers } from '../market/first-answer.ts'
import type { FoundRefusal, RefusedCommands } from '../market/refused-commands.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import { marketShards } from '../market/shards.ts'
import type { Sql } from '../postgres/sql.ts'
import { createAskedOfSeveral } from '../protection/asked-of-several.ts'
import { isPartOfSeveral, partsOf, tellOfSeveral } from './of-several.ts'
import { errorOf, presentDecided, presentPending, presentRefused, presentTold } from './present.ts'
import { fateRoutes } from './routes.ts'
import { createFateStore, type Remembered } from './store.ts'

export type FateNeeds = {
  readonly sql: Sql
  readonly engine: Pick<MarketEngine, 'read'>
  readonly kept: Pick<KeptAnswers, 'under'>
  readonly keyed: Pick<KeyedWrites, 'underWay' | 'told'>
  readonly answers: readonly Answers[]
  /** The newest quote or order of each flow that has the client order id. */
  readonly byClientOrderId: readonly ByClientOrderId[]
  readonly refusals: Pick<RefusedCommands, 'ofName'>
}
export type ByClientOrderId = (caller: Caller, clientOrderId: string) => Promise<Named | undefined>
export type Named = { readonly decidedAt: number; readonly group: number; readonly body: object }

export type FateService = ReturnType<typeof createFateService>

const unknownKey = refuse(
  'NotFound',
  '9.4',
  'Nothing was decided under this key in the last 24 hours. The command can be sent again with the same key.',
  'idempotency_key',
)
const unknownId = refuse(
  'NotFound',
  '10.17',
  'No quote or order of your desk has this client order id, and none was refused in the last 24 hours.',
  'client_order_id',
)
/** Who sends a name again that is in use asks what it is used for. */
const isNewer = ({ at, refusal }: FoundRefusal, named: Named | undefined): boolean =>
  named === undefined || (at > named.decidedAt && refusal.refused !== 'ClientOrderIdInUse')

/** What became of one call under the key. */
type Found = { readonly scope: string; readonly at: number; readonly tell: () => Promise<FateView> }

function createFateService({ sql, engine, kept, keyed, answers, byClientOrderId, refusals }: FateNeeds) {
  const store = createFateStore(sql)
  const askedOfSeveral = createAskedOfSeveral(sql)
  const bodyOf = async (desk: DeskId, row: Remembered): Promise<object | null> => {
    const events = row.lastSeq < row.firstSeq ? [] : await store.events(row)
    for (const answer of answers) {
      const body = events.length === 0 ? undefined : await answer(desk, events)
      if (body !== undefined) return body
    }
    return null
  }
  const verdictsOf = (desk: DeskId, rows: readonly Remembered[]) =>
    Promise.all(
      rows
        .map((row) => ({ row, index: Number(row.key.split(' ')[1]) }))
        .sort((a, b) => a.index - b.index)
        .map(async ({ row, index }) => ({ index, ...(await verdictOf(desk, row)) })),
    )
  const verdictOf = async (desk: DeskId, row: Remembered) => {
    const object = nameOf(row)
    if (row.refusal === null) return { [object]: await bodyOf(desk, row), error: null }
    const { code, error, message } = errorOf(row.refusal)
    return { [object]: null, error: { code, error, message } }
  }
  /** From the journal: the command, or the parts of a batch. */
  const decided = async (desk: DeskId, key: string, newest: Remembered, rows: readonly Remembered[]): Promise<FateView> => {
    if (newest.key === key) return presentDecided(newest, newest.refusal === null ? await bodyOf(desk, newest) : null)
    const parts = rows.filter(({ scope }) => scope === newest.scope)
    return presentDecided({ ...newest, refusal: null }, { results: await verdictsOf(desk, parts) })
  }

  return {
    async byKey({ desk }: Caller, key: string): Promise<FateView | Refusal> {
      // Asked first: what is answered while the rest is read is found below, or still pending here.
      const pending = keyed.underWay(desk, key)
      // What was submitted before this question is durable once every market has answered it.
      const [away] = unavailableAmong(await Promise.allSettled(marketShards.map(({ name }) => engine.read(name, () => undefined))))
      const [all, whole, told, several] = await Promise.all([
        store.remembered(desk, key),
        kept.under(desk, key),
        keyed.told(desk, key),
        askedOfSeveral.under(desk, key),
      ])
      const rows = all.filter((row) => !isPartOfSeveral(key, row))
      const asTold = (row: ToldAnswer): Found => ({ ...row, tell: async () => presentTold(row, rows) })
      const isDone = ({ answer }: ToldAnswer): boolean => 'body' in answer
      const inParts = several.flatMap((asked): Found[] => {
        const parts = partsOf(asked, key, all)
        if (parts.length === 0 || !isTrading(asked.scope) || pending?.scope === asked.scope) return []
        return [{ scope: asked.scope, at: parts[0]!.row.at, tell: () => tellOfSeveral(store, asked, parts) }]
      })
      // Of one call, whole answers before what the journal says, and a refusal that binds nothing last.
      const decisions = [
        ...whole.map(({ answer, ...row }) => asTold({ ...row, status: answer.status, answer })),
        ...told.filter(isDone).map(asTold),
        ...inParts,
        ...rows.map((row): Found => ({ ...row, tell: () => decided(desk, key, row, rows) })),
      ]
      // What binds nothing says nothing of a market that could not be asked.
      const found = [...decisions, ...(away === undefined ? told.filter((row) => !isDone(row)).map(asTold) : [])]
      const [newest] = firstOfEach(found).sort((a, b) => b.at - a.at)
      if (newest !== undefined) return newest.tell()
      if (pending !== undefined) return presentPending(pending)
      if (away !== undefined) throw away
      return unknownKey
    },

    async byClientOrderId(caller: Caller, clientOrderId: string): Promise<FateView | Refusal> {
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

const firstOfEach = (found: readonly Found[]): Found[] => [...Map.groupBy(found, ({ scope }) => scope).values()].map(([first]) => first!)

/** In a verdict the object has the name of its flow. */
const nameOf = ({ scope }: Remembered): 'order' | 'quote' => (scope.includes('/v2/') ? 'order' : 'quote')

export function createFate(needs: FateNeeds) {
  const service = createFateService(needs)
  return { service, routes: fateRoutes(service) }
}
