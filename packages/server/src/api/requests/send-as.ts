/** Sends a request for a member of a desk who is not the caller: an approved request, for the person who sent it (rulebook 11.16). */
import { isRefusal, type Instant } from '@parley/core'
import { fault, faultOf, isFault, statusOf } from '../../calls/fault.ts'
import { pathOfCall } from '../../calls/named-call.ts'
import type { Route, RouteInput } from '../../calls/route.ts'
import type { Call } from '@parley/contracts'
import type { HeldResult, SendHeld } from '../../protection/held-requests/sending.ts'
import { answerOf, callRefusal, rateLimited, unlessUnavailable, type Serving } from './serve-call.ts'
import type { Outgoing } from './request-key.ts'

type Sending = Pick<Serving, 'customers' | 'gate' | 'ledger' | 'limits' | 'log'>

/** Every check of a call applies to the sender. The request has a key of its own, so the markets execute it once. */
export function createSendAs(serving: Sending, routes: readonly Route[]): SendHeld {
  const byName = new Map(routes.map((one) => [`${one.call.method} ${one.call.path}`, one]))
  return async ({ id, call: name, params, query, body, address }, caller, { now, requestId, approvedBy }) => {
    const one = byName.get(name)
    if (one === undefined) return resultOf(fault('MethodNotFound', 'The call no longer exists.'))
    const { call, handle } = one
    const { waitMs } = serving.limits.take(call, caller, '', now)
    const refused = waitMs === undefined ? callRefusal(serving, call, caller, { now, requestId, address }) : rateLimited(waitMs)
    if (refused !== undefined) return resultOf(refused)
    const path = pathOfCall(call, (params ?? {}) as Readonly<Record<string, string>>)
    const idempotency = { scope: `${caller.desk} held request`, key: id, requestHash: `${path} ${id}` }
    const input = {
      ...{ params: params ?? undefined, query: query ?? undefined, body: body ?? undefined },
      caller: { ...caller, approval: 'GIVEN', approvedBy, from: { address, requestId } },
      ...{ who: call.who, now: now as Instant, requestId, address, headers: {}, region: undefined, idempotency },
    } as RouteInput<Call>
    const asked = { call, now, requestId }
    const served = await unlessUnavailable(() =>
      serving.ledger.once(idempotency, asked, () => answerOf({ call, handle, list: undefined }, input)),
    )
    if (isFault(served)) return resultOf(served)
    return resultOf(isRefusal(served.answer) ? faultOf(served.answer, undefined) : served.answer)
  }
}

function resultOf(answer: Outgoing | ReturnType<typeof fault>): HeldResult {
  if (isFault(answer)) return { status: statusOf(answer), error: answer.fault, message: answer.message, object_id: null }
  const { id } = (answer.body ?? {}) as { readonly id?: string | number }
  return { status: answer.status, error: null, message: null, object_id: id === undefined ? null : String(id) }
}
