/** The messages of a decision about listed spreads: their audience, channel and data. */
import type { DeskId } from '@parley/core'
import type { Message } from '../../../engine/engine.ts'
import type { OrderChange, RfqChange, TradeChange } from '../../../rfq/changes.ts'
import { presentOrder, presentStrategy, presentTape, presentTrade } from './present.ts'

/** Internal names of these messages, because other flows have orders and trades too. */
export const outbox = { strategy: 'fs.strategy_state', order: 'fs.orders', trade: 'fs.trades', tape: 'fs.trade_tape' } as const

export const messagesOf = (change: RfqChange): readonly Message[] => [
  ...strategyMessages(change),
  ...change.orders.map((one) => orderMessage(change, one)),
  ...change.trades.flatMap((one) => tradeMessages(change, one)),
]

function strategyMessages({ rfq, isNew, isEnding }: RfqChange): readonly Message[] {
  if (!isNew && !isEnding) return []
  return [{ audience: 'everybody', channel: outbox.strategy, event: isNew ? 'ADDED' : 'REMOVED', data: presentStrategy(rfq) }]
}

const own = (desk: DeskId, channel: string, event: Message['event'], data: object): Message => ({
  audience: `desk:${desk}`,
  channel,
  event,
  data,
})

function orderMessage({ rfq }: RfqChange, { order, isNew }: OrderChange): Message {
  const isOver = order.state === 'CLOSED' && order.pending === 0
  return own(order.actor.desk, outbox.order, isOver ? 'REMOVED' : isNew ? 'ADDED' : 'UPDATED', presentOrder(rfq, order))
}

function tradeMessages({ rfq }: RfqChange, { trade, isNew }: TradeChange): readonly Message[] {
  const sent = [trade.taker, trade.maker].flatMap((desk) => {
    const view = presentTrade(rfq, trade, desk)
    return view === undefined ? [] : [own(desk, outbox.trade, isNew ? 'ADDED' : 'UPDATED', view)]
  })
  const tape = presentTape(rfq, trade)
  return tape === undefined ? sent : [...sent, { audience: 'everybody', channel: outbox.tape, event: 'ADDED', data: tape }]
}
