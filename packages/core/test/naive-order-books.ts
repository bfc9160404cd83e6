/**
 * A second order-book flow, slow and obvious: lists of everything, searched every time, and chapter 10 of the rulebook word for word. It decides and
 * acts in one step. Only the form of prices (5.5 to 5.7) comes from the rules it checks.
 */
import type { DeskId, Instant, OrderId, RfqId, TradeId } from '../src/ids.ts'
import type { Guard } from '../src/protection/guard.ts'
import type { CommandOf, PlaceOrder, ReplaceOrder, RfqCommand } from '../src/rfq/model/commands.ts'
import { limitPrice, quotePrice } from '../src/rfq/orders/prices.ts'
import { structureKey } from '../src/structure/key.ts'
import { naiveSlices } from './naive-book.ts'
import { nameOfTrade, NaiveRefusal, permutations, piecesInOrder, replacedPlace, rightParts } from './naive-rules.ts'

const DAY = 86_400_000
const MINUTE = 60_000

export type NaiveRfq = {
  readonly id: RfqId
  readonly command: CommandOf<'OpenRfq'>
  readonly expiry: number
  isEnded: boolean
  reason: string
  activeAt: number
  readonly declined: Map<DeskId, string>
}

export type NaiveOrder = {
  readonly id: OrderId
  readonly number: number
  readonly rfq: RfqId
  /** The command that placed it, with the changes of its replacements. */
  place: PlaceOrder
  desk: DeskId
  price: number
  quantity: number
  filled: number
  pending: number
  canceled: number
  /** Time priority. */
  turn: number
  isIoc: boolean
  isPostOnly: boolean
  expiresAt: number
}

type NaiveTrade = {
  readonly id: TradeId
  readonly number: number
  readonly rfq: RfqId
  readonly maker: OrderId
  readonly taker: OrderId
  readonly price: number
  readonly quantity: number
  state: 'PENDING' | 'FILLED' | 'REJECTED'
}

const rest = ({ quantity, filled, pending, canceled }: NaiveOrder): number => quantity - filled - pending - canceled
const isShown = ({ place, isIoc }: NaiveOrder): boolean => !place.isHidden && !isIoc
const never = (id: string): never => {
  throw new Error(`the twin has no ${id}`)
}

export class NaiveOrderBooks {
  readonly rfqs: NaiveRfq[] = []
  readonly orders: NaiveOrder[] = []
  readonly trades: NaiveTrade[] = []
  #number = 1
  #turn = 1
  #now = 0
  #log: string[] = []

  /** The events in a short form, or the refusal's code and rule. */
  give(command: RfqCommand, now: Instant, guard: Guard): string {
    this.#now = now
    this.#log = []
    try {
      this.#do(command, guard)
    } catch (fault) {
      if (fault instanceof NaiveRefusal) return fault.message
      throw fault
    }
    return this.#log.join(', ')
  }

