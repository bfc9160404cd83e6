/** Clauses that filter the lists of both audiences. */
import type { Period } from './page.ts'
import type { Sql, Statement } from './sql.ts'

/** The last row of the previous page. */
type After = { readonly at: number; readonly id: string | number }

export const createClauses = (sql: Sql) => ({
  /** An absent filter matches every row. */
  given: <T>(value: T | undefined, clause: (value: T) => Statement) => (value === undefined ? sql`` : sql`and ${clause(value)}`),
  among: (column: string) => (values: readonly string[]) => sql`${sql(column)} = any(${[...values]})`,
  is: (column: string) => (value: string | number) => sql`${sql(column)} = ${value}`,
  within: (at: string, { since, until }: Period) => sql`
    ${since === undefined ? sql`` : sql`and ${sql(at)} >= ${since}`}
    ${until === undefined ? sql`` : sql`and ${sql(at)} < ${until}`}`,
  older: (at: string, id: string, after: After | undefined) =>
    after === undefined ? sql`` : sql`and (${sql(at)}, ${sql(id)}) < (${after.at}, ${after.id})`,
})
