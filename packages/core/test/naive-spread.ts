/**
 * A second listed spread, slow and obvious: a list of orders that is searched every time, and chapter 17 of the rulebook word for word. The prices of
 * the legs are found by trying every one.
 */
import type { PlaceOrder } from '../src/rfq/model/commands.ts'
import type { LegLimits } from '../src/spread/leg-prices.ts'

type NaiveOrder = {
  readonly id: string
  readonly desk: string
  readonly side: 'BUY' | 'SELL'
  readonly price: number
  readonly until: number
  readonly turn: number
  rests: number
  pending: number
}
type NaiveTrade = { readonly maker: NaiveOrder; readonly taker: NaiveOrder; readonly quantity: number; isOver: boolean }

export type NaiveTerms = { readonly tick: number; readonly legTick: number; readonly minimum: number; readonly step: number }

export class NaiveSpread {
  readonly orders: NaiveOrder[] = []
  readonly trades: NaiveTrade[] = []
  readonly #terms: NaiveTerms
  #turn = 0
  #log: string[] = []

  constructor(terms: NaiveTerms) {
    this.#terms = terms
  }

  /** `replaced o, placed o at p, traded q of m at p in near/far, canceled q of o for c`, or `refused`. */
  place(command: PlaceOrder, now: number): string {
    this.#log = []
    const { orderId: id, side, quantity, legLimits: limits } = command
    const { desk } = command.actor
    const old = command.replaces === undefined ? undefined : this.#open().find((one) => one.id === command.replaces && one.desk === desk)
    const price = this.#priceOf(command)
    const isGtd = command.timeInForce === 'GTD'
    if (price === undefined || limits === undefined || (command.replaces !== undefined && old?.side !== side)) return 'refused'
    if (quantity < this.#terms.minimum || quantity % this.#terms.step !== 0 || (isGtd && command.restsMs === undefined)) return 'refused'
    const others = this.#facing(side, price)
    const own = others.filter((one) => one.desk === desk)
    const { ownOrders: policy = 'REFUSE' } = command
    if (own.length > 0 && policy === 'REFUSE') return 'refused'
    if (command.isPostOnly && (command.timeInForce === 'IOC' || others.length > 0)) return 'refused'
    if (old !== undefined) this.#cancel(old, old.rests, 'REPLACED')
    if (policy === 'CANCEL_RESTING')
      for (const one of this.#open().filter((each) => own.includes(each))) this.#cancel(one, one.rests, 'OWN_ORDER')
    const until = isGtd ? now + command.restsMs! : Infinity
    const order: NaiveOrder = { id, desk, side, price, until, turn: this.#turn++, rests: quantity, pending: 0 }
    this.orders.push(order)
    this.#log.push(`placed at ${price}`)
    this.#match(order, limits, command.timeInForce === 'IOC')
    return this.#log.join(', ')
  }

  cancel(id: string, desk: string): string {
    this.#log = []
    const order = this.#open().find((one) => one.id === id && one.desk === desk)
    if (order === undefined) return 'refused'
    this.#cancel(order, order.rests, 'USER')
    return this.#log.join(', ')
  }

  expire(now: number): string {
    this.#log = []
    for (const order of this.#open()) if (order.until <= now) this.#cancel(order, order.rests, 'LIFETIME_ENDED')
    return this.#log.join(', ')
  }

  answer(place: number, isFilled: boolean): string {
    this.#log = []
    const trade = this.trades[place]!
    if (trade.isOver) return ''
    trade.isOver = true
    const both = [trade.maker, trade.taker]
    for (const order of both) order.pending -= trade.quantity
    this.#log.push(isFilled ? 'settled' : 'rejected')
    if (isFilled) return this.#log.join(', ')
    this.#log.push(...both.map(() => `canceled ${trade.quantity} for SETTLEMENT_REJECTED`))
    for (const order of both.toSorted((a, b) => a.turn - b.turn)) if (order.rests > 0) this.#cancel(order, order.rests, 'TRADE_REJECTED')
    return this.#log.join(', ')
  }

  /** The book as shown to all desks: best first, then by time. */
  book(side: 'BUY' | 'SELL'): readonly string[] {
    const better = side === 'BUY' ? -1 : 1
    const sorted = this.#open().filter((one) => one.side === side).sort((a, b) => (a.price - b.price) * better || a.turn - b.turn) // prettier-ignore
    return sorted.map(({ id, price, rests }) => `${id} ${price} ${rests}`)
  }

  #open(): NaiveOrder[] {
    return this.orders.filter(({ rests }) => rests > 0)
  }

  #cancel(order: NaiveOrder, quantity: number, cause: string): void {
    order.rests -= quantity
    this.#log.push(`canceled ${quantity} for ${cause}`)
  }

  #facing(side: 'BUY' | 'SELL', price: number): NaiveOrder[] {
    const better = side === 'BUY' ? 1 : -1
    return this.#open()
      .filter((one) => one.side !== side && (side === 'BUY' ? one.price <= price : one.price >= price))
      .sort((a, b) => (a.price - b.price) * better || a.turn - b.turn)
  }

  #priceOf({ price, side, timeInForce, legLimits: limits }: PlaceOrder): number | undefined {
    if (limits === undefined) return undefined
    const { tick } = this.#terms
    if (price !== undefined) return price % tick === 0 && this.#legs(price, limits) !== undefined ? price : undefined
    if (timeInForce !== 'IOC') return undefined
    const step = side === 'BUY' ? -tick : tick
    const [near, far] = limits as [LegLimits, LegLimits]
    const end = side === 'BUY' ? far.most - near.least : far.least - near.most
    const first = (side === 'BUY' ? Math.floor(end / tick) : Math.ceil(end / tick)) * tick
    return this.#legs(first, limits) === undefined ? first + step : first
  }

