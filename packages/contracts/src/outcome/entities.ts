import { z } from 'zod'
import { structureLegs } from '../structure-legs.ts'
import { Decimal, Milliseconds, Side, VenueCode } from '../wire-types.ts'

const Refused = z.object({ code: z.number().int(), error: z.string(), message: z.string(), rule: z.string().nullable() })

export const Fate = z
  .object({
    state: z.enum(['DONE', 'REFUSED', 'PENDING', 'PARTLY']).meta({
      description:
        'PENDING: it has arrived and is not answered yet; ask again. PARTLY: some of the markets it is for have decided and some have not; `body` has the fences of the ones and, under `unreached`, the others. The same request with the same key goes on with these.',
    }),
    call: z.string().nullable().meta({ description: 'The call it was: `POST /v2/drfq/orders`.' }),
    decided_at: Milliseconds.meta({ description: 'While it is pending, when it arrived.' }),
    seq_group: z.number().int().nullable().meta({
      description: 'The shard that decided; null where no shard did, or several: what a call that cancels covers is in its fences.',
    }),
    seq_num: z.number().int().nullable().meta({
      description:
        'The last number of the decision there: no socket message of it carries a higher one. Null where it was asked by client order id, and where `seq_group` is.',
    }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the answer, 207 where it is done in part; null while it is pending.' }),
    body: z.unknown().meta({
      description:
        'The body of the answer; null where it had none, and where it was refused. Where several markets were asked and the server went before it answered: their fences, and what was cancelled.',
    }),
    error: Refused.nullable().meta({ description: 'Why it was refused.' }),
  })
  .meta({ id: 'Fate', description: 'What became of a command.' })

export const RefusedOrder = z
  .object({
    id: z.string(),
    flow: z.enum(['drfq', 'grfq', 'fs']),
    rfq_id: z
      .string()
      .meta({ description: 'In the order book the number of the market, as text; of a listed spread the id of the strategy.' }),
    order_id: z.string().nullable().meta({ description: 'Of a replacement the order that stayed as it was; null for a new one.' }),
    kind: z.enum(['QUOTE', 'CROSS']),
    side: Side,
    price: Decimal.nullable().meta({ description: 'Of the structure; null where the request gave none.' }),
    quantity: Decimal,
    refused_at: Milliseconds,
    sender: z.string().nullable().meta({ description: 'The person or the key as the desk knew it then.' }),
    error: Refused,
    venue: VenueCode,
    base_currency: z.string(),
    description: z.string(),
    structure_legs: structureLegs,
  })
  .meta({ id: 'RefusedOrder', description: 'An order, or a replacement of one, that was refused, as its own desk reads it.' })

export type RefusedOrderView = z.output<typeof RefusedOrder>
export type OutcomeView = z.output<typeof Fate>
