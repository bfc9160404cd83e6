/** The outcome of a command whose answer was lost. The published path, calls and entity keep an older word for it. */
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
    'What became of a write under /v1 or /v2 that you sent with this Idempotency-Key (you are the person or the API key; what a colleague sent is theirs): DONE with the answer it was given, REFUSED with the refusal, PENDING while it is not answered, PARTLY where some of several markets have decided, or 404 where nothing was decided under it in the last 24 hours. A write that was turned away for a rate, a role or the state of the platform was not heard and leaves no trace; it may be sent again with the same key, signed anew.',
  who: 'member',
  params: z.object({ idempotency_key }),
  answer: Fate,
  refusals: ['NotFound'],
})

export const findFate = call({
  method: 'GET',
  path: '/v2/commands/',
  summary:
    'The same by query, for keys that do not go into a path; or by the client order id of a quote or order in either flow, as the newest that has it stands now; or why the last that asked for the name was refused, where that is newer.',
  who: 'member',
  query: z.object({ idempotency_key: idempotency_key.optional(), client_order_id: Text(limits.clientOrderIdCharacters).optional() }),
  answer: Fate,
  refusals: ['NotFound'],
})

export const listRefusedOrders = call({
  method: 'GET',
  path: '/v2/refused-orders/',
  summary:
    "Your desk's orders and replacements that were refused, the newest first: of 30 days, and no more than 1,000. Of a request that your desk cannot read none is listed.",
  who: 'member',
  query: z.object({ flow: z.enum(['drfq', 'grfq', 'fs']).optional(), ...periodQuery }),
  answer: page(RefusedOrder),
})
