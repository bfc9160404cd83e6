/** API keys as callers: their secrets, and whether a key is currently accepted from the caller's address. */
import { createSecretKey, type KeyObject } from 'node:crypto'
import { refuse, type Refusal, type UserId } from '@parley/core'
import type { Sql } from '../database/sql.ts'
import type { Caller } from '../calls/route.ts'
import type { Log } from '../log/log.ts'
import type { Book } from './accounts-snapshot.ts'
import { accountLimits } from './limits.ts'
import { createCover } from './networks.ts'
import { alsoOfferedTo, type Accounts, type KeyRow } from './rows.ts'
import { accessHashOf } from './tokens.ts'
import type { Vault } from '../vault/vault.ts'
import type { LastUse } from './wire.ts'

/** The row that a sealed secret of a key is bound to. */
export const secretOf = (keyId: string): string => `api-key ${keyId}`

export type KnownKey = {
  readonly caller: Caller
  /** The current secret, and the previous one while it is still accepted (rulebook 2.12). */
  readonly secrets: readonly KeyObject[]
  /** The access key alone opens a socket (rulebook 2.15). */
  readonly isCompatible: boolean
}

type Opened = { readonly secret: KeyObject; readonly previous: KeyObject | undefined; readonly covers: (address: string) => boolean }
type KeyAccessParts = { readonly sql: Sql; readonly book: Book; readonly vault: Vault; readonly log: Log }

export type KeyAccess = ReturnType<typeof createKeyAccess>

export function createKeyAccess({ sql, book, vault, log }: KeyAccessParts) {
  /** Cached by row object: a changed row is a new object, so its secrets are opened again. */
  const opened = new WeakMap<KeyRow, Opened>()
  const uses = new Map<string, LastUse>()
  const writtenAt = new Map<string, number>()

  const open = (row: KeyRow): Opened => {
    const known = opened.get(row)
    if (known !== undefined) return known
    const unseal = (sealed: Uint8Array) => createSecretKey(vault.open(sealed, secretOf(row.id)), 'base64')
    const made: Opened = {
      secret: unseal(row.secretSealed),
      previous: row.previousSecretSealed === null ? undefined : unseal(row.previousSecretSealed),
      covers: row.allowedAddresses.length === 0 ? () => true : createCover(row.allowedAddresses),
    }
    opened.set(row, made)
    return made
  }

  return {
    find(accessKey: string, now: number): KnownKey | undefined {
      const row = book.accounts.keys.get(accessHashOf(accessKey))
      if (row === undefined) return undefined
      const { secret, previous } = open(row)
      const isOverlap = previous !== undefined && row.previousSecretUntil !== null && now < row.previousSecretUntil
      return { caller: callerOf(row, book.accounts), secrets: isOverlap ? [secret, previous] : [secret], isCompatible: row.isCompatible }
    },
    /** Undefined if the key is currently accepted from the address (rulebook 2.11). */
    refusal(keyId: string, address: string, now: number): Refusal | undefined {
      const row = book.accounts.keysById.get(keyId)
      if (row === undefined || (row.expiresAt !== null && now >= row.expiresAt))
        return refuse('InvalidAccessKey', '2.11', 'Invalid API Access Key')
      if (book.accounts.desks.get(row.desk)?.suspendedAt !== null)
        return refuse('AccessSuspended', '2.11', "The desk's access is suspended; support can restore it.")
      if (row.suspendedAt !== null)
        return refuse(
          'AccessSuspended',
          '2.16',
          'The key is suspended because its holder may no longer trade. An administrator can restore it.',
        )
      return open(row).covers(address) ? undefined : refuse('AddressNotAllowed', '2.11', `This key is not accepted from ${address}.`)
    },
    isCompatible: (keyId: string): boolean => book.accounts.keysById.get(keyId)?.isCompatible === true,
    byId(keyId: string): Caller | undefined {
      const row = book.accounts.keysById.get(keyId)
      return row && callerOf(row, book.accounts)
    },
    /** The database is updated once a minute. `lastUse` reads the exact time from memory. */
    used(keyId: string, address: string, now: number): void {
      const row = book.accounts.keysById.get(keyId)
      if (row === undefined) return
      uses.set(keyId, { at: now, address })
      if (now - (writtenAt.get(keyId) ?? row.lastUsedAt ?? 0) < accountLimits.seenEveryMs) return
      writtenAt.set(keyId, now)
      sql`update api_key set last_used_at = ${now}, last_used_address = ${address} where id = ${keyId}`.catch((error: unknown) =>
        log.error({ error }, 'Could not record the last use of a key'),
      )
    },
    lastUse: (keyId: string): LastUse | undefined => uses.get(keyId),
    forget(keyId: string): void {
      uses.delete(keyId)
      writtenAt.delete(keyId)
    },
  }
}

/** A key as the caller of what it signs. */
export const callerOf = ({ id, desk, name, scopes }: KeyRow, accounts: Accounts): Caller => ({
  kind: 'key',
  desk,
  user: id as UserId,
  name,
  via: id,
  role: scopes.includes('trade') ? 'trader' : 'viewer',
  proved: undefined,
  isRestricted: false,
  alsoOffered: alsoOfferedTo(accounts, desk),
})
