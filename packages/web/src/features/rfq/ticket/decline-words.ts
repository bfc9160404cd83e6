/** Why a maker will not quote, and what may make it think twice. Pure. */
import type { Decline, DeclineReason, Rfq } from '@parley/client'

export const declineWords: Readonly<Record<DeclineReason, string>> = {
  SIZE: 'Too large or too small',
  RISK: 'Risk is full',
  MARKET: 'Market moves too fast',
  CREDIT: 'No credit for it',
  OTHER: 'Another reason',
}
export const declineReasons = Object.keys(declineWords) as readonly DeclineReason[]

/** Of desks without names: `2 desks will not quote: risk is full, too large or too small`. */
export function declinesText(declines: readonly Pick<Decline, 'reason'>[]): string | undefined {
  if (declines.length === 0) return undefined
  const why = [...new Set(declines.map(({ reason }) => declineWords[reason].toLowerCase()))].join(', ')
  return `${declines.length === 1 ? '1 desk' : `${declines.length} desks`} will not quote: ${why}.`
}

/** One taker with several like requests open may be asking each maker many times over. */
export function similarText({ similarOpen: similar, isTakerAnonymous }: Pick<Rfq, 'similarOpen' | 'isTakerAnonymous'>) {
  if (similar === undefined || similar === 0) return undefined
  if (isTakerAnonymous) return 'This taker has more like it open with you.'
  return similar === 1 ? '1 more like it was open with you.' : `${similar} more like it were open with you.`
}

/** Beside the button, as long as the desk has not declined: in an order book everybody reads how many have, and why, and nobody who they are. */
export const hintOf = (rfq: Rfq): string | undefined => (rfq.audience === 'DIRECT' ? similarText(rfq) : declinesText(rfq.declines))

/** The default words beside the button. */
export const invitation = ({ audience }: Pick<Rfq, 'audience'>): string =>
  audience === 'DIRECT' ? 'Not for you? The taker then knows not to wait.' : 'Not for you? Takers then know not to wait.'
