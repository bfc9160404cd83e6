/** Why makers decline, and a hint for the decision. Pure. */
import type { Decline, DeclineReason, Rfq } from '@parley/client'

export const declineLabels: Readonly<Record<DeclineReason, string>> = {
  SIZE: 'Too large or too small',
  RISK: 'At risk limit',
  MARKET: 'Market is moving too fast',
  CREDIT: 'No credit for this trade',
  OTHER: 'Other reason',
}
export const declineReasons = Object.keys(declineLabels) as readonly DeclineReason[]

/** For anonymous desks: `2 desks will not quote: at risk limit, too large or too small`. */
export function declinesText(declines: readonly Pick<Decline, 'reason'>[]): string | undefined {
  if (declines.length === 0) return undefined
  const why = [...new Set(declines.map(({ reason }) => declineLabels[reason].toLowerCase()))].join(', ')
  return `${declines.length === 1 ? '1 desk' : `${declines.length} desks`} will not quote: ${why}.`
}

/** A taker with several similar open RFQs may be asking each maker many times. */
export function similarText({ similarOpen: similar, isTakerAnonymous }: Pick<Rfq, 'similarOpen' | 'isTakerAnonymous'>) {
  if (similar === undefined || similar === 0) return undefined
  if (isTakerAnonymous) return 'This taker has similar RFQs open with you.'
  return similar === 1 ? '1 similar RFQ was open with you.' : `${similar} similar RFQs were open with you.`
}

/** Next to the button, until the desk declines. In an order book all desks can see how many have declined and why, but not which ones. */
export const hintOf = (rfq: Rfq): string | undefined => (rfq.audience === 'DIRECT' ? similarText(rfq) : declinesText(rfq.declines))

/** The default text next to the button. */
export const invitation = ({ audience }: Pick<Rfq, 'audience'>): string =>
  audience === 'DIRECT' ? 'Not interested? Decline to let the taker know.' : 'Not interested? Decline to let takers know.'
