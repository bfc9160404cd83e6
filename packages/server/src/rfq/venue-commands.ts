/** The taker's command to trade with the venue's own makers (rulebook 15.4). */
import {
  formatPrice,
  formatQuantity,
  isRefusal,
  legPricesFor,
  refuse,
  type Order,
  type Price,
  type Quantity,
  type Refusal,
  type Rfq,
  type Side,
} from '@parley/core'
import type { Caller } from '../calls/route.ts'
import { referenceOf } from './facts.ts'
import { marketShardOf } from '../shards/shards.ts'
import { isWithin } from '../venue-makers/at-venue.ts'
import type { VenueQuotes } from '../venue-makers/create-venue-makers.ts'
import { actorOf } from './actor.ts'
import { withOrder, type Reply } from './answers.ts'
import type { AudienceNeeds } from './audience-needs.ts'
import { arrivedOrder } from './order-after.ts'

export type VenueCross = { readonly side: Side; readonly price: Price; readonly quantity: Quantity }

export function createVenueCommands(needs: AudienceNeeds, quotes: Pick<VenueQuotes, 'takeable'>) {
  const { audience, engine, guards, eligibility, marketData, ids, now, cache } = needs
  return {
    /** Crosses the full quantity that was asked for at the venue, at this price or better. */
    async crossVenue<View extends object>(
      caller: Caller,
      rfq: Rfq,
      { side, price, quantity }: VenueCross,
      { view, idempotency }: Reply<Order, View>,
    ): Promise<View | Refusal> {
      const { structure } = rfq
      const ineligible = eligibility(caller, audience, structure)
      if (ineligible !== undefined) return ineligible
      const taken = takenQuote(quotes, rfq, { side, price, quantity })
      if (isRefusal(taken)) return taken
      const unbounded = guards.bounded(caller, rfq, { quantity, price }) ?? guards.guarded(caller.desk, rfq, side, { price })
      if (unbounded !== undefined) return unbounded
      // The venue gives a price only for the whole. It reports the leg prices when it has executed the trade.
      const legPrices = legPricesFor(structure, price, (id) => marketData.mark(id))
      if (isRefusal(legPrices)) return legPrices
      const reference = referenceOf(rfq, marketData)
      const { group: shard, name } = marketShardOf(rfq)
      const orderId = ids.order(now())
      const command = {
        ...({ kind: 'AgreeWithVenue', audience, shard, actor: actorOf(caller), id: rfq.id, orderId } as const),
        ...{ side, quantity, legPrices, venueRfqId: taken.venueRfqId },
        ...(reference === undefined ? {} : { reference }),
      }
      const present = { view: withOrder(view, orderId) }
      const decided = await guards.throttled(caller.desk, structure, () => engine.submit(name, command, idempotency, present))
      if (isRefusal(decided)) return decided
      cache.remember(rfq, arrivedOrder(decided.events, orderId))
      return decided.answer
    },
  }
}

function takenQuote(quotes: Pick<VenueQuotes, 'takeable'>, rfq: Rfq, { side, price, quantity }: VenueCross) {
  if (rfq.alsoAsksVenue === undefined)
    return refuse('VenueNotAsked', '15.1', "This RFQ did not ask the venue's makers. Cross the quotes of the makers that it asked.")
  const found = quotes.takeable(rfq.id)
  if (found?.quantity === undefined)
    return refuse(
      'VenueQuoteGone',
      '15.4',
      "The venue's makers have no quote that can be crossed. See venue_quotes for the reason.",
      'price',
    )
  if (quantity !== found.quantity)
    return refuse(
      'VenueQuantityNotWhole',
      '15.4',
      `Venue quotes trade only in full. Cross the full quantity, ${formatQuantity(found.quantity)}.`,
      'quantity',
    )
  if (isWithin(found, side, price)) return found
  const best = side === 'BUY' ? found.ask : found.bid
  const message =
    best === undefined
      ? `No maker at the venue currently ${side === 'BUY' ? 'offers' : 'bids for'} the full quantity.`
      : `The venue's best ${side === 'BUY' ? 'offer' : 'bid'} for the full quantity is ${formatPrice(best)}.`
  return refuse('VenueQuoteGone', '15.4', message, 'price')
}
