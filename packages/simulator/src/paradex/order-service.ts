/** Accepts orders, matches them, triggers stop orders and liquidates accounts below their maintenance margin. */
import { hasLimitPrice, hasTrigger, waitsForRise, type Price, type Quantity, type Side } from '@parley/core'
import type { Holder } from './accounts.ts'
import type { Contract } from './chain.ts'
import { feeOf, type Fill, type FillKind, type Ledger } from './ledger.ts'
import * as limits from './limits.ts'
import type { Margin, RestingOrder } from './margin.ts'
import { bandOf, type Market } from './market.ts'
import { notional } from './money.ts'
import { OrderBook, type Match } from './order-book.ts'
import type { NewOrder, Order, OrderTerms } from './orders.ts'
import { VenueRefusal } from './refusal.ts'

export type Trade = {
  readonly id: string
  readonly market: string
  readonly side: Side
  readonly price: Price
  readonly size: Quantity
  readonly kind: FillKind
  readonly at: number
}

/** Everything that happens to orders, in sequence. */
export type OrderListener = {
  onOrder(order: Order): void
  onFill(fill: Fill): void
  onTrade(trade: Trade): void
  onBook(market: string): void
}

export type OrderWorld = {
  readonly market: Market
  readonly ledger: Ledger
  readonly margin: Margin
  readonly now: () => number
  readonly listener: OrderListener
}

type HouseLevel = { readonly side: Side; readonly price: Price; readonly size: Quantity }

const FIRST_ID = 10n ** 18n

/** Rests in the books without margin checks. */
export const HOUSE = '0x0'

export class OrderService {
  readonly #world: OrderWorld
  readonly #books = new Map<string, OrderBook>()
  readonly #orders = new Map<string, Order>()
  readonly #trades = new Map<string, Trade[]>()
  #last = 0

  constructor(world: OrderWorld) {
    this.#world = world
  }

  book(market: string): OrderBook {
    const known = this.#books.get(market) ?? new OrderBook()
    this.#books.set(market, known)
    return known
  }

