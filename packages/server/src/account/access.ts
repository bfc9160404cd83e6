/** Who is calling: an API key or a session token, looked up in memory. */
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { DeskId, UserId } from '@parley/core'
import type { Sql } from 'postgres'
import type { Caller } from '../http/route.ts'
import type { Log } from '../log.ts'
import type { Book } from './book.ts'
import { accountLimits } from './limits.ts'
import type { Accounts, MembershipRow } from './rows.ts'
import type { Session, Sessions } from './sign-in/sessions.ts'
import type { Vault } from './vault.ts'

export interface Access {
  key(accessKey: string): { readonly caller: Caller; readonly secret: KeyObject } | undefined
  /** Called once a key has proved itself. */
  keyUsed(accessKey: string, now: number): void
  /** For a call, which can be told a new token with its answer. */
  session(token: string, now: number): { readonly caller: Caller; readonly fresh: string | undefined } | undefined
  /** For a handshake, which cannot. */
  sessionAsIs(token: string, now: number): Caller | undefined
  /** A key or session (`Caller.via`) that is no more: its sockets are closed at once. */
  onGone(listener: (via: string) => void): () => void
}

/** What a sealed secret of a key is bound to. */
export const secretOf = (keyId: string): string => `api-key ${keyId}`

export function createAccess(sql: Sql, book: Book, sessions: Sessions, vault: Vault, log: Log): Access {
  const secrets = new Map<string, KeyObject>()
  const usedAt = new Map<string, number>()
  const listeners = new Set<(via: string) => void>()
  const gone = (via: string) => listeners.forEach((listener) => listener(via))

  sessions.onEnd(gone)
  book.onChange((now, before) => {
    for (const [accessKey, row] of before.keys) {
      if (now.keys.has(accessKey)) continue
      secrets.delete(accessKey)
      usedAt.delete(accessKey)
      gone(row.id)
    }
    sessions
      .endWhere((session) => !isMember(now, session.user, session.desk))
      .catch((error: unknown) => log.error({ error }, 'Sessions of a former member could not be ended'))
  })

  return {
    key(accessKey) {
      const row = book.accounts.keys.get(accessKey)
      if (row === undefined) return undefined
      let secret = secrets.get(accessKey)
      if (secret === undefined) secrets.set(accessKey, (secret = createSecretKey(vault.open(row.secretSealed, secretOf(row.id)), 'base64')))
      const role = row.scopes.includes('trade') ? 'trader' : 'viewer'
      const caller: Caller = {
        kind: 'key',
        desk: row.desk,
        user: row.id as UserId,
        via: row.id,
        role,
        proved: undefined,
        isRestricted: false,
      }
      return { caller, secret }
    },
    keyUsed(accessKey, now) {
      const row = book.accounts.keys.get(accessKey)
      if (row === undefined || now - (usedAt.get(accessKey) ?? row.lastUsedAt ?? 0) < accountLimits.seenEveryMs) return
      usedAt.set(accessKey, now)
      sql`update api_key set last_used_at = ${now} where id = ${row.id}`.catch((error: unknown) =>
        log.error({ error }, "A key's last use could not be written down"),
      )
    },
    session(token, now) {
      const used = sessions.use(token, now)
      const caller = used && callerOf(book.accounts, used.session)
      return caller && { caller, fresh: used.fresh }
    },
    sessionAsIs(token, now) {
      const session = sessions.find(token, now)
      return session && callerOf(book.accounts, session)
    },
    onGone(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function callerOf(accounts: Accounts, { id, user, desk, proved, isRestricted }: Session): Caller | undefined {
  const member = isMember(accounts, user, desk)
  return member && { kind: 'session', desk, user, via: id, role: member.role, proved, isRestricted }
}

/** The membership that counts now: neither the person, nor the desk, nor the membership is suspended or gone. */
function isMember(accounts: Accounts, user: UserId, desk: DeskId): MembershipRow | undefined {
  const person = accounts.users.get(user)
  if (person === undefined || person.disabledAt !== null || person.suspendedAt !== null) return undefined
  if (accounts.desks.get(desk)?.suspendedAt !== null) return undefined
  return accounts.memberships.get(user)?.find((row) => row.desk === desk && row.suspendedAt === null)
}
