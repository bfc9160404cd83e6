/** The list of direct RFQs that a user sees before choosing one. Pure. */
import type { RfqRow } from '../row/rfq-rows.ts'

export type Landing = 'ALL' | 'I_QUOTE'

type OpenRequest = { readonly role: RfqRow['role']; readonly isOver: boolean; readonly rfq: Pick<RfqRow['rfq'], 'audience'> }

/** A maker starts in its queue, unless all open RFQs are its own. So does a desk that has only been asked. */
export function landingOf(isMaker: boolean, rows: readonly OpenRequest[]): Landing {
  const open = rows.filter(({ isOver, rfq }) => !isOver && rfq.audience === 'DIRECT')
  const asks = open.some(({ role }) => role === 'TAKER')
  const isAsked = open.some(({ role }) => role === 'MAKER')
  return isMaker ? (asks && !isAsked ? 'ALL' : 'I_QUOTE') : isAsked && !asks ? 'I_QUOTE' : 'ALL'
}
