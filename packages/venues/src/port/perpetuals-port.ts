/**
 * A venue of perpetuals, where a person trades in its order books under the authority of the desk's own account. Small enough to read in a minute;
 * an adapter translates, and never sends an order twice on its own.
 */
import type { Price, Quantity, Side } from '@parley/core'
import type { VenueAnswer, VenueCredentials } from './venue-answers.ts'
import type { VenueBalance, VenueHealth } from './venue-port.ts'

/** A perpetual as its venue lists it. */
export type PerpetualMarket = {
  /** The venue's own name: `BTC-USD-PERP`. */
  readonly name: string
  readonly baseCurrency: string
  readonly quoteCurrency: string
  readonly settlementCurrency: string
  readonly tickSize: Price
  readonly quantityIncrement: Quantity
  /** Of an order, in the quote currency. */
  readonly leastNotional: number | undefined
  readonly largestOrder: Quantity | undefined
  readonly largestPosition: Quantity | undefined
  /** The most that the venue lends: 50 is a margin of 2 %. */
  readonly largestLeverage: number | undefined
  readonly fundingPeriodHours: number
  /** Of what is dealt, as a fraction; of the maker below nought where it is received. */
  readonly makerFee: number | undefined
  readonly takerFee: number | undefined
  /** Whether its order book takes orders; a market of requests alone takes blocks only. */
  readonly takes: 'ORDERS' | 'BLOCKS_ONLY'
}

export type PerpetualSummary = {
  readonly market: string
  readonly markPrice: number
  readonly indexPrice: number
  readonly lastPrice: number | undefined
  readonly bidPrice: number | undefined
  readonly askPrice: number | undefined
  /** For the market's own funding period, as a fraction. */
  readonly fundingRate: number | undefined
  /** In contracts. */
  readonly openInterest: number | undefined
  /** A fraction: 0.05 is 5 % up in 24 hours. */
  readonly change24h: number | undefined
  /** In the quote currency. */
  readonly volume24h: number | undefined
  readonly at: number
}

export type BookLevel = { readonly price: Price; readonly quantity: Quantity }

/** Best first on either side. */
export type PerpetualBook = {
  readonly market: string
  readonly sequence: number
  readonly at: number
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

export type PerpetualTrade = {
  readonly id: string
  readonly market: string
  /** Of the taker. */
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  readonly at: number
  readonly kind: 'TRADE' | 'LIQUIDATION' | 'SETTLEMENT' | 'TRANSFER' | 'BLOCK'
}

/** Of one period that begins at `at`, in ms. */
export type Candle = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}
export type CandleMinutes = 1 | 3 | 5 | 15 | 30 | 60 | 240 | 1440
export type CandleQuery = { readonly market: string; readonly minutes: CandleMinutes; readonly from: number; readonly to: number }

export type FundingRate = {
  readonly market: string
  /** For the market's own period, as a fraction. */
  readonly rate: number
  readonly rate8h: number
  readonly periodHours: number
  /** Paid by one contract since the market began, in the settlement currency. */
  readonly index: number
  readonly at: number
}

export type OrderKind = 'LIMIT' | 'MARKET' | 'STOP_LIMIT' | 'STOP_MARKET'
export type OrderInstruction = 'GOOD_TILL_CANCELED' | 'POST_ONLY' | 'IMMEDIATE_OR_CANCEL'

export type OrderRequest = {
  /** Ours, by which the order is found again; unique in the account, at most 64 letters, digits, `-` and `_`. */
  readonly clientId: string
  readonly market: string
  readonly side: Side
  readonly kind: OrderKind
  readonly quantity: Quantity
  /** Of the kinds with a limit. */
  readonly price?: Price
  /** Of the kinds with a stop. */
  readonly triggerPrice?: Price
  readonly instruction: OrderInstruction
  readonly effect: 'OPEN_OR_CLOSE' | 'REDUCE_ONLY'
}

export type PerpetualOrder = {
  readonly id: string
  readonly clientId: string | undefined
  readonly market: string
  readonly side: Side
  readonly kind: OrderKind
  readonly price: Price | undefined
  readonly triggerPrice: Price | undefined
  readonly averagePrice: Price | undefined
  readonly quantity: Quantity
  readonly remaining: Quantity
  readonly instruction: OrderInstruction
  readonly effect: OrderRequest['effect']
  readonly state: 'NEW' | 'UNTRIGGERED' | 'OPEN' | 'CLOSED'
  /** In the venue's words, of an order that ended unfilled. */
  readonly reason: string | undefined
  readonly createdAt: number
  readonly changedAt: number
}

export type PerpetualFill = {
  readonly id: string
  /** Undefined of a fill that no order made: a settlement, a liquidation, a block. */
  readonly orderId: string | undefined
  readonly clientId: string | undefined
  readonly market: string
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  readonly role: 'MAKER' | 'TAKER'
  /** Paid, below nought where it was received. */
  readonly fee: number
  readonly feeCurrency: string
  readonly realizedProfit: number | undefined
  readonly kind: PerpetualTrade['kind']
  readonly at: number
}

