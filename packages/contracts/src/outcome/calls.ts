/** The outcome of a command whose response was lost. The published path, calls and entity use the older term `fate`. */
import { z } from 'zod'
import { call } from '../call.ts'
import { limits } from '../limits.ts'
import { page, periodQuery, Text } from '../wire-types.ts'
import { Fate, RefusedOrder } from './entities.ts'

const idempotency_key = Text(limits.idempotencyKeyCharacters)

export const getFate = call({
  method: 'GET',
  path: '/v2/commands/{idempotency_key}/',
  summary:
    'The outcome of a write under /v1 or /v2 that you sent with this Idempotency-Key. Only the person or API key that sent it can ask. DONE with its original response, REFUSED with the refusal, PENDING while it has no response, PARTLY if some of several markets have decided, or 404 if nothing was decided under this key in the last 24 hours. A write that was refused because of a rate limit, a role or the platform state is not recorded. Send it again with the same key and a new signature.',
  who: 'member',
  params: z.object({ idempotency_key }),
  answer: Fate,
  refusals: ['NotFound'],
})

export const findFate = call({
  method: 'GET',
  path: '/v2/commands/',
  summary:
    'The same by query, for keys that do not fit in a path. Or by the client order id of a quote or order in either flow: the current state of the newest one with that id, or the reason why a later one with that id was refused.',
  who: 'member',
  query: z.object({ idempotency_key: idempotency_key.optional(), client_order_id: Text(limits.clientOrderIdCharacters).optional() }),
  answer: Fate,
  refusals: ['NotFound'],
})

export const listRefusedOrders = call({
  method: 'GET',
  path: '/v2/refused-orders/',
  summary:
    "Your desk's orders and replacements that were refused, newest first, from the last 30 days and at most 1,000. RFQs that your desk cannot read are not included.",
  who: 'member',
  query: z.object({ flow: z.enum(['drfq', 'grfq', 'fs']).optional(), ...periodQuery }),
  answer: page(RefusedOrder),
})
