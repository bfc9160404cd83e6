/** The venue's own block RFQ: RFQs, quotes and trades. Each call is answered only after its change is stored. */
import type { SimulatedAccount } from '../exchange/account.ts'
import type { BlockService } from './block-service.ts'
import type { ExecutedBlock } from './executed-block.ts'
import type { Listing } from './block-checks.ts'
import { openBlockRfqBook } from './block-rfq-book.ts'
import { facing, fillOf, type Part } from './block-rfq-fill.ts'
import { currencyOf, rounded, turned, type BlockRfq, type RfqQuote, type RfqTrade } from './block-rfq.ts'
import { readAcceptance, readAsked, readQuote, type Acceptance } from './block-rfq-terms.ts'
import { isInGrace } from './block-rfq-view.ts'
import { BLOCK_RFQ_LIFE_MS, MAX_OPEN_BLOCK_RFQS, MAX_QUOTES_PER_BLOCK_RFQ, MAX_QUOTES_PER_BLOCK_RFQ_SIDE } from './limits.ts'
import { invalidParams, numberParam, textParam, VenueError, type Params } from './protocol.ts'

/** An account that quotes, or one of the venue's own makers. */
export type Maker = { readonly clientId: string; readonly alias: string }

export type RfqListener = {
  /** The taker's view or the state has changed; `quote` is the quote that caused it. */
  onRfq(rfq: BlockRfq, quote?: RfqQuote): void
  onTrade(trade: RfqTrade): void
}

export interface BlockRfqService {
  create(account: SimulatedAccount, params: Params): BlockRfq
  cancel(account: SimulatedAccount, params: Params): BlockRfq
  accept(account: SimulatedAccount, params: Params): readonly ExecutedBlock[]
  quote(maker: Maker, params: Params): { readonly rfq: BlockRfq; readonly quote: RfqQuote }
  editQuote(maker: Maker, params: Params): { readonly rfq: BlockRfq; readonly quote: RfqQuote }
  cancelQuote(maker: Maker, params: Params): { readonly rfq: BlockRfq; readonly quote: RfqQuote }
  cancelQuotes(maker: Maker, rfqId: number | undefined): number
  all(): readonly BlockRfq[]
  trades(): readonly RfqTrade[]
  listen(listener: RfqListener): void
  /** Ends expired RFQs, and shows quotes whose grace period is over. */
  tick(): void
  close(): void
}

export type BlockRfqServiceOptions = {
  readonly listing: Listing
  readonly blocks: BlockService
  readonly now: () => number
  readonly dataDir: string | undefined
  /** The makers that can receive RFQs. */
  readonly aliases: () => readonly string[]
}

export const createBlockRfqService = (options: BlockRfqServiceOptions): BlockRfqService => new RfqService(options)

class RfqService implements BlockRfqService {
  readonly #options: BlockRfqServiceOptions
  readonly #book
  readonly #trades: RfqTrade[] = []
  readonly #listeners: RfqListener[] = []
  /** RFQs whose quotes have not yet been shown to the taker. */
  readonly #hidden = new Set<number>()
  #quotes = 0

  constructor(options: BlockRfqServiceOptions) {
    this.#options = options
    this.#book = openBlockRfqBook(options.dataDir)
  }

  readonly all = (): readonly BlockRfq[] => this.#book.all()
  readonly trades = (): readonly RfqTrade[] => this.#trades
  readonly listen = (listener: RfqListener): void => void this.#listeners.push(listener)
  readonly close = (): void => this.#book.close()

  create(account: SimulatedAccount, params: Params): BlockRfq {
    const { listing, now, aliases } = this.#options
    const terms = readAsked(params, listing, aliases())
    const open = this.all().filter(({ taker, state }) => taker === account.clientId && state === 'open')
    if (open.length >= MAX_OPEN_BLOCK_RFQS) throw new VenueError(13907, 'too_many_open_block_rfqs')
    const createdAt = now()
    const rfq: BlockRfq = {
      ...terms,
      id: this.#book.nextId(),
      taker: account.clientId,
      createdAt,
      expiresAt: createdAt + BLOCK_RFQ_LIFE_MS,
      state: 'open',
      quotes: [],
    }
    this.#hidden.add(rfq.id)
    this.#put(rfq)
    return rfq
  }

  cancel(account: SimulatedAccount, params: Params): BlockRfq {
    const rfq = this.#own(account, params)
    if (rfq.state !== 'open') throw new VenueError(11044, 'not_open_order', { reason: `the block rfq is ${rfq.state}` })
    return this.#end(rfq, 'cancelled')
  }

