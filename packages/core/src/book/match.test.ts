import { describe, expect, it } from 'vitest'
import type { DeskId } from '../ids.ts'
import { ownInTheWay, planMatch, restingInTheWay, tooSmallToRest, type Fill, type Plan } from './match.ts'

const MINIMUM = 25
const [OWN, KEST, LARK] = ['OWN', 'KEST', 'LARK'] as DeskId[] as [DeskId, DeskId, DeskId]

type Ask = {
  readonly name: string
  readonly owner: DeskId
  readonly price: number
  readonly quantity: number
  readonly next: Ask | undefined
}
type Row = readonly [name: string, owner: DeskId, price: number, quantity: number]

/** Asks in the order in which they trade. */
const queueOf = (...rows: readonly Row[]): Ask | undefined =>
  rows.reduceRight<Ask | undefined>((next, [name, owner, price, quantity]) => ({ name, owner, price, quantity, next }), undefined)

const asks: readonly Row[] = [
  ['first', KEST, 5, 30],
  ['second', LARK, 5, 60],
  ['third', KEST, 6, 50],
  ['dear', LARK, 9, 100],
]
const summary = (fills: readonly Fill<Ask>[]) => fills.map(({ resting, quantity }) => `${resting.name} ${quantity}`)
const buy = (quantity: number, limit?: number) => ({ owner: OWN, side: 'BUY', limit, quantity }) as const

function planned(quantity: number, allowed: Readonly<Record<string, number>> = {}): Plan<Ask> {
  return planMatch(queueOf(...asks), buy(quantity, 8), {
    minimum: MINIMUM,
    allowed: ({ name }, wanted) => Math.min(wanted, allowed[name] ?? wanted),
  })
}

describe('the matcher of both flows', () => {
  it.each<[rule: string, how: string, quantity: number, allowed: Readonly<Record<string, number>>, fills: readonly string[], left: number]>(
    [
      ['5.9, 10.6', 'price first, then time', 100, {}, ['first 30', 'second 60'], 10],
      ['5.9, 10.7', 'up to the limit', 300, {}, ['first 30', 'second 60', 'third 50'], 160],
      ['5.11, 10.7', 'nothing for less than a block', 24, {}, [], 24],
      ['5.11, 10.7', 'a last block of exactly the minimum', 55, {}, ['first 30', 'second 25'], 0],
      ['11.3', 'past what a protection holds back', 90, { first: 24, second: 26 }, ['second 26', 'third 50'], 14],
    ],
  )('%s goes %s: %i', (_rule, _how, quantity, allowed, fills, left) => {
    const plan = planned(quantity, allowed)
    expect([summary(plan.fills), plan.left]).toEqual([fills, left])
  })

  it('5.18, 10.10 passes over what is the desk’s own, and takes any price where there is no limit', () => {
    const first = queueOf(['own', OWN, 4, 50], ...asks)
    expect(summary(planMatch(first, buy(500), { minimum: MINIMUM }).fills)).toEqual(['first 30', 'second 60', 'third 50', 'dear 100'])
  })

  it('10.10 the desk’s own order is in the way within the limit, and not beyond it', () => {
    const first = queueOf(...asks, ['own', OWN, 10, 50], ['own too', OWN, 11, 50])
    const inTheWay = (limit: number | undefined) => ownInTheWay(first, { owner: OWN, side: 'BUY', limit })?.name
    expect([9, 10, 11, undefined].map(inTheWay)).toEqual([undefined, 'own', 'own', 'own'])
  })
})

describe('5.24 an order that trades whole leaves no slice below a block', () => {
  // Sizes of the asks at rising prices, the quantity of the order, and what each ask trades.
  it.each<[how: string, sizes: readonly number[], quantity: number, slices: readonly number[] | undefined]>([
    ['as usual if the last slice is a block', [30, 60], 55, [30, 25]],
    ['with the best ask alone', [60, 60], 40, [40]],
    ['by taking less of the best ask', [40, 100], 60, [35, 25]],
    ['by taking less of the last ask first', [60, 40, 100], 110, [60, 25, 25]],
    ['by taking less of several', [40, 30, 100], 80, [30, 25, 25]],
    ['by passing over an ask that cannot be reduced', [25, 100], 40, [0, 40]],
    ['by passing over every ask that is too small', [30, 30, 31, 100], 40, [0, 0, 0, 40]],
    ['past the last ask only', [30, 30, 100], 70, [30, 0, 40]],
    ['in no way if no ask is large enough', [30, 35], 40, undefined],
    ['in no way if there is too little', [30, 35], 70, undefined],
    ['in no way for less than a block', [30, 35], 20, undefined],
    ['and never with what is below a block', [20, 60], 60, [0, 60]],
  ])('5.24 %s: %j for %i', (_how, sizes, quantity, slices) => {
    const rows = sizes.map((size, at): Row => [`${at}`, KEST, at, size])
    const plan = planMatch(queueOf(...rows), { ...buy(quantity), isWhole: true }, { minimum: MINIMUM })
    if (slices === undefined) expect(plan.left).toBeGreaterThan(0)
    else expect([summary(plan.fills), plan.left]).toEqual([slices.flatMap((slice, at) => (slice > 0 ? [`${at} ${slice}`] : [])), 0])
  })

  it('5.24 plans the rest again when a protection allows less', () => {
    const plan = (allowed: number) =>
      planMatch(
        queueOf(['a', KEST, 1, 60], ['b', LARK, 2, 30], ['c', KEST, 3, 90]),
        { ...buy(90), isWhole: true },
        { minimum: MINIMUM, allowed: ({ name }, wanted) => (name === 'a' ? Math.min(wanted, allowed) : wanted) },
      )
    expect([60, 50, 30, 0].map((allowed) => summary(plan(allowed).fills))).toEqual([
      ['a 60', 'b 30'],
      ['a 50', 'c 40'],
      ['a 30', 'b 30', 'c 30'],
      ['b 30', 'c 60'],
    ])
  })

  it('5.9 takes an order that may trade in part strictly by price, and leaves a rest', () => {
    const rows: readonly Row[] = [
      ['a', KEST, 1, 40],
      ['b', LARK, 2, 100],
    ]
    const plan = planMatch(queueOf(...rows), buy(60), { minimum: MINIMUM })
    expect([summary(plan.fills), plan.left]).toEqual([['a 40'], 20])
  })
})

describe('what a plan leaves', () => {
  it('5.12, 10.13 too small to rest: less than a block, and not nothing', () => {
    expect(summary(tooSmallToRest(planned(300, { second: 35, third: 26 }), MINIMUM))).toEqual(['third 24'])
  })

  it('11.4 in the way: what was held back, with all that is left of it, unless its fill has left it too small to rest', () => {
    const plan = planned(300, { first: 0, second: 35, third: 26 })
    expect(plan.blocked.map(({ name }) => name)).toEqual(['first', 'second', 'third'])
    expect(summary(restingInTheWay(plan, MINIMUM))).toEqual(['first 30', 'second 25'])
  })
})
