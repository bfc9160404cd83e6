/** Opens a saved draft in the builder, or a copy of a closed RFQ. */
import type { Rfq } from '@parley/client'
import { ALL_MAKERS, lifetimeOf, type VenueCode } from '@parley/core'
import type { RequestCopy } from '../../../live/screen-state.ts'
import { type BuilderForm, NOTHING_OF_LINE } from './builder-form.ts'

export const formOfDraft = (draft: Rfq): BuilderForm => ({
  venue: draft.venue as VenueCode,
  currency: draft.baseCurrency,
  expiry: undefined,
  legs: draft.legs.map((leg) => ({
    instrumentId: leg.instrumentId,
    side: leg.side,
    ratio: leg.ratio,
    ...(leg.price === undefined ? {} : { hedgePrice: leg.price }),
  })),
  isExample: false,
  isAutoHedged: false,
  hedgeAt: undefined,
  quantity: draft.quantity ?? '',
  account: draft.account ?? '',
  makers: draft.counterparties.length === 0 ? undefined : draft.counterparties,
  group: draft.groups.find((name) => draft.groups.length === 1 && name !== ALL_MAKERS),
  isAnonymous: draft.isTakerAnonymous,
  takerSide: draft.takerSide,
  goodForMs: lifetimeOf(draft),
  label: draft.label ?? '',
  alsoAsksVenue: draft.alsoAsksVenue === true,
  ofLine: NOTHING_OF_LINE,
})

export const formOfCopy = ({
  venue,
  baseCurrency,
  legs,
  isHedged,
  quantity,
  makers,
  isAnonymous,
  takerSide,
  goodForMs,
}: RequestCopy): BuilderForm => ({
  venue: venue as VenueCode,
  currency: baseCurrency,
  expiry: undefined,
  legs: legs.map(({ instrumentId, side, ratio }) => ({ instrumentId, side, ratio })),
  isExample: false,
  isAutoHedged: isHedged,
  hedgeAt: undefined,
  quantity,
  account: '',
  makers: makers.length === 0 ? undefined : makers,
  group: undefined,
  isAnonymous,
  takerSide,
  goodForMs,
  label: '',
  alsoAsksVenue: false,
  ofLine: NOTHING_OF_LINE,
})
