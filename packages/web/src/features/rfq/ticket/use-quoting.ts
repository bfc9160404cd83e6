/** Sends the two sides of a quote, each new or in place of the one that is open, and pulls them. */
import { cancelOrder, isResting, type Order, placeOrder, replaceOrder } from '@parley/client'
import type { Structure } from '@parley/core'
import type { DirectRfq } from '../../../live/audiences.ts'
import { useRfqOrders } from '../../../live/use-live.ts'
import { legPricesOf, type MakerSide } from './maker-form.ts'
import { useMakerAccount } from './use-maker-account.ts'
import { useOrderSending } from './use-order-sending.ts'
import type { Maker, Sides } from './use-maker-form.ts'

export function useQuoting(rfq: DirectRfq, structure: Structure, maker: Maker) {
  const open = openQuotes(useRfqOrders(rfq.id))
  const account = useMakerAccount(rfq, { structure, maker, open })
  const sending = useOrderSending(rfq.id)
  const quote = async () => {
    for (const side of ['BUY', 'SELL'] as const) {
      const { price, legPrices } = maker.sides[side]
      const accountName = account.of(side)
      const quantity = maker.quantity[side]
      if (price === undefined || quantity === undefined || accountName === undefined) continue
      const legs = legPricesOf(structure, legPrices)
      const words = `${side === 'BUY' ? 'Bid' : 'Ask'} ${quantity} @ ${price}`
      const held = open[side]
      // Terms of a resting quote that are not given stay.
      const command =
        held === undefined
          ? placeOrder(rfq, { side, quantity, legPrices: legs, account: accountName, isHidden: false, timeInForce: 'GTC' })
          : replaceOrder(held, { quantity, legPrices: legs, ...(account.chosen === '' ? {} : { account: account.chosen }) })
      await sending.send(words, command)
    }
  }
  const pull = async () => {
    for (const held of [open.BUY, open.SELL]) if (held !== undefined) await sending.send('Pull', cancelOrder(held))
  }
  return { open, account, sending, quote, pull }
}

const openQuotes = (orders: readonly Order[]): Partial<Sides<Order>> => {
  const open = orders.filter(isResting)
  const of = (side: MakerSide) => open.find((order) => order.side === side)
  return { ...(of('BUY') === undefined ? {} : { BUY: of('BUY')! }), ...(of('SELL') === undefined ? {} : { SELL: of('SELL')! }) }
}
