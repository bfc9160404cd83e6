/** Calls and the channel for the quotes of a venue's own makers. Only for the taker's desk (rulebook 15.2). */
import { isRefusal, parsePrice, parseQuantity, refuse, type Refusal, type Rfq, type Side } from '@parley/core'
import type { OrderView, VenueQuotesView } from '@parley/contracts'
import type { StreamChannel } from '../../../calls/channel.ts'
import type { Caller } from '../../../calls/route.ts'
import { tooFine } from '../../../catalogue/structures.ts'
import type { Idempotency } from '../../../engine/engine.ts'
import type { Rfqs } from '../../../rfq/service.ts'
import type { VenueQuotes } from '../../../venue-makers/create-venue-makers.ts'
import { presentVenueQuotes } from '../../../venue-makers/present.ts'
import { orderOf } from './order-calls.ts'
import { notFound } from './rfq-calls.ts'

export type CrossVenueBody = { readonly side: Side; readonly price: string; readonly quantity: string }
type VisibleRfq = (caller: Caller, id: string) => Promise<Rfq | Refusal>

export function createVenueQuoteCalls(
  { commands }: Pick<Rfqs, 'commands'>,
  visibleRfq: VisibleRfq,
  { venueQuotes, now }: { readonly venueQuotes: VenueQuotes | undefined; readonly now: () => number },
) {
  /** The caller's own RFQ. A maker gets the same answer as for an unknown RFQ, because it must not learn that the venue was asked. */
  const ownRfq = async (caller: Caller, id: string): Promise<Rfq | Refusal> => {
    const rfq = await visibleRfq(caller, id)
    return isRefusal(rfq) || rfq.creator.desk === caller.desk ? rfq : notFound('RFQ')
  }
  const askingRfq = async (caller: Caller, id: string): Promise<Rfq | Refusal> => {
    const rfq = await ownRfq(caller, id)
    return isRefusal(rfq) || rfq.alsoAsksVenue === true
      ? rfq
      : refuse('VenueNotAsked', '15.1', "This RFQ was not sent to the venue's makers.", 'id')
  }
  return {
    async getVenueQuotes(caller: Caller, id: string): Promise<VenueQuotesView | Refusal> {
      const rfq = await askingRfq(caller, id)
      if (isRefusal(rfq)) return rfq
      return venueQuotes?.view(caller.desk, id) ?? presentVenueQuotes(rfq, { state: 'ENDED' }, now())
    },

    async crossVenueQuotes(caller: Caller, id: string, body: CrossVenueBody, idempotency?: Idempotency): Promise<OrderView | Refusal> {
      const rfq = await ownRfq(caller, id)
      if (isRefusal(rfq)) return rfq
      const [price, quantity] = [parsePrice(body.price), parseQuantity(body.quantity)]
      if (price === undefined) return tooFine('price')
      if (quantity === undefined) return tooFine('quantity')
      const reply = { view: orderOf(rfq), idempotency }
      return commands.crossVenue(caller, rfq, { side: body.side, price, quantity }, reply)
    },

    venueQuotesChannel: {
      kind: 'stream',
      pattern: 'venue_quotes.{rfq_id}',
      open: async (caller, { rfq_id = '' }, push) => {
        const rfq = await askingRfq(caller, rfq_id)
        if (isRefusal(rfq)) return { ...rfq, field: 'channel' }
        const leave = venueQuotes?.join(caller.desk, rfq_id, push)
        if (leave !== undefined) return leave
        push(presentVenueQuotes(rfq, { state: 'ENDED' }, now()))
        return () => undefined
      },
    } satisfies StreamChannel,
  }
}
