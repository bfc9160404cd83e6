/** Users who signed in from a restricted address may send a few RFQs, and then none. A rejected RFQ does not count. */
import { directRfqCalls as calls, grfqCalls, obCalls, type BodyOf, type Call } from '@parley/contracts'
import { isRefusal, refuse, type Refusal, type UserId } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import { createRequestShards } from '../../shards/request-shards.ts'
import type { Route, RouteInput } from '../../calls/route.ts'
import { createKeyedSerialQueue } from '../../queues/keyed-serial-queue.ts'
import { about, actorOf } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { accountLimits } from '../limits.ts'

export interface RfqAllowance {
  /** The same routes, where each one that sends an RFQ, including a draft that is sent, counts it unless it is rejected. */
  over(routes: readonly Route[]): readonly Route[]
}

type Input = RouteInput<Call>
type CallAnswer = Awaited<ReturnType<Route['handle']>>

export function createRfqAllowance(sql: Sql, book: Book): RfqAllowance {
  /** One request of a user at a time, so that two simultaneous requests cannot both be the last. */
  const ofPerson = createKeyedSerialQueue<UserId>()
  const spend = (input: Input, ask: () => Promise<CallAnswer>): Promise<CallAnswer> => {
    const { kind, isRestricted, user } = input.caller
    if (kind !== 'session' || !isRestricted) return ask()
    return ofPerson.run(user, () => spendOne({ sql, book }, input, ask))
  }
  return {
    over: (routes) =>
      routes.map((each) => {
        const isCounted = countedBy(each.call)
        if (isCounted === undefined) return each
        return { ...each, handle: (input) => (isCounted(input) ? spend(input, () => each.handle(input)) : each.handle(input)) }
      }),
  }
}

/** The requests of a call that send an RFQ to other desks; undefined for a call that never does. */
function countedBy(call: Call): ((input: Input) => boolean) | undefined {
  if (call === (calls.createRfq as Call)) return ({ body }) => (body as BodyOf<typeof calls.createRfq>).state !== 'DRAFT'
  const others: readonly Call[] = [calls.sendDraft, obCalls.createRfq, grfqCalls.createRfq]
  return others.includes(call) ? () => true : undefined
}

type AllowanceParts = { readonly sql: Sql; readonly book: Book }

async function spendOne({ sql, book }: AllowanceParts, input: Input, ask: () => Promise<CallAnswer>): Promise<CallAnswer> {
  const { caller, now, idempotency } = input
  const [row] = await sql<{ used: number; isCounted: boolean }[]>`
    select restricted_rfqs_used as used, exists (
      select from request
      where scope = ${idempotency?.scope ?? ''} and key = ${idempotency?.key ?? ''} and shards is not null) as "isCounted"
    from app_user where id = ${caller.user}`
  // It was counted and then cut off before the response, so the repetition is not counted again.
  if (row?.isCounted === true) return ask()
  if (row === undefined || row.used >= accountLimits.rfqsFromRestrictedAddress) return noneLeft()
  const answer = await ask()
  if (typeof answer === 'object' && answer !== null && isRefusal(answer)) return answer
  const left = accountLimits.rfqsFromRestrictedAddress - row.used - 1
  // The RFQ was sent. It counts even if the rights of its sender have ended since.
  const counted = { ...actorOf(input), needs: undefined }
  await book.change(about(counted, 'AskFromRestrictedAddress', caller.user, { left }), async (tx) => {
    await tx`update app_user set restricted_rfqs_used = restricted_rfqs_used + 1 where id = ${caller.user}`
    if (idempotency !== undefined) await createRequestShards(tx).begin(idempotency, now, [])
  })
  return answer
}

const noneLeft = (): Refusal =>
  refuse(
    'RestrictedAddress',
    '',
    `No RFQs left. You signed in from a restricted address, from which ${accountLimits.rfqsFromRestrictedAddress} RFQs can be sent. Sign in from another address to send more.`,
  )
