/** Who is told what of a decision, on which channel. */
import { readersOf, type DeskId, type DirectRfq, type Order } from '@parley/core'
import type { Note } from '../engine/engine.ts'
import type { Touched } from './touched.ts'
import { presentBookOrder, presentLeft, presentOrder, presentRfq, presentTape, presentTrade } from './wire.ts'

type OwnNote = Omit<Note, 'shard' | 'seq'>

export function notesOf(touched: Touched): readonly OwnNote[] {
  return [...rfqNotes(touched), ...orderNotes(touched), ...bookNotes(touched), ...tradeNotes(touched), ...tapeNotes(touched)]
}

const note = (desk: DeskId, channel: string, event: Note['event'], data: object | undefined): readonly OwnNote[] =>
  data === undefined ? [] : [{ audience: `desk:${desk}`, channel, event, data }]

/** Told when it opens and closes; in between only to the taker and to makers that trade or decline, because everything else is not theirs to see. */
function rfqNotes({ rfq, isNew, isSent, isClosed, trades, declined }: Touched): readonly OwnNote[] {
  if (!isNew && !isSent && !isClosed && trades.size === 0 && declined.size === 0) return []
  const touchedTrades = rfq.trades.filter(({ id }) => trades.has(id))
  return readersOf(rfq).flatMap((desk) => {
    const isTaker = desk === rfq.creator.desk
    const isParty = isTaker || declined.has(desk) || touchedTrades.some(({ maker }) => maker === desk)
    if (!isNew && !isSent && !isClosed && !isParty) return []
    const event = isClosed ? 'REMOVED' : isNew || (isSent && !isTaker) ? 'ADDED' : 'UPDATED'
    return note(desk, 'rfqs', event, presentRfq(rfq, desk))
  })
}

/** To the order's own desk. The last note of an order is REMOVED: it is closed and nothing of it is at the venue any more. */
function orderNotes({ rfq, orders, newOrders }: Touched): readonly OwnNote[] {
  return rfq.orders
    .filter(({ id }) => orders.has(id))
    .flatMap((order) => {
      const event = isOver(order) ? 'REMOVED' : newOrders.has(order.id) ? 'ADDED' : 'UPDATED'
      return note(order.actor.desk, 'orders', event, presentOrder(rfq, order))
    })
}

const isOver = ({ state, pending }: Order): boolean => state === 'CLOSED' && pending === 0

/**
 * What the other side's book holds; an order that never rested was never in it, and one that is hidden from now on leaves it as it stood there.
 * What stands there otherwise than before is ADDED under the id that it had (decision 413).
 */
function bookNotes({ rfq, bookOrders, newOrders, lastShown, nowShown }: Touched): readonly OwnNote[] {
  const isComing = ({ id }: Order) => newOrders.has(id) || nowShown.has(id)
  return rfq.orders
    .filter((order) => bookOrders.has(order.id) && !(isComing(order) && order.state === 'CLOSED'))
    .flatMap((order) => {
      const left = lastShown.get(order.id)
      const event = left !== undefined || order.state === 'CLOSED' ? 'REMOVED' : 'ADDED'
      const view = (desk: DeskId) =>
        left === undefined ? presentBookOrder(rfq, order, desk) : presentLeft(rfq, { ...order, ...left }, desk)
      return otherSide(rfq, order).flatMap((desk) => note(desk, 'rfq_orders', event, view(desk)))
    })
}

const otherSide = (rfq: DirectRfq, order: Order): readonly DeskId[] => (order.role === 'MAKER' ? [rfq.creator.desk] : rfq.makers)

function tradeNotes({ rfq, trades, newTrades }: Touched): readonly OwnNote[] {
  return rfq.trades
    .filter(({ id }) => trades.has(id))
    .flatMap((trade) => {
      const event = newTrades.has(trade.id) ? 'ADDED' : 'UPDATED'
      return [trade.taker, trade.maker].flatMap((desk) => note(desk, 'trades', event, presentTrade(rfq, trade, desk)))
    })
}

function tapeNotes({ rfq, trades }: Touched): readonly OwnNote[] {
  return rfq.trades
    .filter(({ id }) => trades.has(id))
    .map((trade) => presentTape(rfq, trade))
    .filter((data) => data !== undefined)
    .map((data) => ({ audience: 'everybody', channel: 'trade_tape', event: 'ADDED', data }))
}
