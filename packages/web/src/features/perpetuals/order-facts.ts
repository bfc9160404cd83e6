/** An order that a button sends, and the data that it is checked against. */
import type { Price, Quantity } from '@parley/core'
import type { LevelBook } from '../market-data/depth.ts'
import type { Margin, Market, Order, Position, Side, Summary } from './model.ts'

export type OrderToSend = {
  readonly market: string
  readonly side: Side
  readonly kind: Order['kind']
  readonly quantity: Quantity
  readonly price: Price | undefined
  readonly trigger: Price | undefined
  readonly instruction: Order['instruction']
  readonly isReduceOnly: boolean
  /** The take profit and stop loss that are placed before it. */
  readonly exits?: readonly OrderToSend[] | undefined
  /** An exit, whose size the server keeps at that of the position. */
  readonly followsPosition?: boolean
  /** The id of the order that it amends. */
  readonly amends: string | undefined
}

/** The current data of a market and of the account in it. */
export type Facts = {
  readonly market: Market
  readonly book: LevelBook
  readonly position: Position | undefined
  readonly summary: Summary | undefined
  readonly margin: Margin | undefined
  /** The margin that the first order in this market sets before it is sent (rulebook 21.25). */
  readonly first?: Margin | undefined
}
