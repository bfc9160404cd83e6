/** Holds the request of a person that a call has refused because it needs approval (rulebook 11.15). */
import { randomUUID } from 'node:crypto'
import { effectOf, type Call } from '@parley/contracts'
import { heldUntil, isRefusal, MOST_HELD_REQUESTS, type Refusal } from '@parley/core'
import { about, actorOf } from '../../accounts/actor.ts'
import { mustStillHaveRight } from '../../accounts/still-may.ts'
import { appendAudit } from '../../audit/append.ts'
import { Answered, type Route, type RouteInput } from '../../calls/route.ts'
import type { Sql } from '../../database/sql.ts'
import { countWaiting, findByKey, insertHeld, notifyHeld, type HeldRow } from './store.ts'

type HoldParts = {
  readonly sql: Sql
  /** Called after a request was held. */
  readonly onHeld: () => void
}

/** The same routes, of which those that trade hold what needs approval. */
export const holdingRoutes = (parts: HoldParts, routes: readonly Route[]): readonly Route[] =>
  routes.map((one) => (effectOf(one.call) === 'trade' ? holding(parts, one) : one))

const holding = (parts: HoldParts, { call, handle }: Route): Route => ({
  call,
  async handle(input) {
    const answer = await handle(input)
    if (typeof answer !== 'object' || answer === null || answer instanceof Answered || !isRefusal(answer)) return answer
    if (answer.refused !== 'ApprovalRequired' || answer.asks === undefined) return answer
    if (input.caller.kind === 'key') return { ...answer, message: `${answer.message} An API key cannot wait for approval.` }
    return hold(parts, call, input, answer)
  },
})

async function hold({ sql, onHeld }: HoldParts, call: Call, input: RouteInput<Call>, refused: Refusal): Promise<Refusal> {
  const row = rowOf(call, input, refused)
  const held = await sql.begin(async (tx) => {
    const change = about(actorOf(input), 'HoldRequest', row.id, { call: row.call, summary: row.summary })
    await mustStillHaveRight(tx, change)
    // The same request again, because its response was lost.
    const earlier = await findByKey(tx, row)
    if (earlier !== undefined) return earlier
    if ((await countWaiting(tx, row.desk, row.heldAt)) >= MOST_HELD_REQUESTS) return undefined
    await insertHeld(tx, row)
    await notifyHeld(tx, row.desk)
    await appendAudit(tx, change)
    return row
  })
  if (held === undefined)
    return { ...refused, message: `${refused.message} ${MOST_HELD_REQUESTS} requests of your desk already wait for approval.` }
  onHeld()
  const until = new Date(held.expiresAt).toISOString().slice(11, 19)
  return { ...refused, message: `${refused.message} It waits for approval until ${until} UTC.`, heldRequest: held.id }
}

function rowOf(call: Call, { caller, params, query, body, now, address, idempotency }: RouteInput<Call>, { asks }: Refusal): HeldRow {
  const { not_after: notAfter } = (body ?? {}) as { readonly not_after?: number | null }
  return {
    id: randomUUID(),
    ...{ desk: caller.desk, sender: caller.user, via: caller.via, address },
    requestKey: idempotency === undefined ? null : `${idempotency.key} ${idempotency.requestHash}`,
    call: `${call.method} ${call.path}`,
    ...{ params, query, body },
    summary: `${actionOf(call, body)} ${asks}.`,
    ...{ heldAt: now, expiresAt: heldUntil(now, notAfter ?? undefined), state: 'HELD', decidedBy: null, endedAt: null, result: null },
  }
}

/** The verb of the call, as on the button of the ticket. */
function actionOf({ method, path }: Call, body: unknown): string {
  if (path.includes('/lists/')) return path.endsWith('/trade/') ? 'Trade the list' : method === 'PUT' ? 'Quote the list' : 'Send the list'
  if (/\/rfqs\/(\{id\}\/)?$/.test(path)) return 'Send an RFQ for'
  const { side: given, execution_side: side = given } = (body ?? {}) as { readonly side?: unknown; readonly execution_side?: unknown }
  const trade = side === 'BUY' ? 'Buy' : side === 'SELL' ? 'Sell' : undefined
  if (method !== 'PUT' && !path.endsWith('/replace/')) return trade ?? 'Trade'
  return trade === undefined ? 'Replace an order with' : `Replace an order: ${trade.toLowerCase()}`
}
