/**
 * Reads of the spreads that the platform lists (rulebook 17.9), in a fixed order, so that a page never misses a spread whose orders changed in the
 * meantime.
 */
import type { RfqKind, ProductCode, Rfq } from '@parley/core'
import { paged, type Page, type Paged } from '../database/page.ts'
import type { Sql } from '../database/sql.ts'
import type { StoreClauses } from './store-clauses.ts'

export type StrategyFilter = {
  readonly id?: string | undefined
  readonly venue?: string | undefined
  readonly baseCurrency?: string | undefined
  /** Matches any of them in the legs. */
  readonly productCodes?: readonly ProductCode[] | undefined
  /** Ending counts as closed. */
  readonly state?: 'OPEN' | 'CLOSED' | undefined
}

export const createStrategyStore = (sql: Sql, audience: RfqKind, { given, is }: StoreClauses) => ({
  /** By number. The page's period is ignored. */
  async strategies({ id, venue, baseCurrency, productCodes, state }: StrategyFilter, page: Page): Promise<Paged<Rfq>> {
    const rows = await sql<{ rfq: Rfq; at: number; id: number }[]>`
      select body as rfq, 0 as at, number as id from rfq
      where audience = ${audience} and listed_at is not null
        ${given(id, is('id'))} ${given(venue, is('venue'))} ${given(baseCurrency, is('base_currency'))} ${given(state, is('state'))}
        ${given(productCodes, (codes) => sql`product_codes && ${[...codes]}`)}
        ${given(page.after, (after) => sql`number > ${Number(after.id)}`)}
      order by number limit ${page.size + 1}`
    return paged(rows, page, ({ rfq }) => rfq)
  },
})
