/** The same days on PostgreSQL: its journal, its read model and its list of settlements, with external faults. */
import { setImmediate as turn } from 'node:timers/promises'
import type { RfqKind } from '@parley/core'
import type { Sql } from '../../src/database/sql.ts'
import { canonicalJson } from '../../src/json/canonical-json.ts'
import type { Journal } from '../../src/engine/journal.ts'
import { createPostgresJournal } from '../../src/engine/postgres-journal.ts'
import { createSettlementStore, type SettlementStore } from '../../src/settlement/store.ts'
import { shardProjector } from '../../src/create-market.ts'
import type { ProjectedRow } from '../../src/rfq/projector.ts'
import { must } from './checks.ts'
import type { Fixture, FixtureFault, FixtureParts } from './fixture.ts'
import type { Tables } from './tables.ts'

export function onPostgres(sql: Sql): (given: FixtureParts) => Fixture {
  return ({ write, strikes }) => {
    const underWay = new Set<Promise<unknown>>()
    const counted = <T>(work: Promise<T>): Promise<T> => {
      underWay.add(work)
      const over = () => void underWay.delete(work)
      work.then(over, over)
      return work
    }
    const journal = createPostgresJournal<ProjectedRow>(sql, shardProjector.parts)
    const store = createSettlementStore(sql)
    return {
      journal: watched(
        {
          ...journal,
          async append(shard, epoch, batch, onSent) {
            if (strikes('CommitFails')) throw new Error('the commit failed, as the test requested')
            await journal.append(shard, epoch, batch, onSent)
            // The tests' tables get the committed rows, in the order of the commits.
            write(batch.rows)
            if (strikes('AnswerOfCommitIsLost')) throw new Error('the connection was lost, as the test requested')
          },
        } satisfies Journal<ProjectedRow>,
        counted,
      ),
      store: watched(faulty(store, strikes), counted),
      // A database takes varying time, so a step ends when its queries are answered.
      async pass(semaphore) {
        for (let left = semaphore; left > 0; left--) {
          await Promise.allSettled([...underWay])
          await turn()
        }
      },
    }
  }
}

function watched<Port extends object>(port: Port, counted: <T>(work: Promise<T>) => Promise<T>): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, given)
        return answer instanceof Promise ? counted(answer) : answer
      }
    },
  })
}

function faulty(store: SettlementStore, strikes: (fault: FixtureFault) => boolean): SettlementStore {
  const statement = async <T>(carryOut: () => Promise<T>): Promise<T> => {
    if (strikes('StatementFails')) throw new Error('the statement failed, as the test wished')
    const result = await carryOut()
    if (strikes('AnswerIsLost')) throw new Error('the connection was lost, as the test requested')
    return result
  }
  return {
    toDo: (after) => statement(() => store.toDo(after)),
    save: (tradeId, revision, settlement) => statement(() => store.save(tradeId, revision, settlement)),
    markDone: (tradeId) => statement(() => store.markDone(tradeId)),
    claimedByOthers: (job) => statement(() => store.claimedByOthers(job)),
  }
}

/** Every row that is read is the one committed last. */
export async function checkDatabase(sql: Sql, tables: Tables): Promise<void> {
  const rows = async (table: string, audience: RfqKind): Promise<ReadonlyMap<string, string>> => {
    const found = await sql<{ id: string; body: unknown }[]>`
      select case number when 0 then id else number::text end as id, body from ${sql(table)} where audience = ${audience}`
    return new Map(found.map(({ id, body }) => [id, canonicalJson(body)]))
  }
  const compare = async <Held>(
    table: string,
    audience: RfqKind,
    held: ReadonlyMap<string | number, Held>,
    bodyOf: (one: Held) => unknown,
  ) => {
    const stored = await rows(table, audience)
    must(stored.size === held.size, `${table} has another number of rows`, [stored.size, held.size])
    for (const [id, one] of held) must(stored.get(String(id)) === canonicalJson(bodyOf(one)), `a row of ${table} differs`, id)
  }
  await compare('rfq', 'DIRECT', tables.rfqs, (rfq) => rfq)
  await compare('rfq_order', 'DIRECT', tables.orders, ({ order }) => order)
  await compare('rfq_trade', 'DIRECT', tables.trades, ({ trade }) => trade)
  await compare('rfq', 'ORDER_BOOK', tables.markets, (market) => market)
  await compare('rfq_order', 'ORDER_BOOK', tables.quotes, ({ quote }) => quote)
  await compare('rfq_trade', 'ORDER_BOOK', tables.matches, ({ match }) => match)
  const [left] = await sql<{ count: number }[]>`select count(*)::int as count from settlement where state <> 'DONE'`
  must(left!.count === 0, 'a settlement is not done in the database (7.6)', left)
}
