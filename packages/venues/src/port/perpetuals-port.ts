/**
 * A venue for perpetuals: users trade in its order books with the desk's own account. The interface is small enough to read in a minute. An
 * adapter only translates, and never sends an order twice on its own.
 */
import type { PerpetualOrderKind, Price, Quantity, Side } from '@parley/core'
import type { VenueAnswer, VenueCredentials } from './venue-answers.ts'
import type { VenueBalance, VenueHealth } from './venue-port.ts'

/** A perpetual market as listed by its venue. */
export type PerpetualMarket = {
  /** The venue's name, as in `BTC-USD-PERP`. */
  readonly name: string
  readonly baseCurrency: string
  readonly quoteCurrency: string
  readonly settlementCurrency: string
  readonly tickSize: Price
  readonly quantityIncrement: Quantity
  /** The limit for one order, in the quote currency. */
  readonly leastNotional: number | undefined
  readonly largestOrder: Quantity | undefined
  readonly largestPosition: Quantity | undefined
  /** The maximum leverage: 50 means a margin of 2 %. */
  readonly largestLeverage: number | undefined
  readonly fundingPeriodHours: number
  /** A fraction of the traded amount. A negative maker fee is received. */
  readonly makerFee: number | undefined
  readonly takerFee: number | undefined
  /** Whether its order book accepts orders. A market for requests only accepts blocks only. */
  readonly takes: 'ORDERS' | 'BLOCKS_ONLY'
}

export type PerpetualSummary = {
  readonly market: string
  readonly markPrice: number
  readonly indexPrice: number
  readonly lastPrice: number | undefined
  readonly bidPrice: number | undefined
  readonly askPrice: number | undefined
  /** A fraction, for the market's own funding period. */
  readonly fundingRate: number | undefined
  /** In contracts. */
  readonly openInterest: number | undefined
  /** A fraction: 0.05 means up 5 % in 24 hours. */
  readonly change24h: number | undefined
  /** In the quote currency. */
  readonly volume24h: number | undefined
  readonly at: number
}

export type BookLevel = { readonly price: Price; readonly quantity: Quantity }

/** Sorted best first on both sides. */
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
  /** The taker's side. */
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  readonly at: number
  readonly kind: 'TRADE' | 'LIQUIDATION' | 'SETTLEMENT' | 'TRANSFER' | 'BLOCK'
}

/** One period that begins at `at`, in ms. */
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
  /** A fraction, for the market's own period. */
  readonly rate: number
  readonly rate8h: number
  readonly periodHours: number
  /** The amount that one contract has paid since the market began, in the settlement currency. */
  readonly index: number
  readonly at: number
}

export type OrderKind = PerpetualOrderKind
export type OrderInstruction = 'GOOD_TILL_CANCELED' | 'POST_ONLY' | 'IMMEDIATE_OR_CANCEL'

export type OrderRequest = {
  /** Our id, by which the order can be found again. Unique in the account, at most 64 letters, digits, `-` and `_`. */
  readonly clientId: string
  readonly market: string
  readonly side: Side
  readonly kind: OrderKind
  readonly quantity: Quantity
  /** For orders whose kind has a limit. */
  readonly price?: Price
  /** For stops and take-profit orders. */
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
  /** The venue's reason why the order ended unfilled. */
  readonly reason: string | undefined
  readonly createdAt: number
  readonly changedAt: number
}

export type PerpetualFill = {
  readonly id: string
  /** Undefined for fills without an order: settlements, liquidations and blocks. */
  readonly orderId: string | undefined
  readonly clientId: string | undefined
  readonly market: string
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  readonly role: 'MAKER' | 'TAKER'
  /** The fee paid; negative if received. */
  readonly fee: number
  readonly feeCurrency: string
  readonly realizedProfit: number | undefined
  readonly kind: PerpetualTrade['kind']
  readonly at: number
}

export type PerpetualPosition = {
  readonly market: string
  /** Negative for a short position. */
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
  /** The amount received, negative if paid; in the settlement currency. */
  readonly amount: number
  readonly at: number
}

/** A deposit or withdrawal of the account. */
export type AccountTransfer = {
  readonly id: string
  /** The venue's name for its kind, as in `DEPOSIT` or `VAULT_WITHDRAWAL`. */
  readonly kind: string
  readonly direction: 'IN' | 'OUT'
  /** AVAILABLE: a withdrawal that can be collected on the other chain. */
  readonly state: 'PENDING' | 'AVAILABLE' | 'COMPLETED' | 'FAILED'
  readonly amount: number
  readonly currency: string
  /** The chain that it comes from or goes to. */
  readonly chain: string | undefined
  readonly reason: string | undefined
  readonly at: number
  readonly changedAt: number
}

/** Complete from `since` on, in ms, which is later than requested if there is more than one call reads. `earlier` is the last result before it. */
export type AccountResults = {
  readonly fills: readonly PerpetualFill[]
  readonly payments: readonly FundingPayment[]
  readonly since: number
  readonly earlier: number | undefined
}

