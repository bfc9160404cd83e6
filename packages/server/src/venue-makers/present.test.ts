import { describe, expect, it } from 'vitest'
import { parsePrice, parseQuantity, type Instant, type RfqId } from '@parley/core'
import type { VenueLevel, VenueRfq } from '@parley/venues'
import { presentVenueQuotes } from './present.ts'

const rfq = { id: 'the request' as RfqId, venue: 'DBT' } as const
const ASKED_AT = 1_760_000_000_000
const fifty = parseQuantity('50')!

const level = (price: string, quantity: string, isAllOrNone = false): VenueLevel => ({
  ...{ price: parsePrice(price)!, quantity: parseQuantity(quantity)!, makers: ['ALPHA'], isAllOrNone, at: ASKED_AT },
})
const atVenue = (bids: readonly VenueLevel[], asks: readonly VenueLevel[]): VenueRfq => ({
  ...{ id: '7', name: rfq.id, state: 'OPEN', createdAt: ASKED_AT, expiresAt: ASKED_AT + 300_000, quantity: fifty, bids, asks },
})
const shown = (quotes: VenueRfq, afterMs: number) =>
  presentVenueQuotes(rfq, { state: 'ASKED', quantity: fifty, atVenue: quotes }, (ASKED_AT + afterMs) as Instant)

describe("15 the quotes of a venue's own makers", () => {
  it('15.3 appear as one row, with the price of the whole on each side', () => {
    const bids = [level('0.0100', '20'), level('0.0095', '40', true), level('0.0090', '30')]
    expect(shown(atVenue(bids, [level('0.0120', '50')]), 6_000)).toMatchObject({
      ...{ desk_name: 'DBT-RFQ', state: 'QUOTED', quantity: '50' },
      ...{ bid: '0.009', ask: '0.012' },
    })
  })

  it('15.3 have no price where the whole cannot be taken', () => {
    expect(shown(atVenue([level('0.0100', '20')], []), 6_000)).toMatchObject({ state: 'QUOTED', bid: null, ask: null })
  })

  it.each([
    [0, 'GRACE'],
    [4_999, 'GRACE'],
    [5_000, 'QUOTED'],
  ])('15.3 are not shown by the venue in its first five seconds: after %i ms, %s', (afterMs, state) => {
    expect(shown(atVenue([], []), afterMs)).toMatchObject({ state, quotes_from: ASKED_AT + 5_000, bids: [], asks: [] })
  })

  it('give the reason why the venue does not accept the RFQ', () => {
    const message = 'The key has no scope block_rfq:read_write'
    expect(presentVenueQuotes(rfq, { state: 'REFUSED', message }, ASKED_AT)).toMatchObject({
      state: 'REFUSED',
      message,
      quantity: null,
      bid: null,
    })
  })
})
