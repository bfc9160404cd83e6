/** The venue's screen prices of one request. */
import { directRfqCalls } from '@parley/contracts'
import { refuse } from '@parley/core'
import { route, type Route } from '../calls/route.ts'
import { bboOf } from './bbo.ts'
import type { RfqLookup } from './bbo-channels.ts'
import type { MarketData } from './market-data.ts'

export const bboRoutes = (marketData: MarketData, lookup: RfqLookup): readonly Route[] => [
  route(directRfqCalls.getRfqBbo, async ({ caller, params, now }) => {
    const rfq = await lookup.one(caller, params.id)
    if (rfq === undefined) return refuse('NotFound', '8.6', 'There is no such RFQ, or it is not yours to see.', 'id')
    const bbo = bboOf(rfq, (id) => marketData.mark(id), now)
    return bbo ?? refuse('Unavailable', '6.3', 'The venue has not told the marks of every leg yet; ask again in a few seconds.')
  }),
]
