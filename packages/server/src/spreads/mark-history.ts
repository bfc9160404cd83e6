/** Stores the marks of every contract that may be a leg of a listed spread, one row per minute, and thins out older ones (docs/decisions/0182). */
import {
  MARKS_EVERY_MS,
  MARKS_KEPT_MS,
  MARKS_THINNED_TO_MS,
  MARKS_WHOLE_MS,
  markRange,
  minuteOf,
  type MarkRange,
  type Rfq,
} from '@parley/core'
import type { Sql } from '../database/sql.ts'
import type { Log } from '../log/log.ts'
import type { Clock } from '../market-data/clock.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { mayBeLeg } from './leg-instruments.ts'

export type KeptMark = { readonly at: number; readonly near: number; readonly far: number }

/** The marks of one minute. */
export type MarksOfMinute = { readonly at: number; readonly marks: readonly { readonly id: number; readonly mark: number }[] }

export type MarkHistory = {
  /** Oldest first; empty if no marks of both legs were stored for the same time. */
  of(strategy: Pick<Rfq, 'structure'>, range: MarkRange): Promise<readonly KeptMark[]>
  /** The marks of this minute, for `store`. */
  read(): MarksOfMinute
  /** Stores the marks of one minute or of several, oldest first. */
  store(minutes: readonly MarksOfMinute[]): Promise<void>
  /** Stores the marks of this minute and of each later one, until it is closed. */
  keep(): { close(): Promise<void> }
}

type HistoryNeeds = {
  readonly sql: Sql
  readonly marketData: Pick<MarketData, 'instruments' | 'mark' | 'isStale'>
  readonly clock: Clock
  readonly log: Log
}

export function createMarkHistory({ sql, marketData, clock, log }: HistoryNeeds): MarkHistory {
  let thinnedAt = -Infinity

  const read = (): MarksOfMinute => {
    const marks = marketData.instruments({}).flatMap((one) => {
      const mark = mayBeLeg(one) && !marketData.isStale(one.venue) ? marketData.mark(one.id) : undefined
      return mark === undefined ? [] : [{ id: one.id, mark: mark.markPrice }]
    })
    return { at: minuteOf(clock.now()), marks }
  }
  const store = async (minutes: readonly MarksOfMinute[]): Promise<void> => {
    const rows = minutes.flatMap(({ at, marks }) => marks.map((one) => ({ at, ...one })))
    if (rows.length > 0)
      await sql`
        insert into leg_mark (instrument_id, at, mark)
        select * from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ at }) => at)}::bigint[], ${rows.map(({ mark }) => mark)}::float8[])
        on conflict do nothing`
    const at = minutes.at(-1)?.at ?? thinnedAt
    if (at - thinnedAt < MARKS_THINNED_TO_MS) return
    thinnedAt = at
    await sql`
      delete from leg_mark
      where at < ${at - MARKS_KEPT_MS} or (at < ${at - MARKS_WHOLE_MS} and at % ${MARKS_THINNED_TO_MS} <> 0)`
  }
  const keep = () => {
    let callOff: (() => void) | undefined
    let isClosed = false
    let work: Promise<void> = Promise.resolve()
    const run = (): void => {
      work = store([read()])
        .catch((error: unknown) => log.warn({ error }, 'Could not store the marks of this minute'))
        .then(() => {
          if (!isClosed) callOff = clock.after(minuteOf(clock.now()) + MARKS_EVERY_MS - clock.now(), run)
        })
    }
    run()
    return {
      async close() {
        isClosed = true
        callOff?.()
        await work
        callOff?.()
      },
    }
  }

  return {
    async of({ structure: { legs } }, range) {
      const { spanMs, stepMs } = markRange[range]
      const [near, far] = [legs.find(({ side }) => side === 'SELL')!, legs.find(({ side }) => side === 'BUY')!]
      const rows = await sql<{ at: string; near: number; far: number }[]>`
        select near.at, near.mark as near, far.mark as far
        from leg_mark near join leg_mark far on far.at = near.at and far.instrument_id = ${far.instrument.id}
        where near.instrument_id = ${near.instrument.id} and near.at >= ${clock.now() - spanMs} and near.at % ${stepMs} = 0
        order by near.at`
      return rows.map(({ at, ...marks }) => ({ at: Number(at), ...marks }))
    },
    read,
    store,
    keep,
  }
}
