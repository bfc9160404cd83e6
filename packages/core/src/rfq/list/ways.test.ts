import { describe, expect, it } from 'vitest'
import { price, quantity } from '../../decimal.ts'
import type { NetAmount } from '../model/list.ts'
import { displayWay, netText, payText, wayTexts } from './display.ts'
import {
  guardWay,
  lineTrade,
  makersOfList,
  overMark,
  waysToTrade,
  type LineQuote,
  type ListPrice,
  type QuotedLine,
  type WayToTrade,
} from './ways.ts'

type Given = readonly [maker: string, price: string, quantity?: string, priority?: number]
const net = (text: string) => price(text) as number as NetAmount
const figures = { mark: 0.04, largestLegMark: 0.04, venuePrice: undefined, tick: 0.0001 }

/** Buy 50 or sell 30 at a mark of 0.04: together the marks cost 0.8. The quotes are on the side that the taker needs. */
const lineOf = (line: number, quotes: readonly Given[], change: Partial<QuotedLine> = {}): QuotedLine => {
  const side = line === 1 ? 'BUY' : 'SELL'
  const size = line === 1 ? '50' : '30'
  const quoteOf = ([maker, at, quoted = size, priority = 0]: Given): LineQuote => ({
    ...{ side: side === 'BUY' ? 'SELL' : 'BUY', price: price(at), quantity: quantity(quoted), priority, maker },
  })
  const known = { line, row: 2 * line - 1, side, quantity: quantity(size), isOpen: true, mark: 0.04, tick: 0.0001 } as const
  return { ...known, quotes: quotes.map(quoteOf), guard: { BUY: figures, SELL: figures }, ...change }
}
const [buy, sell] = [lineOf(1, [['KEST', '0.041'], ['LIND', '0.0412']]), lineOf(2, [['KEST', '0.038'], ['LIND', '0.0395']])] // prettier-ignore
const all = () => true
const shown = (ways: readonly WayToTrade[]) => ways.map((way) => `${displayWay(way)} ${netText(way.net)}`)

describe('22.8 a line trades its whole quantity with the best quotes', () => {
  it.each<[string, QuotedLine, string]>([
    ['the lowest offer for a buyer', buy, '50 KEST 0.041'],
    ['the highest bid for a seller', sell, '30 LIND 0.0395'],
    [
      'two makers if the best has less',
      lineOf(1, [
        ['KEST', '0.041', '20'],
        ['LIND', '0.0412'],
      ]),
      '20 KEST 0.041, 30 LIND 0.0412',
    ],
    [
      '5.9 the earlier of two at one price',
      lineOf(1, [
        ['KEST', '0.041', '50', 2],
        ['LIND', '0.041', '50', 1],
      ]),
      '50 LIND 0.041',
    ],
    [
      'nothing if they have less together',
      lineOf(1, [
        ['KEST', '0.041', '20'],
        ['LIND', '0.0412', '20'],
      ]),
      'none',
    ],
    ['nothing without a side', { ...buy, side: undefined }, 'none'],
  ])('22.8 %s', (_what, line, then) => {
    const trade = lineTrade(line)
    expect(trade?.fills.map((fill) => `${fill.quantity / 1e6} ${fill.maker} ${fill.price / 1e8}`).join() ?? 'none').toBe(
      then.replace(', ', ','),
    )
  })

  it('22.8 its limit is the worst of its prices, and its amount is exact to eight decimals', () => {
    const trade = lineTrade(lineOf(1, [['KEST', '0.041', '20.000003'], ['LIND', '0.0412']]))! // prettier-ignore
    expect([trade.limit, trade.net]).toEqual([price('0.0412'), 205600000])
    expect(trade.average).toBeCloseTo(0.04112, 8)
  })
})