  accept(account: SimulatedAccount, params: Params): readonly ExecutedBlock[] {
    const { now } = this.#options
    const rfq = this.#own(account, params)
    if (rfq.state !== 'open') throw new VenueError(11044, 'not_open_order', { reason: `the block rfq is ${rfq.state}` })
    if (isInGrace(rfq, now())) throw new VenueError(11030, 'other_reject grace_period')
    const asked = readAcceptance(params, rfq)
    const better = asked.direction === 'buy' ? 1 : -1
    const within = facing(rfq.quotes, asked.direction, now()).filter(({ price }) => (price - asked.price) * better <= 1e-9)
    const parts = fillOf(within, rfq.amount)
    if (parts === undefined) throw new VenueError(13907, 'not_fully_filled')
    return this.#trade(rfq, asked, parts)
  }

  quote(maker: Maker, params: Params) {
    const { listing, now } = this.#options
    const rfq = this.#quotable(maker, params)
    const terms = readQuote(params, rfq, listing, now())
    const own = rfq.quotes.filter((quote) => quote.state === 'open' && quote.maker === maker.clientId)
    if (own.length >= MAX_QUOTES_PER_BLOCK_RFQ) throw new VenueError(13905, 'too_many_quotes_per_block_rfq')
    if (own.filter(({ direction }) => direction === terms.direction).length >= MAX_QUOTES_PER_BLOCK_RFQ_SIDE)
      throw new VenueError(13906, 'too_many_quotes_per_block_rfq_side')
    demandUncrossed(terms, own)
    const at = now()
    this.#quotes += 1
    const fresh = { createdAt: at, updatedAt: at, isReplaced: false, filled: 0, state: 'open' } as const
    return this.#withQuote(rfq, { ...terms, ...fresh, id: this.#quotes, maker: maker.clientId, alias: maker.alias })
  }

  editQuote(maker: Maker, params: Params) {
    const { listing, now } = this.#options
    const { rfq, quote } = this.#ownQuote(maker, params)
    const terms = readQuote({ ...params, direction: quote.direction }, rfq, listing, now())
    const others = rfq.quotes.filter((one) => one.state === 'open' && one.maker === maker.clientId && one.id !== quote.id)
    demandUncrossed(terms, others)
    return this.#withQuote(rfq, { ...quote, ...terms, label: terms.label ?? quote.label, updatedAt: now(), isReplaced: true })
  }

  cancelQuote(maker: Maker, params: Params) {
    const { rfq, quote } = this.#ownQuote(maker, params)
    return this.#withQuote(rfq, { ...quote, state: 'cancelled', updatedAt: this.#options.now() })
  }

  cancelQuotes(maker: Maker, rfqId: number | undefined): number {
    let count = 0
    for (const rfq of this.all()) {
      if (rfqId !== undefined && rfq.id !== rfqId) continue
      for (const { id } of rfq.quotes.filter((quote) => quote.state === 'open' && quote.maker === maker.clientId)) {
        this.cancelQuote(maker, { block_rfq_quote_id: id })
        count += 1
      }
    }
    return count
  }

  tick(): void {
    const at = this.#options.now()
    for (const rfq of this.all()) {
      if (rfq.state !== 'open') continue
      if (at >= rfq.expiresAt) this.#end(rfq, 'expired')
      else if (this.#hidden.has(rfq.id) && !isInGrace(rfq, at)) {
        this.#hidden.delete(rfq.id)
        this.#publish(rfq)
      }
    }
  }

