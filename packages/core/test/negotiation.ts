/** A direct RFQ and an order book behind the same interface, for tests of the rules that both share. */
import { price, quantity } from '../src/decimal.ts'
import type { DeskId, Instant, OrderId, RfqId, TradeId } from '../src/ids.ts'
import { isRefusal } from '../src/refusal.ts'
import type { CommandOf, PlaceOrder, ReplaceOrder, RfqCommand } from '../src/rfq/model/commands.ts'
import type { RfqEvent } from '../src/rfq/model/events.ts'
import type { Order } from '../src/rfq/model/order.ts'
import type { Trade } from '../src/rfq/model/trade.ts'
import { bookFor } from '../src/rfq/display/visibility.ts'
import type { Side, Structure } from '../src/structure/structure.ts'
import { MARKET, newOrderId, open, summary } from './book-fixture.ts'
import {
  actor,
  apply,
  ask,
  callSpread,
  cross,
  decideIn,
  emptyMarket,
  legsFor,
  NOON,
  quote,
  rfqId,
  SHARD,
  TAKER,
  type Market,
} from './fixture.ts'

/** The rules by which each kind of RFQ refuses the same faults. */
export const sharedAudiences = [
  {
    audience: 'DIRECT',
    rests: 'GTC',
    rules: { block: '5.4', increment: '5.4', name: '5.21', replace: '5.22', find: '5.16', ownSide: '5.8', decline: '5.19' },
  },
  {
    audience: 'ORDER_BOOK',
    rests: 'GTD',
    rules: { block: '10.3', increment: '10.3', name: '10.17', replace: '10.20', find: '10.12', ownSide: '10.10', decline: '10.19' },
  },
] as const

export type SharedAudience = (typeof sharedAudiences)[number]['audience']
/** A member set to undefined removes the order's own. */
export type QuoteTerms = { readonly [Key in keyof Omit<PlaceOrder, 'kind' | 'actor' | 'id'>]?: PlaceOrder[Key] | undefined }
export type ReplaceTerms = Partial<Omit<ReplaceOrder, 'kind' | 'actor' | 'id' | 'orderId'>>

type Opening = {
  readonly id: RfqId
  readonly command: (structure: Structure) => RfqCommand
  readonly ofQuote: QuoteTerms
  readonly ofCross: QuoteTerms
}

const openings: Readonly<Record<SharedAudience, Opening>> = {
  DIRECT: { id: rfqId(), command: (structure) => ask({ structure }), ofQuote: {}, ofCross: {} },
  ORDER_BOOK: {
    id: MARKET,
    command: (structure) => open({ structure }),
    ofQuote: { as: 'QUOTE', timeInForce: 'GTD' },
    ofCross: { as: 'CROSS', timeInForce: 'IOC', account: 'orry-main' },
  },
}

export class Negotiation {
  readonly audience: SharedAudience
  readonly id: RfqId
  readonly market: Market = emptyMarket()
  /** One millisecond later with every command. */
  now: number = NOON

  constructor(audience: SharedAudience, structure: Structure = callSpread) {
    this.audience = audience
    this.id = openings[audience].id
    this.must(openings[audience].command(structure))
  }

  quote(desk: DeskId, side: Side, at: string, size: string, terms: QuoteTerms = {}): PlaceOrder {
    return this.#placed(quote(desk, 0, side, at, size), { ...openings[this.audience].ofQuote, ...terms })
  }

  /** The taker's order, which trades as much as it can. */
  cross(side: Side, at: string, size: string, terms: QuoteTerms = {}): PlaceOrder {
    return this.#placed(cross(0, side, at, size), { ...openings[this.audience].ofCross, ...terms })
  }

  replace(desk: DeskId, orderId: OrderId, size: string, terms: ReplaceTerms = {}): ReplaceOrder {
    return { kind: 'ReplaceOrder', ...this.#by(desk), orderId, shard: SHARD, quantity: quantity(size), ...terms }
  }

  pull(desk: DeskId, orderId: OrderId): CommandOf<'CancelOrder'> {
    return { kind: 'CancelOrder', ...this.#by(desk), orderId }
  }

  decline(desk: DeskId, reason: 'SIZE' | 'RISK' = 'RISK'): CommandOf<'DeclineRfq'> {
    return { kind: 'DeclineRfq', ...this.#by(desk), reason }
  }

  /** Places a quote and returns its id. */
  rest(desk: DeskId, side: Side, at: string, size: string, terms: QuoteTerms = {}): OrderId {
    const command = this.quote(desk, side, at, size, terms)
    this.must(command)
    return command.orderId
  }

  /** The taker buys from the best asks. Returns the trades that are agreed. */
  buy(at: string, size: string): readonly Trade[] {
    return this.must(this.cross('BUY', at, size)).flatMap((event) => (event.kind === 'TradeAgreed' ? [event.trade] : []))
  }

  confirm(tradeId: TradeId): CommandOf<'ConfirmSettlement'> {
    return { kind: 'ConfirmSettlement', id: this.id, tradeId, venueTradeId: `BLOCK-${tradeId}` }
  }

  reject(tradeId: TradeId): CommandOf<'RejectSettlement'> {
    return { kind: 'RejectSettlement', id: this.id, tradeId, rejection: 'insufficient funds' }
  }

  /** The taker's order, which rests if it crosses nothing: a cross in a direct RFQ, a quote in an order book. */
  order(side: Side, at: string, size: string): PlaceOrder {
    return this.audience === 'DIRECT' ? this.cross(side, at, size) : this.quote(TAKER, side, at, size)
  }

  /** Places a resting bid of the taker, and returns its id. */
  bid(at: string, size: string): OrderId {
    const command = this.order('BUY', at, size)
    this.must(command)
    return command.orderId
  }

  /** A new price for the taker's bid. */
  priceOfBid(at: string): ReplaceTerms {
    return this.audience === 'DIRECT' ? { price: price(at) } : { legPrices: legsFor(at) }
  }

  /** Events, or the refusal's code, rule and field. */
  send(command: RfqCommand): readonly RfqEvent[] | string {
    const answer = decideIn(this.market, command, this.now++ as Instant)
    if (isRefusal(answer)) return [answer.refused, answer.rule, ...(answer.field === undefined ? [] : [answer.field])].join(' ')
    for (const event of answer) apply(this.market, event)
    return answer
  }

  /** The message with which the command is refused. */
  messageOf(command: RfqCommand): string | undefined {
    const answer = decideIn(this.market, command, this.now as Instant)
    return isRefusal(answer) ? answer.message : undefined
  }

  /** Like `send`, but throws if the command is refused. */
  must(command: RfqCommand): readonly RfqEvent[] {
    const answer = this.send(command)
    if (typeof answer === 'string') throw new Error(answer)
    return answer
  }

  /** Like `send`, with the events in a short form. */
  sent(command: RfqCommand): string {
    return summary(this.send(command))
  }

  orderOf(id: OrderId): Order {
    return this.rfq().orders.find((order) => order.id === id)!
  }

  rfq() {
    return this.market.known.get(this.id)!
  }

  /** The asks visible to the taker, or to all desks, best first. */
  asks(): readonly OrderId[] {
    return bookFor(this.rfq(), this.rfq().orders, this.audience === 'DIRECT' ? TAKER : undefined).asks.map(({ id }) => id)
  }

  #placed(command: PlaceOrder, terms: QuoteTerms): PlaceOrder {
    const all = { ...command, audience: this.audience, id: this.id, orderId: newOrderId(), ...terms }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as PlaceOrder
  }

  #by = (desk: DeskId) => ({ audience: this.audience, id: this.id, actor: actor(desk) })
}
