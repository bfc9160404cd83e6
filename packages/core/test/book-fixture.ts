/** The fixture of tests of the order-book audience: the RFQ of a call spread, and a way to send commands to it. */
import { price, quantity, type Price } from '../src/decimal.ts'
import type { DeskId, Instant, OrderId } from '../src/ids.ts'
import { noGuard, type Guard } from '../src/protection/guard.ts'
import { isRefusal } from '../src/refusal.ts'
import type { CommandOf, RfqCommand } from '../src/rfq/model/commands.ts'
import type { RfqEvent } from '../src/rfq/model/events.ts'
import type { Order } from '../src/rfq/model/order.ts'
import type { Rfq } from '../src/rfq/model/rfq.ts'
import { rfqIdOf, type Rfqs } from '../src/rfq/model/rfqs.ts'
import type { Side } from '../src/structure/structure.ts'
import { actor, apply, callSpread, decideIn, emptyMarket, KEST, NOON, SHARD, TAKER, type Market } from './fixture.ts'

type Of<Kind extends RfqCommand['kind']> = CommandOf<Kind>

export const open = (change: Partial<Of<'OpenRfq'>> = {}): Of<'OpenRfq'> => ({
  kind: 'OpenRfq',
  audience: 'ORDER_BOOK',
  actor: actor(TAKER),
  shard: SHARD,
  venue: 'DBT',
  baseCurrency: 'BTC',
  structure: callSpread,
  minimumBlock: quantity('25'),
  quantityIncrement: quantity('0.1'),
  ...change,
})

/** The short leg is priced at 0.0100, and the long one at the spread's price above it. */
const legs = (spread: string): readonly Price[] => [(price(spread) + price('0.01')) as Price, price('0.01')]

export type QuoteChange = Partial<Omit<Of<'PlaceOrder'>, 'kind' | 'actor' | 'price' | 'quantity'>>

let made = 0
/** A new id for every order. */
export const newOrderId = (): OrderId => `o_b${String(++made).padStart(26, '0')}` as OrderId

export const quote = (desk: DeskId, side: Side, at: string, size: string, change: QuoteChange = {}): Of<'PlaceOrder'> => ({
  kind: 'PlaceOrder',
  audience: 'ORDER_BOOK',
  actor: actor(desk),
  id: MARKET,
  orderId: newOrderId(),
  as: 'QUOTE',
  side,
  timeInForce: 'GTD',
  quantity: quantity(size),
  legPrices: legs(at),
  isPostOnly: false,
  isHidden: false,
  account: `${desk}-main`,
  shard: SHARD,
  ...change,
})

export const order = (desk: DeskId, side: Side, limit: string, size: string): Of<'PlaceOrder'> => {
  const { legPrices: _none, ...terms } = quote(desk, side, limit, size, { as: 'CROSS', timeInForce: 'IOC' })
  return { ...terms, price: price(limit) }
}

export const replace = (desk: DeskId, orderId: OrderId, size: string, at?: string): Of<'ReplaceOrder'> => ({
  kind: 'ReplaceOrder',
  audience: 'ORDER_BOOK',
  actor: actor(desk),
  id: MARKET,
  orderId,
  quantity: quantity(size),
  shard: SHARD,
  ...(at === undefined ? {} : { legPrices: legs(at) }),
})

export const pull = (desk: DeskId, orderId: OrderId): Of<'CancelOrder'> => ({
  kind: 'CancelOrder',
  audience: 'ORDER_BOOK',
  actor: actor(desk),
  id: MARKET,
  orderId,
})

/** The first RFQ of the shard. */
export const MARKET = rfqIdOf(64 + SHARD)

export type World = {
  readonly market: Market
  readonly rfqs: Rfqs
  now: Instant
  /** Events, or the refusal's name and rule. */
  send(command: RfqCommand, guard?: Guard): readonly RfqEvent[] | string
  /** Like `send`, but throws if the command is refused. */
  must(command: RfqCommand, guard?: Guard): readonly RfqEvent[]
  /** Places a quote and returns its id. */
  rest(desk: DeskId, side: Side, at: string, size: string, change?: QuoteChange): OrderId
  /** The order as the last change to it left it. */
  orderOf(id: OrderId): Order
  rfq(): Rfq
}

export function world({ isOpen = true } = {}): World {
  const market = emptyMarket()
  const it: World = {
    market,
    rfqs: market.rfqs,
    now: NOON,
    send(command, guard = noGuard) {
      const decision = decideIn(market, command, it.now, guard)
      if (isRefusal(decision)) return `${decision.refused} ${decision.rule}`
      for (const event of decision) apply(market, event)
      return decision
    },
    must(command, guard) {
      const answer = it.send(command, guard)
      if (typeof answer === 'string') throw new Error(answer)
      return answer
    },
    rest(desk, side, at, size, change) {
      const command = quote(desk, side, at, size, change)
      it.must(command)
      return command.orderId
    },
    orderOf: (id) => [...market.known.values()].flatMap(({ orders }) => orders).find((one) => one.id === id)!,
    rfq: () => market.known.get(MARKET)!,
  }
  if (isOpen) it.must(open())
  return it
}

/** Events in short: `OrderPlaced, TradeAgreed 25@0.02 KEST, OrderCanceled 5 NOT_FILLED_AT_ONCE`; a refusal as it is. */
export const summary = (answer: readonly RfqEvent[] | string): string =>
  typeof answer === 'string'
    ? answer
    : answer
        .map((event) => {
          if (event.kind === 'TradeAgreed')
            return `TradeAgreed ${event.trade.quantity / 1e6}@${event.trade.price / 1e8} ${event.trade.maker}`
          if (event.kind === 'OrderCanceled') return `OrderCanceled ${event.quantity / 1e6} ${event.cause}`
          return event.kind === 'RfqClosed' || event.kind === 'RfqEnding' ? `${event.kind} ${event.reason}` : event.kind
        })
        .join(', ')

export { KEST, TAKER }
