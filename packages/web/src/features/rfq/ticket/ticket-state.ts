/** The state of the RFQ at the top of the ticket, for the viewing desk. Pure; undefined while it is simply open. */
import { displayRfq, type DisplayStatus, lifetimeOf, lifetimeText, quantityText } from '@parley/core'
import type { Trade } from '@parley/client'
import type { DirectRfq } from '../../../live/audiences.ts'
import { rejectionText } from '../../../live/venue-rejection-text.ts'
import { rfqCancelReasonText } from '../cancel-reasons.ts'

export type StateNotice = { readonly tone: 'plain' | 'mine' | 'danger'; readonly title: string; readonly text: string }

/** Both desks book it at the venue, and not both have confirmed. */
export const isToBook = ({ booking, state }: Trade): boolean => booking !== undefined && state === 'PENDING_SETTLEMENT'

export function stateNoticeOf(rfq: DirectRfq, trades: readonly Trade[]): StateNotice | undefined {
  const pending = trades.filter((trade) => trade.state === 'PENDING_SETTLEMENT')
  if (pending.some(isToBook))
    return {
      tone: 'mine',
      title: 'Traded, to be booked by both desks',
      text: `The trade is binding. ${rfq.venue} does not settle it between two firms. Book it at the venue as shown below.`,
    }
  if (pending.length > 0)
    return {
      tone: 'mine',
      title: `Traded, settling at ${rfq.venue}`,
      text: 'The trade is binding. The venue checks margin and books both sides. No action is needed.',
    }
  const rejected = trades.findLast((trade) => trade.state === 'REJECTED')
  const isLastWord = rejected !== undefined && trades.every((trade) => trade.executedAt <= rejected.executedAt)
  if (isLastWord && rfq.state !== 'DRAFT')
    return {
      tone: 'danger',
      title: rejected.booking === undefined ? `Rejected by ${rfq.venue}` : 'Not booked',
      text: `“${rejectionText(rejected)}” Nothing was traded${rfq.state === 'OPEN' ? '; the RFQ is still open.' : '.'}`,
    }
  const status = displayRfq({ state: rfq.state, closedReason: rfq.closedReason ?? null, role: rfq.role, traded: rfq.traded })
  return stateNotices[status](rfq)
}

const stateNotices: Readonly<Record<DisplayStatus, (rfq: DirectRfq) => StateNotice | undefined>> = {
  Active: () => undefined,
  Draft: () => ({ tone: 'plain', title: 'Draft', text: 'Not sent yet. Makers cannot see it until you send it.' }),
  Filled: (rfq) => ({
    tone: 'mine',
    title: 'Filled',
    text: `${quantityText(rfq.filled ?? rfq.quantity)} of ${quantityText(rfq.quantity)} settled at ${rfq.venue}.`,
  }),
  // The tape does not name RFQs, so desks that did not trade cannot see at what price the others did (rulebook 8.3, 8.7).
  'Trd Away': () => ({ tone: 'plain', title: 'Traded away', text: 'The taker traded with another desk.' }),
  Expired: (rfq) => ({
    tone: 'plain',
    title: 'Expired',
    text: `${filledPart(rfq)}It expired after ${lifetimeText(lifetimeOf(rfq))}. All quotes are cancelled.`,
  }),
  Canceled: (rfq) => ({
    tone: 'plain',
    title: 'Cancelled',
    text: `${filledPart(rfq)}${cancelledText(rfq)}. All quotes are cancelled.`,
  }),
  Closed: () => ({ tone: 'plain', title: 'Closed', text: 'No further action is possible.' }),
}

function cancelledText(rfq: DirectRfq): string {
  const by = rfqCancelReasonText(rfq)
  return by === undefined ? `${rfq.role === 'TAKER' ? 'Your desk' : 'The taker'} cancelled it` : `Cancelled ${by}`
}

const filledPart = (rfq: DirectRfq): string =>
  Number(rfq.filled ?? 0) > 0 ? `${quantityText(rfq.filled!)} of ${quantityText(rfq.quantity)} was filled. ` : ''