/** Totals of the whole account, in the settlement currency. */
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
  /** The whole book, after each change. */
  onBook(book: PerpetualBook): void
  /** The book is unknown until the next `onBook`. */
  onBookLost(reason: string): void
  onTrade(trade: PerpetualTrade): void
  onSummary(summary: PerpetualSummary): void
  onFunding(rate: FundingRate): void
}

export type AccountListener = {
  onOrder(order: PerpetualOrder): void
  onFill(fill: PerpetualFill): void
  /** Quantity 0 if the position was closed. */
  onPosition(position: PerpetualPosition): void
  onFundingPayment(payment: FundingPayment): void
  onMargin(summary: MarginSummary): void
  /** The connection to the venue. While it is not CONNECTED, events are missed and have to be read again. */
  onLine(state: VenueHealth['state']): void
}

/** The treatment of the account's orders when the connection of `watch` breaks. */
export type OnDisconnect = 'CANCEL_ORDERS' | 'LEAVE_ORDERS'

/**
 * Why a read is made. Reads that a cancellation or an order depends on are sent before others; the others are refused if they would have to wait for
 * more than a second. A read whose `signal` is aborted is not sent.
 */
export type Reader = { readonly before?: 'CANCEL' | 'ORDER'; readonly signal?: AbortSignal | undefined }

/** A token with which a web page may call the venue for the account, and its expiry, in ms by our clock. */
export type VenueToken = { readonly token: string; readonly endsAt: number }

/** An account at the venue and its operations. If a write is UNKNOWN, look for the order by its client id before sending another. */
export interface PerpetualsAccount {
  /** An order whose `signal` is aborted while it waits for its turn is not sent. */
  place(order: OrderRequest, signal?: AbortSignal): Promise<VenueAnswer<PerpetualOrder>>
  /** Changes the price or quantity of an open order, which keeps its id. */
  amend(order: PerpetualOrder, terms: Pick<OrderRequest, 'quantity' | 'price' | 'triggerPrice'>): Promise<VenueAnswer<PerpetualOrder>>
  /** DONE as soon as the venue has accepted it. The order itself reports when it has ended. */
  cancel(orderId: string): Promise<VenueAnswer<'ASKED'>>
  /** In one market, or in all. */
  cancelAll(market?: string): Promise<VenueAnswer<'ASKED'>>
  /** The order with this client id, even after it has ended; undefined if it never existed. */
  findOrder(clientId: string): Promise<VenueAnswer<PerpetualOrder | undefined>>
  openOrders(reader?: Reader): Promise<VenueAnswer<readonly PerpetualOrder[]>>
  /** Orders since `from`, in ms, open or ended, oldest first. If there are too many, only the newest part. */
  orderHistory(from: number, to: number, reader?: Reader): Promise<VenueAnswer<readonly PerpetualOrder[]>>
  positions(reader?: Reader): Promise<VenueAnswer<readonly PerpetualPosition[]>>
  balances(): Promise<VenueAnswer<readonly VenueBalance[]>>
  margin(reader?: Reader): Promise<VenueAnswer<MarginSummary>>
  /** Since `from`, in ms, oldest first. If there are too many, only the newest part. */
  fills(from: number, to: number, reader?: Reader): Promise<VenueAnswer<readonly PerpetualFill[]>>
  fundingPayments(from: number, to: number, reader?: Reader): Promise<VenueAnswer<readonly FundingPayment[]>>
  /** Deposits and withdrawals. */
  transfers(from: number, to: number, reader?: Reader): Promise<VenueAnswer<readonly AccountTransfer[]>>
  /** The fills and funding payments of a period, as far back as one call reads. */
  results(from: number, to: number, reader?: Reader): Promise<VenueAnswer<AccountResults>>
  marginSetting(market: string, reader?: Reader): Promise<VenueAnswer<MarginSetting>>
  setMargin(setting: MarginSetting): Promise<VenueAnswer<MarginSetting>>
  /** Streams the events of the account until the returned function is called. Reconnects and signs in automatically. */
  watch(listener: AccountListener, onDisconnect: OnDisconnect): () => void
  /** Never valid longer than the venue's token. */
  token(): Promise<VenueAnswer<VenueToken>>
}

export interface PerpetualsVenue {
  markets(): Promise<VenueAnswer<readonly PerpetualMarket[]>>
  summaries(): Promise<VenueAnswer<readonly PerpetualSummary[]>>
  /** The current order book. */
  book(market: string, reader?: Reader): Promise<VenueAnswer<PerpetualBook>>
  /** Oldest first. */
  candles(query: CandleQuery, reader?: Reader): Promise<VenueAnswer<readonly Candle[]>>
  /** Since `from`, in ms, oldest first. If there are too many, only the newest part. */
  fundingRates(market: string, from: number, to: number, reader?: Reader): Promise<VenueAnswer<readonly FundingRate[]>>
  /** Newest first. */
  recentTrades(market: string, reader?: Reader): Promise<VenueAnswer<readonly PerpetualTrade[]>>
  /** Streams a market until the returned function is called. Reconnects and repairs its book automatically. */
  watchMarket(market: string, listener: MarketListener): () => void
  account(credentials: VenueCredentials): PerpetualsAccount
}
