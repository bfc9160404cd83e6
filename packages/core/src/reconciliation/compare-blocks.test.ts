import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { legOf } from '../../test/leg-examples.ts'
import { blockFee, feeCurrency } from '../catalogue/block-fees.ts'
import { formatPrice, price, quantity, type Price, type Quantity } from '../decimal.ts'
import type { Instant, TradeId } from '../ids.ts'
import { opposite } from '../structure/structure.ts'
import type { ChargedBlock, ChargedLeg, OwnBlock } from './blocks.ts'
import {
  chargedFees,
  compareBlocks,
  countOf,
  differingParts,
  feesOf,
  ofPeriod,
  type ComparedBlock,
  type DifferingPart,
} from './compare-blocks.ts'
import { ARRIVES_WITHIN_MS, CLOCKS_APART_MS } from './limits.ts'

const NOON = 1_795_262_400_000
const INDEX = price('90412.6')

/** `+1 BTC-27MAR26-100000-C @ 0.0391`: a leg of 25, with the party's side. */
const ownLeg = (text: string) => {
  const { instrument, side, price: at } = legOf(text)
  return { instrument, side, price: at!, quantity: quantity('25') }
}
const own = (n: number, ...legs: readonly string[]): OwnBlock => ({
  tradeId: `t_${n}` as TradeId,
  venueTradeId: `BLOCK-${n}`,
  agreedAt: NOON as Instant,
  settledAt: (NOON + 400) as Instant,
  role: 'TAKER',
  legs: legs.map(ownLeg),
  indexPrice: INDEX,
})
/** The venue's record of it, correct in every part. */
const recorded = ({ venueTradeId, legs, role, indexPrice }: OwnBlock): ChargedBlock => ({
  venueTradeId,
  at: NOON + 376,
  legs: legs.map((leg) => ({
    instrumentName: leg.instrument.name,
    ...{ side: leg.side, price: leg.price, quantity: leg.quantity },
    fee: blockFee(leg, role, indexPrice)!,
    feeCurrency: feeCurrency(leg.instrument),
  })),
})

const spread = own(1, '+1 BTC-27MAR26-100000-C @ 0.0391', '-1 BTC-27MAR26-120000-C @ 0.0216')
const right = recorded(spread)
const changed = (place: number, change: Partial<ChargedLeg>): ChargedBlock => ({
  ...right,
  legs: right.legs.map((leg, each) => (each === place ? { ...leg, ...change } : leg)),
})

// In the order in which one of several differences names the row.
// prettier-ignore
const table: [title: string, theirs: ChargedBlock, parts: readonly DifferingPart[]][] = [
  ['nothing',                                     right,                                                                     []],
  ['a leg that is not there, before all else',    { ...right, at: NOON + 9e9, legs: right.legs.slice(1) },                   ['LEGS', 'TIME']],
  ['a leg too many',                              { ...right, legs: [...right.legs, { ...right.legs[0]!, instrumentName: 'BTC-27MAR26-90000-P' }] }, ['LEGS']],
  ['a leg of another instrument is two',          changed(0, { instrumentName: 'BTC-27MAR26-90000-P' }),                     ['LEGS']],
  ['the side, before size, price and fee',        changed(0, { side: 'SELL', quantity: quantity('24'), price: price('0.04'), fee: price('1') }), ['SIDE', 'SIZE', 'PRICE', 'FEE']],
  ['the size, before price and fee',              changed(1, { quantity: quantity('24'), price: price('0.04'), fee: price('1') }), ['SIZE', 'PRICE', 'FEE']],
  ['the price, by one unit of the last decimal',  changed(1, { price: (right.legs[1]!.price + 1) as Price }),                ['PRICE']],
  ['the fee, half of it',                         changed(1, { fee: price('0.00375') }),                                     ['FEE']],
  ['the fee, in another coin',                    changed(1, { feeCurrency: 'USDC' }),                                       ['FEE']],
  ['a rebate in place of a fee',                  changed(1, { fee: price('-0.0075') }),                                     ['FEE']],
  ['the last decimal of a fee is rounding',       changed(1, { fee: (right.legs[1]!.fee + 1) as Price }),                    []],
  ['the next one is not',                         changed(1, { fee: (right.legs[1]!.fee + 2) as Price }),                    ['FEE']],
  ['a minute after the settlement is in time',    { ...right, at: spread.settledAt + CLOCKS_APART_MS },                      []],
  ['later is not',                                { ...right, at: spread.settledAt + CLOCKS_APART_MS + 1 },                  ['TIME']],
  ['more than a minute before the agreement',     { ...right, at: spread.agreedAt - CLOCKS_APART_MS - 1 },                   ['TIME']],
]

