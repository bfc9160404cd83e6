/** The actions that repeat a row's RFQ, the same in the table and in histories, by menu, button and shortcut: A asks again, C copies the line. */
import type { Rfq } from '@parley/client'
import type { KeyboardEvent } from 'react'
import { runKey } from '../../../components/key-table.ts'
import { instrumentsNow } from '../../../live/instruments.ts'
import { startBuilder } from '../../../live/screen-state.ts'
import { newRfqReasonNow } from '../../../live/trade-reasons.ts'
import { copyLine } from '../../structure/copy-line.ts'
import { askAgain, type Copied, copiedOfRfq, lineOf } from '../../trade/actions.ts'

export type RepeatActions = {
  /** Undefined if the RFQ is open and belongs to another desk. */
  readonly askAgain: (() => void) | undefined
  readonly copyLine: () => void
}

export const repeatOf = (copied: Copied): RepeatActions => ({
  askAgain: () => startBuilder({ kind: 'copy', copy: askAgain(copied) }),
  copyLine: () => copyLine(lineOf(copied)),
})

/** An RFQ sent to the desk is quoted. Only the desk's own RFQ can be repeated. */
export const repeatOfRfq = (rfq: Rfq): RepeatActions => ({
  askAgain: rfq.audience === 'DIRECT' && rfq.role === 'TAKER' ? repeatOf(copiedOfRfq(rfq)).askAgain : undefined,
  copyLine: () => void copyWhole(rfq),
})

/** With quantity and hedge, as the ticket copies it. The code that prints lines is loaded on first use. */
async function copyWhole(rfq: Rfq): Promise<void> {
  const instruments = instrumentsNow(rfq.venue, rfq.baseCurrency)
  const { lineOfRfq } = await import('../../structure/line-of-legs.ts')
  copyLine((instruments && lineOfRfq(rfq, instruments)) ?? lineOf(copiedOfRfq(rfq)))
}

/** The shortcut does nothing if a new RFQ is not allowed. That is checked on each use. */
export const runRepeatKey = (actions: RepeatActions, event: KeyboardEvent): boolean =>
  runKey(event, { askAgain: newRfqReasonNow() === undefined ? actions.askAgain : undefined, copyLine: actions.copyLine })
