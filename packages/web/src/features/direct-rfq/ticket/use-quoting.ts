/** Sends the two sides of a quote, each new or in place of the one that is open, and pulls them. */
import { directRfqCalls, type OrderView, type RfqView } from '@parley/contracts'
import type { Structure } from '@parley/core'
import { restingOf } from '../../../live/book.ts'
import { useRfqOrders } from '../../../live/use-live.ts'
import { wireLegsOf, type MakerSide } from './maker-form.ts'
import { useMakerAccount } from './use-maker-account.ts'
import { useOrderSending } from './use-order-sending.ts'
import type { Maker, Sides } from './use-maker-form.ts'

export function useQuoting(rfq: RfqView, structure: Structure, maker: Maker) {
  const open = openQuotes(useRfqOrders(rfq.id))
  const account = useMakerAccount(rfq, { structure, maker, open })
  const sending = useOrderSending(rfq.id)
  const quote = async () => {
    for (const side of ['BUY', 'SELL'] as const) {
      const { price, legPrices } = maker.sides[side]
      const accountName = account.of(side)
      if (price === undefined || accountName === undefined) continue
      const legs = wireLegsOf(structure, legPrices)
      const quantity = maker.quantity[side]
      const words = `${side === 'BUY' ? 'Bid' : 'Ask'} ${quantity} @ ${price}`
      const held = open[side]
      if (held === undefined)
        await sending.send(words, directRfqCalls.createOrder, {
          rfq_id: rfq.id,
          side,
          quantity,
          legs,
          account_name: accountName,
          type: 'LIMIT',
          time_in_force: 'GOOD_TILL_CANCELED',
        })
      else {
        // What is not said stays.
        const chosen = account.chosen === '' ? {} : { account_name: account.chosen }
        await sending.send(words, directRfqCalls.replaceOrder, { quantity, legs, ...chosen }, { id: held.id })
      }
    }
  }
  const pull = async () => {
    for (const held of [open.BUY, open.SELL])
      if (held !== undefined) await sending.send('Pull', directRfqCalls.cancelOrder, undefined, { id: held.id })
  }
  return { open, account, sending, quote, pull }
}

const openQuotes = (orders: readonly OrderView[]): Partial<Sides<OrderView>> => {
  const open = orders.filter((order) => order.state === 'OPEN' && Number(restingOf(order)) > 0)
  const of = (side: MakerSide) => open.find((order) => order.side === side)
  return { ...(of('BUY') === undefined ? {} : { BUY: of('BUY')! }), ...(of('SELL') === undefined ? {} : { SELL: of('SELL')! }) }
}
