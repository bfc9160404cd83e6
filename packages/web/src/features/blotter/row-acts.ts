/** A row of the past opens its card, and has two keys: A asks again, C copies its line. */
import type { AnyOrder, AnyTapeTrade, AnyTrade, Rfq } from '@parley/client'
import type { KeyboardEvent } from 'react'
import { navigate } from '../../components/router.ts'
import { chooseRow, goToRow, openTradeCard } from '../../live/screen-state.ts'
import { type Copied, copiedOfRfq, copiedOfTrade } from '../trade/actions.ts'
import { repeatOf, runRepeatKey } from './row/repeat-acts.ts'

/** An order book has no record of its own; its ticket has the book and the desk's deals. */
export const openRfq = (rfq: Rfq): void => (rfq.audience === 'DIRECT' ? openTradeCard({ kind: 'RFQ', rfq }) : goToRow(rfq))

/** A listed spread stands at the screen of its own, chosen. */
const showStrategy = (id: string): void => navigate(`/fs?strategy=${id}`)

export const showOrder = ({ audience, rfqId }: Pick<AnyOrder, 'audience' | 'rfqId'>): void =>
  audience === 'SPREADS' ? showStrategy(rfqId) : chooseRow({ audience, id: rfqId })

export function openTrade(trade: AnyTrade): void {
  if (trade.audience === 'SPREADS') return showStrategy(trade.rfqId)
  openTradeCard(
    trade.audience === 'DIRECT'
      ? { kind: 'RFQ', rfq: { audience: 'DIRECT', id: trade.rfqId }, tradeId: trade.id }
      : { kind: 'TRADE', trade },
  )
}

/** The desk's own trade opens whole, those of others as everybody reads them. */
export function openTapeTrade(trade: AnyTapeTrade, own: AnyTrade | undefined): void {
  if (own !== undefined) return openTrade(own)
  if (trade.audience === 'SPREADS') return showStrategy(trade.rfqId)
  openTradeCard({ kind: 'TAPE', trade })
}

/** Nobody asks for a listed spread, so nobody asks again. */
export const copiedOfRow = (trade: AnyTapeTrade): Copied | undefined => (trade.audience === 'SPREADS' ? undefined : copiedOfTrade(trade))

export const rfqRowKey = (row: Rfq, event: KeyboardEvent): void => void runRepeatKey(repeatOf(copiedOfRfq(row)), event)
export function tradeRowKey(row: AnyTapeTrade, event: KeyboardEvent): void {
  const copied = copiedOfRow(row)
  if (copied !== undefined) runRepeatKey(repeatOf(copied), event)
}