export type PerpetualPosition = {
  readonly market: string
  /** Below nought where it is short. */
  readonly quantity: Quantity
  readonly averagePrice: Price
  readonly unrealizedProfit: number
  readonly unrealizedFunding: number
  readonly leverage: number | undefined
  readonly liquidationPrice: number | undefined
  readonly changedAt: number | undefined
}

export type FundingPayment = {
  readonly id: string
  readonly market: string
  /** Received, below nought where it was paid; in the settlement currency. */
  readonly amount: number
  readonly at: number
}

/** Figures of the whole account, in the settlement currency. */
export type MarginSummary = {
  readonly accountValue: number
  readonly freeCollateral: number
  readonly initialMargin: number
  readonly maintenanceMargin: number
  readonly state: string
  readonly at: number
}

export type MarginSetting = { readonly market: string; readonly mode: 'CROSS' | 'ISOLATED'; readonly leverage: number }

export type MarketListener = {
  /** The whole book after each change. */
  onBook(book: PerpetualBook): void
  /** Nothing is known of the book until the next one. */
  onBookLost(reason: string): void
  onTrade(trade: PerpetualTrade): void
  onSummary(summary: PerpetualSummary): void
  onFunding(rate: FundingRate): void
}

export type AccountListener = {
  onOrder(order: PerpetualOrder): void
  onFill(fill: PerpetualFill): void
  /** Quantity 0 where it was closed. */
  onPosition(position: PerpetualPosition): void
  onFundingPayment(payment: FundingPayment): void
  onMargin(summary: MarginSummary): void
  /** The line to the venue: while it is not CONNECTED, what it would have brought has to be read again. */
  onLine(state: VenueHealth['state']): void
}

/** The outcome for the account's orders when the line of `watch` breaks. */
export type OnDisconnect = 'CANCEL_ORDERS' | 'LEAVE_ORDERS'

/** A token with which a page may speak to the venue in the name of the account, and when it ends, in ms of our clock. */
export type VenueToken = { readonly token: string; readonly endsAt: number }

/** An account at the venue and what may be done with it. UNKNOWN of a write: look for the order by its client id before sending another. */
export interface PerpetualsAccount {
  place(order: OrderRequest): Promise<VenueAnswer<PerpetualOrder>>
  /** Another price or quantity of an open order; it keeps its id. */
  amend(order: PerpetualOrder, terms: Pick<OrderRequest, 'quantity' | 'price' | 'triggerPrice'>): Promise<VenueAnswer<PerpetualOrder>>
  /** DONE as soon as the venue has taken it; the order says itself when it has ended. */
  cancel(orderId: string): Promise<VenueAnswer<'ASKED'>>
  /** Of one market, or of all. */
  cancelAll(market?: string): Promise<VenueAnswer<'ASKED'>>
  /** The order of a client id, also after it has ended; undefined where there never was one. */
  findOrder(clientId: string): Promise<VenueAnswer<PerpetualOrder | undefined>>
  openOrders(): Promise<VenueAnswer<readonly PerpetualOrder[]>>
  /** Orders of a period that begins at `from`, in ms, open or ended, oldest first; whole or not at all. */
  orderHistory(from: number, to: number): Promise<VenueAnswer<readonly PerpetualOrder[]>>
  positions(): Promise<VenueAnswer<readonly PerpetualPosition[]>>
  balances(): Promise<VenueAnswer<readonly VenueBalance[]>>
  margin(): Promise<VenueAnswer<MarginSummary>>
  /** From `from`, in ms, oldest first; whole or not at all. */
  fills(from: number, to: number): Promise<VenueAnswer<readonly PerpetualFill[]>>
  fundingPayments(from: number, to: number): Promise<VenueAnswer<readonly FundingPayment[]>>
  marginSetting(market: string): Promise<VenueAnswer<MarginSetting>>
  setMargin(setting: MarginSetting): Promise<VenueAnswer<MarginSetting>>
  /** Streams what happens to the account until the answered function is called; reconnects and signs in by itself. */
  watch(listener: AccountListener, onDisconnect: OnDisconnect): () => void
  /** Never longer-lived than the venue's. */
  token(): Promise<VenueAnswer<VenueToken>>
}

export interface PerpetualsVenue {
  markets(): Promise<VenueAnswer<readonly PerpetualMarket[]>>
  summaries(): Promise<VenueAnswer<readonly PerpetualSummary[]>>
  /** The order book as it stands. */
  book(market: string): Promise<VenueAnswer<PerpetualBook>>
  /** Oldest first. */
  candles(query: CandleQuery): Promise<VenueAnswer<readonly Candle[]>>
  /** From `from`, in ms, oldest first; the newest part where there are too many. */
  fundingRates(market: string, from: number, to: number): Promise<VenueAnswer<readonly FundingRate[]>>
  /** The newest first. */
  recentTrades(market: string): Promise<VenueAnswer<readonly PerpetualTrade[]>>
  /** Streams a market until the answered function is called; reconnects and repairs its book by itself. */
  watchMarket(market: string, listener: MarketListener): () => void
  account(credentials: VenueCredentials): PerpetualsAccount
}
