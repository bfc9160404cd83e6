/** The state of the RFQ at the head of the ticket, for the viewing desk. Pure; undefined while it is simply open. */
import { displayRfq, type DisplayStatus, lifetimeOf, lifetimeText, quantityText } from '@parley/core'
import type { Trade } from '@parley/client'
import type { DirectRfq } from '../../../live/audiences.ts'
import { rfqCancelWords } from '../cancel-words.ts'

export type StateNotice = { readonly tone: 'plain' | 'mine' | 'danger'; readonly title: string; readonly text: string }

/** Both desks book it at the venue, and not both have said so. */
export const isToBook = ({ booking, state }: Trade): boolean => booking !== undefined && state === 'PENDING_SETTLEMENT'

export function stateNoticeOf(rfq: DirectRfq, trades: readonly Trade[]): StateNotice | undefined {
  const pending = trades.filter((trade) => trade.state === 'PENDING_SETTLEMENT')
  if (pending.some(isToBook))
    return {
      tone: 'mine',
      title: 'Dealt, to be booked by both desks',
      text: `Both desks are bound. ${rfq.venue} does not settle it between two firms: what to book there stands below.`,
    }
  if (pending.length > 0)
    return {
      tone: 'mine',
      title: `Dealt, settling at ${rfq.venue}`,
      text: 'Both desks are bound. The venue checks the margins and books both sides; there is nothing to do but wait.',
    }
  const rejected = trades.findLast((trade) => trade.state === 'REJECTED')
  const isLastWord = rejected !== undefined && trades.every((trade) => trade.executedAt <= rejected.executedAt)
  if (isLastWord && rfq.state !== 'DRAFT')
    return {
      tone: 'danger',
      title: rejected.booking === undefined ? `Rejected by ${rfq.venue}` : 'Not booked',
      text: `“${rejected.rejection ?? 'no reason given'}” Nothing was traded${rfq.state === 'OPEN' ? '; the RFQ is still open.' : '.'}`,
    }
  const status = displayRfq({ state: rfq.state, closedReason: rfq.closedReason ?? null, role: rfq.role, traded: rfq.traded })
  return stateNotices[status](rfq)
}

const stateNotices: Readonly<Record<DisplayStatus, (rfq: DirectRfq) => StateNotice | undefined>> = {
  Active: () => undefined,
  Draft: () => ({ tone: 'plain', title: 'Draft', text: 'Nobody has been asked yet: makers know nothing of it until it is sent.' }),
  Filled: (rfq) => ({
    tone: 'mine',
    title: 'Filled',
    text: `${quantityText(rfq.filled ?? rfq.quantity)} of ${quantityText(rfq.quantity)} settled at ${rfq.venue}.`,
  }),
  // The tape names no request, so nobody who did not trade learns at what price the others did (rulebook 8.3, 8.7).
  'Trd Away': () => ({ tone: 'plain', title: 'Traded away', text: 'The taker dealt with another desk.' }),
  Expired: (rfq) => ({
    tone: 'plain',
    title: 'Expired',
    text: `${filledPart(rfq)}Its time is over, ${lifetimeText(lifetimeOf(rfq))}; quotes in it are gone.`,
  }),
  Canceled: (rfq) => ({
    tone: 'plain',
    title: 'Canceled',
    text: `${filledPart(rfq)}${takenBack(rfq)}; quotes in it are gone.`,
  }),
  Closed: () => ({ tone: 'plain', title: 'Closed', text: 'Nothing more can be done here.' }),
}

function takenBack(rfq: DirectRfq): string {
  const by = rfqCancelWords(rfq)
  return by === undefined ? `${rfq.role === 'TAKER' ? 'Your desk' : 'The taker'} took it back` : `Taken back ${by}`
}

const filledPart = (rfq: DirectRfq): string =>
  Number(rfq.filled ?? 0) > 0 ? `${quantityText(rfq.filled!)} of ${quantityText(rfq.quantity)} was filled. ` : ''
