import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, priceToNumber, quantity, quantityToNumber, type Price, type Quantity } from '../decimal.ts'
import type { Side } from '../structure/structure.ts'
import {
  amountToNumber,
  dealQuality,
  formatAmount,
  formatPerUnit,
  medianOf,
  rankOf,
  type DealFigures,
  type StandingQuote,
} from './deal-quality.ts'

const quoteOf = (maker: string, side: Side, at: string, size = '50'): StandingQuote => ({
  maker,
  side,
  price: price(at),
  quantity: quantity(size),
})

/** Fifty bought from two makers, with seven quotes and a venue. */
const bought: DealFigures = {
  side: 'BUY',
  fills: [
    { maker: 'LIND', price: price('0.0412'), quantity: quantity('20') },
    { maker: 'HLYD', price: price('0.0416'), quantity: quantity('30') },
  ],
  quotes: [
    quoteOf('LIND', 'SELL', '0.0412', '20'),
    quoteOf('HLYD', 'SELL', '0.0416'),
    quoteOf('ORRY', 'SELL', '0.0417'),
    quoteOf('KEST', 'SELL', '0.0418'),
    quoteOf('ORRY', 'BUY', '0.0405'),
    quoteOf('KEST', 'BUY', '0.0404'),
  ],
  mark: price('0.0409'),
  venueBid: price('0.0397'),
  venueAsk: price('0.0421'),
}
const sold: DealFigures = { ...bought, side: 'SELL', fills: [{ maker: 'ORRY', price: price('0.0405'), quantity: quantity('50') }] }

describe('6.15 a trade compared with the alternatives', () => {
  it.each([
    ['bought of two makers', bought, ['2.072', '0.0417 ORRY', '0.0421 0.033', '0.04085 -0.0295', '0.0409 -0.027']],
    ['sold to one', sold, ['2.025', '0.0404 KEST', '0.0397 0.04', '0.04085 -0.0175', '0.0409 -0.02']],
    ['without quotes', { ...bought, quotes: undefined }, ['2.072', '—', '0.0421 0.033', '—', '0.0409 -0.027']],
    [
      'beside its own maker alone',
      { ...sold, quotes: [quoteOf('ORRY', 'BUY', '0.0405')] },
      ['2.025', '—', '0.0397 0.04', '—', '0.0409 -0.02'],
    ],
    [
      'without the venue and a mark',
      { ...bought, venueAsk: undefined, mark: undefined },
      ['2.072', '0.0417 ORRY', '—', '0.04085 -0.0295', '—'],
    ],
  ] as const)('6.15 %s', (_title, figures, words) => {
    const { premium, cover, venue, mid, mark } = dealQuality(figures)
    const versus = (one: typeof venue) => (one === undefined ? '—' : `${one.price} ${formatAmount(one.better)}`)
    const next = cover === undefined ? '—' : `${String(priceToNumber(cover.price))} ${cover.maker}`
    expect([formatAmount(premium), next, versus(venue), versus(mid), versus(mark)]).toEqual(words)
  })

  it('6.15 rounds an amount per unit to the given digits, halves away from zero', () => {
    const { premium, mid, quantity: all } = dealQuality(bought)
    expect(formatPerUnit(premium, all, 5)).toBe('0.04144')
    expect(formatPerUnit(mid!.better, all, 5)).toBe('-0.00059')
    expect(formatPerUnit(mid!.better, all, 3)).toBe('-0.001')
  })

  it.each([
    [[], undefined],
    [[1_900], 1_900],
    [[3_000, 1_000], 2_000],
    [[1_100, 1_800, 2_000, 2_400, 3_000, 1_400], 1_900],
  ])('6.15 the median of %j is %j', (times, median) => {
    expect(medianOf(times)).toBe(median)
  })
})

const sides = fc.constantFrom<Side>('BUY', 'SELL')
const prices = fc.integer({ min: -90, max: 900 }).map((n) => price((n / 10_000).toFixed(4)))
const sizes = fc.integer({ min: 1, max: 4_000 }).map((n) => quantity((n / 10).toFixed(1)))
const makers = fc.constantFrom('LIND', 'HLYD', 'ORRY', 'KEST', 'MRDN')
const deals = fc.record({
  side: sides,
  fills: fc.array(fc.record({ maker: makers, price: prices, quantity: sizes }), { minLength: 1, maxLength: 5 }),
  quotes: fc.array(fc.record({ maker: makers, side: sides, price: prices, quantity: sizes }), { maxLength: 12 }),
  mark: fc.option(prices, { nil: undefined }),
  venueBid: fc.option(prices, { nil: undefined }),
  venueAsk: fc.option(prices, { nil: undefined }),
})

/** The same with doubles and plain search. */
function bruteForce({ side, fills, quotes, mark, venueBid, venueAsk }: DealFigures) {
  const number = (one: { price: Price; quantity: Quantity }) => priceToNumber(one.price) * quantityToNumber(one.quantity)
  const size = fills.reduce((total, one) => total + quantityToNumber(one.quantity), 0)
  const paid = fills.reduce((total, one) => total + number(one), 0)
  const sign = side === 'BUY' ? 1 : -1
  const better = (at: number | undefined) => (at === undefined ? undefined : sign * (at * size - paid))
  const pricesOf = (of: Side) => quotes!.filter((one) => one.side === of).map((one) => priceToNumber(one.price))
  const [bid, ask] = [Math.max(...pricesOf('BUY')), Math.min(...pricesOf('SELL'))]
  const others = quotes!.filter((one) => one.side !== side && !fills.some(({ maker }) => maker === one.maker))
  const next = others.map((one) => priceToNumber(one.price)).sort((a, b) => sign * (a - b))[0]
  const at = (known: Price | undefined) => (known === undefined ? undefined : priceToNumber(known))
  const middle = Number.isFinite(bid) && Number.isFinite(ask) ? (bid + ask) / 2 : undefined
  return { next, better: [better(at(side === 'BUY' ? venueAsk : venueBid)), better(middle), better(at(mark))] }
}

describe('6.15 the figures of any deal', () => {
  it('6.15 are those of plain arithmetic', () => {
    fc.assert(
      fc.property(deals, (deal) => {
        const { cover, venue, mid, mark } = dealQuality(deal)
        const plain = bruteForce(deal)
        expect(cover === undefined ? undefined : priceToNumber(cover.price)).toBe(plain.next)
        const better = [venue, mid, mark].map((one) => (one === undefined ? undefined : amountToNumber(one.better)))
        better.forEach((one, place) => {
          if (one === undefined) expect(plain.better[place]).toBeUndefined()
          else expect(one).toBeCloseTo(plain.better[place]!, 8)
        })
      }),
    )
  })

  it('6.15 rank equal prices alike, and the best one first', () => {
    fc.assert(
      fc.property(deals, sides, ({ quotes }, side) => {
        const sorted = quotes.filter((one) => one.side === side).sort((a, b) => (side === 'BUY' ? b.price - a.price : a.price - b.price))
        sorted.forEach(({ price: at }) => expect(rankOf(at, side, quotes)).toBe(sorted.findIndex((other) => other.price === at) + 1))
      }),
    )
  })
})
