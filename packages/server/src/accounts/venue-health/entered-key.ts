/** A key in stored form, and the name that its encrypted text is bound to. */
import type { ReadFields, SavedAs } from '@parley/core'
import type { VenueCredentials } from '@parley/venues'
import type { TransactionSql } from '../../database/sql.ts'
import type { Vault } from '../../vault/vault.ts'

/** The row that the encrypted text of an account is bound to. */
export const credentialsOf = (accountId: string): string => `venue-account ${accountId}`

/** The decrypted secret fields of an account; empty for accounts without a secret. */
export const openFields = (vault: Pick<Vault, 'open'>, accountId: string, sealed: Uint8Array): ReadFields['sealed'] =>
  sealed.length === 0 ? {} : (JSON.parse(vault.open(sealed, credentialsOf(accountId))) as ReadFields['sealed'])

/** The credentials for calls to a venue: a client id and its secret, or at Paradex the account address, which is not secret, and its subkey. */
export function keyOf(sealed: ReadFields['sealed'], open: ReadFields['open'] = {}): VenueCredentials | undefined {
  const clientId = sealed.clientId ?? open.account_address
  const clientSecret = sealed.clientSecret ?? sealed.subkeyPrivateKey
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret }
}

/** The fields that were entered for an account, and the kind of account it is saved as. */
export type EnteredKey = {
  readonly read: ReadFields
  readonly savedAs: SavedAs
  /** Stores what the venue reported about the key; absent if the venue was not asked. */
  readonly learn?: (tx: TransactionSql, account: string) => Promise<void>
}
