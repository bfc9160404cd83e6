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
import type { PresentDecision, Reply } from './answers.ts'
import type { AudienceNeeds } from './audience-needs.ts'
import { arrivedOrder, orderAfter } from './order-after.ts'

export type VenueCross = { readonly side: Side; readonly price: Price; readonly quantity: Quantity }

export function createVenueCommands(needs: AudienceNeeds, quotes: Pick<VenueQuotes, 'takeable'>) {
  const { audience, engine, guards, eligibility, marketData, ids, now, cache } = needs
  return {
    /** The whole of what is asked for at the venue, at this price or better. */
    async crossVenue<View extends object>(
      caller: Caller,
      rfq: Rfq,
      { side, price, quantity }: VenueCross,
      { view, idempotency }: Reply<Order, View>,
    ): Promise<View | Refusal> {
      const { structure } = rfq
      const taken = takenQuote(quotes, rfq, { side, price, quantity })
      if (isRefusal(taken)) return taken
      const unbounded =
        eligibility(caller, audience, structure) ??
        guards.bounded(caller, rfq, { quantity, price }) ??
        guards.guarded(caller.desk, rfq, side, { price })
      if (unbounded !== undefined) return unbounded
      // Only the whole has a price at the venue; how it is shared out the venue says when it has executed it.
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
      const present: PresentDecision<View> = { view: ({ events }) => view(orderAfter(events, orderId)) }
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
      "The venue's makers have no quote that can be taken now; read venue_quotes for the reason.",
      'price',
    )
  if (quantity !== found.quantity)
    return refuse(
      'VenueQuantityNotWhole',
      '15.4',
      `At the venue ${formatQuantity(found.quantity)} trades as a whole; cross that quantity.`,
      'quantity',
    )
  if (isWithin(found, side, price)) return found
  const best = side === 'BUY' ? found.ask : found.bid
  const message =
    best === undefined
      ? `Nobody at the venue ${side === 'BUY' ? 'offers' : 'bids for'} all of it now.`
      : `The venue's makers ${side === 'BUY' ? 'offer all of it at' : 'bid for all of it'} ${formatPrice(best)} now.`
  return refuse('VenueQuoteGone', '15.4', message, 'price')
}