  #put(rfq: BlockRfq, quote?: RfqQuote): void {
    this.#book.put(rfq)
    this.#publish(rfq, quote)
  }

  #publish(rfq: BlockRfq, quote?: RfqQuote): void {
    for (const { onRfq } of this.#listeners) onRfq(rfq, quote)
  }

  #end(rfq: BlockRfq, state: 'cancelled' | 'expired'): BlockRfq {
    const ended = { ...rfq, state, quotes: rfq.quotes.map((quote) => (quote.state === 'open' ? { ...quote, state } : quote)) }
    this.#hidden.delete(rfq.id)
    this.#put(ended)
    return ended
  }

  #withQuote(rfq: BlockRfq, quote: RfqQuote): { readonly rfq: BlockRfq; readonly quote: RfqQuote } {
    const isKnown = rfq.quotes.some(({ id }) => id === quote.id)
    const quotes = isKnown ? rfq.quotes.map((one) => (one.id === quote.id ? quote : one)) : [...rfq.quotes, quote]
    const changed = { ...rfq, quotes }
    this.#put(changed, quote)
    return { rfq: changed, quote }
  }

  #named(params: Params): BlockRfq | undefined {
    const found = this.#book.get(numberParam(params, 'block_rfq_id'))
    // It has expired, even if the next tick has not yet recorded it.
    return found?.state === 'open' && this.#options.now() >= found.expiresAt ? this.#end(found, 'expired') : found
  }

  #own(account: SimulatedAccount, params: Params): BlockRfq {
    const rfq = this.#named(params)
    if (rfq === undefined || rfq.taker !== account.clientId) throw invalidParams('block_rfq_id', 'not found')
    return rfq
  }

  #quotable({ clientId, alias }: Maker, params: Params): BlockRfq {
    const rfq = this.#named(params)
    const isAsked = rfq !== undefined && rfq.taker !== clientId && (rfq.makers.length === 0 || rfq.makers.includes(alias))
    if (!isAsked) throw invalidParams('block_rfq_id', 'not found')
    if (rfq.state !== 'open') throw new VenueError(11044, 'not_open_order', { reason: `the block rfq is ${rfq.state}` })
    return rfq
  }

  /** By its id, or by the RFQ and the label. */
  #ownQuote(maker: Maker, params: Params): { readonly rfq: BlockRfq; readonly quote: RfqQuote } {
    const id = params['block_rfq_quote_id'] === undefined ? undefined : numberParam(params, 'block_rfq_quote_id')
    const among = id === undefined ? [this.#quotable(maker, params)] : this.all()
    const label = id === undefined ? textParam(params, 'label') : undefined
    for (const rfq of among)
      for (const quote of rfq.quotes) {
        const isNamed = id === undefined ? quote.label === label : quote.id === id
        if (isNamed && quote.maker === maker.clientId && quote.state === 'open') return { rfq, quote }
      }
    throw invalidParams(id === undefined ? 'label' : 'block_rfq_quote_id', 'not found')
  }

  /** Several makers may share the amount. All of them trade at the price of the last quote that was needed. */
  #trade(rfq: BlockRfq, { direction }: Acceptance, parts: readonly Part[]): readonly ExecutedBlock[] {
    const { blocks, now } = this.#options
    const { legs, price } = parts.at(-1)!.quote
    const byMaker = new Map<string, number>()
    for (const { quote, amount } of parts) byMaker.set(quote.maker, Number(((byMaker.get(quote.maker) ?? 0) + amount).toFixed(6)))
    const sideOf = (leg: 'buy' | 'sell') => (direction === 'buy' ? turned(leg) : leg)
    const executed = [...byMaker].map(([maker, amount], place) => {
      const trades = legs.map((leg) => ({
        ...{ instrument_name: leg.instrument_name, price: leg.price, direction: sideOf(leg.direction) },
        amount: Number((amount * leg.ratio).toFixed(6)),
      }))
      // A hedge is one trade, with the first of the makers.
      const hedge = rfq.hedge === undefined || place > 0 ? [] : [{ ...rfq.hedge, direction: sideOf(rfq.hedge.direction) }]
      return blocks.settleRfq({ rfq: rfq.id, maker, taker: rfq.taker, trades: [...trades, ...hedge] })
    })
    const filled = new Map(parts.map(({ quote, amount }) => [quote.id, amount]))
    const quotes = rfq.quotes.map((quote) => {
      const amount = filled.get(quote.id)
      if (amount !== undefined) return { ...quote, state: 'filled' as const, filled: amount, updatedAt: now() }
      return quote.state === 'open' ? { ...quote, state: 'cancelled' as const, updatedAt: now() } : quote
    })
    const done: BlockRfq = { ...rfq, state: 'filled', quotes }
    this.#put(done)
    this.#publishTrade(done, { direction, price, legs, parts })
    return executed
  }

  #publishTrade(rfq: BlockRfq, { parts, ...traded }: Pick<RfqTrade, 'direction' | 'price' | 'legs'> & { parts: readonly Part[] }): void {
    const { listing, now } = this.#options
    const tickers = rfq.legs.map((leg) => listing.ticker(listing.instrument(leg.instrument_name)!))
    const mark = rfq.legs.reduce((sum, { direction, ratio }, i) => sum + (direction === 'buy' ? 1 : -1) * ratio * tickers[i]!.mark_price, 0)
    const trade: RfqTrade = {
      ...traded,
      rfq,
      at: now(),
      markPrice: rounded(mark),
      parts: parts.map(({ quote, amount }) => ({ price: traded.price, amount, alias: quote.alias })),
      indexPrices: { [`${currencyOf(rfq).toLowerCase()}_usd`]: tickers[0]!.index_price },
    }
    this.#trades.push(trade)
    for (const { onTrade } of this.#listeners) onTrade(trade)
  }
}

/** A maker's own bid must be below its own ask. */
function demandUncrossed({ direction, price }: Pick<RfqQuote, 'direction' | 'price'>, own: readonly RfqQuote[]): void {
  const isCrossed = own.some(
    (other) => other.direction !== direction && (direction === 'buy' ? price >= other.price : price <= other.price),
  )
  if (isCrossed) throw new VenueError(13910, 'quote_crossed')
}
