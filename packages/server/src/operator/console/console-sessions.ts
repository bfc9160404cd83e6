/**
 * Sessions of the operator console. They are read from the database at each request, so that a session that has ended has ended in every process. Desks'
 * sessions are a different table, and neither opens the other's calls.
 */
import { consoleApi } from '@parley/contracts'
import { hashToken, newToken } from '../../accounts/tokens.ts'
import type { Sql } from '../../database/sql.ts'

const { sessionLifeMs, sessionIdleMs, provedForMs } = consoleApi.consoleLimits
/** How often the last use is stored. */
const SEEN_EVERY_MS = 60_000

export type ConsoleSession = {
  readonly name: string
  readonly createdAt: number
  readonly endsAt: number
  readonly seenAt: number
  readonly provedAt: number | null
}

export const createConsoleSessions = (sql: Sql) => ({
  async start(name: string, address: string, now: number): Promise<string> {
    const token = newToken()
    await sql`delete from operator_session where ends_at < ${now} or seen_at < ${now - sessionIdleMs}`
    await sql`
      insert into operator_session (token_hash, name, address, created_at, seen_at, ends_at)
      values (${hashToken(token)}, ${name}, ${address}, ${now}, ${now}, ${now + sessionLifeMs})`
    return token
  },

  async find(token: string, now: number): Promise<ConsoleSession | undefined> {
    const hash = hashToken(token)
    const [found] = await sql<ConsoleSession[]>`
      select name, created_at as "createdAt", ends_at as "endsAt", seen_at as "seenAt", proved_at as "provedAt"
      from operator_session where token_hash = ${hash}`
    if (found === undefined || now >= found.endsAt || now - found.seenAt > sessionIdleMs) return undefined
    if (now - found.seenAt > SEEN_EVERY_MS) await sql`update operator_session set seen_at = ${now} where token_hash = ${hash}`
    return found
  },

  async prove(token: string, now: number): Promise<void> {
    await sql`update operator_session set proved_at = ${now} where token_hash = ${hashToken(token)}`
  },

  async end(token: string): Promise<void> {
    await sql`delete from operator_session where token_hash = ${hashToken(token)}`
  },
})

export type ConsoleSessions = ReturnType<typeof createConsoleSessions>

/** Until when the second factor counts; null if it has to be given again. The sign-in itself does not count. */
export function provedUntil({ provedAt }: Pick<ConsoleSession, 'provedAt'>, now: number): number | null {
  return provedAt === null || now - provedAt > provedForMs ? null : provedAt + provedForMs
}
