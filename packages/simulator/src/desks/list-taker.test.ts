import type { ListRfq } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { howToTrade } from './list-taker.ts'

const sizes = [['BUY', '50'], ['SELL', '25']] as const // prettier-ignore
type Quote = readonly [side: 'BUY' | 'SELL', price: string, quantity: string]
const list = (quotes: readonly (readonly Quote[])[], ...nets: readonly string[]) =>
  ({
    lines: sizes.map(([side, quantity], at) => ({
      ...{ line: at + 1, side, rfq: { quantity } },
      levels: quotes[at]!.map(([of, price, size]) => ({ side: of, price, quantity: size })),
    })),
    netPrices: nets.map((netPrice, at) => ({ id: `n_${at + 1}`, netPrice })),
  }) as unknown as ListRfq
const [ask, bid] = [['SELL', '0.03', '50'], ['BUY', '0.02', '25']] as const // prettier-ignore

describe('22.8, 22.9 a simulated taker trades the cheapest way', () => {
  // The best of each line costs 50 x 0.03 - 25 x 0.02 = 1.
  it.each([
    ['the best of each line', list([[['BUY', '0.01', '50'], ask], [bid]]), ['1 0.03', '2 0.02']],
    ['a net price that costs less', list([[ask], [bid]], '1.1', '0.999'), 'n_2'],
    ['the best of each line if the net price costs more', list([[ask], [bid]], '1.001'), ['1 0.03', '2 0.02']],
    ['a net price if a line has no quotes', list([[ask], []], '1.2'), 'n_1'],
    ['the lines that one quote fills', list([[['SELL', '0.03', '25']], [bid]]), ['2 0.02']],
    ['nothing', list([[], []]), undefined],
  ])('%s', (_what, of, then) => {
    const terms = howToTrade(of)
    const shown = terms && (terms.way === 'NET_PRICE' ? terms.netPriceId : terms.limits.map(({ line, price }) => `${line} ${price}`))
    expect(shown).toEqual(then)
  })
})
