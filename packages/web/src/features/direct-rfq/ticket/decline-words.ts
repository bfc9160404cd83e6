/** Why a maker will not quote, and what may make it think twice. Pure. */
import type { DeclineView, RfqView } from '@parley/contracts'

export const declineWords: Readonly<Record<DeclineView['reason'], string>> = {
  SIZE: 'Too large or too small',
  RISK: 'Risk is full',
  MARKET: 'Market moves too fast',
  CREDIT: 'No credit for it',
  OTHER: 'Another reason',
}
export const declineReasons = Object.keys(declineWords) as readonly DeclineView['reason'][]

/** Of desks without names: `2 desks will not quote: risk is full, too large or too small`. */
export function declinesText(declines: readonly Pick<DeclineView, 'reason'>[]): string | undefined {
  if (declines.length === 0) return undefined
  const why = [...new Set(declines.map(({ reason }) => declineWords[reason].toLowerCase()))].join(', ')
  return `${declines.length === 1 ? '1 desk' : `${declines.length} desks`} will not quote: ${why}.`
}

/** One taker with several like requests open may be asking each maker many times over. */
export function similarText({
  similar_open: similar,
  is_taker_anonymous: isAnonymous,
}: Pick<RfqView, 'similar_open' | 'is_taker_anonymous'>) {
  if (similar === null || similar === 0) return undefined
  if (isAnonymous) return 'This taker has more like it open with you.'
  return `This taker had ${similar} more like it open with you when it came.`
}
