/**
 * Compares one account's settled blocks with its venue's record of them (rulebook 14.2 to 14.5). Every block of either side is in exactly one row.
 */
import { blockFee, feeCurrency, isFeeByIndex } from '../catalogue/block-fees.ts'
import type { Price } from '../decimal.ts'
import type { ChargedBlock, ChargedLeg, OwnBlock, OwnLeg } from './blocks.ts'
import { ARRIVES_WITHIN_MS, CLOCKS_APART_MS, INDEX_MOVES_MILLIONTHS } from './limits.ts'

/** The parts in which two records of a block can differ. The first of them names the difference. */
export const differingParts = ['LEGS', 'SIDE', 'SIZE', 'PRICE', 'FEE', 'TIME'] as const
export type DifferingPart = (typeof differingParts)[number]

export type ComparedLeg = {
  readonly instrumentName: string
  readonly ours?: OwnLeg
  readonly theirs?: ChargedLeg
  /** By the venue's schedule; undefined if it cannot be calculated. */
  readonly expectedFee?: Price
  readonly differsIn: readonly DifferingPart[]
}

export type ComparedBlock =
  | { readonly outcome: 'MATCHED'; readonly ours: OwnBlock; readonly theirs: ChargedBlock; readonly legs: readonly ComparedLeg[] }
  | { readonly outcome: 'MISSING_THERE'; readonly ours: OwnBlock; readonly legs: readonly ComparedLeg[] }
  | { readonly outcome: 'MISSING_HERE'; readonly theirs: ChargedBlock; readonly legs: readonly ComparedLeg[] }
  | {
      readonly outcome: 'DIFFERS'
      readonly ours: OwnBlock
      readonly theirs: ChargedBlock
      readonly legs: readonly ComparedLeg[]
      /** At least one, in the order of `differingParts`. */
      readonly differsIn: readonly DifferingPart[]
    }
export type ComparedOutcome = ComparedBlock['outcome']

/** Blocks of both sides are matched by the venue's id (rulebook 14.3). */
export function compareBlocks(ours: readonly OwnBlock[], theirs: readonly ChargedBlock[]): readonly ComparedBlock[] {
  const unmatched = new Set(theirs)
  const byId = Map.groupBy(theirs, ({ venueTradeId }) => venueTradeId)
  const known = ours.map((own): ComparedBlock => {
    const record = byId.get(own.venueTradeId)?.find((each) => unmatched.has(each))
    if (record === undefined) return { outcome: 'MISSING_THERE', ours: own, legs: compareLegs(own, []) }
    unmatched.delete(record)
    return comparePair(own, record)
  })
  const unknown = [...unmatched].map((record): ComparedBlock => ({
    outcome: 'MISSING_HERE',
    theirs: record,
    legs: record.legs.map(onlyTheirs),
  }))
  return [...known, ...unknown]
}

function comparePair(ours: OwnBlock, theirs: ChargedBlock): ComparedBlock {
  const legs = compareLegs(ours, theirs.legs)
  const isTimely = theirs.at >= ours.agreedAt - CLOCKS_APART_MS && theirs.at <= ours.settledAt + CLOCKS_APART_MS
  const found = new Set<DifferingPart>([...legs.flatMap(({ differsIn }) => differsIn), ...(isTimely ? [] : ['TIME' as const])])
  if (found.size === 0) return { outcome: 'MATCHED', ours, theirs, legs }
  return { outcome: 'DIFFERS', ours, theirs, legs, differsIn: differingParts.filter((part) => found.has(part)) }
}

function compareLegs(ours: OwnBlock, theirs: readonly ChargedLeg[]): readonly ComparedLeg[] {
  const left = new Set(theirs)
  const take = (fits: (leg: ChargedLeg) => boolean): ChargedLeg | undefined => {
    const found = [...left].find(fits)
    if (found !== undefined) left.delete(found)
    return found
  }
  // A structure can contain an instrument twice: legs with equal terms are matched first, then legs with only the same name.
  const alike = ours.legs.map((own) => take((leg) => isOf(own, leg) && termsDiffering(own, leg).length === 0))
  const both = ours.legs.map((own, place) => [own, alike[place] ?? take((leg) => isOf(own, leg))] as const)
  return [...both.map(([own, leg]) => compareLeg(ours, own, leg)), ...[...left].map(onlyTheirs)]
}

const isOf = ({ instrument }: OwnLeg, { instrumentName }: ChargedLeg): boolean => instrument.name === instrumentName

const onlyTheirs = (theirs: ChargedLeg): ComparedLeg => ({ instrumentName: theirs.instrumentName, theirs, differsIn: ['LEGS'] })

