/** A structure as listed at another venue: the same contracts under that venue's names (rulebook 3.18). */
import type { Instrument } from '../catalogue/instrument.ts'
import type { Price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import type { Refusal } from '../refusal.ts'
import { strategyLegs, type Leg, type Structure } from '../structure/structure.ts'
import { checkStructure } from '../structure/validate.ts'
import type { ListingThere } from './listing-there.ts'

/** Listed alternatives to a leg, of the same kind: the strikes below and above on its expiry, or the expiries before and after. */
export type NearLeg = {
  readonly strikes: readonly Price[]
  readonly expiries: readonly Instant[]
}

export type LegThere =
  | { readonly state: 'LISTED'; readonly leg: Leg }
  | { readonly state: 'NOT_LISTED'; readonly asked: Leg; readonly near: NearLeg }

export type StructureThere = {
  readonly legs: readonly LegThere[]
  /** Undefined if a leg is not listed there, or if the venue's rules refuse the structure. */
  readonly structure: Structure | undefined
  /** Why the structure is refused although all of its legs are listed. */
  readonly refusal: Refusal | undefined
}

/** Sides and ratios stay. Hedges are left out, because they are calculated again at each venue. */
export function structureThere(asked: Structure, listing: ListingThere): StructureThere {
  const legs = strategyLegs(asked).map((leg): LegThere => {
    const instrument = listing.find(leg.instrument)
    return instrument === undefined
      ? { state: 'NOT_LISTED', asked: leg, near: nearLeg(leg.instrument, listing) }
      : { state: 'LISTED', leg: { ...leg, instrument } }
  })
  const listed = legs.flatMap((one) => (one.state === 'LISTED' ? [one.leg] : []))
  if (listed.length < legs.length) return { legs, structure: undefined, refusal: undefined }
  const refusal = checkStructure({ legs: listed })
  return { legs, structure: refusal === undefined ? { legs: listed } : undefined, refusal }
}

function nearLeg({ baseCurrency, kind, optionKind, strike, expiresAt }: Instrument, listing: ListingThere): NearLeg {
  const expiries = listing.expiries(baseCurrency, kind)
  if (expiresAt === undefined) return { strikes: [], expiries: expiries.slice(0, 1) }
  if (strike === undefined || optionKind === undefined || !expiries.includes(expiresAt))
    return { strikes: [], expiries: aroundOf(expiries, expiresAt) }
  return { strikes: aroundOf(listing.strikes(baseCurrency, optionKind, expiresAt), strike), expiries: [] }
}

/** The nearest value below and above, if any; the list is ascending. */
function aroundOf<N extends number>(values: readonly N[], wanted: N): readonly N[] {
  const above = values.find((value) => value > wanted)
  const below = values.findLast((value) => value < wanted)
  return [below, above].filter((value) => value !== undefined)
}
