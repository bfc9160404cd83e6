import { fateCalls as calls } from '@parley/contracts'
import { refuse } from '@parley/core'
import { route, type Route } from '../http/route.ts'
import type { FateService } from './create-fate.ts'

export const fateRoutes = (service: FateService): readonly Route[] => [
  route(calls.getFate, ({ caller, params }) => service.byKey(caller, params.idempotency_key)),
  route(calls.findFate, ({ caller, query }) => {
    if (query.idempotency_key !== undefined) return service.byKey(caller, query.idempotency_key)
    if (query.client_order_id !== undefined) return service.byClientOrderId(caller, query.client_order_id)
    return Promise.resolve(refuse('InvalidParams', '', 'idempotency_key: This field is required, or client_order_id', 'idempotency_key'))
  }),
]
