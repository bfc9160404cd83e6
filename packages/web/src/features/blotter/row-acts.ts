/** A row of the past opens its card, and has two keys: A asks again, C copies its line. */
import type { Rfq, TapeTrade, Trade } from '@parley/client'
import type { KeyboardEvent } from 'react'
import { runKey } from '../../components/key-table.ts'
import { goToRfq, openTradeCard, startBuilder } from '../../live/screen-state.ts'
import { newRfqReasonNow } from '../protection/use-protection.ts'
import { copyLine } from '../structure/copy-line.ts'
import { askAgain, copiedOfRfq, copiedOfTrade, lineOf } from '../trade/actions.ts'

/** An order book has no record of its own; its ticket has the book and the desk's deals. */
export const openRfq = (rfq: Rfq): void => (rfq.audience === 'DIRECT' ? openTradeCard({ kind: 'RFQ', rfq }) : goToRfq(rfq))

export const openTrade = (trade: Trade): void =>
  openTradeCard(
    trade.audience === 'DIRECT'
      ? { kind: 'RFQ', rfq: { audience: 'DIRECT', id: trade.rfqId }, tradeId: trade.id }
      : { kind: 'TRADE', trade },
  )

/** The desk's own trade opens whole, those of others as everybody reads them. */
export const openTapeTrade = (trade: TapeTrade, own: Trade | undefined): void =>
  own === undefined ? openTradeCard({ kind: 'TAPE', trade }) : openTrade(own)

const rowKey =
  <Row>(copiedOf: (row: Row) => Parameters<typeof askAgain>[0]) =>
  (row: Row, event: KeyboardEvent): void => {
    const ask = () => startBuilder({ kind: 'copy', copy: askAgain(copiedOf(row)) })
    runKey(event, { askAgain: newRfqReasonNow() === undefined ? ask : undefined, copyLine: () => copyLine(lineOf(copiedOf(row))) })
  }

export const rfqRowKey = rowKey(copiedOfRfq)
export const tradeRowKey = rowKey(copiedOfTrade)
