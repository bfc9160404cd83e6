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

export type MarkHistory = {
  /** Oldest first; empty if no marks of both legs were stored for the same time. */
  of(strategy: Pick<Rfq, 'structure'>, range: MarkRange): Promise<readonly KeptMark[]>
  /** Stores the marks of this minute now. */
  keep(): Promise<void>
  close(): Promise<void>
}

type HistoryNeeds = {
  readonly sql: Sql
  readonly marketData: Pick<MarketData, 'instruments' | 'mark' | 'isStale'>
  readonly clock: Clock
  readonly log: Log
}

export function keepMarkHistory({ sql, marketData, clock, log }: HistoryNeeds): MarkHistory {
  let callOff: (() => void) | undefined
  let isClosed = false
  let thinnedAt = -Infinity

  const keep = async (): Promise<void> => {
    const at = minuteOf(clock.now())
    const marked = marketData.instruments({}).flatMap((one) => {
      const mark = mayBeLeg(one) && !marketData.isStale(one.venue) ? marketData.mark(one.id) : undefined
      return mark === undefined ? [] : [{ id: one.id, mark: mark.markPrice }]
    })
    if (marked.length > 0)
      await sql`
        insert into leg_mark (instrument_id, at, mark)
        select id, ${at}, mark from unnest(${marked.map(({ id }) => id)}::int[], ${marked.map(({ mark }) => mark)}::float8[]) as kept (id, mark)
        on conflict do nothing`
    if (at - thinnedAt < MARKS_THINNED_TO_MS) return
    thinnedAt = at
    await sql`
      delete from leg_mark
      where at < ${at - MARKS_KEPT_MS} or (at < ${at - MARKS_WHOLE_MS} and at % ${MARKS_THINNED_TO_MS} <> 0)`
  }
  let work: Promise<void> = Promise.resolve()
  const run = (): void => {
    work = keep()
      .catch((error: unknown) => log.warn({ error }, 'Could not store the marks of this minute'))
      .then(() => {
        if (!isClosed) callOff = clock.after(minuteOf(clock.now()) + MARKS_EVERY_MS - clock.now(), run)
      })
  }
  run()

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
    keep,
    async close() {
      isClosed = true
      callOff?.()
      await work
      callOff?.()
    },
  }
}
