/** A desk's reads of its comparisons, and its administrators' responses to them. */
import {
  decideDifference,
  evolveDifference,
  isRefusal,
  kindOf,
  refuse,
  type DeskId,
  type Refusal,
  type Rfq,
  type Trade,
} from '@parley/core'
import type { DifferenceDetailView, ReconciliationDayView } from '@parley/contracts'
import { about, type Actor } from '../accounts/actor.ts'
import type { Book } from '../accounts/accounts-snapshot.ts'
import { changeOrRefuse } from '../accounts/change-or-refuse.ts'
import { mustStillHave } from '../accounts/still-may.ts'
import type { Sql } from '../database/sql.ts'
import { accountOf } from './compared-accounts.ts'
import { readDay } from './days.ts'
import { presentAccount, presentDay, presentDetail, presentDifference, type DifferenceFacts } from './present.ts'
import { differenceOf, type ReconciliationStore, type StoredDifference } from './store.ts'
import { plannedOn, type WorkerParts } from './worker.ts'

export type ServiceParts = {
  readonly sql: Sql
  readonly book: Book
  readonly venues: WorkerParts['venues']
  readonly store: ReconciliationStore
  /** Checks the list of comparisons immediately. */
  readonly look: () => void
}
export type Closing = { readonly how: 'EXPLAIN' | 'ACCEPT'; readonly reason: string }
type Traded = NonNullable<DifferenceFacts['traded']>

export type ReconciliationService = ReturnType<typeof createReconciliationService>

export function createReconciliationService(parts: ServiceParts) {
  const reads = createReads(parts)
  return { ...reads, close: closerOf(parts, reads.detailOf) }
}

function createReads({ sql, book, venues, store, look }: ServiceParts) {
  const tradesOf = async (rows: readonly StoredDifference[]): Promise<ReadonlyMap<string, Traded>> => {
    const ids = rows.flatMap(({ tradeId }) => (tradeId === null ? [] : [tradeId]))
    if (ids.length === 0) return new Map()
    const found = await sql<{ id: string; rfq: Rfq; trade: Trade }[]>`
      select rfq_trade.id, rfq.body as rfq, rfq_trade.body as trade from rfq_trade join rfq on rfq.id = rfq_trade.rfq_id
      where rfq_trade.id = any(${ids}::text[])`
    return new Map(found.map(({ id, rfq, trade }) => [id, { rfq, trade }]))
  }
  const nameOf = (user: string | null): string | undefined => {
    const person = [...book.accounts.users.values()].find(({ id }) => id === user)
    return person === undefined ? (user ?? undefined) : `${person.firstName} ${person.lastName}`
  }
  const factsOf = (row: StoredDifference, traded: ReadonlyMap<string, Traded>): DifferenceFacts => ({
    account: accountOf(book, row.desk, row.accountId)!,
    traded: row.tradeId === null ? undefined : traded.get(row.tradeId),
    closedByName: nameOf(row.closedBy),
  })
  const detailOf = async (row: StoredDifference): Promise<DifferenceDetailView> => presentDetail(row, factsOf(row, await tradesOf([row])))

  return {
    async days(desk: DeskId): Promise<{ readonly open: number; readonly results: ReconciliationDayView[] }> {
      const [runs, open] = await Promise.all([store.runsOfDesk(desk), store.openOf(desk)])
      const openOn = new Map(open.map((row) => [row.day, row.open]))
      return {
        open: open.reduce((sum, row) => sum + row.open, 0),
        results: [...Map.groupBy(runs, ({ day }) => day)].map(([day, own]) => presentDay(day, own, openOn.get(day) ?? 0)),
      }
    },

    async day(desk: DeskId, text: string, now: number) {
      const day = readDay(text, now)
      if (typeof day !== 'string') return day
      const [runs, rows] = await Promise.all([store.runsOf(desk, day), store.differencesOf(desk, day)])
      const traded = await tradesOf(rows)
      const openIn = (id: string) => rows.filter(({ accountId, state }) => accountId === id && state === 'OPEN').length
      const accounts = runs.flatMap((run) => {
        const account = accountOf(book, desk, run.accountId)
        return account === undefined ? [] : [presentAccount(run, account, openIn(run.accountId))]
      })
      const byVenue = accounts.toSorted((a, b) => (`${a.venue} ${a.account_name}` < `${b.venue} ${b.account_name}` ? -1 : 1))
      return { day, accounts: byVenue, differences: rows.map((row) => presentDifference(row, factsOf(row, traded))) }
    },

    async compareDay(actor: Actor, text: string): Promise<{ readonly day: string; readonly accounts: number } | Refusal> {
      const day = readDay(text, actor.now)
      if (typeof day !== 'string') return day
      await mustStillHave(sql, about(actor, 'CompareDay', day))
      const planned = plannedOn({ book, venues }, [day]).filter(({ desk }) => desk === actor.desk)
      if (planned.length > 0) await store.planAgain(planned, actor.now)
      look()
      return { day, accounts: planned.length }
    },

    async difference(desk: DeskId, id: string): Promise<DifferenceDetailView | Refusal> {
      const row = await store.difference(desk, id)
      return row === undefined ? noDifference() : detailOf(row)
    },
    detailOf,
  }
}

const noDifference = (): Refusal => refuse('NotFound', '', 'Your desk has no difference with this id.')

/** A user closes a difference. Their reason is also written to the audit log. */
const closerOf =
  ({ book, store }: ServiceParts, detailOf: (row: StoredDifference) => Promise<DifferenceDetailView>) =>
  async (actor: Actor, id: string, { how, reason }: Closing): Promise<DifferenceDetailView | Refusal> => {
    const change = about(actor, how === 'ACCEPT' ? 'TakeVenueFee' : 'ExplainDifference', id, { reason: reason.trim() })
    const refused = await changeOrRefuse(book, change, async (tx) => {
      const row = await store.lockedDifference(tx, actor.desk, id)
      if (row === undefined) return noDifference()
      const by = { by: actor.name, reason }
      const what = kindOf(row.compared)
      const also = row.compared.outcome === 'DIFFERS' ? row.compared.differsIn.filter((part) => part !== what) : []
      const before = differenceOf(row)
      const decided = decideDifference(
        before,
        how === 'ACCEPT' ? { kind: 'Accept', ...by, what, also } : { kind: 'Explain', ...by },
        actor.now,
      )
      if (isRefusal(decided)) return decided
      await store.put(tx, id, decided.reduce(evolveDifference, before), actor.now)
      return 'changed'
    })
    if (refused !== undefined) return refused
    return detailOf((await store.difference(actor.desk, id))!)
  }
