import { z } from 'zod'
import { call } from '../call.ts'
import { FlagIn, page, pageQuery, Text, TextList } from '../wire-types.ts'
import { Instrument, Market } from './entities.ts'

export const listInstruments = call({
  method: 'GET',
  path: '/v2/drfq/instruments/',
  summary: 'Instruments that can be legs of an RFQ.',
  who: 'member',
  query: z.object({
    venue: Text(8).optional(),
    base_currency: Text(16).optional(),
    kind: Text(16).optional(),
    margin_kind: Text(16).optional(),
    state: Text(16).optional(),
    venue_instrument_name: TextList,
    include_greeks: FlagIn,
    ...pageQuery,
  }),
  answer: page(Instrument),
})

export const listMarkets = call({
  method: 'GET',
  path: '/v2/drfq/markets/',
  summary: 'The open markets: each venue that lists instruments, with each of its base currencies.',
  who: 'member',
  answer: z.object({ results: z.array(Market) }),
})

export const getInstrument = call({
  method: 'GET',
  path: '/v2/drfq/instruments/{id}/',
  summary: 'One instrument.',
  who: 'member',
  params: z.object({ id: Text(20) }),
  answer: Instrument,
  refusals: ['NotFound'],
})
