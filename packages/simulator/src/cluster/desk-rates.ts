/** The rates of the demo's desks. A process of a cluster has the published ones, so those of the demo are set for each desk, as an operator would. */
import type { RollingRate, wireRates } from '@parley/contracts'
import { connect } from '@parley/server'

export type DeskRates = { readonly [Name in keyof typeof wireRates]?: RollingRate }

export async function setDeskRates(databaseUrl: string, desks: readonly string[], rates: DeskRates): Promise<void> {
  const sql = connect(databaseUrl, { max: 1, name: 'parley cluster' })
  try {
    for (const [name, { most, withinMs }] of Object.entries(rates))
      await sql`
        insert into desk_rate (desk, name, most, within_ms) select desk, ${name}, ${most}, ${withinMs} from unnest(${[...desks]}::text[]) desk
        on conflict (desk, name) do update set most = excluded.most, within_ms = excluded.within_ms`
  } finally {
    await sql.end({ timeout: 1 })
  }
}
