/** Signatures that one of several gateways has received. A write that was intercepted must not be accepted by another gateway (decision 1036). */
import { wireLimits } from '@parley/contracts'
import type { Sql } from '../../database/sql.ts'
import type { Log } from '../../log/log.ts'
import { nameOf, type SignedWrite } from './signature-replays.ts'

export type ClaimedSignatures = {
  /** `AGAIN`: another gateway received it with the same key. `SEEN`: with another key, or without one. */
  claim(write: SignedWrite, now: number): Promise<'NEW' | 'AGAIN' | 'SEEN'>
  /** It had no effect, so it is `SEEN` everywhere from now on. */
  spend(write: SignedWrite): Promise<void>
  close(): void
}

const FORGET_EVERY_MS = 10_000

export function createClaimedSignatures({
  sql,
  now,
  log,
}: {
  readonly sql: Sql
  readonly now: () => number
  readonly log: Log
}): ClaimedSignatures {
  const textOf = (write: SignedWrite): string => Buffer.from(nameOf(write), 'latin1').toString('hex')
  const forget = () =>
    void sql`delete from claimed_signature where until < ${now()}`.then(undefined, (error: unknown) =>
      log.warn({ error }, 'Could not remove old signatures; trying again'),
    )
  const forgetting = setInterval(forget, FORGET_EVERY_MS)
  return {
    async claim(write, at) {
      const { desk, idempotencyKey = null, timestampMs } = write
      const until = Math.max(at, timestampMs) + 2 * wireLimits.signatureWindowMs
      const { count } = await sql`
        insert into claimed_signature (desk, signature, key, until) values (${desk}, ${textOf(write)}, ${idempotencyKey}, ${until})
        on conflict do nothing`
      if (count > 0) return 'NEW'
      const [known] = await sql<{ key: string | null }[]>`
        select key from claimed_signature where desk = ${desk} and signature = ${textOf(write)}`
      return idempotencyKey !== null && known?.key === idempotencyKey ? 'AGAIN' : 'SEEN'
    },
    async spend(write) {
      await sql`update claimed_signature set key = null where desk = ${write.desk} and signature = ${textOf(write)}`
    },
    close: () => clearInterval(forgetting),
  }
}