function compareLeg({ role, indexPrice }: OwnBlock, ours: OwnLeg, theirs: ChargedLeg | undefined): ComparedLeg {
  const expectedFee = blockFee(ours, role, indexPrice)
  const leg = { instrumentName: ours.instrument.name, ours, ...(expectedFee === undefined ? {} : { expectedFee }) }
  if (theirs === undefined) return { ...leg, differsIn: ['LEGS'] }
  const isFeeRight = expectedFee === undefined || isFeeAsExpected(ours, theirs, expectedFee)
  return { ...leg, theirs, differsIn: [...termsDiffering(ours, theirs), ...(isFeeRight ? [] : (['FEE'] as const))] }
}

const termsDiffering = (ours: OwnLeg, theirs: ChargedLeg): readonly DifferingPart[] => [
  ...(ours.side === theirs.side ? [] : (['SIDE'] as const)),
  ...(ours.quantity === theirs.quantity ? [] : (['SIZE'] as const)),
  ...(ours.price === theirs.price ? [] : (['PRICE'] as const)),
]

/** To the last decimal, because venues round differently, and within the range that the index can move in a moment (rulebook 14.4). */
function isFeeAsExpected({ instrument }: OwnLeg, { fee, feeCurrency: charged }: ChargedLeg, expected: Price): boolean {
  if (fee !== 0 && charged !== feeCurrency(instrument)) return false
  const apart = Math.abs(fee - expected)
  return apart <= 1 || (isFeeByIndex(instrument) && apart * 1_000_000 <= Math.abs(expected) * INDEX_MOVES_MILLIONTHS)
}

export type Period = { readonly from: number; readonly to: number }

/**
 * The rows of a comparison that belong to a day (rulebook 14.2). A block belongs to the day on which the venue executed it, or on which it settled
 * here if the venue does not have it. A block that only the venue has, from shortly before `readAt`, may still be on its way.
 */
export function ofPeriod(compared: readonly ComparedBlock[], { from, to }: Period, readAt: number): readonly ComparedBlock[] {
  return compared.filter((one) => {
    const at = one.outcome === 'MISSING_THERE' ? one.ours.settledAt : one.theirs.at
    return at >= from && at < to && !(one.outcome === 'MISSING_HERE' && at > readAt - ARRIVES_WITHIN_MS)
  })
}

export type ComparedCounts = {
  readonly ours: number
  readonly theirs: number
  readonly matched: number
  readonly missingThere: number
  readonly missingHere: number
  readonly differs: number
}

export function countOf(compared: readonly ComparedBlock[]): ComparedCounts {
  const of = (outcome: ComparedOutcome) => compared.filter((one) => one.outcome === outcome).length
  const [matched, missingThere, missingHere, differs] = [of('MATCHED'), of('MISSING_THERE'), of('MISSING_HERE'), of('DIFFERS')]
  return { ours: matched + differs + missingThere, theirs: matched + differs + missingHere, matched, missingThere, missingHere, differs }
}

export type FeesIn = { readonly currency: string; readonly expected?: Price; readonly charged?: Price }

/** The fees of a block by coin: expected from the schedule, and charged; undefined if a leg's fee is not known. */
export function feesOf(legs: readonly ComparedLeg[]): readonly FeesIn[] {
  const currencies = new Set(
    legs.flatMap(({ ours, theirs }) => [
      ...(ours === undefined ? [] : [feeCurrency(ours.instrument)]),
      ...(theirs === undefined || theirs.fee === 0 ? [] : [theirs.feeCurrency]),
    ]),
  )
  return [...currencies].map((currency): FeesIn => {
    const own = legs.filter(({ ours }) => ours !== undefined && feeCurrency(ours.instrument) === currency)
    const expected = own.every(({ expectedFee }) => expectedFee !== undefined) ? sum(own.map(({ expectedFee }) => expectedFee!)) : undefined
    const paid = legs.flatMap(({ theirs }) => (theirs === undefined || theirs.feeCurrency !== currency ? [] : [theirs.fee]))
    const isRecorded = legs.some(({ theirs }) => theirs !== undefined)
    return { currency, ...(own.length === 0 || expected === undefined ? {} : { expected }), ...(isRecorded ? { charged: sum(paid) } : {}) }
  })
}

/** The sum of what a venue charged for all legs, by coin, in the order in which the coins appear. */
export function chargedFees(
  legs: readonly Pick<ChargedLeg, 'fee' | 'feeCurrency'>[],
): readonly { readonly currency: string; readonly amount: Price }[] {
  return [...Map.groupBy(legs, ({ feeCurrency: currency }) => currency)].map(([currency, each]) => ({
    currency,
    amount: sum(each.map(({ fee }) => fee)),
  }))
}

const sum = (fees: readonly Price[]): Price => fees.reduce<number>((total, fee) => total + fee, 0) as Price
