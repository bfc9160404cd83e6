/** Every sealed column, and what its texts are bound to. A column that is missing here would be lost in a rotation, so a test checks the list. */
import type { Sql, TransactionSql } from '../database/sql.ts'
import { aboutAuction, aboutEvent } from '../auctions/store.ts'
import { aboutJournalKey } from '../engine/journal-keys.ts'
import { aboutMail } from '../mail/mail-queue.ts'
import { credentialsOf } from '../accounts/venue-health/entered-key.ts'
import { aboutTotp } from '../accounts/factors/totp.ts'
import { aboutSignOn } from '../accounts/sign-on/sign-on-settings.ts'
import { aboutOperator } from '../operator/console/operator-people.ts'
import { secretOf } from '../accounts/key-access.ts'

export type SealedRow = { readonly sealed: Uint8Array; readonly id: string; readonly more: string }

export type SealedColumn = {
  readonly table: string
  readonly column: string
  readonly about: (row: SealedRow) => string
  /** The rows that contain a sealed text. */
  readonly rows: (sql: Sql | TransactionSql) => Promise<readonly SealedRow[]>
  readonly write: (tx: TransactionSql, row: SealedRow, sealed: Uint8Array) => Promise<unknown>
}

type Key = { readonly id: string; readonly more?: string }

const sealedColumn = (table: string, column: string, { id, more }: Key, about: SealedColumn['about']): SealedColumn => ({
  table,
  column,
  about,
  rows: (sql) => sql<SealedRow[]>`
    select ${sql(id)} as id, ${more === undefined ? sql`''` : sql(more)} as more, ${sql(column)} as sealed
    from ${sql(table)} where length(${sql(column)}) > 0`,
  write: (tx, row, sealed) => tx`
    update ${tx(table)} set ${tx(column)} = ${sealed as Buffer}
    where ${tx(id)} = ${row.id} ${more === undefined ? tx`` : tx`and ${tx(more)} = ${row.more}`}`,
})

export const sealedColumns: readonly SealedColumn[] = [
  sealedColumn('api_key', 'secret_sealed', { id: 'id' }, ({ id }) => secretOf(id)),
  sealedColumn('api_key', 'previous_secret_sealed', { id: 'id' }, ({ id }) => secretOf(id)),
  sealedColumn('venue_account', 'credentials_sealed', { id: 'id' }, ({ id }) => credentialsOf(id)),
  sealedColumn('venue_account', 'previous_sealed', { id: 'id' }, ({ id }) => credentialsOf(id)),
  sealedColumn('app_user', 'totp_secret_sealed', { id: 'id' }, ({ id }) => aboutTotp(id)),
  sealedColumn('operator_person', 'totp_secret_sealed', { id: 'name' }, ({ id }) => aboutOperator(id)),
  sealedColumn('mail', 'content_sealed', { id: 'id' }, ({ id }) => aboutMail(id)),
  sealedColumn('auction', 'state_sealed', { id: 'id' }, ({ id }) => aboutAuction(id)),
  sealedColumn('auction_event', 'content_sealed', { id: 'id' }, ({ id }) => aboutEvent(id)),
  sealedColumn('sign_on', 'client_secret_sealed', { id: 'desk' }, ({ id }) => aboutSignOn(id)),
  sealedColumn('journal_key', 'key_sealed', { id: 'id' }, ({ id }) => aboutJournalKey(id)),
]
