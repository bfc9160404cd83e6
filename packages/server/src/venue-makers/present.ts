/** The quotes of the venue's makers for an RFQ, in the published format. */
import { formatPrice, formatQuantity, venueMakersOf, type Rfq } from '@parley/core'
import type { VenueQuoteLevelView, VenueQuotesView } from '@parley/contracts'
import type { VenueLevel } from '@parley/venues'
import { nothingQuoted, quotedSides, type QuotedSides } from './at-venue.ts'
import { venueMakersLimits } from './limits.ts'
import type { RequestState } from './watched-rfq.ts'

export function presentVenueQuotes({ id, venue }: Pick<Rfq, 'id' | 'venue'>, state: RequestState, now: number): VenueQuotesView {
  const common = { rfq_id: id, venue, desk_name: venueMakersOf(venue) ?? venue, message: null }
  const nothing = { quantity: null, quotes_from: null, expires_at: null, ...sidesOf(nothingQuoted) }
  switch (state.state) {
    case 'ASKING':
    case 'LOST':
    case 'ENDED':
      return { ...common, state: state.state, ...nothing }
    case 'REFUSED':
      return { ...common, ...nothing, state: 'REFUSED', message: state.message }
    case 'ASKED':
    case 'TRADING': {
      const { atVenue, quantity } = state
      const from = atVenue.createdAt + venueMakersLimits.graceMs
      const sides = quotedSides(atVenue, quantity)
      const isEmpty = sides.bids.length === 0 && sides.asks.length === 0
      return {
        ...common,
        state: state.state === 'TRADING' ? 'TRADING' : isEmpty && now < from ? 'GRACE' : 'QUOTED',
        quantity: formatQuantity(quantity),
        quotes_from: from,
        expires_at: atVenue.expiresAt,
        ...sidesOf(sides),
      }
    }
  }
}

const sidesOf = ({ bids, asks, bid, ask }: QuotedSides) => ({
  bid: bid === undefined ? null : formatPrice(bid),
  ask: ask === undefined ? null : formatPrice(ask),
  bids: bids.map(viewOf),
  asks: asks.map(viewOf),
})

const viewOf = ({ price, quantity, makers, isAllOrNone, at }: VenueLevel): VenueQuoteLevelView => ({
  price: formatPrice(price),
  quantity: formatQuantity(quantity),
  makers: Math.max(1, makers.length),
  is_all_or_none: isAllOrNone,
  updated_at: at,
})
