/** The nearest structure that is listed at several venues (rulebook 3.19). */
import type { OptionKind } from '../catalogue/instrument.ts'
import type { Price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { strategyLegs, type Leg, type Structure } from '../structure/structure.ts'
import type { ListingThere } from './listing-there.ts'

/**
 * Uses the instruments of the first listing. Expiries are moved first, then strikes, each with the smallest total change; two that differ stay
 * different and in order. Returns the structure itself if all list it, and undefined if there is none.
 */
export function nearestListed(structure: Structure, listings: readonly [ListingThere, ...ListingThere[]]): Structure | undefined {
  const legs = strategyLegs(structure)
  const days = movedDays(legs, listings)
  if (days === undefined) return undefined
  const strikes = movedStrikes(legs, days, listings)
  if (strikes === undefined) return undefined
  const moved = legs.map((leg): Leg | undefined => {
    const { strike, expiresAt } = leg.instrument
    const terms = {
      ...leg.instrument,
      ...(expiresAt === undefined ? {} : { expiresAt: days.get(expiresAt)! }),
      ...(strike === undefined ? {} : { strike: strikes.get(strike)! }),
    }
    const [first, ...others] = listings
    const instrument = first.find(terms)
    return instrument === undefined || others.some((listing) => listing.find(terms) === undefined) ? undefined : { ...leg, instrument }
  })
  return moved.every((leg) => leg !== undefined) ? { legs: moved } : undefined
}

function movedDays(legs: readonly Leg[], listings: readonly ListingThere[]): ReadonlyMap<Instant, Instant> | undefined {
  const asked = ascending(legs.flatMap(({ instrument }) => instrument.expiresAt ?? []))
  return nearestInOrder(asked, (day) => {
    const there = legs.filter(({ instrument }) => instrument.expiresAt === day)
    return inAll(listings.flatMap((listing) => there.map(({ instrument }) => listing.expiries(instrument.baseCurrency, instrument.kind))))
  })
}

/** A strike that several legs share stays shared: it must be listed for each of them. */
function movedStrikes(
  legs: readonly Leg[],
  days: ReadonlyMap<Instant, Instant>,
  listings: readonly ListingThere[],
): ReadonlyMap<Price, Price> | undefined {
  const asked = ascending(legs.flatMap(({ instrument }) => instrument.strike ?? []))
  return nearestInOrder(asked, (strike) => {
    const there = legs.filter(({ instrument }) => instrument.strike === strike)
    return inAll(
      listings.flatMap((listing) =>
        there.map(({ instrument: { baseCurrency, optionKind, expiresAt } }) =>
          listing.strikes(baseCurrency, optionKind as OptionKind, days.get(expiresAt!)!),
        ),
      ),
    )
  })
}

/** The assignment of values to candidates that keeps their order and has the smallest total change; if two are equal, the lower one. */
function nearestInOrder<N extends number>(asked: readonly N[], candidatesOf: (value: N) => readonly N[]): ReadonlyMap<N, N> | undefined {
  type Way = { readonly to: readonly N[]; readonly moved: number }
  let ways: readonly Way[] = [{ to: [], moved: 0 }]
  for (const value of asked) {
    const longer = candidatesOf(value).map((candidate): Way | undefined => {
      const before = least(ways.filter(({ to }) => to.length === 0 || to.at(-1)! < candidate))
      return before && { to: [...before.to, candidate], moved: before.moved + Math.abs(candidate - value) }
    })
    ways = longer.filter((way) => way !== undefined)
  }
  const best = least(ways)
  return best && new Map(asked.map((value, place) => [value, best.to[place]!]))
}

const least = <Way extends { readonly moved: number }>(ways: readonly Way[]): Way | undefined =>
  ways.reduce<Way | undefined>((best, way) => (best === undefined || way.moved < best.moved ? way : best), undefined)

function inAll<N extends number>([first = [], ...others]: readonly (readonly N[])[]): readonly N[] {
  const sets = others.map((other) => new Set(other))
  return first.filter((value) => sets.every((set) => set.has(value)))
}

const ascending = <N extends number>(values: readonly N[]): readonly N[] => [...new Set(values)].sort((a, b) => a - b)
