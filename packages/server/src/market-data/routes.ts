/** The venue's screen prices of one RFQ. */
import { directRfqCalls } from '@parley/contracts'
import { refuse } from '@parley/core'
import { route, type Route } from '../calls/route.ts'
import { bboOf } from './bbo.ts'
import type { RfqLookup } from './bbo-channels.ts'
import type { MarketData } from './market-data.ts'

export const bboRoutes = (marketData: MarketData, lookup: RfqLookup): readonly Route[] => [
  route(directRfqCalls.getRfqBbo, async ({ caller, params, now }) => {
    const rfq = await lookup.one(caller, params.id)
    if (rfq === undefined) return refuse('NotFound', '8.6', 'RFQ not found, or you cannot see it.', 'id')
    const bbo = bboOf(rfq, (id) => marketData.mark(id), now)
    return bbo ?? refuse('Unavailable', '6.3', 'The venue has not published marks for every leg yet. Try again in a few seconds.')
  }),
]