  trades(market: string): readonly Trade[] {
    return this.#trades.get(market) ?? []
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id)
  }

  ofAccount(address: string): readonly Order[] {
    return [...this.#orders.values()].filter(({ account }) => account === address)
  }

  openOf(address: string): readonly Order[] {
    return this.ofAccount(address).filter(({ status }) => status !== 'CLOSED')
  }

  /** Open orders that can add to a position. */
  restingOf(address: string): readonly RestingOrder[] {
    return this.openOf(address).flatMap(({ id, status, reduceOnly, remaining, terms: { market, side } }) =>
      status === 'OPEN' && !reduceOnly ? [{ id, market, side, remaining }] : [],
    )
  }

  /** Nineteen digits, like the venue's; each number is used once. */
  nextId(): string {
    return String(FIRST_ID + BigInt((this.#last += 1)))
  }

  /** Orders of an earlier run, in the order of their last change; `lastIds` are the last numbers of everything else. */
  restore(orders: readonly Order[], lastIds: readonly string[]): void {
    const ids = [...orders.map(({ id }) => id), ...lastIds].map((id) => Number(BigInt(id) - FIRST_ID))
    this.#last = ids.reduce((most, id) => Math.max(most, id), this.#last)
    for (const order of orders) {
      const { id, account, terms, remaining, status } = order
      this.#orders.set(id, order)
      if (status === 'OPEN') this.book(terms.market).rest({ orderId: id, account, side: terms.side, price: terms.price, remaining })
    }
  }

  /** Returns the order as accepted; the listener receives its later states. */
  place({ address }: Pick<Holder, 'address'>, terms: OrderTerms, rest: NewOrder): Order {
    if (this.openOf(address).length >= limits.MAX_OPEN_ORDERS) throw new VenueRefusal('MAX_OPEN_ORDERS', 'too many open orders')
    if (rest.clientId !== '' && this.ofAccount(address).some(({ clientId }) => clientId === rest.clientId))
      throw new VenueRefusal('DUPLICATED_CLIENT_ID', `client_id ${rest.clientId} was used before`)
    const order = this.#opened(address, terms, rest)
    const taken = { ...order }
    this.#report(order)
    if (hasTrigger(terms.type)) this.#become(order, 'UNTRIGGERED')
    else this.#work(order)
    return taken
  }

  amend(order: Order, terms: OrderTerms): Order {
    if (order.status !== 'OPEN' && order.status !== 'UNTRIGGERED') throw new VenueRefusal('ORDER_IS_NOT_OPEN', 'order is not open')
    if (terms.market !== order.terms.market || terms.side !== order.terms.side || terms.type !== order.terms.type)
      throw new VenueRefusal('VALIDATION_ERROR', 'market, side and type of an order cannot be changed')
    const filled = order.terms.size - order.remaining
    if (terms.size <= filled) throw new VenueRefusal('INVALID_ORDER_SIZE', 'size must be above the filled size')
    this.book(terms.market).remove(order.id)
    order.terms = terms
    order.remaining = (terms.size - filled) as Quantity
    if (order.status === 'OPEN') this.#work(order)
    else this.#report(order)
    return order
  }

  cancel(order: Order, reason = 'USER_CANCELED'): void {
    if (order.status === 'CLOSED') return
    this.book(order.terms.market).remove(order.id)
    this.#become(order, 'CLOSED', reason)
    this.#world.listener.onBook(order.terms.market)
  }

  cancelAll(address: string, market?: string, reason?: string): number {
    const open = this.openOf(address).filter(({ terms }) => market === undefined || terms.market === market)
    for (const order of open) this.cancel(order, reason)
    return open.length
  }

  /** The market has ended: resting orders are cancelled, and positions are settled at the last mark. */
  end(contract: Contract, holders: readonly Pick<Holder, 'address'>[]): void {
    const { ledger, market } = this.#world
    const { symbol } = contract
    const mark = closest(market.mark(contract), contract)
    for (const order of [...this.#orders.values()].filter(({ terms }) => terms.market === symbol)) {
      if (order.account === HOUSE) this.#forget(order)
      else this.cancel(order, 'MARKET_EXPIRED')
    }
    for (const { address } of holders) {
      const { quantity = 0n } = ledger.position(address, symbol) ?? {}
      if (quantity === 0n) continue
      const [side, held]: [Side, bigint] = quantity > 0n ? ['SELL', quantity] : ['BUY', -quantity]
      this.report({ contract, price: mark, size: Number(held) as Quantity, taker: { address, side }, maker: HOUSE, kind: 'SETTLE_MARKET' })
    }
    this.#world.listener.onBook(symbol)
  }

  /** Replaces the levels of the house, unless they are unchanged. */
  quote(market: string, levels: readonly HouseLevel[]): void {
    const quoted = this.openOf(HOUSE).filter(({ terms }) => terms.market === market)
    const isSame = (level: HouseLevel, order: Order | undefined): boolean =>
      order?.terms.side === level.side && order.terms.price === level.price && order.remaining === level.size
    if (quoted.length === levels.length && levels.every((level, index) => isSame(level, quoted[index]))) return
    for (const order of quoted) this.#forget(order)
    for (const { side, price, size } of levels) {
      const terms: OrderTerms = { market, side, type: 'LIMIT', size, price, trigger: 0 as Price }
      const order = this.#opened(HOUSE, terms, { clientId: '', instruction: 'GTC', reduceOnly: false })
      this.#work(order)
    }
    this.#world.listener.onBook(market)
  }

  /** Triggers stop and take-profit orders whose price has been reached. */
  trigger(): void {
    for (const order of [...this.#orders.values()].filter(({ status }) => status === 'UNTRIGGERED')) {
      const contract = this.#world.market.contract(order.terms.market)
      if (contract === undefined) this.cancel(order, 'MARKET_EXPIRED')
      else if (isTriggered(order.terms, this.#world.market.mark(contract))) this.#work(order)
    }
  }

  /** Closes at the mark what the account's margin no longer covers: everything, or one isolated position. */
  liquidate(address: string): void {
    const { ledger, margin, market } = this.#world
    const { value, maintenance } = margin.figures(address)
    for (const position of ledger.positions(address)) {
      const contract = market.contract(position.market)
      if (contract === undefined || position.quantity === 0n) continue
      const price = margin.liquidationPrice(address, position)
      const isIsolated = margin.setting(address, position.market).mode === 'ISOLATED'
      const mark = market.mark(contract)
      const isPast = price !== undefined && (position.quantity > 0n ? mark <= price : mark >= price)
      if (isIsolated ? !isPast : value >= maintenance) continue
      this.cancelAll(address, position.market, 'LIQUIDATION')
      const [side, size]: [Side, Quantity] =
        position.quantity > 0n ? ['SELL', Number(position.quantity) as Quantity] : ['BUY', Number(-position.quantity) as Quantity]
      this.report({ contract, price: closest(mark, contract), size, taker: { address, side }, maker: HOUSE, kind: 'LIQUIDATION' })
    }
  }

  /** A trade outside the order book. */
  report({ contract, price, size, taker, maker, kind }: ReportedTrade): { readonly taker: Fill; readonly maker: Fill } {
    const common = { contract, price, size, kind, orderId: '', clientId: '', remaining: 0 as Quantity }
    const other: Side = taker.side === 'BUY' ? 'SELL' : 'BUY'
    const fills = {
      taker: this.#fill({ ...common, account: taker.address, side: taker.side, liquidity: 'TAKER' }),
      maker: this.#fill({ ...common, account: maker, side: other, liquidity: 'MAKER' }),
    }
    this.#traded(contract, { side: taker.side, price, size, kind })
    return fills
  }

  /** A trade that appears only on the tape. */
  print(contract: Contract, terms: Pick<Trade, 'side' | 'price' | 'size' | 'kind'>): void {
    this.#traded(contract, terms)
  }

  #opened(account: string, terms: OrderTerms, rest: NewOrder): Order {
    const at = this.#world.now()
    const order: Order = {
      ...{ id: this.nextId(), account, ...rest, createdAt: at, terms, remaining: terms.size },
      ...{ paid: 0n, status: 'NEW', reason: '', changedAt: at, sequence: 0 },
    }
    this.#orders.set(order.id, order)
    return order
  }

  #report(order: Order): void {
    order.changedAt = this.#world.now()
    order.sequence += 1
    if (order.account !== HOUSE) this.#world.listener.onOrder(order)
  }

  #become(order: Order, status: Order['status'], reason = ''): void {
    order.status = status
    order.reason = reason
    if (order.account === HOUSE && status === 'CLOSED') this.#orders.delete(order.id)
    this.#report(order)
  }

  #forget(order: Order): void {
    this.book(order.terms.market).remove(order.id)
    this.#orders.delete(order.id)
  }

  #work(order: Order): void {
    const { market, listener } = this.#world
    const { terms } = order
    const contract = market.contract(terms.market)
    const fault = contract === undefined ? 'MARKET_EXPIRED' : this.#faultOf(order, contract)
    if (contract === undefined || fault !== undefined) return this.#become(order, 'CLOSED', fault)
    const book = this.book(terms.market)
    const limit = hasLimitPrice(terms.type) ? terms.price : undefined
    const { matches, end } = book.match({ account: order.account, side: terms.side, limit, size: order.remaining })
    for (const match of matches) this.#trade(order, match, contract)
    if (end === 'FILLED') this.#become(order, 'CLOSED')
    else if (end === 'OWN_ORDER') this.#become(order, 'CLOSED', 'SELF_TRADE')
    else if (limit === undefined || order.instruction === 'IOC')
      this.#become(order, 'CLOSED', matches.length === 0 ? 'NO_LIQUIDITY' : 'IOC_REMAINDER')
    else {
      book.rest({ orderId: order.id, account: order.account, side: terms.side, price: limit, remaining: order.remaining })
      this.#become(order, 'OPEN')
    }
    listener.onBook(terms.market)
  }

  /** The reason why an order ends on arrival. */
  #faultOf(order: Order, contract: Contract): string | undefined {
    const { terms, account, reduceOnly, instruction, remaining } = order
    if (account === HOUSE) return undefined
    const { market, margin, ledger } = this.#world
    const held = ledger.position(account, terms.market)?.quantity ?? 0n
    const isOpposite = held !== 0n && held > 0n === (terms.side === 'SELL')
    const closes = isOpposite ? (held < 0n ? -held : held) : 0n
    if (reduceOnly && closes < BigInt(remaining)) return 'REDUCE_ONLY_WILL_INCREASE'
    if (hasLimitPrice(terms.type)) {
      const { least, most } = bandOf(contract, market.value(contract))
      if (terms.price / 1e8 < least || terms.price / 1e8 > most) return 'PRICE_OUT_OF_BAND'
      const opposite = this.book(terms.market).best(terms.side === 'BUY' ? 'SELL' : 'BUY')
      const wouldTrade = opposite !== undefined && (terms.side === 'BUY' ? terms.price >= opposite : terms.price <= opposite)
      if (instruction === 'POST_ONLY' && wouldTrade) return 'POST_ONLY_WOULD_CROSS'
    }
    // A position that turns round binds the margin of what it is larger than before, as open orders do.
    const opens = Math.max(0, remaining - 2 * Number(closes)) / 1e6
    const { value, initial } = margin.figures(account, order.id)
    return value - initial < opens * margin.initialOf(account, contract) ? 'NOT_ENOUGH_MARGIN' : undefined
  }

  #trade(order: Order, { resting, size }: Match, contract: Contract): void {
    const passive = this.#orders.get(resting.orderId)!
    const { price } = resting
    for (const [one, liquidity] of [
      [order, 'TAKER'],
      [passive, 'MAKER'],
    ] as const) {
      one.remaining = (one.remaining - size) as Quantity
      one.paid += notional(price, size)
      const { id: orderId, clientId, account, remaining } = one
      this.#fill({ contract, price, size, account, side: one.terms.side, liquidity, kind: 'FILL', orderId, clientId, remaining })
    }
    if (passive.remaining === 0) this.#become(passive, 'CLOSED')
    else this.#report(passive)
    this.#traded(contract, { side: order.terms.side, price, size, kind: 'FILL' })
  }

  #fill({ contract, price, size, ...rest }: FillOrder): Fill {
    const { ledger, market, now, listener } = this.#world
    const { index } = market.value(contract)
    const fee = feeOf({ price, size, index, isOption: contract.expiresAt !== undefined, liquidity: rest.liquidity })
    const fill = ledger.take({ id: this.nextId(), market: contract.symbol, price, size, fee, at: now(), ...rest })
    if (rest.account !== HOUSE) listener.onFill(fill)
    return fill
  }

  #traded(contract: Contract, terms: Pick<Trade, 'side' | 'price' | 'size' | 'kind'>): void {
    const { market, now, listener } = this.#world
    const trade: Trade = { id: this.nextId(), market: contract.symbol, at: now(), ...terms }
    const own = this.#trades.get(contract.symbol) ?? []
    own.push(trade)
    if (own.length > limits.MAX_REMEMBERED) own.shift()
    this.#trades.set(contract.symbol, own)
    if (contract.expiresAt === undefined) market.traded(contract.symbol, terms.price / 1e8, terms.size / 1e6)
    listener.onTrade(trade)
  }
}

type FillOrder = Pick<Fill, 'account' | 'side' | 'liquidity' | 'kind' | 'orderId' | 'clientId' | 'remaining' | 'price' | 'size'> & {
  readonly contract: Contract
}
export type ReportedTrade = Pick<Fill, 'price' | 'size' | 'kind'> & {
  readonly contract: Contract
  readonly taker: { readonly address: string; readonly side: Side }
  readonly maker: string
}

const closest = (mark: number, { tick }: Contract): Price => (Math.max(1, Math.round((mark * 1e8) / tick)) * tick) as Price

const isTriggered = ({ side, type, trigger }: OrderTerms, mark: number): boolean =>
  waitsForRise(side, type) ? mark * 1e8 >= trigger : mark * 1e8 <= trigger
