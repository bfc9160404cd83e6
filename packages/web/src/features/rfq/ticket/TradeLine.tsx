import type { Trade } from '@parley/client'
import { priceText, quantityText } from '@parley/core'
import { Settling } from './Settling.tsx'
import styles from './RfqState.module.css'

const verbs = { done: { BUY: 'Bought', SELL: 'Sold' }, tried: { BUY: 'Buy', SELL: 'Sell' } } as const

/** The desk that books a trade with ours is named, even in an anonymous book. */
const otherOf = ({ counterpartyDeskName, booking }: Trade): string | undefined => counterpartyDeskName ?? booking?.deskName

/** One of the desk's trades with its settlement state, and the counterparty if it is known. */
export const TradeLine = ({ trade, decimals }: { readonly trade: Trade; readonly decimals: number }) => (
  <p className={styles['trade']}>
    <b>{`${verbs[trade.state === 'REJECTED' ? 'tried' : 'done'][trade.side]} ${quantityText(trade.quantity)} @ ${priceText(trade.price, decimals)}`}</b>
    {otherOf(trade) === undefined ? '' : ` with ${otherOf(trade)}`}
    <Settling trade={trade} />
  </p>
)
