/** A live RFQ with its orders and its pending trades. Only its shard changes it. The RFQ, its orders and its trades are immutable values. */
import { Book, type MatchingBook } from '../../book/book.ts'
import type { DeskId, OrderId, TradeId } from '../../ids.ts'
import type { Side } from '../../structure/structure.ts'
import { marketModels, type MarketModel } from './market-model.ts'
import { restingQuantity, type Order } from './order.ts'
import { Orders } from './orders.ts'
import type { Rfq, RfqRole } from './rfq.ts'
import type { Trade } from './trade.ts'

/** The resting orders of an RFQ in which any order can trade with any other, and the desks that own them. */
export type SharedBook = { readonly orders: MatchingBook<OrderId>; readonly byDesk: Map<DeskId, Set<OrderId>> }

export type LiveRfq = {
  rfq: Rfq
  /** Orders that rest or have a pending trade, or all orders ever placed if the kind of RFQ keeps them. */
  readonly orders: Orders
  /** Trades pending at the venue. */
  trades: readonly Trade[]
  readonly sharedBook: SharedBook | undefined
  /** The soonest entry for it among the shard's deadlines. */
  scheduledAt: number
}

const nothing: readonly never[] = []

export const marketModelOf = ({ audience }: Pick<Rfq, 'audience'>): MarketModel => marketModels[audience]

export const liveRfqOf = (rfq: Rfq): LiveRfq => ({
  rfq,
  orders: new Orders(),
  trades: nothing,
  sharedBook: marketModelOf(rfq).matching === 'ANYONE' ? { orders: new Book(), byDesk: new Map() } : undefined,
  scheduledAt: Infinity,
})

/** The desk's role; undefined if it has none. */
export function roleOf(rfq: Pick<Rfq, 'audience' | 'creator' | 'makers'>, desk: DeskId): RfqRole | undefined {
  if (marketModelOf(rfq).opener !== 'TAKER') return 'ANYONE'
  if (rfq.creator.desk === desk) return 'TAKER'
  return rfq.makers.includes(desk) ? 'MAKER' : undefined
}

export const tradeAtVenue = ({ trades }: LiveRfq, id: TradeId): Trade | undefined => trades.find((trade) => trade.id === id)

/** The desk's resting orders on one side, oldest first, without its parts of net prices (rulebook 22.5). */
export function restingOf({ orders, sharedBook }: LiveRfq, desk: DeskId, side: Side): readonly Order[] {
  const found: Order[] = []
  if (sharedBook !== undefined) {
    for (const id of sharedBook.byDesk.get(desk) ?? nothing) {
      const order = orders.get(id)!
      if (order.side === side) found.push(order)
    }
    return found
  }
  for (const order of orders.values())
    if (order.state === 'OPEN' && order.side === side && order.actor.desk === desk && order.net === undefined) found.push(order)
  return found
}

/** Whether the desk has a resting order here. */
export function hasResting({ orders, sharedBook }: LiveRfq, desk: DeskId): boolean {
  if (sharedBook !== undefined) return (sharedBook.byDesk.get(desk)?.size ?? 0) > 0
  for (const { state, actor } of orders.values()) if (state === 'OPEN' && actor.desk === desk) return true
  return false
}

export const bookEntryOf = (order: Order) => {
  const { id, actor, side, price, isHidden } = order
  return { id, owner: actor.desk, side, price, quantity: restingQuantity(order), isHidden }
}
