/** The fate of a command whose answer was not heard: found by the caller's own key, presented as it was answered first (rulebook 9.4). */
import { directRfqCalls, errors, grfqCalls, obCalls, type Call, type ErrorName, type FateView } from '@parley/contracts'
import { refuse, type DeskId, type Refusal } from '@parley/core'
import type { Sql } from 'postgres'
import type { Caller } from '../http/route.ts'
import type { Answers } from '../market/first-answer.ts'
import type { MarketEngine } from '../market/market-engine.ts'
import { marketShards } from '../market/shards.ts'
import { fateRoutes } from './routes.ts'
import { createFateStore, type Remembered } from './store.ts'

export type FateNeeds = {
  readonly sql: Sql
  readonly engine: Pick<MarketEngine, 'read'>
  readonly answers: readonly Answers[]
  /** The newest quote or order that has the client order id. */
  readonly byClientOrderId: (caller: Caller, clientOrderId: string) => Promise<Named | undefined>
}
export type Named = { readonly decidedAt: number; readonly group: number; readonly body: object }

export type FateService = ReturnType<typeof createFateService>

const unknownKey = refuse(
  'NotFound',
  '9.4',
  'Nothing was decided under this key in the last 24 hours. The command can be sent again with the same key.',
  'idempotency_key',
)
const unknownId = refuse('NotFound', '10.17', 'No quote or order of your desk has this client order id.', 'client_order_id')

function createFateService({ sql, engine, answers, byClientOrderId }: FateNeeds) {
  const store = createFateStore(sql)
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

  return {
    async byKey({ desk }: Caller, key: string): Promise<FateView | Refusal> {
      // What was submitted before this question is durable once every shard has answered it.
      await Promise.all(marketShards.map(({ name }) => engine.read(name, () => undefined)))
      const rows = await store.remembered(desk, key)
      const [newest] = rows
      if (newest === undefined) return unknownKey
      if (newest.key === key) return fateOf(newest, newest.refusal === null ? await bodyOf(desk, newest) : null)
      const parts = rows.filter(({ scope }) => scope === newest.scope)
      return fateOf({ ...newest, refusal: null }, { results: await verdictsOf(desk, parts) })
    },

    async byClientOrderId(caller: Caller, clientOrderId: string): Promise<FateView | Refusal> {
      const found = await byClientOrderId(caller, clientOrderId)
      if (found === undefined) return unknownId
      const { decidedAt: decided_at, group: seq_group, body } = found
      return { state: 'DONE', call: null, decided_at, seq_group, seq_num: null, status: 200, body, error: null }
    },
  }
}

/** In a verdict the object has the name of its flow. */
const nameOf = ({ scope }: Remembered): 'order' | 'quote' => (scope.includes('/v2/') ? 'order' : 'quote')

function fateOf({ shard, scope, at, lastSeq, refusal }: Remembered, body: unknown): FateView {
  const [, ...called] = scope.split(' ')
  const error = refusal === null ? null : errorOf(refusal)
  return {
    state: error === null ? 'DONE' : 'REFUSED',
    call: called.join(' '),
    decided_at: at,
    seq_group: marketShards.find(({ name }) => name === shard)?.group ?? 0,
    seq_num: lastSeq,
    status: error === null ? statusOf(called) : errors[error.error as ErrorName].status,
    body,
    error,
  }
}

const errorOf = ({ refused, message, rule }: Refusal) => ({
  code: errors[refused as ErrorName].code,
  error: refused,
  message,
  rule: rule === '' ? null : rule,
})

const calls: readonly Call[] = [directRfqCalls, obCalls, grfqCalls].flatMap((group) => Object.values(group) as readonly Call[])

/** The status of success of the call, which the scope of the key names by its method and path. */
function statusOf([method, path = '']: readonly string[]): number {
  const isIt = (call: Call) => call.method === method && new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`${path}/`)
  return calls.find(isIt)?.status ?? 200
}

export function createFate(needs: FateNeeds) {
  const service = createFateService(needs)
  return { service, routes: fateRoutes(service) }
}
