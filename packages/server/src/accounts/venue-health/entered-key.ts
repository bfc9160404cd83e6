/** A key as it is saved, and the name that its sealed text is bound to. */
import type { ReadFields, SavedAs } from '@parley/core'
import type { VenueCredentials } from '@parley/venues'
import type { TransactionSql } from '../../database/sql.ts'
import type { Vault } from '../../vault/vault.ts'

/** The row that a sealed text of an account is bound to. */
export const credentialsOf = (accountId: string): string => `venue-account ${accountId}`

/** The sealed fields of an account, opened; accounts without a secret have none. */
export const openFields = (vault: Pick<Vault, 'open'>, accountId: string, sealed: Uint8Array): ReadFields['sealed'] =>
  sealed.length === 0 ? {} : (JSON.parse(vault.open(sealed, credentialsOf(accountId))) as ReadFields['sealed'])

/** The pair with which a venue is called: a client and its secret, or at Paradex the account, which is no secret, and its subkey. */
export function keyOf(sealed: ReadFields['sealed'], open: ReadFields['open'] = {}): VenueCredentials | undefined {
  const clientId = sealed.clientId ?? open.account_address
  const clientSecret = sealed.clientSecret ?? sealed.subkeyPrivateKey
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret }
}

/** The fields that were entered for an account, and as which kind of account it is saved. */
export type EnteredKey = {
  readonly read: ReadFields
  readonly savedAs: SavedAs
  /** Writes down what the venue said of it; absent where it was not asked. */
  readonly learn?: (tx: TransactionSql, account: string) => Promise<void>
}
