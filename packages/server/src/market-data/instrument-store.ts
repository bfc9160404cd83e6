/** Instruments as rows. Their ids are assigned here and never change. */
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
  return {
    async load(): Promise<readonly Instrument[]> {
      const rows = await sql<Row[]>`select id, venue, name, state, details from instrument order by id`
      return rows.map(fromRow)
    },

    /** Adds or updates them, and returns them with our ids. */
    async save(instruments: readonly Instrument[]): Promise<readonly Instrument[]> {
      const saved: Instrument[] = []
      for (let from = 0; from < instruments.length; from += marketDataLimits.instrumentsPerInsert) {
        const rows = instruments.slice(from, from + marketDataLimits.instrumentsPerInsert).map(toRow)
        const written = await sql<Row[]>`
          insert into instrument (venue, name, state, details)
          select venue, name, state, details
          from jsonb_to_recordset(${sql.json(rows as never)}) as row (venue text, name text, state text, details jsonb)
          on conflict (venue, name) do update set state = excluded.state, details = excluded.details
          returning id, venue, name, state, details`
        saved.push(...written.map(fromRow))
      }
      return saved
    },
  }
}

const fromRow = ({ id, venue, name, state, details }: Row): Instrument => ({ ...details, id, venue, name, state })

function toRow({ id: _theVenues, venue, name, state, ...details }: Instrument): Omit<Row, 'id'> {
  return { venue, name, state, details }
}
