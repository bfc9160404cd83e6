/** Instruments as rows: their ids are assigned here, permanently. */
import { isDeepStrictEqual } from 'node:util'
import type { Instrument, VenueCode } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import { marketDataLimits } from './limits.ts'

type Row = {
  readonly id: number
  readonly venue: VenueCode
  readonly name: string
  readonly state: Instrument['state']
  readonly details: Omit<Instrument, 'id' | 'venue' | 'name' | 'state'>
}

export type InstrumentStore = ReturnType<typeof createInstrumentStore>

export function createInstrumentStore(sql: Sql) {
  /** The rows as this process has read or written them last: a venue lists thousands of instruments again and again, and few have changed. */
  const kept = new Map<string, Instrument>()
  const keep = (rows: readonly Row[]): readonly Instrument[] => {
    const instruments = rows.map(fromRow)
    for (const instrument of instruments) kept.set(keyOf(instrument), instrument)
    return instruments
  }
  return {
    async load(): Promise<readonly Instrument[]> {
      return keep(await sql<Row[]>`select id, venue, name, state, details from instrument order by id`)
    },

    /** Adds them, renews those that have changed, and answers all of them with our ids. */
    async save(instruments: readonly Instrument[]): Promise<readonly Instrument[]> {
      const saved: Instrument[] = []
      const changed: Instrument[] = []
      for (const instrument of instruments) {
        const before = kept.get(keyOf(instrument))
        if (before !== undefined && isSame(instrument, before)) saved.push(before)
        else changed.push(instrument)
      }
      for (let from = 0; from < changed.length; from += marketDataLimits.instrumentsPerInsert) {
        const rows = changed.slice(from, from + marketDataLimits.instrumentsPerInsert).map(toRow)
        const written = await sql<Row[]>`
          insert into instrument (venue, name, state, details)
          select venue, name, state, details
          from jsonb_to_recordset(${sql.json(rows as never)}) as row (venue text, name text, state text, details jsonb)
          on conflict (venue, name) do update set state = excluded.state, details = excluded.details
          returning id, venue, name, state, details`
        saved.push(...keep(written))
      }
      return saved
    },
  }
}

const keyOf = ({ venue, name }: Instrument): string => `${venue} ${name}`

/** A row does not keep members without a value. */
const isSame = (instrument: Instrument, kept: Instrument): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify({ ...instrument, id: kept.id })), kept)

const fromRow = ({ id, venue, name, state, details }: Row): Instrument => ({ ...details, id, venue, name, state })

function toRow({ id: _theVenues, venue, name, state, ...details }: Instrument): Omit<Row, 'id'> {
  return { venue, name, state, details }
}
