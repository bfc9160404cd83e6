/**
 * The order-book flow a second time, slow and obvious: lists of everything there ever was, searched for every question, and chapter 10 of the
 * rulebook read aloud. It decides and does at once. Only what a price has to look like (5.5 to 5.7) it takes from the rules it checks.
 */
import { limitPrice, quotePrice } from '../direct-rfq/prices.ts'
import type { DeskId, Instant } from '../ids.ts'
import type { Guard } from '../protection/guard.ts'
import { structureKey } from '../structure/key.ts'
import type { GroupCommand } from './group-rfq.ts'
import { NaiveRefusal, permutations, piecesInOrder, replacedPlace, rightParts } from './test-naive-rules.ts'

const DAY = 86_400_000
const MINUTE = 60_000

type Of<Kind extends GroupCommand['kind']> = Extract<GroupCommand, { kind: Kind }>
type Place = Of<'PlaceQuote'>
type Replace = Of<'ReplaceQuote'>

export type NaiveMarket = {
  readonly id: number
  readonly command: Of<'OpenMarket'>
  readonly expiry: number
  isEnded: boolean
  activeAt: number
  readonly declined: Map<DeskId, string>
}

export type NaiveQuote = {
  readonly id: number
  readonly market: number
  /** As it was placed, with what replacements have changed. */
  place: Place
  desk: DeskId
  price: number
  quantity: number
  filled: number
  pending: number
  canceled: number
  /** Its place in time. */
  turn: number
  isIoc: boolean
  isPostOnly: boolean
  lapsesAt: number
}

type NaiveMatch = {
  readonly id: number
  readonly market: number
  readonly maker: number
  readonly taker: number
  readonly price: number
  readonly quantity: number
  state: 'PENDING' | 'FILLED' | 'REJECTED'
}

const rest = ({ quantity, filled, pending, canceled }: NaiveQuote): number => quantity - filled - pending - canceled
const never = (id: number): never => {
  throw new Error(`the twin has no ${id}`)
}

export class NaiveMarkets {
  readonly markets: NaiveMarket[] = []
  readonly quotes: NaiveQuote[] = []
  readonly matches: NaiveMatch[] = []
  #number = 1
  #turn = 1
  #now = 0
  #told: string[] = []

  /** What happened in words, or the refusal's name and rule. */
  give(command: GroupCommand, now: Instant, guard: Guard): string {
    this.#now = now
    this.#told = []
    try {
      this.#do(command, guard)
    } catch (fault) {
      if (fault instanceof NaiveRefusal) return fault.message
      throw fault
    }
    return this.#told.join(', ')
  }