const partsOf = (compared: ComparedBlock): readonly DifferingPart[] => (compared.outcome === 'DIFFERS' ? compared.differsIn : [])

describe('14.3 14.5 a block compared with its record', () => {
  it.each(table)('%s', (_, theirs, parts) => {
    const [compared, ...more] = compareBlocks([spread], [theirs])
    expect(more).toEqual([])
    expect(compared!.outcome).toBe(parts.length === 0 ? 'MATCHED' : 'DIFFERS')
    expect(partsOf(compared!)).toEqual(parts)
  })

  it('is found by the id of the venue alone', () => {
    const there = { ...right, venueTradeId: 'BLOCK-2' }
    expect(compareBlocks([spread], [there]).map(({ outcome }) => outcome)).toEqual(['MISSING_THERE', 'MISSING_HERE'])
  })

  it('may hold an instrument twice: what is equal belongs together', () => {
    const hedged = own(3, '+1 BTC-PERPETUAL @ 90000', '-1 BTC-PERPETUAL @ 91000')
    const record = recorded(hedged)
    expect(compareBlocks([hedged], [{ ...record, legs: record.legs.toReversed() }])[0]!.outcome).toBe('MATCHED')
  })
})

describe('14.4 a fee by an index', () => {
  const dollars = own(4, '+1 BTC-27MAR26-100000-C:BE @ 3535')
  const charged = (millionths: number): ChargedBlock => {
    const record = recorded(dollars)
    return { ...record, legs: record.legs.map((leg) => ({ ...leg, fee: Math.round(leg.fee * (1 + millionths / 1e6)) as Price })) }
  }
  it('may be half a per cent away, because the index of its moment is known to the venue alone', () => {
    expect(compareBlocks([dollars], [charged(4_990)])[0]!.outcome).toBe('MATCHED')
    expect(partsOf(compareBlocks([dollars], [charged(5_010)])[0]!)).toEqual(['FEE'])
  })
  it('is not judged where no index was known', () => {
    const { indexPrice: _unknown, ...unmeasured } = dollars
    expect(compareBlocks([unmeasured], [charged(900_000)])[0]!.outcome).toBe('MATCHED')
  })
})

describe('14.2 the day of a block', () => {
  const day = { from: NOON, to: NOON + 1000 }
  const inDay = (ours: readonly OwnBlock[], theirs: readonly ChargedBlock[], readAt = NOON + 1e9) =>
    ofPeriod(compareBlocks(ours, theirs), day, readAt).length
  it('is that of its execution, and without one that of its settlement here', () => {
    const late = { ...spread, settledAt: (NOON + 2000) as Instant }
    expect(inDay([late], [right])).toBe(1)
    expect(inDay([late], [])).toBe(0)
    expect(inDay([spread], [])).toBe(1)
    expect(inDay([], [{ ...right, at: NOON - 1 }])).toBe(0)
    expect(inDay([], [{ ...right, at: NOON + 1000 }])).toBe(0)
  })
  it('waits a moment for what only the venue has', () => {
    expect(inDay([], [right], right.at + ARRIVES_WITHIN_MS - 1)).toBe(0)
    expect(inDay([], [right], right.at + ARRIVES_WITHIN_MS)).toBe(1)
  })
})

describe('14.4 the fees of a block', () => {
  it('are summed by coin, expected and charged', () => {
    const [compared] = compareBlocks([spread], [changed(1, { fee: price('0.00375') })])
    expect(feesOf(compared!.legs)).toEqual([{ currency: 'BTC', expected: price('0.015'), charged: price('0.01125') }])
    expect(feesOf(compareBlocks([spread], [])[0]!.legs)).toEqual([{ currency: 'BTC', expected: price('0.015') }])
    expect(feesOf(compareBlocks([], [right])[0]!.legs)).toEqual([{ currency: 'BTC', charged: price('0.015') }])
    expect(chargedFees(right.legs).map(({ currency, amount }) => `${formatPrice(amount)} ${currency}`)).toEqual(['0.015 BTC'])
  })
})

