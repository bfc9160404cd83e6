import { z } from 'zod'
import { Milliseconds } from '../wire-types.ts'

export const Fate = z
  .object({
    state: z.enum(['DONE', 'REFUSED']),
    call: z.string().nullable().meta({ description: 'The call it was: `POST /v2/drfq/orders`.' }),
    decided_at: Milliseconds,
    seq_group: z.number().int().meta({ description: 'The shard that decided.' }),
    seq_num: z.number().int().nullable().meta({
      description: 'The last number of the decision there; socket messages of it carry it. Null where it was asked by client order id.',
    }),
    status: z.number().int().meta({ description: 'The HTTP status of the first answer.' }),
    body: z.unknown().meta({ description: 'The body of the first answer; null where it had none, or is not kept.' }),
    error: z
      .object({ code: z.number().int(), error: z.string(), message: z.string(), rule: z.string().nullable() })
      .nullable()
      .meta({ description: 'Why it was refused.' }),
  })
  .meta({ id: 'Fate', description: 'What became of a command.' })

export type FateView = z.output<typeof Fate>