  #do(command: GroupCommand, guard: Guard): void {
    if (command.kind === 'OpenMarket') return this.#open(command)
    const market = this.markets.find(({ id }) => id === command.market)
    const fromSomebody = 'actor' in command
    if (fromSomebody && (market === undefined || market.isEnded)) throw new NaiveRefusal('RfqClosed', '10.5')
    if (market === undefined) return
    if (command.kind === 'DeclineMarket') this.#decline(market, command)
    else if (command.kind === 'PlaceQuote') this.#place(market, command, guard)
    else if (command.kind === 'ReplaceQuote') this.#replace(market, command, guard)
    else if (command.kind === 'CancelQuote') {
      const quote = this.#ownOpen(market, command.actor.desk, command.quoteId)
      this.#cancel(market, quote, rest(quote), 'ByUser')
    } else if (command.kind === 'LapseQuotes') {
      if (!market.isEnded) this.#cancelAll(market, (quote) => quote.lapsesAt <= this.#now, 'Lapsed')
    } else if (command.kind === 'EndMarket') this.#end(market)
    else this.#answer(market, command)
  }

  #open(command: Of<'OpenMarket'>): void {
    const isSame = (one: NaiveMarket) => !one.isEnded && structureKey(one.command.structure) === structureKey(command.structure)
    if (this.markets.some(isSame)) return
    const expiry = Math.min(...command.structure.legs.map(({ instrument }) => instrument.expiresAt ?? Infinity))
    if (this.#now >= expiry - MINUTE) throw new NaiveRefusal('QuoteWindowClosed', '10.4')
    const id = this.#nextId(command.shard)
    this.markets.push({ id, command, expiry, isEnded: false, activeAt: this.#now, declined: new Map() })
    this.#told.push(`MarketOpened ${id}`)
  }

  #nextId = (shard: number): number => this.#number++ * 64 + shard

  #ownOpen(market: NaiveMarket, desk: DeskId, id: number): NaiveQuote {
    const quote = this.quotes.find((one) => one.id === id && one.market === market.id && one.desk === desk)
    // What is over and not at the venue is forgotten; to its desk it is unknown like anybody's.
    if (quote === undefined || (rest(quote) === 0 && quote.pending === 0)) throw new NaiveRefusal('OrderUnknown', '10.12')
    if (rest(quote) === 0) throw new NaiveRefusal('OrderClosed', '10.12')
    return quote
  }

  #place(market: NaiveMarket, command: Place, guard: Guard): void {
    const { actor, side, quantity, form, allocations } = command
    const { minimumBlock, quantityIncrement, structure } = market.command
    const neverRests = command.isIoc || form === 'ORDER'
    if (this.#now >= market.expiry - MINUTE) throw new NaiveRefusal('QuoteWindowClosed', '10.4')
    if (neverRests && (command.isPostOnly || command.isHidden)) throw new NaiveRefusal('TypeNotAllowed', '10.9')
    const own = this.resting().filter(({ desk }) => desk === actor.desk)
    if (command.clientOrderId !== undefined && own.some(({ place }) => place.clientOrderId === command.clientOrderId))
      throw new NaiveRefusal('ClientOrderIdInUse', '10.17')
    const layers = own.filter((one) => one.market === market.id && one.place.side === side)
    if (!neverRests && layers.length >= 10) throw new NaiveRefusal('LayeringLimitReached', '10.5')
    if (quantity < minimumBlock) throw new NaiveRefusal('QuantityBelowBlockMinimum', '10.3')
    if (quantity % quantityIncrement !== 0) throw new NaiveRefusal('QuantityOffIncrement', '10.3')
    if (allocations !== undefined && !neverRests) throw new NaiveRefusal('AllocationInvalid', '10.18')
    if (allocations !== undefined && !rightParts(allocations, quantity, market.command)) throw new NaiveRefusal('AllocationInvalid', '5.20')
    const price = form === 'ORDER' ? limitPrice(structure, command.price) : quotePrice(structure, command.legPrices)
    if (typeof price === 'object') throw new NaiveRefusal(price.refused, price.rule)
    this.#priceGoes(market, actor.desk, side, price, command.isPostOnly)
    const quote: NaiveQuote = {
      id: this.#number * 64 + command.shard,
      market: market.id,
      place: command,
      desk: actor.desk,
      ...{ price, quantity, filled: 0, pending: 0, canceled: 0 },
      turn: this.#turn,
      isIoc: neverRests,
      isPostOnly: command.isPostOnly,
      lapsesAt: this.#now + DAY,
    }
    const splits = this.#meet(market, quote, command, guard)
    this.quotes.push(quote)
    market.activeAt = this.#now
    this.#number++
    this.#turn++
    this.#told.push(`QuotePlaced ${quote.id} ${price} ${quantity}`)
    splits()
    this.#backToQuoting(market, command)
  }

  #decline(market: NaiveMarket, { actor: { desk }, reason }: Of<'DeclineMarket'>): void {
    if (market.declined.has(desk)) throw new NaiveRefusal('AlreadyDeclined', '10.19')
    market.declined.set(desk, reason)
    this.#told.push(`MarketDeclined ${desk} ${reason}`)
    this.#cancelAll(market, (quote) => quote.desk === desk, 'ByUser')
  }

  #replace(market: NaiveMarket, command: Replace, guard: Guard): void {
    const { minimumBlock, quantityIncrement, structure } = market.command
    const old = this.#ownOpen(market, command.actor.desk, command.quoteId)
    const { isHidden: wasHidden, side } = old.place
    const place = replacedPlace(old, command)
    const rests = command.quantity - (old.filled + old.pending + old.canceled)
    if (this.#now >= market.expiry - MINUTE) throw new NaiveRefusal('QuoteWindowClosed', '10.4')
    if ((command.side ?? side) !== side) throw new NaiveRefusal('TypeNotAllowed', '10.20')
    if (command.isIoc && (place.isPostOnly || place.isHidden)) throw new NaiveRefusal('TypeNotAllowed', '10.9')
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
    const staysInTurn = price === old.price && command.quantity <= old.quantity && place.isHidden === wasHidden
    const inBook = place.isHidden === wasHidden ? '' : place.isHidden ? ` is no more seen at ${old.price}` : ' is seen'
    const changed = {
      price,
      place,
      quantity: command.quantity,
      isIoc: command.isIoc,
      isPostOnly: place.isPostOnly,
      lapsesAt: this.#now + DAY,
    }
    const splits = this.#meet(market, Object.assign(old, changed, staysInTurn ? {} : { turn: this.#turn++ }), command, guard)
    market.activeAt = this.#now
    this.#told.push(`QuoteReplaced ${old.id} ${price} ${command.quantity}${inBook}`)
    splits()
    this.#backToQuoting(market, place)
  }

  /** Rulebook 10.19. */
  #backToQuoting(market: NaiveMarket, { form, isHidden, actor: { desk } }: Place): void {
    if (form === 'QUOTE' && !isHidden && market.declined.delete(desk)) this.#told.push(`MarketDeclineTakenBack ${desk}`)
  }

  /** Rulebook 10.10, then 10.8. */
  #priceGoes(market: NaiveMarket, desk: DeskId, side: 'BUY' | 'SELL', price: number, isPostOnly: boolean): void {
    const crossed = this.#crossed(market, side, price)
    if (crossed.some((one) => one.desk === desk)) throw new NaiveRefusal('QuoteCrossesOwnSide', '10.10')
    if (isPostOnly && crossed.length > 0) throw new NaiveRefusal('PostOnlyWouldCross', '10.8')
  }

  /** In the order in which they trade. */
  #crossed(market: NaiveMarket, side: 'BUY' | 'SELL', price: number): readonly NaiveQuote[] {
    return this.book(market.id, side === 'BUY' ? 'SELL' : 'BUY').filter((one) => (side === 'BUY' ? one.price <= price : one.price >= price))
  }

  /** Plans; what it answers does it. Refuses before anything has changed. */
  #meet(market: NaiveMarket, quote: NaiveQuote, command: Place | Replace, guard: Guard): () => void {
    const { minimumBlock, quantityIncrement } = market.command
    let left = rest(quote)
    const fills: { maker: NaiveQuote; traded: number }[] = []
    const heldBack: NaiveQuote[] = []
    for (const maker of this.#crossed(market, quote.place.side, quote.price)) {
      if (left < minimumBlock) break
      const wanted = Math.min(left, rest(maker))
      const asked = { order: String(maker.id), desk: maker.desk, side: maker.place.side, products: [], unit: {}, minimumBlock, quantityIncrement } // prettier-ignore
      const may = guard.allowed(asked, wanted as never)
      if (may < wanted) heldBack.push(maker)
      if (may >= minimumBlock) {
        fills.push({ maker, traded: may })
        left -= may
      }
    }
    const { allocations } = quote.place
    if (allocations !== undefined && left > 0) return () => this.#cancel(market, quote, rest(quote), 'NotFilledAtOnce')
    const sizes = fills.map(({ traded }) => traded)
    const wanted = allocations?.map((part) => part.quantity) ?? [sizes.reduce((sum, each) => sum + each, 0)]
    const splits =
      allocations === undefined
        ? sizes.map((traded, fill) => ({ fill, traded }))
        : permutations(wanted.length)
            .map((turns) =>
              piecesInOrder(
                sizes,
                turns.map((turn) => wanted[turn]!),
              ),
            ) // prettier-ignore
            .find((pieces) => pieces.every(({ traded }) => traded >= minimumBlock))
    if (splits === undefined) throw new NaiveRefusal('AllocationInvalid', '5.20')
    return () => {
      for (const { fill, traded } of splits) this.#agree(market, fills[fill]!.maker, quote, traded, command.shard)
      for (const { maker } of fills)
        if (rest(maker) > 0 && rest(maker) < minimumBlock) this.#cancel(market, maker, rest(maker), 'BelowBlockMinimum')
      if (rest(quote) === 0) return
      if (quote.isIoc) this.#cancel(market, quote, rest(quote), 'NotFilledAtOnce')
      else if (rest(quote) < minimumBlock) this.#cancel(market, quote, rest(quote), 'BelowBlockMinimum')
      else for (const maker of heldBack) if (rest(maker) > 0) this.#cancel(market, maker, rest(maker), 'Protection')
    }
  }

  #agree(market: NaiveMarket, maker: NaiveQuote, taker: NaiveQuote, quantity: number, shard: number): void {
    const id = this.#nextId(shard)
    this.matches.push({ id, market: market.id, maker: maker.id, taker: taker.id, price: maker.price, quantity, state: 'PENDING' })
    for (const one of [maker, taker]) one.pending += quantity
    this.#told.push(`MatchAgreed ${id} ${maker.id} ${quantity}@${maker.price}`)
  }

  #cancel(market: NaiveMarket, quote: NaiveQuote, quantity: number, reason: string): void {
    quote.canceled += quantity
    if (reason === 'SettlementRejected') quote.pending -= quantity
    this.#told.push(`QuoteCanceled ${quote.id} ${quantity} ${reason}`)
    market.activeAt = this.#now
  }

  #cancelAll(market: NaiveMarket, chosen: (quote: NaiveQuote) => boolean, reason: string): void {
    for (const quote of this.resting().sort((a, b) => a.id - b.id))
      if (quote.market === market.id && chosen(quote)) this.#cancel(market, quote, rest(quote), reason)
  }

  #end(market: NaiveMarket): void {
    const next = this.deadlineOf(market)
    if (market.isEnded || next.what !== 'END' || next.at > this.#now) return
    this.#cancelAll(market, () => true, 'MarketEnded')
    market.isEnded = true
    this.#told.push(`MarketEnded ${market.expiry <= this.#now ? 'INSTRUMENT_EXPIRED' : 'INACTIVE'}`)
  }

  #answer(market: NaiveMarket, command: Of<'ConfirmMatch'> | Of<'RejectMatch'>): void {
    const match = this.matches.find(({ id }) => id === command.matchId)
    if (match === undefined || match.market !== market.id || match.state !== 'PENDING') return
    const both = [match.maker, match.taker].map((id) => this.quotes.find((quote) => quote.id === id) ?? never(id))
    match.state = command.kind === 'ConfirmMatch' ? 'FILLED' : 'REJECTED'
    this.#told.push(`${command.kind === 'ConfirmMatch' ? 'MatchSettled' : 'MatchRejected'} ${match.id}`)
    for (const quote of both) {
      if (match.state === 'REJECTED') this.#cancel(market, quote, match.quantity, 'SettlementRejected')
      else Object.assign(quote, { pending: quote.pending - match.quantity, filled: quote.filled + match.quantity })
    }
  }

  resting(): NaiveQuote[] {
    return this.quotes.filter((quote) => rest(quote) > 0)
  }

  book(market: number, side: 'BUY' | 'SELL'): readonly NaiveQuote[] {
    const better = side === 'BUY' ? -1 : 1
    return this.resting()
      .filter((quote) => quote.market === market && quote.place.side === side)
      .sort((a, b) => (a.price - b.price) * better || a.turn - b.turn)
  }

  /** Rulebook 10.4 and 10.5: when something happens in the market by itself, and what. */
  deadlineOf(market: NaiveMarket): { readonly at: number; readonly what: 'LAPSE' | 'END' } {
    const own = this.resting().filter((quote) => quote.market === market.id)
    const isIdle = own.length === 0 && !this.matches.some((match) => match.market === market.id && match.state === 'PENDING')
    const end = Math.min(market.expiry, isIdle ? market.activeAt + DAY : Infinity)
    const lapse = Math.min(...own.map(({ lapsesAt }) => lapsesAt))
    return lapse < end ? { at: lapse, what: 'LAPSE' } : { at: end, what: 'END' }
  }

  nextDeadline(): number {
    return Math.min(...this.markets.filter(({ isEnded }) => !isEnded).map((market) => this.deadlineOf(market).at))
  }
}
