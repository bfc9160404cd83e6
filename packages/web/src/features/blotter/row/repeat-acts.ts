/** The acts that repeat a row's request, the same in the table and in the lists of the past, by menu, button and key: A asks again, C copies the line. */
import type { Rfq } from '@parley/client'
import type { KeyboardEvent } from 'react'
import { runKey } from '../../../components/key-table.ts'
import { instrumentsNow } from '../../../live/instruments.ts'
import { startBuilder } from '../../../live/screen-state.ts'
import { newRfqReasonNow } from '../../protection/use-protection.ts'
import { copyLine } from '../../structure/copy-line.ts'
import { askAgain, type Copied, copiedOfRfq, lineOf } from '../../trade/actions.ts'

export type RepeatActs = {
  /** Undefined where the request is somebody else's and still open. */
  readonly askAgain: (() => void) | undefined
  readonly copyLine: () => void
}

export const repeatOf = (copied: Copied): RepeatActs => ({
  askAgain: () => startBuilder({ kind: 'copy', copy: askAgain(copied) }),
  copyLine: () => copyLine(lineOf(copied)),
})

/** A request that is asked of the desk is answered; only its own is asked again. */
export const repeatOfRfq = (rfq: Rfq): RepeatActs => ({
  askAgain: rfq.audience === 'DIRECT' && rfq.role === 'TAKER' ? repeatOf(copiedOfRfq(rfq)).askAgain : undefined,
  copyLine: () => void copyWhole(rfq),
})

/** With quantity and hedge, as the ticket copies it; the printing of lines comes with the first one. */
async function copyWhole(rfq: Rfq): Promise<void> {
  const instruments = instrumentsNow(rfq.venue, rfq.baseCurrency)
  const { lineOfRfq } = await import('../../structure/line-of-legs.ts')
  copyLine((instruments && lineOfRfq(rfq, instruments)) ?? lineOf(copiedOfRfq(rfq)))
}

/** The key may do nothing where a new request is refused; whether it does is asked when it is pressed. */
export const runRepeatKey = (acts: RepeatActs, event: KeyboardEvent): boolean =>
  runKey(event, { askAgain: newRfqReasonNow() === undefined ? acts.askAgain : undefined, copyLine: acts.copyLine })
