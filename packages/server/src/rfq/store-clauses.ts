/** Clauses that the lists of the read model share. */
import { createClauses } from '../database/clauses.ts'
import { paged, type Page, type Paged } from '../database/page.ts'
import type { Sql } from '../database/sql.ts'

/** A row's position in its list. */
export type RowPlace = { readonly at: number; readonly number: number; readonly id: string }
export type StoreClauses = ReturnType<typeof createStoreClauses>

export function createStoreClauses(sql: Sql) {
  const { given, among, is, within } = createClauses(sql)
  return {
    given,
    among,
    is,
    within,
    /**
     * The rows of the page's period after the last one of the previous page. Numeric ids are compared as numbers, and lists do not mix both kinds.
     */
    older: (table: string, at: string, page: Page, idColumn = 'id') => {
      const { after } = page
      const inPeriod = within(`${table}.${at}`, page)
      if (after === undefined) return inPeriod
      const [number, id] = /^\d+$/.test(after.id) ? [Number(after.id), ''] : [0, after.id]
      return sql`${inPeriod} and (${sql(`${table}.${at}`)}, ${sql(`${table}.number`)}, ${sql(`${table}.${idColumn}`)}) < (${after.at}, ${number}, ${id})`
    },
    newestFirst: (table: string, at: string, size: number, idColumn = 'id') =>
      sql`order by ${sql(`${table}.${at}`)} desc, ${sql(`${table}.number`)} desc, ${sql(`${table}.${idColumn}`)} desc limit ${size}`,
  }
}

/** A cursor contains the number of objects that have one. */
export const pageOf = <Found extends RowPlace, Item>(rows: readonly Found[], page: Page, item: (row: Found) => Item): Paged<Item> =>
  paged(
    rows.map((row) => ({ ...row, id: row.number === 0 ? row.id : row.number })),
    page,
    (row) => item(row as unknown as Found),
  )
