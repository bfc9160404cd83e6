/** Instruments, and prices of legs by their marks. */
import { catalogueCalls, directRfqCalls, wireLimits } from '@parley/contracts'
import { isRefusal, offerRefusal, refuse, type Refusal } from '@parley/core'
import type { IsOn } from '../accounts/feature-flags.ts'
import { fault } from '../calls/fault.ts'
import { isOfferedTo, offeredTo } from '../calls/offer.ts'
import { Faulted, route, type Route } from '../calls/route.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { priceStructure, pricingFrom } from './leg-pricing.ts'
import { ofRequests, pageOf, selectInstruments, type InstrumentQuery } from './list.ts'
import { openMarketsOf } from './markets.ts'
import { presentInstrument } from './wire.ts'
import { structureOf } from './structures.ts'

export const catalogueRoutes = (marketData: MarketData, isOn: IsOn): readonly Route[] => [
  route(catalogueCalls.listInstruments, ({ caller, query }) => {
    const selected = selectInstruments(ofRequests(marketData.instruments({})), query, offeredTo(caller))
    if (isRefusal(selected)) throw notOneOf(selected, query)
    const page = pageOf(selected, query.cursor, query.page_size ?? wireLimits.pageSizeDefault)
    if (isRefusal(page)) return Promise.resolve(page)
    const markOf = (id: number) => (query.include_greeks === true ? marketData.mark(id) : undefined)
    const results = page.results.map((instrument) => presentInstrument(instrument, markOf(instrument.id)))
    return Promise.resolve({ count: selected.length, next: page.next, results })
  }),
  route(catalogueCalls.listMarkets, ({ caller }) => {
    const markets = openMarketsOf(marketData.instruments({})).filter(({ venue }) => isOfferedTo(caller, venue))
    return Promise.resolve({ results: markets.map(({ venue, baseCurrency }) => ({ venue, base_currency: baseCurrency })) })
  }),
  route(catalogueCalls.getInstrument, ({ caller, params }) => {
    const id = Number(params.id)
    const instrument = Number.isSafeInteger(id) ? marketData.instrument(id) : undefined
    return Promise.resolve(
      instrument === undefined || !isOfferedTo(caller, instrument.venue)
        ? refuse('NotFound', '', 'No instrument has this id.', 'id')
        : presentInstrument(instrument, marketData.mark(instrument.id)),
    )
  }),
  route(directRfqCalls.priceLegs, ({ caller, body, now }) => {
    const structure = structureOf(body.legs, undefined, marketData)
    if (isRefusal(structure)) return Promise.resolve(structure)
    const { venue } = structure.legs[0]!.instrument
    const withheld = offerRefusal(venue, caller.alsoOffered ?? [])
    if (withheld !== undefined) return Promise.resolve(withheld)
    const marks = body.accept_estimated_prices === true && isOn('um_leg_pricing_fallback', caller.desk) ? 'ALSO_ESTIMATED' : 'TOLD'
    return Promise.resolve(priceStructure(structure, body, pricingFrom(marketData, { venue, now, marks })))
  }),
]

/** Clients read the member and the value from the error. */
export function notOneOf({ message, field }: Refusal, query: InstrumentQuery): Faulted {
  const value = field === undefined ? undefined : query[field as keyof InstrumentQuery]
  return new Faulted(fault('InvalidEnumerationValue', message, { member: field, value }))
}
