/** The positions of a desk at its venues, as read from its accounts there. */
import { z } from 'zod'
import { call } from '../call.ts'
import { page, pageQuery, Text, VenueIn } from '../wire-types.ts'
import { AccountReading, Position } from './entities.ts'

const BASE = '/v1/positions'

export const listPositions = call({
  method: 'GET',
  path: `${BASE}/`,
  summary:
    "Your desk's positions as read from its accounts at the venues, by venue, account and instrument, with figures at the current marks. `read_at` tells how old they are. POST /v1/positions/refresh/ reads them again.",
  who: 'member',
  query: z.object({
    venue: VenueIn.optional(),
    product_code: Text(8).optional(),
    account_name: Text(64).optional(),
    ...pageQuery,
  }),
  answer: page(Position),
})

export const listAccountReadings = call({
  method: 'GET',
  path: `${BASE}/accounts/`,
  summary: "Your desk's accounts at the venues: balances, when each was last read, and why a later attempt failed.",
  who: 'member',
  answer: z.object({ results: z.array(AccountReading) }),
})

export { refreshPositions } from './refresh.ts'
