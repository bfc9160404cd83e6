/** A trade in an order-book market of the past: a maker opens the market, others quote in it, and a taker takes the best price. */
import { canonical, explainMinimumBlock, formatPrice, formatQuantity, isRefusal, type Quantity, type Structure } from '@parley/core'
import { between, some } from '../../desks/chance.ts'
import { fairness, twoWay } from '../../desks/how-to-quote.ts'
import { saidSize } from '../../desks/sizes.ts'
import { termsOfWish } from '../../desks/structures.ts'
import type { Random } from '../../exchange/random.ts'
import { ACCOUNT } from '../roster.ts'
import { actorOf, bestFor, newcomersMaker, settle, simulatedMakers, wishAt, type Negotiating, type Shown } from './past-negotiation.ts'
import type { PastRequest } from './past-requests.ts'

const QUOTE_AFTER_MS = 700
const MAKERS_LEAST = 2
const NEWCOMERS_SHARE = 0.5

function makersOf(random: Random): readonly string[] {
  const simulated = some(random, simulatedMakers, Math.round(between(random, MAKERS_LEAST, simulatedMakers.length)))
  return random.next() < NEWCOMERS_SHARE ? [...simulated, newcomersMaker] : simulated
}

type OpenMarket = { readonly id: number; readonly structure: Structure; readonly size: Quantity }

/** The quotes that are left are cancelled, so that nothing of the past rests when the present begins. */
export async function tradeInOrderBook(request: PastRequest, negotiating: Negotiating): Promise<void> {
  const { past, venues, now, random } = negotiating
  venues.moveTo(request.at)
  const makers = makersOf(random)
  const market = await openMarket(request, makers[0]!, negotiating)
  if (market === undefined) return
  const shown: Shown[] = []
  for (const maker of makers) {
    venues.moveTo(now() + QUOTE_AFTER_MS)
    shown.push(...(await quote(market, maker, negotiating)))
  }
  venues.moveTo(now() + request.patienceMs)
  const side = random.next() < 0.5 ? 'BUY' : 'SELL'
  const best = bestFor(side, shown)
  if (request.ends === 'TRADED' && best !== undefined) {
    const order = { execution_side: side, quantity: formatQuantity(market.size), limit_price: formatPrice(best.quote.price) } as const
    await past.orderBooks.createOrder(actorOf(past, request.taker, random), market.id, { ...order, account: ACCOUNT })
    await settle(negotiating)
  }
  for (const maker of makers) await past.orderBooks.cancelQuotes(actorOf(past, maker, random), { rfqNumber: market.id }, `past ${maker}`)
}

async function openMarket({ market }: PastRequest, opener: string, { past, now, random }: Negotiating): Promise<OpenMarket | undefined> {
  const { venue, blocks } = market
  const wish = wishAt({ past, now, random }, market)
  if (wish === undefined) return undefined
  const legs = termsOfWish(wish.legs).map(({ instrumentId, side, ratio }) => ({ instrument_id: instrumentId, side, ratio }))
  const asked = past.structureOf(legs, venue)
  if (asked === undefined) return undefined
  const opened = await past.orderBooks.openMarket(actorOf(past, opener, random), { venue, legs })
  if (isRefusal(opened)) return undefined
  const { structure } = canonical(asked)
  const { minimum, increment } = explainMinimumBlock(structure)
  return { id: opened.id, structure, size: saidSize(minimum * wish.blocks * blocks, increment) }
}

/** One side of a maker never meets the other: a later quote that crosses an earlier one trades with it, as in the present. */
async function quote({ id, structure, size }: OpenMarket, maker: string, { past, random, styles }: Negotiating): Promise<readonly Shown[]> {
  const style = styles.get(maker)!
  const fair = fairness(structure, past.markOf, style, 1)
  if (fair === undefined) return []
  const { bid, ask } = twoWay(structure, past.markOf, style, fair)
  if (bid === undefined || ask === undefined) return []
  const sides = [{ maker, side: 'BUY', quote: bid }, { maker, side: 'SELL', quote: ask }] as const // prettier-ignore
  const quotes = sides.map(({ side, quote: { legs } }) => ({
    ...{ rfq_id: id, side, quantity: formatQuantity(size), account: ACCOUNT },
    legs: structure.legs.map(({ instrument }, place) => ({ instrument_id: instrument.id, price: formatPrice(legs[place]!) })),
  }))
  const verdicts = await past.orderBooks.quoteTwoWay(actorOf(past, maker, random), quotes)
  return sides.filter((_, place) => verdicts[place]?.answer)
}
