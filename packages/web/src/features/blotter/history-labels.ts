/** Texts for closed RFQs in RFQ History. Pure. */
import type { Rfq } from '@parley/client'
import { displayOwnPart, displayRfq } from '@parley/core'
import type { Tone } from '../../components/Badge.tsx'
import { audienceLook } from '../../live/audiences.ts'
import { rfqCancelReasonText } from '../rfq/cancel-reasons.ts'
import { counterpartyOf } from './row/rfq-rows.ts'

/** COMPLETED is shown as Filled. An order-book RFQ that closed without a trade of the desk is Ended. */
export function pastStatus(rfq: Pick<Rfq, 'audience' | 'state' | 'closedReason' | 'role' | 'traded' | 'part'>): string {
  const { audience, state, closedReason, role, traded, part } = rfq
  if (audience === 'DIRECT') return displayRfq({ state, closedReason: closedReason ?? null, role: role ?? 'MAKER', traded })
  const own = part === undefined ? undefined : displayOwnPart(part.status)
  return own === 'Filled' ? own : state === 'CLOSED' ? 'Ended' : (own ?? 'Active')
}

export const pastTone = (status: string): Tone => (status === 'Filled' ? 'mine' : 'faint')

const roles = { TAKER: 'Taker', MAKER: 'Maker' } as const
export const pastRole = ({ role }: Rfq): string => (role === undefined ? '' : roles[role])
/** The requested quantity, or the desk's own part for an order-book RFQ. */
export const pastSize = ({ quantity, part }: Rfq): string => quantity ?? part?.ordered ?? ''
export const pastFilled = ({ filled, part }: Rfq): string => filled ?? part?.agreed ?? '0'
export const pastCounterparty = (rfq: Rfq): string => counterpartyOf(rfq) ?? audienceLook[rfq.audience].unnamed

/** Why it closed. For an RFQ of the desk itself, also who closed it (rulebook 8.14). */
export function pastReason(rfq: Rfq): string {
  const { audience, state, closedReason, role } = rfq
  const by = rfqCancelReasonText(rfq)
  if (state !== 'CLOSED') return ''
  if (audience === 'ORDER_BOOK') return 'a leg expired, or there was no activity for a day'
  switch (closedReason) {
    case 'EXECUTION_LIMIT':
      return by === undefined ? 'filled' : `partly filled, the rest cancelled ${by}`
    case 'EXPIRED':
      return 'expired'
    case 'CANCELED_BY_CREATOR':
      return `cancelled ${by ?? (role === 'TAKER' ? 'by your desk' : 'by the taker')}`
    case 'CLOSED_DRAFT':
      return `draft closed${by === undefined ? '' : ` ${by}`}`
    case undefined:
      return ''
  }
}
