/**
 * The calls of users who signed in from a restricted address (rulebook 2.28). They may send a few RFQs, and then none; a rejected RFQ does not count.
 * They send no lists and no perpetual orders.
 */
import { directRfqCalls as calls, grfqCalls, listCalls, obCalls, perpetualCalls, type BodyOf, type Call } from '@parley/contracts'
import { isRefusal, refuse, type Refusal, type UserId } from '@parley/core'
import type { Sql } from '../../database/sql.ts'
import { createRequestShards } from '../../shards/request-shards.ts'
import type { Route, RouteInput } from '../../calls/route.ts'
import { createKeyedSerialQueue } from '../../queues/keyed-serial-queue.ts'
import { about, actorOf } from '../actor.ts'
import type { Book } from '../accounts-snapshot.ts'
import { accountLimits } from '../limits.ts'

export interface RfqAllowance {
  /** The same routes, where each one that sends an RFQ counts it unless it is rejected, and those that are closed from there are refused. */
  over(routes: readonly Route[]): readonly Route[]
}

type Input = RouteInput<Call>
type CallAnswer = Awaited<ReturnType<Route['handle']>>

export function createRfqAllowance(sql: Sql, book: Book): RfqAllowance {
  /** One request of a user at a time, so that two simultaneous requests cannot both be the last. */
  const ofPerson = createKeyedSerialQueue<UserId>()
  const spend = (input: Input, ask: () => Promise<CallAnswer>): Promise<CallAnswer> =>
    ofPerson.run(input.caller.user, () => spendOne({ sql, book }, input, ask))
  return {
    over: (routes) =>
      routes.map((each) => {
        const [isCounted, closed] = [countedBy(each.call), closedCalls.get(each.call)]
        if (isCounted === undefined && closed === undefined) return each
        return {
          ...each,
          handle: async (input) => {
            const { kind, isRestricted } = input.caller
            if (kind !== 'session' || !isRestricted) return each.handle(input)
            return closed ?? (isCounted?.(input) === true ? spend(input, () => each.handle(input)) : each.handle(input))
          },
        }
      }),
  }
}

const closed = (rule: string, what: string) =>
  refuse('RestrictedAddress', rule, `You signed in from a restricted address, ${what} Sign in from another address.`)
const noPerpetuals = closed('18.2', 'so you cannot trade perpetuals. You can still cancel orders.')
/** An allowance counts RFQs one by one, and the venue of perpetuals excludes such addresses itself (rulebook 18.2, 22.13). */
const closedCalls: ReadonlyMap<Call, Refusal> = new Map<Call, Refusal>([
  [listCalls.createList, closed('22.13', 'from which no lists can be sent.')],
  [perpetualCalls.placePerpetualOrder, noPerpetuals],
  [perpetualCalls.amendPerpetualOrder, noPerpetuals],
  [perpetualCalls.setPerpetualMargin, noPerpetuals],
])

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
