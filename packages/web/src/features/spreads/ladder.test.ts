import { price, type Price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bookWith, decMar, orderWith, usualBook } from '../../../test/spreads.ts'
import {
  type Cell,
  cellHistory,
  cellKey,
  impliedAt,
  ladderRungs,
  middleOf,
  outsideOf,
  sizePresets,
  ticksInSight,
  topAfter,
  topFor,
} from './ladder.ts'
import { depthOf, emptyBook } from '../market-data/depth.ts'

const view = (top: string, step: string, count: number) => ({ top: price(top), step: price(step), count })
/** `TAKE 180000`: what a click does, and the amount that is shown. */
const cellText = ({ kind, size }: Cell) => `${kind} ${size / 1e6}`
/** `1132 | TAKE 180000 | JOIN 180000` of each rung: price, what the bid column and the ask column do there. */
const lines = (rungs: ReturnType<typeof ladderRungs>) =>
  rungs.map((rung) => `${rung.price / 1e8} | ${cellText(rung.buys)} | ${cellText(rung.sells)}`)

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
  it('21.10 are every price of the grid: the bid column buys and the ask column sells', () => {
    expect(lines(ladderRungs(usualBook, [], view('1132.5', '0.5', 8)))).toEqual([
      '1132.5 | TAKE 420000 | REST 240000',
      '1132 | TAKE 180000 | JOIN 180000',
      '1131.5 | IMPROVE 0 | IMPROVE 0',
      '1131 | IMPROVE 0 | IMPROVE 0',
      '1130.5 | IMPROVE 0 | IMPROVE 0',
      '1130 | IMPROVE 0 | IMPROVE 0',
      '1129.5 | JOIN 220000 | TAKE 220000',
      '1129 | REST 310000 | TAKE 530000',
    ])
  })

  it('21.10 an empty level above the best offer takes what is within its price, and shows no size', () => {
    const [above] = ladderRungs(usualBook, [], view('1133', '0.5', 12))
    expect([above && cellText(above.buys), above?.buys.takes]).toEqual(['TAKE 0', quantity('420000')])
  })

  it('of several ticks are summed, bids rounded down and asks up, so that none shows a better price', () => {
    expect(lines(ladderRungs(usualBook, [], view('1135', '5', 3)))).toEqual([
      '1135 | TAKE 1020000 | JOIN 1020000',
      '1130 | IMPROVE 0 | IMPROVE 0',
      '1125 | JOIN 1030000 | TAKE 1030000',
    ])
    expect(ladderRungs(usualBook, [], view('1125', '5', 1))[0]?.buys.price).toBe(price('1129.5'))
  })

  it('go below zero on the same grid', () => {
    const book = bookWith(['-3.5 100'], ['-1 200'])
    expect(lines(ladderRungs(book, [], view('0', '2', 3)))).toEqual([
      '0 | TAKE 200 | JOIN 200',
      '-2 | IMPROVE 0 | IMPROVE 0',
      '-4 | JOIN 100 | TAKE 100',
    ])
  })

  it('21.13 an own order is no market to take: its level shows it, and a sale there would rest', () => {
    const book = bookWith(['1131 60000', '1129.5 220000'], ['1132 180000'])
    const own = [orderWith('BUY', '1131', '60000')]
    expect(lines(ladderRungs(book, own, view('1131', '0.5', 4)))).toEqual([
      '1131 | IMPROVE 60000 | IMPROVE 0',
      '1130.5 | IMPROVE 0 | IMPROVE 0',
      '1130 | IMPROVE 0 | IMPROVE 0',
      '1129.5 | JOIN 220000 | TAKE 220000',
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
      for (const { price: at, buys, sells } of ladderRungs(deep, [], view(top, step, 12))) {
        const sum = (side: 'bids' | 'asks', isOn: (level: number) => boolean) =>
          deep[side].filter((level) => isOn(level.price)).reduce((all, { amount }) => all + amount, 0)
        if (buys.kind !== 'TAKE') expect(buys.size).toBe(sum('bids', (level) => level >= at && level < at + price(step)))
        else expect(buys.takes).toBe(sum('asks', (level) => level <= at))
        if (sells.kind !== 'TAKE') expect(sells.size).toBe(sum('asks', (level) => level <= at && level > at - price(step)))
        else expect(sells.takes).toBe(sum('bids', (level) => level >= at))
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

describe('21.11 the position of a ladder', () => {
  const [step, count] = [price('0.5'), 9]
  const before = view('1132', '0.5', count)
  it.each<[title: string, middle: string | undefined, before: typeof before | undefined, isHeld: boolean, top: string]>([
    ['at first the middle is in the middle', '1130.5', undefined, false, '1132.5'],
    ['it stays while the middle is in it', '1131.5', before, false, '1132'],
    ['and while nothing is known of the book', undefined, before, false, '1132'],
    ['it follows once the middle has left it', '1140', before, false, '1142'],
    ['also downwards', '1120.25', before, false, '1122'],
    ['it never moves while the pointer is in it', '1140', before, true, '1132'],
    ['its top stays if it gets lower', '1131.5', { ...before, count: 21 }, false, '1132'],
    ['another step starts again', '1130.5', { ...before, step: price('1') }, true, '1132.5'],
  ])('%s', (_title, middle, kept, isHeld, top) => {
    expect(topAfter(kept, middle === undefined ? undefined : price(middle), { step, count, isHeld })).toBe(price(top))
  })

  it('a cell remembers when its kind changed, and a new cell has not changed', () => {
    const rungs = (bids: readonly string[]) => ladderRungs(bookWith(bids, ['946 100']), [], view('944', '0.5', 3))
    const first = cellHistory(new Map(), rungs(['943 100']), 1_000)
    const second = cellHistory(first, rungs(['944 100', '943 100']), 1_250)
    const third = cellHistory(second, rungs(['944 200', '943 100']), 1_400)
    const at = (history: typeof first, side: 'BUY' | 'SELL', level: string) => history.get(cellKey(side, price(level)))
    expect(at(first, 'BUY', '944')).toEqual({ kind: 'IMPROVE', changedAt: undefined })
    expect(at(second, 'BUY', '944')).toEqual({ kind: 'JOIN', changedAt: 1_250 })
    expect(at(second, 'SELL', '944')).toEqual({ kind: 'TAKE', changedAt: 1_250 })
    expect(at(third, 'BUY', '944')).toEqual({ kind: 'JOIN', changedAt: 1_250 })
  })

  it('the middle is that of the book, or its only side, or the mark', () => {
    const mark = price('1130.68')
    expect(middleOf(usualBook, mark)).toBe(price('1130.75'))
    expect(middleOf(bookWith(['1129 1'], []), mark)).toBe(price('1129'))
    expect(middleOf(emptyBook, mark)).toBe(mark)
    expect(topFor(-250_000_000 as Price, price('1'), 3) / 1e8).toBe(-2)
  })
})

describe('21.10 both best prices can be reached', () => {
  const book = bookWith(['1129.5 220000'], ['1150.5 300000', '1152 100000'])
  const own = [orderWith('SELL', '1152', '100000'), orderWith('BUY', '1100', '20000')]
  it('a best price and an own order that the ladder does not show are named at its edge', () => {
    const { above, below } = outsideOf(book, own, view('1150', '0.5', 60))
    expect([above.best?.price, above.best?.side, above.own?.price]).toEqual([price('1150.5'), 'SELL', price('1152')])
    expect([below.best, below.own?.price]).toEqual([undefined, price('1100')])
  })
  it('the best bid too, if the book has moved up', () => {
    const { above, below } = outsideOf(book, [], view('1120', '0.5', 10))
    expect([above.best?.price, below.best]).toEqual([price('1150.5'), undefined])
    expect(outsideOf(bookWith(['1129.5 1'], []), [], view('1120', '0.5', 10)).above.best?.side).toBe('BUY')
  })
  it('nothing is named if all of it is shown', () => {
    expect(outsideOf(usualBook, [], view('1135', '0.5', 20))).toEqual({ above: {}, below: {} })
  })
})

describe('21.14 an implied price is framed on the rung of the book', () => {
  it.each([
    ['-121', '-106', '2', '-122', '-106'],
    ['-122', '-107', '2.5', '-122.5', '-105'],
    ['-120.5', '-105', '0.5', '-120.5', '-105'],
    ['930', '950', '5', '930', '950'],
  ])('%s / %s at a step of %s: the bid at %s and the offer at %s', (bid, ask, step, bidRung, askRung) => {
    const implied = { bid: { price: price(bid), amount: quantity('1') }, ask: { price: price(ask), amount: quantity('1') } }
    expect([bidRung, askRung].map((rung) => impliedAt(price(rung), price(step), implied))).toEqual(['Implied bid', 'Implied offer'])
    const all = [-130, -125, -122.5, -122, -120.5, -120, -110, -107.5, -106, -105, -104, 930, 935, 945, 950]
    const framed = all.filter((rung) => rung % Number(step) === 0 && impliedAt(price(String(rung)), price(step), implied) !== undefined)
    expect(framed).toEqual([Number(bidRung), Number(askRung)])
  })
})

it('the sizes of one click are multiples of the minimum block', () => {
  expect(sizePresets(decMar).map((size) => size / 1e6)).toEqual([20_000, 50_000, 100_000, 300_000, 500_000, 1_000_000])
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
})
