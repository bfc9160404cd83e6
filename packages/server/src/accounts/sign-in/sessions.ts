/** Sessions of signed-in users. Tokens are opaque, stored as hashes and replaced as they age. The previous token works for a short while. */
import type { DeskId, UserId } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import { accountLimits } from '../limits.ts'
import { hashToken, newId, newSessionToken } from '../tokens.ts'
import { PRODUCT, type ClientKind } from './client-of.ts'

export type Session = {
  readonly id: string
  readonly user: UserId
  readonly desk: DeskId
  readonly endsAt: number
  tokenHash: string
  tokenAt: number
  previousHash: string | undefined
  /** Undefined until its caller has used the next token. */
  previousUntil: number | undefined
  /** While the previous token is still valid, responses to its calls also carry this new one. */
  fresh: string | undefined
  seenAt: number
  /** When the user last proved their identity, and whether with all of their factors. */
  proved: { readonly at: number; readonly withFactor: boolean } | undefined
  /** The program, place and time of the sign-in, as shown to the user. */
  readonly client: ClientKind
  readonly address: string
  readonly region: string | null
  readonly createdAt: number
}

export type SignIn = {
  readonly user: UserId
  readonly desk: DeskId
  readonly client: ClientKind
  readonly address: string
  readonly region: string | null
  /** Whether all factors of the user were proved, and not only the password. */
  readonly withFactor: boolean
  readonly now: number
}

type Row = Omit<Session, 'tokenHash' | 'previousHash' | 'previousUntil' | 'fresh' | 'proved' | 'client'> & {
  readonly appType: string | null
  readonly appVersion: string | null
  readonly device: string | null
  readonly osType: string | null
  readonly osVersion: string | null
  readonly provedAt: number | null
  readonly provedWithFactor: boolean
  readonly tokenHash: Uint8Array
  readonly previousHash: Uint8Array | null
  readonly previousUntil: number | null
}

export type Started = { readonly id: string; readonly token: string }

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Tells the other processes of an installation which session has changed. */
const CHANNEL = 'parley_sessions'

/** `keeps`: whether other processes change sessions too. */
export async function openSessions(sql: Sql, now: number, log: Log, keeps: 'ALONE' | 'WITH_OTHERS' = 'ALONE'): Promise<Sessions> {
  await sql`delete from session where ends_at < ${now} or seen_at < ${now - accountLimits.sessionIdleMs}`
  const sessions = new Sessions(sql, log, keeps)
  if (keeps === 'WITH_OTHERS') await sessions.listen()
  for (const row of await readSessions(sql)) sessions.remember(row)
  return sessions
}

/** All of them, or one. */
async function readSessions(sql: Sql, id: string | null = null): Promise<readonly Session[]> {
  const rows = await sql<Row[]>`
    select id, app_user as "user", desk, token_hash as "tokenHash", token_at as "tokenAt", previous_hash as "previousHash",
      previous_until as "previousUntil", seen_at as "seenAt", ends_at as "endsAt",
      proved_at as "provedAt", proved_with_factor as "provedWithFactor",
      app_type as "appType", app_version as "appVersion", device, os_type as "osType", os_version as "osVersion",
      address, region, created_at as "createdAt"
    from session where ${id}::text is null or id = ${id} order by created_at`
  return rows.map(sessionOf)
}

function sessionOf({ provedAt, provedWithFactor, appType, appVersion, device, osType, osVersion, ...row }: Row): Session {
  return {
    ...row,
    tokenHash: hex(row.tokenHash),
    previousHash: row.previousHash === null ? undefined : hex(row.previousHash),
    previousUntil: row.previousUntil ?? undefined,
    fresh: undefined,
    proved: provedAt === null ? undefined : { at: provedAt, withFactor: provedWithFactor },
    client: { appType: appType ?? PRODUCT, appVersion, device, osType, osVersion },
  }
}

export class Sessions {
  readonly #sql: Sql
  readonly #log: Log
  readonly #byId = new Map<string, Session>()
  readonly #byHash = new Map<string, Session>()
  readonly #listeners = new Set<(id: string) => void>()
  readonly #writing = new Set<Promise<unknown>>()

