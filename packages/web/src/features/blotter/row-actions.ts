/** A history row opens its card and has two shortcuts: A asks again, C copies its line. */
import type { AnyOrder, AnyTapeTrade, AnyTrade, Rfq } from '@parley/client'
import type { KeyboardEvent } from 'react'
import { navigate } from '../../components/router.ts'
import { chooseRow, goToRow, openTradeCard } from '../../live/screen-state.ts'
import { type Copied, copiedOfRfq, copiedOfTrade } from '../trade/actions.ts'
import { repeatOf, runRepeatKey } from './row/repeat-actions.ts'

/** An order book has no record of its own. Its ticket shows the book and the desk's trades. */
export const openRfq = (rfq: Rfq): void => (rfq.audience === 'DIRECT' ? openTradeCard({ kind: 'RFQ', rfq }) : goToRow(rfq))

/** A listed spread opens selected on the spreads screen. */
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

/** The desk's own trade opens in full, others as public trades. */
export function openTapeTrade(trade: AnyTapeTrade, own: AnyTrade | undefined): void {
  if (own !== undefined) return openTrade(own)
  if (trade.audience === 'SPREADS') return showStrategy(trade.rfqId)
  openTradeCard({ kind: 'TAPE', trade })
}

/** Listed spreads have no RFQ, so they cannot be repeated. */
export const copiedOfRow = (trade: AnyTapeTrade): Copied | undefined => (trade.audience === 'SPREADS' ? undefined : copiedOfTrade(trade))

export const rfqRowKey = (row: Rfq, event: KeyboardEvent): void => void runRepeatKey(repeatOf(copiedOfRfq(row)), event)
export function tradeRowKey(row: AnyTapeTrade, event: KeyboardEvent): void {
  const copied = copiedOfRow(row)
  if (copied !== undefined) runRepeatKey(repeatOf(copied), event)
}
