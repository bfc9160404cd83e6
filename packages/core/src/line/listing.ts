/** The instruments of one venue and currency, in the form that a line needs. */
import type { Instrument, OptionKind } from '../catalogue/instrument.ts'
import type { BaseCurrency } from '../catalogue/product.ts'
import { price, type Price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import type { FindInstrument, InstrumentWanted } from '../structure/parse.ts'

/** The mark data of an option that a line needs: the forward of its expiry, and its delta if there is one. */
export type Marked = { readonly forward: number; readonly delta: number | undefined }

export type Listing = {
  readonly currency: BaseCurrency
  readonly find: FindInstrument
  readonly named: (name: string) => Instrument | undefined
  /** Expiries of options, nearest first. */
  readonly expiries: readonly Instant[]
  /** For options and futures. */
  readonly isExpiry: (at: Instant) => boolean
  /** Strikes of options, lowest first. */
  readonly strikesAt: (expiresAt: Instant) => readonly Price[]
  readonly markedAt: (instrument: Instrument) => Marked | undefined
}

const keyOf = ({ kind, expiresAt, optionKind, strike }: Omit<InstrumentWanted, 'baseCurrency'>): string =>
  `${kind} ${expiresAt ?? ''} ${optionKind ?? ''} ${strike ?? ''}`

export function createListing(
  instruments: Iterable<Instrument>,
  currency: BaseCurrency,
  markedAt: Listing['markedAt'] = () => undefined,
): Listing {
  const byKey = new Map<string, Instrument>()
  const byName = new Map<string, Instrument>()
  const strikes = new Map<Instant, Set<Price>>()
  const expiries = new Set<Instant>()
  for (const one of instruments) {
    const key = keyOf(one)
    // If two instruments have the same terms, a line means the coin-margined one. The other must be named.
    if (!byKey.has(key) || one.marginKind === 'INVERSE') byKey.set(key, one)
    byName.set(one.name.toUpperCase(), one)
    if (one.expiresAt === undefined) continue
    expiries.add(one.expiresAt)
    if (one.strike !== undefined) strikes.set(one.expiresAt, (strikes.get(one.expiresAt) ?? new Set()).add(one.strike))
  }
  return {
    currency,
    find: (wanted) => (wanted.baseCurrency === currency ? byKey.get(keyOf(wanted)) : undefined),
    named: (name) => byName.get(name.toUpperCase()),
    expiries: ascending(strikes.keys()),
    isExpiry: (at) => expiries.has(at),
    strikesAt: (at) => ascending(strikes.get(at) ?? []),
    markedAt,
  }
}

const ascending = <N extends number>(values: Iterable<N>): readonly N[] => [...values].sort((a, b) => a - b)

/** The listed strike nearest to the forward. */
export function strikeAtTheMoney(listing: Listing, expiresAt: Instant): Price | undefined {
  const call = optionsOf(listing, expiresAt, 'CALL').find((one) => listing.markedAt(one) !== undefined)
  const forward = call === undefined ? undefined : listing.markedAt(call)?.forward
  if (forward === undefined) return undefined
  return nearest(listing.strikesAt(expiresAt), (strike) => Math.abs(strike / 1e8 - forward))
}

/** The listed strike whose absolute delta is nearest to this many hundredths. */
export function strikeAtDelta(listing: Listing, expiresAt: Instant, kind: OptionKind, hundredths: number): Price | undefined {
  const known = optionsOf(listing, expiresAt, kind).flatMap((one) => {
    const delta = listing.markedAt(one)?.delta
    return delta === undefined ? [] : [{ strike: one.strike!, distance: Math.abs(Math.abs(delta) * 100 - hundredths) }]
  })
  return nearest(known, ({ distance }) => distance)?.strike
}

/** The listed strikes on either side of an unlisted strike. */
export function neighboursOf(listing: Listing, expiresAt: Instant, strike: Price): readonly Price[] {
  const listed = listing.strikesAt(expiresAt)
  return [listed.findLast((one) => one < strike), listed.find((one) => one > strike)].filter((one) => one !== undefined)
}

const optionsOf = (listing: Listing, expiresAt: Instant, optionKind: OptionKind): readonly Instrument[] =>
  listing
    .strikesAt(expiresAt)
    .map((strike) => listing.find({ baseCurrency: listing.currency, kind: 'OPTION', expiresAt, optionKind, strike }))
    .filter((one) => one !== undefined)

function nearest<One>(all: readonly One[], distance: (one: One) => number): One | undefined {
  let best: One | undefined
  for (const one of all) if (best === undefined || distance(one) < distance(best)) best = one
  return best
}

/** From this price of the underlying on, a strike below one thousand is in thousands. */
export const THOUSANDS_FROM = price('10000')

export function areStrikesLarge({ expiries, strikesAt }: Listing): boolean {
  const [nearest] = expiries
  const strikes = nearest === undefined ? [] : strikesAt(nearest)
  return (strikes[Math.floor(strikes.length / 2)] ?? 0) >= THOUSANDS_FROM
}
