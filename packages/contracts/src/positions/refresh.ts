/** Separate from the lists, which browsers receive over their socket and do not have to load. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Milliseconds } from '../wire-types.ts'

export const refreshPositions = call({
  method: 'POST',
  path: '/v1/positions/refresh/',
  summary:
    'Read all accounts of your desk at their venues. The response is immediate; the results follow on the channel `positions` and in GET /v1/positions/. A call within two seconds of another reading joins it.',
  who: 'member',
  status: 202,
  answer: z.object({
    accounts: z.number().int().meta({ description: 'How many accounts are being read.' }),
    began_at: Milliseconds.meta({ description: 'When the reading began. As each account answers, it has a `read_at` or a `failure` from this time or later.' }), // prettier-ignore
  }),
})
