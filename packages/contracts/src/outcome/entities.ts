import { z } from 'zod'
import { structureLegs } from '../structure-legs.ts'
import { Decimal, Milliseconds, Side, VenueCode } from '../wire-types.ts'

const Refused = z.object({ code: z.number().int(), error: z.string(), message: z.string(), rule: z.string().nullable() })

export const Fate = z
  .object({
    state: z.enum(['DONE', 'REFUSED', 'PENDING', 'PARTLY']).meta({
      description:
        'PENDING: received and not yet answered; ask again. PARTLY: some of the markets have decided and some have not. `body` contains the fences of those that have decided and, under `unreached`, the others. Send the same request again with the same key to continue with the others.',
    }),
    call: z.string().nullable().meta({ description: 'The call: `POST /v2/drfq/orders`.' }),
    decided_at: Milliseconds.meta({ description: 'While it is pending, when it arrived.' }),
    seq_group: z.number().int().nullable().meta({
      description: 'The shard that decided. Null if no shard did, or several did: the effect of a call that cancels is in its fences.',
    }),
    seq_num: z.number().int().nullable().meta({
      description:
        'The last sequence number of the decision on its shard: no socket message about it has a higher one. Null if the query was by client order id, and if `seq_group` is null.',
    }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the response, 207 if it is partly done; null while it is pending.' }),
    body: z.unknown().meta({
      description:
        'The body of the response; null if it had none or was refused. If several markets were asked and the server stopped before it responded, their fences and what was cancelled.',
    }),
    error: Refused.nullable().meta({ description: 'Why it was refused.' }),
  })
  .meta({ id: 'Fate', description: 'The outcome of a command.' })

export const RefusedOrder = z
  .object({
    id: z.string(),
    flow: z.enum(['drfq', 'grfq', 'fs']),
    rfq_id: z
      .string()
      .meta({ description: 'In the order book, the number of the market, as text. For a listed spread, the id of the strategy.' }),
    order_id: z.string().nullable().meta({ description: 'For a replacement, the order that was left unchanged. Null for a new order.' }),
    kind: z.enum(['QUOTE', 'CROSS']),
    side: Side,
    price: Decimal.nullable().meta({ description: 'The price of the structure; null if the request had none.' }),
    quantity: Decimal,
    refused_at: Milliseconds,
    sender: z.string().nullable().meta({ description: 'The user or the key, as the desk knew it at the time.' }),
    error: Refused,
    venue: VenueCode,
    base_currency: z.string(),
    description: z.string(),
    structure_legs: structureLegs,
  })
  .meta({ id: 'RefusedOrder', description: 'An order or a replacement that was refused, as shown to its own desk.' })

export type RefusedOrderView = z.output<typeof RefusedOrder>
export type OutcomeView = z.output<typeof Fate>
