/** Recognises the named strategy of a structure (rulebook 3.13, 3.14). Hedges are separate and never change its name. */
import { RATIO_DECIMALS, type Price, type Ratio } from '../decimal.ts'
import { hedgeLegs, opposite, strategyLegs, type Leg, type Side, type Structure } from './structure.ts'
import { shapes, type Shape, type ShapeLeg, type StrategyCode } from './strategies.ts'

export type Recognition = {
  readonly code: StrategyCode
  /** For screens: `Call Spread`, `Call Spread (inverse)`, `Custom`. */
  readonly name: string
  /** SELL if the legs are the named strategy with every side reversed. */
  readonly direction: Side
  readonly shape: Shape | undefined
}

export const UNIT_RATIO = (10 ** RATIO_DECIMALS) as Ratio

/** A structure's distinct strikes and expiries, smallest first; a perpetual's expiry counts as zero. */
export const strikesOf = (legs: readonly Leg[]): readonly Price[] =>
  ascending(legs.flatMap(({ instrument }) => (instrument.strike === undefined ? [] : [instrument.strike])))
export const expiriesOf = (legs: readonly Leg[]): readonly number[] => ascending(legs.map(({ instrument }) => instrument.expiresAt ?? 0))

const ascending = <N extends number>(values: readonly N[]): readonly N[] => [...new Set(values)].sort((a, b) => a - b)

export function recognise(structure: Structure): Recognition {
  const legs = strategyLegs(structure)
  const bought = byFingerprint.get(fingerprintOf(legs))
  if (bought !== undefined) return { code: bought.code, name: bought.name, direction: 'BUY', shape: bought }
  const sold = byFingerprint.get(fingerprintOf(legs.map(turned)))
  if (sold === undefined) return { code: 'CM', name: 'Custom', direction: 'BUY', shape: undefined }
  return { code: sold.inverse ?? 'CM', name: `${sold.name} (inverse)`, direction: 'SELL', shape: sold }
}

/** The structure in the direction in which its name is bought, with its legs in the order of the name. A custom structure is unchanged. */
export function canonical(structure: Structure): { readonly structure: Structure; readonly isTurned: boolean } {
  const { shape, direction } = recognise(structure)
  if (shape === undefined) return { structure, isTurned: false }
  const isTurned = direction === 'SELL'
  const legs = isTurned ? strategyLegs(structure).map(turned) : strategyLegs(structure)
  const hedges = isTurned ? hedgeLegs(structure).map(turned) : hedgeLegs(structure)
  return { structure: { legs: [...inShapeOrder(legs, shape), ...hedges] }, isTurned }
}

export const turned = (leg: Leg): Leg => ({ ...leg, side: opposite(leg.side) })

function inShapeOrder(legs: readonly Leg[], shape: Shape): readonly Leg[] {
  const strikes = strikesOf(legs)
  const expiries = expiriesOf(legs)
  return shape.legs.map((wanted) => legs.find((leg) => tokenOf(placed(leg, strikes, expiries)) === tokenOf(wanted))!)
}

const kindOf = ({ instrument }: Leg): ShapeLeg['kind'] => (instrument.kind === 'FUTURE' ? 'FUTURE' : instrument.optionKind!)

const placed = (leg: Leg, strikes: readonly Price[], expiries: readonly number[]): ShapeLeg => ({
  kind: kindOf(leg),
  side: leg.side,
  ratio: leg.ratio / UNIT_RATIO,
  expiry: expiries.indexOf(leg.instrument.expiresAt ?? 0),
  strike: leg.instrument.strike === undefined ? 0 : strikes.indexOf(leg.instrument.strike),
})

const tokenOf = ({ kind, side, ratio, expiry, strike }: ShapeLeg): string => `${kind} ${side} ${ratio} ${expiry}.${strike}`

function fingerprintOf(legs: readonly Leg[]): string {
  const strikes = strikesOf(legs)
  const expiries = expiriesOf(legs)
  return fingerprint(legs.map((leg) => placed(leg, strikes, expiries)))
}

function fingerprint(legs: readonly ShapeLeg[]): string {
  return legs.map(tokenOf).sort().join(', ')
}

const byFingerprint: ReadonlyMap<string, Shape> = new Map(shapes.map((each) => [fingerprint(each.legs), each]))
