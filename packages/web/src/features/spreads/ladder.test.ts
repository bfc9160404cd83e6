import { price, type Price } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bookWith, orderWith, usualBook } from '../../../test/spreads.ts'
import { ladderRungs, middleOf, ticksInSight, topAfter, topFor } from './ladder.ts'
import { emptyBook } from '../market-data/depth.ts'

import { depthOf, reach } from '../market-data/depth.ts'

const view = (top: string, step: string, count: number) => ({ top: price(top), step: price(step), count })
/** `1132 | 0 | 180000 | TAKES RESTS` of each rung: price, bid, ask, what a buy and a sell do there. */
const lines = (rungs: ReturnType<typeof ladderRungs>) =>
  rungs.map((rung) => `${rung.price / 1e8} | ${rung.bid / 1e6} | ${rung.ask / 1e6} | ${rung.buys ?? '—'} ${rung.sells ?? '—'}`)

describe('the step of a ladder', () => {
  it.each([
    ['1129.5', '1132', 20, 1],
    ['-118', '-107', 20, 2],
    ['-118', '-107', 9, 5],
    ['1100', '9000', 20, 100],
  ])('with a bid of %s and an offer of %s in %i rungs is %i ticks, so that both are in sight', (bid, ask, count, ticks) => {
    const book = bookWith([`${bid} 100`], [`${ask} 100`])
    expect(ticksInSight(book, price('0.5'), count)).toBe(ticks)
  })

  it('is not known before both sides are', () => {
    expect(ticksInSight(bookWith(['1 100'], []), price('0.5'), 20)).toBeUndefined()
  })
})

describe('the rungs of a ladder', () => {
  it('are every price of the grid, with the resting amount and the effect of a click', () => {
    expect(lines(ladderRungs(usualBook, [], view('1132.5', '0.5', 8)))).toEqual([
      '1132.5 | 0 | 240000 | TAKES RESTS',
      '1132 | 0 | 180000 | TAKES RESTS',
      '1131.5 | 0 | 0 | RESTS RESTS',
      '1131 | 0 | 0 | RESTS RESTS',
      '1130.5 | 0 | 0 | RESTS RESTS',
      '1130 | 0 | 0 | RESTS RESTS',
      '1129.5 | 220000 | 0 | RESTS TAKES',
      '1129 | 310000 | 0 | RESTS TAKES',
    ])
  })

  it('place no order that would cross: an empty level above the best offer cannot buy', () => {
    const [above, , below] = ladderRungs(usualBook, [], view('1133', '0.5', 12)).filter(({ bid, ask }) => bid + ask === 0)
    expect([above?.price, above?.buys, above?.sells]).toEqual([price('1133'), undefined, 'RESTS'])
    expect([below?.buys, below?.sells]).toEqual(['RESTS', 'RESTS'])
    expect(ladderRungs(usualBook, [], view('1128.5', '0.5', 1))[0]).toMatchObject({ buys: 'RESTS', sells: undefined })
  })

  it('of several ticks are summed, bids rounded down and asks up, so that none shows a better price', () => {
    expect(lines(ladderRungs(usualBook, [], view('1135', '5', 3)))).toEqual([
      '1135 | 0 | 1020000 | TAKES RESTS',
      '1130 | 0 | 0 | RESTS RESTS',
      '1125 | 1030000 | 0 | RESTS TAKES',
    ])
  })

  it('go below zero on the same grid', () => {
    const book = bookWith(['-3.5 100'], ['-1 200'])
    expect(lines(ladderRungs(book, [], view('0', '2', 3)))).toEqual([
      '0 | 0 | 200 | TAKES RESTS',
      '-2 | 0 | 0 | RESTS RESTS',
      '-4 | 100 | 0 | RESTS TAKES',
    ])
  })

  it('of a deep book sum the visible levels, at any step', () => {
    const deep = bookWith(
      Array.from({ length: 400 }, (_, n) => `${1_000 - n / 2} ${10 + n}`),
      Array.from({ length: 400 }, (_, n) => `${1_000.5 + n / 2} ${10 + n}`),
    )
    for (const [top, step] of [
      ['1020', '0.5'],
      ['1100', '5'],
      ['900', '10'],
      ['1600', '50'],
      ['600', '0.5'],
    ] as const) {
      // prettier-ignore
      for (const { price: at, bid, ask } of ladderRungs(deep, [], view(top, step, 12))) {
        const sum = (side: 'bids' | 'asks', isOn: (level: number) => boolean) =>
          deep[side].filter((level) => isOn(level.price)).reduce((all, { amount }) => all + amount, 0)
        expect(bid).toBe(sum('bids', (level) => level >= at && level < at + price(step)))
        expect(ask).toBe(sum('asks', (level) => level <= at && level > at - price(step)))
      }
    }
  })

  it('show only resting own orders', () => {
    const own = [
      orderWith('BUY', '1129.5', '60000'),
      orderWith('SELL', '1132', '40000'),
      orderWith('BUY', '1129', '50000', { state: 'CLOSED' }),
    ]
    const rungs = ladderRungs(usualBook, own, view('1132', '0.5', 8))
    expect(rungs.flatMap(({ myBids, myAsks }) => [...myBids, ...myAsks].map(({ id }) => id))).toEqual(['SELL-1132', 'BUY-1129.5'])
  })
})

describe('the position of a ladder', () => {
  const [step, count] = [price('0.5'), 9]
  const before = view('1132', '0.5', count)
  it.each<[title: string, middle: string | undefined, before: typeof before | undefined, top: string]>([
    ['at first the middle is in the middle', '1130.5', undefined, '1132.5'],
    ['it stands still while the middle is in it', '1131.5', before, '1132'],
    ['and while nothing is known of the book', undefined, before, '1132'],
    ['it follows once the middle has left it', '1140', before, '1142'],
    ['also downwards', '1120.25', before, '1122'],
    ['another step begins anew', '1130.5', { ...before, step: price('1') }, '1132.5'],
  ])('%s', (_title, middle, kept, top) => {
    expect(topAfter(kept, middle === undefined ? undefined : price(middle), step, count)).toBe(price(top))
  })

  it('the middle is that of the book, or its only side, or the mark', () => {
    const mark = price('1130.68')
    expect(middleOf(usualBook, mark)).toBe(price('1130.75'))
    expect(middleOf(bookWith(['1129 1'], []), mark)).toBe(price('1129'))
    expect(middleOf(emptyBook, mark)).toBe(mark)
    expect(topFor(-250_000_000 as Price, price('1'), 3) / 1e8).toBe(-2)
  })
})

describe('depth', () => {
  it('accumulates from the best price outwards', () => {
    expect(depthOf(usualBook).bids).toEqual([
      { price: 1129.5, total: 220_000 },
      { price: 1129, total: 530_000 },
      { price: 1128, total: 1_030_000 },
    ])
    expect(depthOf(emptyBook)).toEqual({ bids: [], asks: [] })
  })

  it.each<[amount: number, then: ReturnType<typeof reach>]>([
    [90_000e6, { amount: 90_000e6, average: 1132 }],
    [360_000e6, { amount: 360_000e6, average: 1132.25 }],
    [5_000_000e6, { amount: 1_020_000e6, average: (180 * 1132 + 240 * 1132.5 + 600 * 1134) / 1020 }],
  ])('%d reaches this amount at this average', (amount, then) => {
    expect(reach(usualBook.asks, amount)).toEqual(then)
  })

  it('finds nothing on an empty side', () => {
    expect(reach([], 1)).toBeUndefined()
  })
})
