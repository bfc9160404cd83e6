/** Desks with two-way quotes: a random quote and one on the other side, each replacing the desk's existing quote. */
import type { Order, PlaceOrder, Price, QuoteTwoWay, ReplaceOrder, ShardCommand, Side } from '@parley/core'
import { somebodyInABook } from './book-desks.ts'
import { accountOf, somebodyDirect, unitBy, type Seen } from './desks.ts'

const DRAWS = 20
const WIDEST_TICKS = 8

/** Undefined if no quote was drawn. */
export function somebodyTwoWay(seen: Seen): ShardCommand | undefined {
  const { chance } = seen
  for (let draw = 0; draw < DRAWS; draw++) {
    const one = chance.happens(0.5) ? somebodyInABook(seen) : somebodyDirect(seen)
    if (one.kind !== 'PlaceOrder' || one.legPrices === undefined || one.timeInForce === 'IOC') continue
    const { allocations: _none, clientOrderId: _name, ...quote } = one
    const quotes = [asHeld(seen, quote), asHeld(seen, otherSideOf(seen, quote))] as const
    return { kind: 'QuoteTwoWay', actor: one.actor, quotes: chance.happens(0.5) ? quotes : [quotes[1], quotes[0]] } satisfies QuoteTwoWay
  }
  return undefined
}

function otherSideOf({ chance, ids, now }: Seen, quote: PlaceOrder): PlaceOrder {
  const [first, ...rest] = quote.legPrices!
  const ticks = chance.below(WIDEST_TICKS) * 10_000
  const away = (first! + (quote.side === 'BUY' ? ticks : -ticks)) as Price
  const side: Side = quote.side === 'BUY' ? 'SELL' : 'BUY'
  return { ...quote, orderId: ids.order(now), side, legPrices: [away, ...rest] }
}

function asHeld({ chance, tables, ordersOf, quotesOf }: Seen, quote: PlaceOrder): PlaceOrder | ReplaceOrder {
  const direct = (ordersOf.get(quote.id) ?? []).map((id) => tables.orders.get(id)!.order)
  const inBook = (quotesOf.get(quote.id) ?? []).map((number) => tables.quotes.get(number)!.quote)
  const isOwn = ({ actor, side, state }: Order) => state === 'OPEN' && side === quote.side && actor.desk === quote.actor.desk
  const held = [...direct, ...inBook].find(isOwn)
  if (held === undefined || chance.happens(0.1)) return { ...quote, account: accountOf(quote.actor.desk) }
  const { actor, audience, id, shard, quantity, legPrices } = quote
  return { kind: 'ReplaceOrder', actor, audience, id, shard, ...unitBy(chance), orderId: held.id, quantity, legPrices: legPrices! }
}
