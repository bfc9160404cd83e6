/** The messages of a decision about direct RFQs: their audience, channel and data. */
import { readersOf, type DeskId, type Order, type Rfq } from '@parley/core'
import { publicAt } from '../../../calls/offer.ts'
import type { Message } from '../../../engine/engine.ts'
import type { OrderChange, RfqChange } from '../../../rfq/changes.ts'
import { presentBookOrder, presentLeft, presentOrder, presentRfq, presentTape, presentTrade } from './present.ts'

export function messagesOf(change: RfqChange): readonly Message[] {
  // Published in the order in which they came into the RFQ.
  const orders = change.orders.toSorted((a, b) => a.order.createdAt - b.order.createdAt)
  return [
    ...rfqMessages(change),
    ...orders.flatMap((one) => orderMessages(change.rfq, one)),
    ...orders.flatMap((one) => bookMessages(change.rfq, one)),
    ...tradeMessages(change),
    ...tapeMessages(change),
  ]
}

const message = (desk: DeskId, channel: string, event: Message['event'], data: object | undefined): readonly Message[] =>
  data === undefined ? [] : [{ audience: `desk:${desk}`, channel, event, data }]

const namedReadersOf = (rfq: Rfq): readonly DeskId[] => {
  const readers = readersOf(rfq)
  return readers === 'EVERYBODY' ? [] : readers
}

/**
 * Sent when it opens and closes. In between, it is sent only to the taker and to makers that trade or decline, because the other makers must not see
 * those changes.
 */
function rfqMessages({ rfq, isNew, isSent, isClosed, trades, declined }: RfqChange): readonly Message[] {
  const isForAll = isNew || isSent || isClosed
  if (!isForAll && trades.length === 0 && declined.size === 0) return []
  return namedReadersOf(rfq).flatMap((desk) => {
    const isTaker = desk === rfq.creator.desk
    const isParty = isTaker || declined.has(desk) || trades.some(({ trade }) => trade.maker === desk)
    if (!isForAll && !isParty) return []
    const event = isClosed ? 'REMOVED' : isNew || (isSent && !isTaker) ? 'ADDED' : 'UPDATED'
    return message(desk, 'rfqs', event, presentRfq(rfq, desk))
  })
}

/** Sent to the order's own desk. The last message is REMOVED: the order is closed and no part of it is at the venue any more. */
function orderMessages(rfq: Rfq, { order, isNew }: OrderChange): readonly Message[] {
  const event = isOver(order) ? 'REMOVED' : isNew ? 'ADDED' : 'UPDATED'
  return message(order.actor.desk, 'orders', event, presentOrder(rfq, order))
}

const isOver = ({ state, pending }: Order): boolean => state === 'CLOSED' && pending === 0

/**
 * The book as the other side sees it. An order that never rested was never in it. An order that becomes hidden is removed as last shown. A changed
 * order is ADDED under the id that it already had (decision 0395).
 */
function bookMessages(rfq: Rfq, { order, isNew, isBookChanged, lastShown, isNowShown }: OrderChange): readonly Message[] {
  if (!isBookChanged || ((isNew || isNowShown) && order.state === 'CLOSED')) return []
  const event = lastShown !== undefined || order.state === 'CLOSED' ? 'REMOVED' : 'ADDED'
  const view = (desk: DeskId) =>
    lastShown === undefined ? presentBookOrder(rfq, order, desk) : presentLeft(rfq, { ...order, ...lastShown }, desk)
  return otherSide(rfq, order).flatMap((desk) => message(desk, 'rfq_orders', event, view(desk)))
}

const otherSide = (rfq: Rfq, { kind }: Order): readonly DeskId[] => (kind === 'QUOTE' ? [rfq.creator.desk] : rfq.makers)

const tradeMessages = ({ rfq, trades }: RfqChange): readonly Message[] =>
  trades.flatMap(({ trade, isNew }) =>
    [trade.taker, trade.maker].flatMap((desk) => message(desk, 'trades', isNew ? 'ADDED' : 'UPDATED', presentTrade(rfq, trade, desk))),
  )

const tapeMessages = ({ rfq, trades }: RfqChange): readonly Message[] =>
  trades.flatMap(({ trade }) => {
    const data = presentTape(rfq, trade)
    return data === undefined ? [] : [{ audience: publicAt(rfq.venue), channel: 'trade_tape', event: 'ADDED', data }]
  })
