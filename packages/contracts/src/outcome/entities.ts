import { z } from 'zod'
import { Milliseconds } from '../wire-types.ts'

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
        'The last number of the decision there; socket messages of it carry it. Null where it was asked by client order id, and where `seq_group` is.',
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
    error: z
      .object({ code: z.number().int(), error: z.string(), message: z.string(), rule: z.string().nullable() })
      .nullable()
      .meta({ description: 'Why it was refused.' }),
  })
  .meta({ id: 'Fate', description: 'What became of a command.' })

export type OutcomeView = z.output<typeof Fate>
