/**
 * Who met whom in a decision and traded less than both had, told by the market as it stood before and by what was decided: somebody's
 * protections held them back (rulebook 11.3). Plain lists; it knows nothing of limits.
 */
import type { Order } from '../direct-rfq/direct-rfq.ts'
import { remainingQuantity } from '../direct-rfq/quantities.ts'
import type { GroupQuote } from '../group-rfq/group-rfq.ts'
import type { MarketId, RfqId } from '../ids.ts'
import type { Market, MarketEvent } from './market.ts'

type Standing = { readonly id: string; readonly desk: string; readonly rests: number; readonly price: number; readonly priority: number }

export type Shortfall = {
  readonly resting: string
  readonly arriving: string
  /** Not where the whole had to trade at once and did not: what would have been asked of whom is then anybody's guess. */
  readonly isSure: boolean
}
export type Holding = { readonly minimum: number; readonly shortfalls: readonly Shortfall[] }

export function holdingIn(market: Market, events: readonly MarketEvent[]): Holding | undefined {
  for (const event of events) {
    if (event.kind === 'QuotePlaced' || event.kind === 'QuoteReplaced') return inBook(market, event.market, event.quote, events)
    if (event.kind === 'OrderOpened' || event.kind === 'OrderReplaced') return inRequest(market, event.id, event.order, events)
  }
  return undefined
}

type Come = Pick<Order | GroupQuote, 'id' | 'side' | 'actor' | 'price' | 'priority' | 'quantity' | 'filled' | 'pending' | 'canceled'>

const standing = ({ id, actor, price, priority, quantity, filled, pending, canceled }: Come): Standing => ({
  ...{ id: String(id), desk: actor.desk, price, priority },
  rests: quantity - filled - pending - canceled,
})

function inBook({ group }: Market, id: MarketId, come: GroupQuote, events: readonly MarketEvent[]): Holding {
  const { head, quotes } = group.open.get(id)!
  const facing = [...quotes.values()].filter(({ state, side }) => state === 'OPEN' && side !== come.side).map(standing)
  const isSure = come.allocations === undefined
  const shortfalls = shortfallsOf(come, standing(come).rests, facing, head.minimumBlock, events, isSure)
  return { minimum: head.minimumBlock, shortfalls }
}

function inRequest({ direct }: Market, id: RfqId, come: Order, events: readonly MarketEvent[]): Holding {
  const rfq = direct.rfqs.get(id)!
  const isTaker = (desk: string) => desk === rfq.creator.desk
  const facing = rfq.orders
    .filter(({ state, side, actor }) => state === 'OPEN' && side !== come.side && isTaker(actor.desk) !== isTaker(come.actor.desk))
    .map(standing)
  const had = Math.min(standing(come).rests, remainingQuantity(rfq))
  const isSure = !events.some((event) => event.kind === 'OrderCanceled' && event.reason === 'NotFilledAtOnce')
  return { minimum: rfq.minimumBlock, shortfalls: shortfallsOf(come, had, facing, rfq.minimumBlock, events, isSure) }
}

function shortfallsOf(
  come: Come,
  had: number,
  facing: readonly Standing[],
  minimum: number,
  events: readonly MarketEvent[],
  isSure: boolean,
): readonly Shortfall[] {
  const better = come.side === 'BUY' ? 1 : -1
  const met = facing
    .filter(({ price, desk }) => (price - come.price) * better <= 0 && desk !== come.actor.desk)
    .sort((a, b) => (a.price - b.price) * better || a.priority - b.priority)
  const shortfalls: Shortfall[] = []
  let left = had
  for (const { id, rests } of met) {
    if (left < minimum) break
    const traded = tradedBy(id, events)
    if (traded < Math.min(left, rests)) shortfalls.push({ resting: id, arriving: String(come.id), isSure })
    left -= traded
  }
  return shortfalls
}

const tradedBy = (id: string, events: readonly MarketEvent[]): number =>
  events.reduce((sum, event) => {
    if (event.kind === 'MatchAgreed' && String(event.match.makerQuote) === id) return sum + event.match.quantity
    const isTheirs = event.kind === 'TradeAgreed' && [event.trade.makerOrder, event.trade.takerOrder].some((order) => order === id)
    return isTheirs ? sum + event.trade.quantity : sum
  }, 0)
