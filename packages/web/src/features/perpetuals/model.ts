/** The model of the perpetuals screen. Prices and quantities of orders are exact. All other figures are plain numbers. */
import type { PerpetualFillView, PerpetualOrderView } from '@parley/contracts'
import type { Price, Quantity } from '@parley/core'

export type Side = 'BUY' | 'SELL'
export const sides = ['BUY', 'SELL'] as const
export type MarginMode = 'CROSS' | 'ISOLATED'

export type Market = {
  /** The venue's own name: `BTC-USD-PERP`. */
  readonly name: string
  readonly base: string
  readonly quote: string
  readonly settlement: string
  readonly tick: Price
  readonly increment: Quantity
  readonly leastNotional: number | undefined
  readonly largestOrder: Quantity | undefined
  readonly largestLeverage: number | undefined
  readonly takes: 'ORDERS' | 'BLOCKS_ONLY'
  /** The venue no longer lists it. */
  readonly hasEnded: boolean
  /** Percent of the traded value. */
  readonly makerFee: number | undefined
  readonly takerFee: number | undefined
  readonly fundingHours: number
  /** Percent of the notional per funding period. Longs pay if it is positive. */
  readonly fundingRate: number | undefined
  readonly mark: number | undefined
  readonly index: number | undefined
  readonly last: number | undefined
  /** Percent. */
  readonly change: number | undefined
  /** In the quote currency. */
  readonly volume: number | undefined
  /** In the base currency. */
  readonly openInterest: number | undefined
  /** The venue's time of these prices. */
  readonly at: number | undefined
}

export type Trade = { readonly id: string; readonly side: Side; readonly price: Price; readonly quantity: Quantity; readonly at: number }

export type Order = {
  readonly id: string
  readonly market: string
  readonly side: Side
  readonly kind: PerpetualOrderView['kind']
  readonly price: Price | undefined
  readonly trigger: Price | undefined
  readonly average: number | undefined
  readonly quantity: Quantity
  readonly remaining: Quantity
  readonly instruction: PerpetualOrderView['instruction']
  readonly isReduceOnly: boolean
  readonly state: PerpetualOrderView['state']
  /** A sentence on why it was closed. */
  readonly reason: string | undefined
  /** An exit: the server keeps its size at that of the position. */
  readonly followsPosition: boolean
  /** The venue closed it because it liquidated the position. */
  readonly isLiquidation: boolean
  readonly createdAt: number
  readonly changedAt: number
}

export type Position = {
  readonly market: string
  /** Negative if short. */
  readonly quantity: Quantity
  readonly entry: number
  readonly profit: number
  /** Received since the last settlement, negative if paid. */
  readonly funding: number
  readonly leverage: number | undefined
  readonly margin: number | undefined
  /** Reported by the venue. */
  readonly liquidation: number | undefined
  /** The venue's time of the last change of its size. */
  readonly changedAt: number | undefined
}

export type Fill = {
  readonly id: string
  readonly market: string
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  readonly role: 'MAKER' | 'TAKER'
  readonly kind: PerpetualFillView['kind']
  readonly fee: number
  readonly feeCurrency: string
  readonly profit: number | undefined
  readonly at: number
}

export type FundingPayment = { readonly id: string; readonly market: string; readonly amount: number; readonly at: number }

export type Margin = {
  readonly mode: MarginMode
  readonly leverage: number
  /** The desk has set it here. If undefined or true, it is never changed without being asked. */
  readonly isChosen?: boolean
}

/** The figures of the whole account, in the settlement currency. */
export type Summary = {
  readonly account: string
  readonly currency: string
  readonly equity: number
  readonly marginUsed: number
  readonly maintenance: number
  readonly free: number
  readonly profit: number
  readonly state: string
  /** The venue's time of these figures. */
  readonly at: number
}

export type Candle = {
  /** The time at which it starts, in ms. */
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Percent, scaled to a period of eight hours. */
export type FundingRate = { readonly at: number; readonly rate: number }
