/** A kept draft back in the builder. */
import type { RfqView } from '@parley/contracts'
import type { BuilderForm } from './builder-form.ts'

export const formOfDraft = (draft: RfqView): BuilderForm => ({
  currency: draft.base_currency === 'ETH' ? 'ETH' : 'BTC',
  expiry: undefined,
  legs: draft.legs.map((leg) => ({
    instrumentId: leg.instrument_id,
    side: leg.side,
    ratio: leg.ratio,
    ...(leg.price === null ? {} : { hedgePrice: leg.price }),
  })),
  isAutoHedged: false,
  quantity: draft.quantity,
  account: draft.account_name ?? '',
  makers: draft.counterparties.length === 0 ? undefined : draft.counterparties,
  isAnonymous: draft.is_taker_anonymous,
  label: draft.label ?? '',
})
