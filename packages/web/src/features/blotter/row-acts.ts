/** A row of the past opens its card, and has two keys: A asks again, C copies its line. */
import type { Rfq, TapeTrade, Trade } from '@parley/client'
import type { KeyboardEvent } from 'react'
import { goToRow, openTradeCard } from '../../live/screen-state.ts'
import { copiedOfRfq, copiedOfTrade } from '../trade/actions.ts'
import { repeatOf, runRepeatKey } from './row/repeat-acts.ts'

/** An order book has no record of its own; its ticket has the book and the desk's deals. */
export const openRfq = (rfq: Rfq): void => (rfq.audience === 'DIRECT' ? openTradeCard({ kind: 'RFQ', rfq }) : goToRow(rfq))

export const openTrade = (trade: Trade): void =>
  openTradeCard(
    trade.audience === 'DIRECT'
      ? { kind: 'RFQ', rfq: { audience: 'DIRECT', id: trade.rfqId }, tradeId: trade.id }
      : { kind: 'TRADE', trade },
  )

/** The desk's own trade opens whole, those of others as everybody reads them. */
export const openTapeTrade = (trade: TapeTrade, own: Trade | undefined): void =>
  own === undefined ? openTradeCard({ kind: 'TAPE', trade }) : openTrade(own)

export const rfqRowKey = (row: Rfq, event: KeyboardEvent): void => void runRepeatKey(repeatOf(copiedOfRfq(row)), event)
export const tradeRowKey = (row: TapeTrade, event: KeyboardEvent): void => void runRepeatKey(repeatOf(copiedOfTrade(row)), event)
