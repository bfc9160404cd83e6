import { outcomeCalls as calls, type OutcomeView } from '@parley/contracts'
import { refuse, type Refusal } from '@parley/core'
import { route, type Caller, type Route } from '../../calls/route.ts'

export interface Outcomes {
  byKey(caller: Caller, key: string): Promise<OutcomeView | Refusal>
  byClientOrderId(caller: Caller, clientOrderId: string): Promise<OutcomeView | Refusal>
}

export const outcomeRoutes = (outcomes: Outcomes): readonly Route[] => [
  route(calls.getFate, ({ caller, params }) => outcomes.byKey(caller, params.idempotency_key)),
  route(calls.findFate, ({ caller, query }) => {
    if (query.idempotency_key !== undefined) return outcomes.byKey(caller, query.idempotency_key)
    if (query.client_order_id !== undefined) return outcomes.byClientOrderId(caller, query.client_order_id)
    return Promise.resolve(refuse('InvalidParams', '', 'idempotency_key: This field is required, or client_order_id', 'idempotency_key'))
  }),
]