const tampered: Readonly<Record<Exclude<DifferingPart, 'LEGS' | 'TIME'>, (leg: ChargedLeg) => ChargedLeg>> = {
  SIDE: (leg) => ({ ...leg, side: opposite(leg.side) }),
  SIZE: (leg) => ({ ...leg, quantity: (leg.quantity + 100_000) as Quantity }),
  PRICE: (leg) => ({ ...leg, price: (leg.price + 10_000) as Price }),
  FEE: (leg) => ({ ...leg, fee: (leg.fee + 100_000) as Price }),
}
const strikes = ['90000-P', '100000-C', '120000-C', '150000-C']
const blocks = fc
  .uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 12 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc
          .subarray(strikes, { minLength: 1 })
          .map((legs) =>
            own(id, ...legs.map((strike, place) => `${place % 2 === 0 ? '+' : '-'}1 BTC-27MAR26-${strike} @ 0.0${place + 2}`)),
          ),
      ),
    ),
  )

describe('14.3 a comparison is a partition', () => {
  it('every block of either side is in one row, and one that was tampered with gives one difference', () => {
    const cases = fc.tuple(blocks, fc.nat(), fc.constantFrom(...(['NONE', 'REMOVED', 'ADDED', ...differingParts] as const)), fc.nat())
    fc.assert(
      fc.property(cases, ([ours, which, what, where]) => {
        const target = ours[which % Math.max(ours.length, 1)]
        const theirs = ours.map(recorded).toReversed()
        const hit = theirs.findIndex(({ venueTradeId }) => venueTradeId === target?.venueTradeId)
        const isHit = what !== 'NONE' && (hit !== -1 || what === 'ADDED')
        const there = hit === -1 && what !== 'ADDED' ? theirs : tamper(theirs, hit, what, where)
        const compared = compareBlocks(ours, there)
        const [mine, yours] = [
          compared.flatMap((row) => (row.outcome === 'MISSING_HERE' ? [] : [row.ours])),
          compared.flatMap((row) => (row.outcome === 'MISSING_THERE' ? [] : [row.theirs])),
        ]
        expect(mine).toEqual(ours)
        expect(yours).toHaveLength(there.length)
        expect(new Set(yours)).toEqual(new Set(there))
        const counts = countOf(compared)
        expect([counts.ours, counts.theirs]).toEqual([ours.length, there.length])
        expect(compared.filter(({ outcome }) => outcome !== 'MATCHED')).toHaveLength(isHit ? 1 : 0)
        if (isHit && what !== 'REMOVED' && what !== 'ADDED')
          expect(compared.flatMap((row) => (row.outcome === 'MATCHED' ? [] : [partsOf(row)]))).toEqual([[what]])
      }),
      { numRuns: 60 },
    )
  })
})

function tamper(
  theirs: readonly ChargedBlock[],
  hit: number,
  what: 'NONE' | 'REMOVED' | 'ADDED' | DifferingPart,
  where: number,
): readonly ChargedBlock[] {
  const change = (with_: (block: ChargedBlock) => ChargedBlock) => theirs.map((block, place) => (place === hit ? with_(block) : block))
  switch (what) {
    case 'NONE':
      return theirs
    case 'REMOVED':
      return theirs.filter((_, place) => place !== hit)
    case 'ADDED':
      return [...theirs, { ...right, venueTradeId: 'BLOCK-new' }]
    case 'LEGS':
      return change((block) => ({ ...block, legs: block.legs.slice(1) }))
    case 'TIME':
      return change((block) => ({ ...block, at: block.at + 3_600_000 }))
    case 'SIDE':
    case 'SIZE':
    case 'PRICE':
    case 'FEE':
      return change((block) => ({
        ...block,
        legs: block.legs.map((leg, place) => (place === where % block.legs.length ? tampered[what](leg) : leg)),
      }))
  }
}