  #do(command: RfqCommand, guard: Guard): void {
    if (command.kind === 'OpenRfq') return this.#open(command)
    if (command.kind === 'CreateRfq' || command.kind === 'SendDraft' || command.kind === 'CancelRfq' || command.kind === 'AgreeWithVenue')
      throw new Error(`nobody gives an order book a ${command.kind}`)
    const market = this.rfqs.find(({ id }) => id === command.id)
    const fromSomebody = 'actor' in command
    if (fromSomebody && (market === undefined || market.isEnded)) throw new NaiveRefusal('RfqClosed', '10.5')
    if (market === undefined) return
    if (command.kind === 'DeclineRfq') this.#decline(market, command)
    else if (command.kind === 'PlaceOrder') this.#place(market, command, guard)
    else if (command.kind === 'ReplaceOrder') this.#replace(market, command, guard)
    else if (command.kind === 'CancelOrder') {
      const quote = this.#ownOpen(market, command.actor.desk, command.orderId)
      this.#cancel(market, quote, rest(quote), 'USER')
    } else if (command.kind === 'ExpireOrders') {
      if (!market.isEnded) this.#cancelAll(market, (quote) => quote.expiresAt <= this.#now, 'LIFETIME_ENDED')
    } else if (command.kind === 'ExpireRfq') this.#end(market)
    else if (command.kind === 'ConfirmSettlement' || command.kind === 'RejectSettlement') this.#answer(market, command)
  }

  #open(command: CommandOf<'OpenRfq'>): void {
    const isSame = (one: NaiveRfq) => !one.isEnded && structureKey(one.command.structure) === structureKey(command.structure)
    if (this.rfqs.some(isSame)) return
    const expiry = Math.min(...command.structure.legs.map(({ instrument }) => instrument.expiresAt ?? Infinity))
    if (this.#now >= expiry - MINUTE) throw new NaiveRefusal('QuoteWindowClosed', '10.4')
    const number = this.#nextNumber(command.shard)
    this.rfqs.push({ id: `r_${number}` as RfqId, command, expiry, isEnded: false, reason: '', activeAt: this.#now, declined: new Map() })
    this.#log.push(`RfqCreated ${number}`)
  }

  #nextNumber = (shard: number): number => this.#number++ * 64 + shard

  #ownOpen(market: NaiveRfq, desk: DeskId, id: OrderId): NaiveOrder {
    const quote = this.orders.find((one) => one.id === id && one.rfq === market.id && one.desk === desk)
    // A closed quote with nothing pending at the venue is forgotten, and unknown even to its own desk.
    if (quote === undefined || (rest(quote) === 0 && quote.pending === 0)) throw new NaiveRefusal('OrderUnknown', '10.12')
    if (rest(quote) === 0) throw new NaiveRefusal('OrderClosed', '10.12')
    return quote
  }

  #place(market: NaiveRfq, command: PlaceOrder, guard: Guard): void {
    const { actor, side, quantity, as: form, allocations } = command
    const { minimumBlock, quantityIncrement, structure } = market.command
    const neverRests = command.timeInForce === 'IOC'
    if (this.#now >= market.expiry - MINUTE) throw new NaiveRefusal('QuoteWindowClosed', '10.4')
    if (neverRests && (command.isPostOnly || command.isHidden)) throw new NaiveRefusal('TypeNotAllowed', '10.9')
    const own = this.resting().filter(({ desk }) => desk === actor.desk)
    if (command.clientOrderId !== undefined && own.some(({ place }) => place.clientOrderId === command.clientOrderId))
      throw new NaiveRefusal('ClientOrderIdInUse', '10.17')
    const layers = own.filter((one) => one.rfq === market.id && one.place.side === side)
    if (!neverRests && layers.length >= 10) throw new NaiveRefusal('LayeringLimitReached', '10.5')
    if (quantity < minimumBlock) throw new NaiveRefusal('QuantityBelowBlockMinimum', '10.3')
    if (quantity % quantityIncrement !== 0) throw new NaiveRefusal('QuantityOffIncrement', '10.3')
    if (allocations !== undefined && !neverRests) throw new NaiveRefusal('AllocationInvalid', '10.18')
    if (allocations !== undefined && !rightParts(allocations, quantity, market.command)) throw new NaiveRefusal('AllocationInvalid', '5.20')
    const price = form === 'CROSS' ? limitPrice(structure, command.price) : quotePrice(structure, command.legPrices)
    if (typeof price === 'object') throw new NaiveRefusal(price.refused, price.rule)
    this.#priceGoes(market, actor.desk, side, price, command.isPostOnly)
    const quote: NaiveOrder = {
      id: command.orderId,
      number: this.#number * 64 + command.shard,
      rfq: market.id,
      place: command,
      desk: actor.desk,
      ...{ price, quantity, filled: 0, pending: 0, canceled: 0 },
      turn: this.#turn,
      isIoc: neverRests,
      isPostOnly: command.isPostOnly,
      expiresAt: this.#now + DAY,
    }
    const splits = this.#meet(market, quote, command, guard)
    this.orders.push(quote)
    if (!neverRests && !command.isHidden) market.activeAt = this.#now
    this.#number++
    this.#turn++
    this.#backToQuoting(market, command)
    this.#log.push(`OrderPlaced ${quote.number} ${price} ${quantity}`)
    splits()
  }

  #decline(market: NaiveRfq, { actor: { desk }, reason }: CommandOf<'DeclineRfq'>): void {
    if (market.declined.has(desk)) throw new NaiveRefusal('AlreadyDeclined', '10.19')
    market.declined.set(desk, reason)
    this.#log.push(`RfqDeclined ${desk} ${reason}`)
    this.#cancelAll(market, (quote) => quote.desk === desk, 'DECLINED')
  }

  #replace(market: NaiveRfq, command: ReplaceOrder, guard: Guard): void {
    const { minimumBlock, quantityIncrement, structure } = market.command
    const old = this.#ownOpen(market, command.actor.desk, command.orderId)
    const { isHidden: wasHidden, side } = old.place
    const place = replacedPlace(old, command)
    const rests = command.quantity - (old.filled + old.pending + old.canceled)
    if (this.#now >= market.expiry - MINUTE) throw new NaiveRefusal('QuoteWindowClosed', '10.4')
    if ((command.side ?? side) !== side) throw new NaiveRefusal('TypeNotAllowed', '10.20')
    if (command.timeInForce === 'IOC' && (place.isPostOnly || place.isHidden)) throw new NaiveRefusal('TypeNotAllowed', '10.9')
    const others = this.resting().filter((one) => one.desk === old.desk && one !== old)
    if (place.clientOrderId !== undefined && others.some((one) => one.place.clientOrderId === place.clientOrderId))
      throw new NaiveRefusal('ClientOrderIdInUse', '10.17')
    if (rests < minimumBlock) throw new NaiveRefusal('QuantityBelowBlockMinimum', '10.3')
    if (command.quantity % quantityIncrement !== 0) throw new NaiveRefusal('QuantityOffIncrement', '10.3')
    const price = command.legPrices === undefined ? old.price : quotePrice(structure, command.legPrices)
    if (typeof price === 'object') throw new NaiveRefusal(price.refused, price.rule)
    if (command.legPrices === undefined && command.price !== undefined && command.price !== old.price)
      throw new NaiveRefusal('OrderPriceMissing', '10.20')
    this.#priceGoes(market, old.desk, side, price, place.isPostOnly)
    const keepsPriority = price === old.price && command.quantity <= old.quantity && place.isHidden === wasHidden
    const inBook = place.isHidden === wasHidden ? '' : place.isHidden ? ` is no more seen at ${old.price}` : ' is seen'
    const changed = {
      price,
      place,
      quantity: command.quantity,
      isIoc: command.timeInForce === 'IOC',
      isPostOnly: place.isPostOnly,
      expiresAt: this.#now + DAY,
    }
    const splits = this.#meet(market, Object.assign(old, changed, keepsPriority ? {} : { turn: this.#turn++ }), command, guard)
    if (!wasHidden || (!place.isHidden && !old.isIoc)) market.activeAt = this.#now
    this.#backToQuoting(market, place)
    this.#log.push(`OrderReplaced ${old.number} ${price} ${command.quantity}${inBook}`)
    splits()
  }

  /** Rulebook 10.19. */
  #backToQuoting(market: NaiveRfq, { as, isHidden, actor: { desk } }: PlaceOrder): void {
    if (as === 'QUOTE' && !isHidden && market.declined.delete(desk)) this.#log.push(`DeclineTakenBack ${desk}`)
  }

  /** Rulebook 10.10, then 10.8. */
  #priceGoes(market: NaiveRfq, desk: DeskId, side: 'BUY' | 'SELL', price: number, isPostOnly: boolean): void {
    const crossed = this.#crossed(market, side, price)
    if (crossed.some((one) => one.desk === desk)) throw new NaiveRefusal('QuoteCrossesOwnSide', '10.10')
    if (isPostOnly && crossed.some(({ place }) => !place.isHidden)) throw new NaiveRefusal('PostOnlyWouldCross', '10.8')
  }

  /** Crossed orders, in the order in which they trade. */
  #crossed(market: NaiveRfq, side: 'BUY' | 'SELL', price: number): readonly NaiveOrder[] {
    return this.book(market.id, side === 'BUY' ? 'SELL' : 'BUY').filter((one) => (side === 'BUY' ? one.price <= price : one.price >= price))
  }

  /** Plans the trades, or refuses, before anything has changed; the returned function executes them. */
  #meet(market: NaiveRfq, quote: NaiveOrder, command: PlaceOrder | ReplaceOrder, guard: Guard): () => void {
    const { minimumBlock, quantityIncrement } = market.command
    let left = rest(quote)
    const fills: { maker: NaiveOrder; traded: number }[] = []
    const blocked: NaiveOrder[] = []
    const crossed = this.#crossed(market, quote.place.side, quote.price)
    for (const [place, maker] of crossed.entries()) {
      if (left < minimumBlock) break
      // Rulebook 5.24. In units of the increment, because the twin moves them one by one.
      const sizes = crossed.slice(place).map((one) => rest(one) / quantityIncrement)
      const [slice] = (quote.place.allocations && naiveSlices(sizes, left / quantityIncrement, minimumBlock / quantityIncrement)) ?? []
      const wanted = slice === undefined ? Math.min(left, rest(maker)) : slice * quantityIncrement
      if (wanted === 0) continue
      const asked = { order: maker.id, desk: maker.desk, side: maker.place.side, products: [], unit: {}, minimumBlock, quantityIncrement } // prettier-ignore
      const may = guard.allowed(asked, wanted as never)
      if (may < wanted) blocked.push(maker)
      if (may >= minimumBlock) {
        fills.push({ maker, traded: may })
        left -= may
      }
    }
    const { allocations } = quote.place
    if (allocations !== undefined && left > 0) return () => this.#cancel(market, quote, rest(quote), 'NOT_FILLED_AT_ONCE')
    const sizes = fills.map(({ traded }) => traded)
    const wanted = allocations?.map((part) => part.quantity) ?? [sizes.reduce((sum, each) => sum + each, 0)]
    const splits =
      allocations === undefined
        ? sizes.map((traded, fill) => ({ fill, traded }))
        : permutations(wanted.length)
            .map((permutation) =>
              piecesInOrder(
                sizes,
                permutation.map((part) => wanted[part]!),
              ),
            ) // prettier-ignore
            .find((pieces) => pieces.every(({ traded }) => traded >= minimumBlock))
    if (splits === undefined) throw new NaiveRefusal('AllocationInvalid', '5.20')
    return () => {
      for (const { fill, traded } of splits) this.#agree(market, fills[fill]!.maker, quote, traded, command.shard)
      for (const { maker } of fills)
        if (rest(maker) > 0 && rest(maker) < minimumBlock) this.#cancel(market, maker, rest(maker), 'BELOW_BLOCK_MINIMUM')
      if (rest(quote) === 0) return
      if (quote.isIoc) this.#cancel(market, quote, rest(quote), 'NOT_FILLED_AT_ONCE')
      else if (rest(quote) < minimumBlock) this.#cancel(market, quote, rest(quote), 'BELOW_BLOCK_MINIMUM')
      else for (const maker of blocked) if (rest(maker) > 0) this.#cancel(market, maker, rest(maker), 'PROTECTION')
    }
  }

  #agree(market: NaiveRfq, resting: NaiveOrder, incoming: NaiveOrder, quantity: number, shard: number): void {
    const number = this.#nextNumber(shard)
    // Rulebook 10.8: a quote that a post-only quote crosses is hidden, and becomes the aggressor.
    const [maker, taker] = incoming.isPostOnly ? [incoming, resting] : [resting, incoming]
    const id = nameOfTrade(incoming.id, this.trades.filter((one) => [one.maker, one.taker].includes(incoming.id)).length)
    this.trades.push({ id, number, rfq: market.id, maker: maker.id, taker: taker.id, price: maker.price, quantity, state: 'PENDING' })
    for (const one of [maker, taker]) one.pending += quantity
    if ([maker, taker].some(isShown)) market.activeAt = this.#now
    this.#log.push(`TradeAgreed ${number} ${maker.number} ${quantity}@${maker.price}`)
  }

  #cancel(market: NaiveRfq, quote: NaiveOrder, quantity: number, cause: string): void {
    quote.canceled += quantity
    if (cause === 'SETTLEMENT_REJECTED') quote.pending -= quantity
    this.#log.push(`OrderCanceled ${quote.number} ${quantity} ${cause}`)
    if (isShown(quote) && cause !== 'SETTLEMENT_REJECTED') market.activeAt = this.#now
  }

  #cancelAll(market: NaiveRfq, chosen: (quote: NaiveOrder) => boolean, cause: string): void {
    for (const quote of this.resting().sort((a, b) => a.number - b.number))
      if (quote.rfq === market.id && chosen(quote)) this.#cancel(market, quote, rest(quote), cause)
  }

  #end(market: NaiveRfq): void {
    const next = this.deadlineOf(market)
    if (market.isEnded || next.what !== 'END' || next.at > this.#now) return
    this.#cancelAll(market, () => true, 'INSTRUMENT_EXPIRED')
    market.isEnded = true
    market.reason = market.expiry <= this.#now ? 'INSTRUMENT_EXPIRED' : 'INACTIVE'
    this.#log.push(`${this.#isAnswered(market) ? 'RfqClosed' : 'RfqEnding'} ${market.reason}`)
  }

  #answer(market: NaiveRfq, command: CommandOf<'ConfirmSettlement'> | CommandOf<'RejectSettlement'>): void {
    const match = this.trades.find(({ id }) => id === command.tradeId)
    if (match === undefined || match.rfq !== market.id || match.state !== 'PENDING') return
    const both = [match.maker, match.taker].map((id) => this.orders.find((quote) => quote.id === id) ?? never(id))
    match.state = command.kind === 'ConfirmSettlement' ? 'FILLED' : 'REJECTED'
    this.#log.push(`${command.kind === 'ConfirmSettlement' ? 'TradeSettled' : 'TradeRejected'} ${match.number}`)
    if (match.state === 'FILLED' && !market.isEnded) market.activeAt = this.#now
    for (const quote of both) {
      if (match.state === 'REJECTED') this.#cancel(market, quote, match.quantity, 'SETTLEMENT_REJECTED')
      else Object.assign(quote, { pending: quote.pending - match.quantity, filled: quote.filled + match.quantity })
    }
    if (market.isEnded && this.#isAnswered(market)) this.#log.push(`RfqClosed ${market.reason}`)
  }

  #isAnswered = ({ id }: NaiveRfq): boolean => !this.trades.some(({ rfq, state }) => rfq === id && state === 'PENDING')

  resting(): NaiveOrder[] {
    return this.orders.filter((quote) => rest(quote) > 0)
  }

  book(market: RfqId, side: 'BUY' | 'SELL'): readonly NaiveOrder[] {
    const better = side === 'BUY' ? -1 : 1
    return this.resting()
      .filter((quote) => quote.rfq === market && quote.place.side === side)
      .sort((a, b) => (a.price - b.price) * better || a.turn - b.turn)
  }

  /** Rulebook 10.4 and 10.5: the RFQ's next deadline. */
  deadlineOf(market: NaiveRfq): { readonly at: number; readonly what: 'LAPSE' | 'END' } {
    const own = this.resting().filter((quote) => quote.rfq === market.id)
    const isIdle = own.every(({ place }) => place.isHidden)
    const end = Math.min(market.expiry, isIdle ? market.activeAt + DAY : Infinity)
    const lifetimeEnd = Math.min(...own.map(({ expiresAt }) => expiresAt))
    return lifetimeEnd < end ? { at: lifetimeEnd, what: 'LAPSE' } : { at: end, what: 'END' }
  }

  nextDeadline(): number {
    return Math.min(...this.rfqs.filter(({ isEnded }) => !isEnded).map((market) => this.deadlineOf(market).at))
  }
}
