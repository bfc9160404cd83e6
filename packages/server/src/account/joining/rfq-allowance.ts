/** Who signed in from a restricted address asks for a few RFQs, and then for none. A refused RFQ costs nothing. */
import { isRefusal, refuse, type Instant, type Refusal, type UserId } from '@parley/core'
import type { Sql } from 'postgres'
import type { Idempotency } from '../../engine/engine.ts'
import { httpLimits } from '../../http/limits.ts'
import type { Caller } from '../../http/route.ts'
import { about } from '../actor.ts'
import type { Book } from '../book.ts'
import { accountLimits } from '../limits.ts'

export type Asking = { readonly caller: Caller; readonly now: Instant; readonly idempotency?: Idempotency | undefined }

export interface RfqAllowance {
  /** Asks where the caller has an RFQ left, and counts it where it was not refused. Others ask freely. */
  spend<T extends object>(asking: Asking, ask: () => Promise<T | Refusal>): Promise<T | Refusal>
}

export function createRfqAllowance(sql: Sql, book: Book): RfqAllowance {
  /** One request of a person after another: two in the same moment cannot both be the last. */
  const queues = new Map<UserId, Promise<unknown>>()
  const leave = (user: UserId, last: Promise<unknown>): void => {
    if (queues.get(user) === last) queues.delete(user)
  }

  return {
    spend(asking, ask) {
      const { caller } = asking
      if (caller.kind !== 'session' || !caller.isRestricted) return ask()
      const mine = (queues.get(caller.user) ?? Promise.resolve()).then(() => spendOne({ sql, book }, asking, ask))
      const settled: Promise<unknown> = mine.then(
        () => leave(caller.user, settled),
        () => leave(caller.user, settled),
      )
      queues.set(caller.user, settled)
      return mine
    },
  }
}

type Parts = { readonly sql: Sql; readonly book: Book }

async function spendOne<T extends object>(
  { sql, book }: Parts,
  { caller, now, idempotency }: Asking,
  ask: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const again = idempotency && `${idempotency.scope} ${idempotency.key}`
  const [row] = await sql<{ used: number; isAgain: boolean }[]>`
    select restricted_rfqs_used as used, exists (
      select from restricted_rfq
      where app_user = ${caller.user} and idempotency = ${again ?? ''} and at > ${now - httpLimits.idempotencyKeptMs}) as "isAgain"
    from app_user where id = ${caller.user}`
  // What was asked before with the same key is answered as it was then, and counts as it did.
  if (row?.isAgain === true) return ask()
  if (row === undefined || row.used >= accountLimits.rfqsFromRestrictedAddress) return noneLeft()
  const answer = await ask()
  if (isRefusal(answer)) return answer
  const left = accountLimits.rfqsFromRestrictedAddress - row.used - 1
  await book.change(about({ desk: caller.desk, name: caller.user, now }, 'AskFromRestrictedAddress', caller.user, { left }), async (tx) => {
    await tx`update app_user set restricted_rfqs_used = restricted_rfqs_used + 1 where id = ${caller.user}`
    await tx`delete from restricted_rfq where app_user = ${caller.user} and at <= ${now - httpLimits.idempotencyKeptMs}`
    if (again !== undefined)
      await tx`insert into restricted_rfq (app_user, idempotency, at) values (${caller.user}, ${again}, ${now}) on conflict do nothing`
  })
  return answer
}

const noneLeft = (): Refusal =>
  refuse(
    'RestrictedAddress',
    '',
    `No RFQs are left: you signed in from a restricted address, and ${accountLimits.rfqsFromRestrictedAddress} may be asked for from there. Sign in from another address to go on.`,
  )
