/** Apart from the lists, which a browser has by its socket and need not load. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Milliseconds } from '../wire-types.ts'

export const refreshPositions = call({
  method: 'POST',
  path: '/v1/positions/refresh/',
  summary:
    'Read all accounts of your desk at their venues. The answer comes at once; what was read is on the channel `positions` and in GET /v1/positions/. A call within two seconds of another reading joins it.',
  who: 'member',
  status: 202,
  answer: z.object({
    accounts: z.number().int().meta({ description: 'How many are read.' }),
    began_at: Milliseconds.meta({ description: 'When the reading began; each account has a `read_at` or a `failure` from then on, as it answers.' }), // prettier-ignore
  }),
})