describe('22.9 the ways to trade a list, the best of each line first', () => {
  const nets: readonly ListPrice[] = [{ id: 'n_1', maker: 'LIND', net: net('0.88') }]
  it.each<[string, readonly QuotedLine[], (line: QuotedLine) => boolean, readonly string[]]>([
    ['complete offers and net prices by what they cost', [buy, sell], all, ['Best per line 0.8650', 'LIND, all 2 0.8750', 'LIND, net price 0.8800', 'KEST, all 2 0.9100']],
    ['a line that is not ticked is left out of the best only', [buy, sell], ({ line }) => line === 1, ['Best per line 2.0500', 'LIND, all 2 0.8750', 'LIND, net price 0.8800', 'KEST, all 2 0.9100']],
    ['no complete offer of a maker that has not quoted a line', [buy, lineOf(2, [['KEST', '0.038']])], all, ['Best per line 0.9100', 'LIND, net price 0.8800', 'KEST, all 2 0.9100']],
    ['22.7 only the open lines once one has closed', [buy, { ...sell, isOpen: false }], all, ['Best per line 2.0500']],
    ['nothing without quotes', [lineOf(1, []), lineOf(2, [])], all, ['Best per line 0.0000', 'LIND, net price 0.8800']],
  ])('22.9 %s', (_what, lines, isTicked, then) => expect(shown(waysToTrade(lines, nets, isTicked))).toEqual(then)) // prettier-ignore

  it.each<[string, readonly QuotedLine[], (line: QuotedLine) => boolean, number | undefined]>([
    ['both lines: 0.865 for 0.8', [buy, sell], all, 0.065],
    ['one line: 2.05 for 2', [buy, sell], ({ line }) => line === 1, 0.05],
    ['a line without a mark', [buy, { ...sell, mark: undefined }], all, undefined],
  ])('22.9 what the best of each line costs over the marks: %s', (_what, lines, isTicked, then) => {
    const over = overMark(waysToTrade(lines, [], isTicked)[0]!)
    expect(over && Number(over.toFixed(8))).toBe(then)
  })

  it('22.4 each maker with its quotes, the lines on which it is best, and its complete offer', () => {
    const ways = waysToTrade([buy, sell], nets, all)
    expect(makersOfList(['ORBT', 'LIND', 'KEST'], [buy, sell], ways)).toEqual([
      { maker: 'KEST', quoted: 2, bestOn: 1, complete: net('0.91'), net: undefined },
      { maker: 'LIND', quoted: 2, bestOn: 1, complete: net('0.875'), net: net('0.88') },
      { maker: 'ORBT', quoted: 0, bestOn: 0, complete: undefined, net: undefined },
    ])
  })
})

describe('22.11 the strictest guard of the lines and of the net', () => {
  const guarded = (first: string, second: string, change: Partial<QuotedLine> = {}) => {
    const [best] = waysToTrade([lineOf(1, [['KEST', first]], change), lineOf(2, [['KEST', second]])], [], all)
    const { guard, line } = guardWay(best!, undefined)
    return `${guard} ${line === undefined ? 'net' : `row ${line.row}`}`
  }
  it.each<[string, string, string, string]>([
    ['both near', '0.041', '0.0395', 'FREE net'],
    ['one line is warned', '0.0330', '0.0350', 'WARN row 3'],
    ['one line is typed again', '0.0330', '0.0290', 'TYPE_TWICE row 3'],
    ['the net is typed again', '0.045', '0.0395', 'TYPE_TWICE net'],
    ['the net is refused', '0.052', '0.0395', 'REFUSE net'],
  ])('22.11 %s', (_what, first, second, then) => expect(guarded(first, second)).toBe(then))

  it('22.11 without a mark the net is warned', () => expect(guarded('0.041', '0.0395', { mark: undefined })).toBe('WARN net'))
})

describe('22.8 a way in words', () => {
  const texts = (lines: readonly QuotedLine[], id: string, mode: 'BEST_PER_LINE' | 'ALL_OR_NONE' = 'BEST_PER_LINE') => {
    const ways = waysToTrade(lines, [{ id: 'n_1', maker: 'LIND', net: net('0.85') }], all)
    return wayTexts(
      ways.find((way) => way.id === id)!,
      { best: ways[0]!, mode, unit: 'BTC' },
    )
  }
  it('22.8 the best of each line, with each row that several makers fill', () => {
    const split = lineOf(1, [['KEST', '0.041', '20'], ['LIND', '0.0412']]) // prettier-ignore
    expect(texts([split, sell], 'best')).toEqual({
      title: 'Trade 2 lines at best prices: pay 0.8710 BTC',
      ...{ how: '2 makers · 3 trades', compared: '' },
      sentence:
        'Trades 2 lines with 2 makers. You pay 0.8710 BTC net, 0.0710 over mark. Row 1 takes KEST 20 @ 0.041 and LIND 30 @ 0.0412. If a price worsens, that line stays open and the others trade.',
    })
    expect(texts([buy, sell], 'best', 'ALL_OR_NONE').title).toBe('Trade 2 lines at best prices, all or none: pay 0.8650 BTC')
    expect(texts([lineOf(1, []), lineOf(2, [])], 'best').sentence).toBe('Nothing trades.')
  })
  it('22.9 one maker’s offer or net price, with what it costs more or less', () => {
    expect(texts([buy, sell], 'maker KEST')).toMatchObject({
      title: 'Take KEST’s offer for all 2: pay 0.9100 BTC',
      compared: '0.0450 BTC more than best per line',
    })
    expect(texts([buy, sell], 'n_1')).toMatchObject({
      title: 'Take LIND’s net price for all 2: pay 0.8500 BTC',
      compared: '0.0150 BTC better than best per line',
      sentence: 'Trades 2 lines with LIND. You pay 0.8500 BTC net, 0.0500 over mark. If a price worsens, nothing trades.',
    })
  })
  it('22.5 a negative net is received', () => expect(payText(net('-0.46'), 'BTC')).toBe('receive 0.4600 BTC'))
})
