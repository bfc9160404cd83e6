import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, nearestAllocation } from './allocate.ts'

const MINIMUM = 25
const pieces = (fills: readonly number[], parts: readonly number[]) =>
  allocate(fills, parts, MINIMUM)
    ?.map(({ fill, part, quantity }) => `${fill}:${part}:${quantity}`)
    .join(' ') ?? 'no way'

describe('5.20 one fill over several accounts', () => {
  it.each<[title: string, fills: number[], parts: number[], then: string]>([
    ['one quote is divided in the order given', [100], [60, 40], '0:0:60 0:1:40'],
    ['parts that end where the quotes end', [50, 50], [50, 50], '0:0:50 1:1:50'],
    ['a part over two quotes', [50, 50], [75, 25], '0:0:50 1:0:25 1:1:25'],
    ['where the order given will not do, the first that does', [75, 50], [60, 25, 40], '0:2:40 0:0:35 1:0:25 1:1:25'],
    ['the order given where it will do, though another has fewer pieces', [50, 75], [75, 50], '0:0:50 1:0:25 1:1:50'],
    ['nothing does', [50, 50], [60, 40], 'no way'],
    ['a piece of 24 is no block', [49, 49], [25, 73], 'no way'],
    ['ten accounts', [250], Array.from({ length: 10 }, () => 25), Array.from({ length: 10 }, (_, n) => `0:${n}:25`).join(' ')],
  ])('5.20 %s', (_title, fills, parts, then) => {
    expect(pieces(fills, parts)).toBe(then)
  })

  it.each([
    [
      [50, 50],
      [60, 40],
      [50, 50],
    ],
    [
      [49, 51],
      [25, 75],
      [49, 51],
    ],
    [
      [25, 25, 25],
      [30, 45],
      [25, 50],
    ],
    [
      [30, 30],
      [30, 30],
      [30, 30],
    ],
  ])('5.20 of quotes of %j and parts of %j, %j would be accepted', (fills, parts, near) => {
    expect(nearestAllocation(fills, parts, MINIMUM)).toEqual(near)
  })

  it('5.20 suggests nothing if the nearest allocation is not acceptable either', () => {
    expect(nearestAllocation([40], [20, 20], MINIMUM)).toBeUndefined()
  })
})

const size = fc.integer({ min: MINIMUM, max: 120 })
/** Parts with the same sum as the fills. */
const cases = fc
  .record({ fills: fc.array(size, { minLength: 1, maxLength: 6 }), parts: fc.array(size, { minLength: 1, maxLength: 6 }) })
  .map(({ fills, parts }) => {
    const short = fills.reduce((a, b) => a + b, 0) - parts.reduce((a, b) => a + b, 0)
    return short >= 0 ? { fills, parts: parts.with(0, parts[0]! + short) } : { fills: fills.with(0, fills[0]! - short), parts }
  })
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** Tries every way to lay the parts end to end. */
function slow(fills: readonly number[], parts: readonly number[]): boolean {
  const ends = new Set(fills.map((_, place) => sum(fills.slice(0, place + 1))))
  const lay = (left: readonly number[], cuts: readonly number[]): boolean => {
    if (left.length > 0) return left.some((part, place) => lay(left.toSpliced(place, 1), [...cuts, cuts.at(-1)! + part]))
    const all = [...new Set([...cuts, ...ends])].sort((a, b) => a - b)
    return all.every((cut, place) => place === 0 || cut - all[place - 1]! >= MINIMUM)
  }
  return lay(parts, [0])
}

describe('5.20 over any fills and parts', () => {
  it('5.20 the pieces add up to the fills and to the parts, each a block of its own, and the same each time', () => {
    fc.assert(
      fc.property(cases, ({ fills, parts }) => {
        const pieces = allocate(fills, parts, MINIMUM)
        expect(allocate(fills, parts, MINIMUM)).toEqual(pieces)
        if (pieces === undefined) return
        expect(pieces.every(({ quantity }) => quantity >= MINIMUM)).toBe(true)
        for (const [place, fill] of fills.entries())
          expect(sum(pieces.filter((one) => one.fill === place).map((one) => one.quantity))).toBe(fill)
        for (const [place, part] of parts.entries())
          expect(sum(pieces.filter((one) => one.part === place).map((one) => one.quantity))).toBe(part)
        expect(new Set(pieces.map(({ fill, part }) => `${fill} ${part}`)).size).toBe(pieces.length)
      }),
      { numRuns: 500 },
    )
  })

  it('5.20 a way is found wherever there is one', () => {
    fc.assert(
      fc.property(cases, ({ fills, parts }) => {
        expect(allocate(fills, parts, MINIMUM) !== undefined).toBe(slow(fills, parts))
      }),
      { numRuns: 300 },
    )
  })

  it('5.20 what would be accepted is accepted', () => {
    fc.assert(
      fc.property(cases, ({ fills, parts }) => {
        const near = nearestAllocation(fills, parts, MINIMUM)
        if (near === undefined) return
        expect(near).toHaveLength(parts.length)
        expect(sum(near)).toBe(sum(fills))
        expect(allocate(fills, near, MINIMUM)).toBeDefined()
      }),
      { numRuns: 300 },
    )
  })
})