  /** Every price of the sold leg, from its mark outwards. */
  #legs(price: number, [near, far]: readonly LegLimits[]): readonly [number, number] | undefined {
    const { legTick } = this.#terms
    for (let away = 0; near!.mark - away >= near!.least || near!.mark + away <= near!.most; away += legTick)
      for (const sold of [near!.mark - away, near!.mark + away])
        if (sold >= near!.least && sold <= near!.most && sold + price >= far!.least && sold + price <= far!.most)
          return [sold, sold + price]
    return undefined
  }

  #match(order: NaiveOrder, limits: readonly LegLimits[], isIoc: boolean): void {
    const { minimum } = this.#terms
    const facing = this.#facing(order.side, order.price)
    const trades: NaiveTrade[] = []
    let isEnded = false
    for (const resting of facing) {
      isEnded ||= resting.desk === order.desk && order.rests >= minimum
      if (isEnded) break
      const legs = this.#legs(resting.price, limits)
      if (order.rests < minimum || legs === undefined) continue
      const quantity = Math.min(order.rests, resting.rests)
      order.rests -= quantity
      resting.rests -= quantity
      order.pending += quantity
      resting.pending += quantity
      trades.push({ maker: resting, taker: order, quantity, isOver: false })
      this.#log.push(`traded ${quantity} at ${resting.price} in ${legs.join('/')}`)
    }
    this.trades.push(...trades)
    for (const { maker } of trades) if (maker.rests > 0 && maker.rests < minimum) this.#cancel(maker, maker.rests, 'BELOW_BLOCK_MINIMUM')
    if (isEnded) this.#cancel(order, order.rests, 'OWN_ORDER')
    else if (order.rests > 0 && isIoc) this.#cancel(order, order.rests, 'NOT_FILLED_AT_ONCE')
    else if (order.rests > 0 && order.rests < minimum) this.#cancel(order, order.rests, 'BELOW_BLOCK_MINIMUM')
    if (order.rests === 0) return
    for (const resting of facing) if (resting.rests > 0) this.#cancel(resting, resting.rests, 'OUTSIDE_BAND')
  }
}