  readonly #self = crypto.randomUUID()
  readonly #keeps: 'ALONE' | 'WITH_OTHERS'
  #listening: { unlisten(): Promise<void> } | undefined

  constructor(sql: Sql, log: Log, keeps: 'ALONE' | 'WITH_OTHERS') {
    this.#sql = sql
    this.#log = log
    this.#keeps = keeps
  }

  /** Takes over what other processes change. After a lost connection it is unknown which sessions they have changed. */
  async listen(): Promise<void> {
    this.#listening = await this.#sql.listen(CHANNEL, (word) => {
      const [from, id] = word.split(' ')
      if (from !== this.#self) this.#later(this.#readAgain(id))
    })
  }

  remember(session: Session): void {
    this.#byId.set(session.id, session)
    this.#byHash.set(session.tokenHash, session)
    if (session.previousHash !== undefined) this.#byHash.set(session.previousHash, session)
  }

  async start({ user, desk, client, address, region, withFactor, now }: SignIn): Promise<Started> {
    const mine = this.of(user)
    for (const oldest of mine.slice(0, Math.max(0, mine.length + 1 - accountLimits.sessionsPerUser))) await this.end(oldest.id)
    const token = newSessionToken()
    const tokenHash = hashToken(token)
    const id = newId('s')
    const endsAt = now + accountLimits.sessionLifeMs
    await this.#sql`
      insert into session (id, app_user, desk, token_hash, token_at, created_at, seen_at, ends_at, address, region,
        app_type, app_version, device, os_type, os_version, proved_at, proved_with_factor)
      values (${id}, ${user}, ${desk}, ${tokenHash}, ${now}, ${now}, ${now}, ${endsAt}, ${address}, ${region},
        ${client.appType}, ${client.appVersion}, ${client.device}, ${client.osType}, ${client.osVersion}, ${now}, ${withFactor})`
    await this.#notify(id)
    const none = { previousHash: undefined, previousUntil: undefined, fresh: undefined }
    const proved = { at: now, withFactor }
    const seen = { tokenAt: now, seenAt: now, createdAt: now, endsAt }
    this.remember({ id, user, desk, tokenHash: hex(tokenHash), client, address, region, proved, ...seen, ...none })
    return { id, token }
  }

  /** Finds the session of a token without replacing the token, because a handshake cannot send its caller a new one. */
  find(token: string, now: number): Session | undefined {
    const hash = hex(hashToken(token))
    const session = this.#byHash.get(hash)
    if (session === undefined) return undefined
    if (now > session.endsAt || now - session.seenAt > accountLimits.sessionIdleMs) {
      this.#later(this.end(session.id))
      return undefined
    }
    if (hash === session.previousHash) return session.previousUntil === undefined || now <= session.previousUntil ? session : undefined
    this.#claimed(session, now)
    return session
  }

  /** Like `find`, and also returns the new token if the caller should switch to one. */
  use(token: string, now: number): { readonly session: Session; readonly fresh: string | undefined } | undefined {
    const session = this.find(token, now)
    if (session === undefined) return undefined
    const hash = hex(hashToken(token))
    const isPrevious = hash === session.previousHash
    const isLost = isPrevious && session.previousUntil === undefined && session.fresh === undefined
    if (isLost || (!isPrevious && now - session.tokenAt > accountLimits.tokenAgeMs)) {
      const { token: fresh, written } = this.#rotate(session, hash, now)
      this.#later(written)
      return { session, fresh }
    }
    if (now - session.seenAt > accountLimits.seenEveryMs) {
      session.seenAt = now
      this.#later(this.#writeAndNotify(session.id, this.#sql`update session set seen_at = ${now} where id = ${session.id}`))
    }
    return { session, fresh: isPrevious ? session.fresh : undefined }
  }

  async refresh(id: string, now: number): Promise<string | undefined> {
    const session = this.#byId.get(id)
    if (session === undefined) return undefined
    // Two tabs that refresh at the same moment get the same token.
    const isNew = session.previousUntil === undefined || now - session.tokenAt < accountLimits.tokenGraceMs
    if (session.fresh !== undefined && isNew) return session.fresh
    const { token, written } = this.#rotate(session, session.tokenHash, now)
    await written
    return token
  }

  /** The user has proved their identity again. */
  async prove(id: string, withFactor: boolean, now: number): Promise<void> {
    const session = this.#byId.get(id)
    if (session !== undefined) session.proved = { at: now, withFactor }
    await this.#writeAndNotify(id, this.#sql`update session set proved_at = ${now}, proved_with_factor = ${withFactor} where id = ${id}`)
  }

  one(id: string): Session | undefined {
    return this.#byId.get(id)
  }

  of(user: UserId): readonly Session[] {
    return [...this.#byId.values()].filter((session) => session.user === user)
  }

  async end(id: string): Promise<void> {
    this.#forget(id)
    await this.#writeAndNotify(id, this.#sql`delete from session where id = ${id}`)
  }

  /** Ends every session that is no longer allowed. */
  async endWhere(gone: (session: Session) => boolean): Promise<void> {
    for (const session of [...this.#byId.values()].filter(gone)) await this.end(session.id)
  }

  onEnd(listener: (id: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    await this.#listening?.unlisten()
    await Promise.allSettled(this.#writing)
  }

  #forget(id: string): void {
    const session = this.#byId.get(id)
    if (session === undefined) return
    this.#leave(session)
    for (const listener of this.#listeners) listener(id)
  }

  #leave({ id, tokenHash, previousHash }: Session): void {
    this.#byId.delete(id)
    this.#byHash.delete(tokenHash)
    if (previousHash !== undefined) this.#byHash.delete(previousHash)
  }

  /** One session, or all of them. Those that have no row any more have ended. */
  async #readAgain(id: string | undefined): Promise<void> {
    const rows = new Map((await readSessions(this.#sql, id)).map((session) => [session.id, session]))
    for (const known of id === undefined ? [...this.#byId.values()] : [this.#byId.get(id)]) {
      if (known === undefined) continue
      if (!rows.has(known.id)) this.#forget(known.id)
      else this.#leave(known)
    }
    for (const session of rows.values()) this.remember(session)
  }

  async #writeAndNotify(id: string, write: PromiseLike<unknown>): Promise<void> {
    await write
    await this.#notify(id)
  }

  async #notify(id: string): Promise<void> {
    if (this.#keeps === 'WITH_OTHERS') await this.#sql`select pg_notify(${CHANNEL}, ${`${this.#self} ${id}`})`
  }

  /** The caller has the new token, so the previous one expires soon. */
  #claimed(session: Session, now: number): void {
    if (session.previousHash === undefined || session.previousUntil !== undefined) return
    session.previousUntil = now + accountLimits.tokenGraceMs
    this.#later(
      this.#writeAndNotify(session.id, this.#sql`update session set previous_until = ${session.previousUntil} where id = ${session.id}`),
    )
  }

  /**
   * Updates memory first, so that a second call in the same moment does not rotate again. The row follows. The token that was used stays valid until
   * the new one is used, because a response may be lost.
   */
  #rotate(session: Session, shownHash: string, now: number): { readonly token: string; readonly written: PromiseLike<unknown> } {
    const token = newSessionToken()
    for (const hash of [session.previousHash, session.tokenHash]) if (hash !== undefined && hash !== shownHash) this.#byHash.delete(hash)
    session.previousHash = shownHash
    session.previousUntil = undefined
    session.tokenHash = hex(hashToken(token))
    session.tokenAt = now
    session.fresh = token
    session.seenAt = now
    this.#byHash.set(session.tokenHash, session)
    const write = this.#sql`
      update session set token_hash = ${hashToken(token)}, token_at = ${now}, seen_at = ${now},
        previous_hash = ${Buffer.from(shownHash, 'hex')}, previous_until = null
      where id = ${session.id}`
    return { token, written: this.#writeAndNotify(session.id, write) }
  }

  #later(work: PromiseLike<unknown>): void {
    const written = Promise.resolve(work)
      .catch((error: unknown) => this.#log.error({ error }, 'Could not store a session'))
      .finally(() => this.#writing.delete(written))
    this.#writing.add(written)
  }
}
