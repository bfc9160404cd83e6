import type { ListRfq } from '@parley/client'
import { price, ratio, type Instrument, type Mark, type Structure } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { netPriceFor } from './list-maker.ts'

const instrument = { id: 1, kind: 'OPTION', tickSize: price('0.0001') } as Instrument
const structure: Structure = { legs: [{ instrument, side: 'BUY', ratio: ratio('1') }] }
const mark = { instrumentId: 1, markPrice: 0.05, underlyingPrice: 90_000, indexPrice: 90_000, at: 0 } as Mark
const style = { lean: 0, width: 0.01, slowness: 1, isDeep: false }
const list = (...lines: readonly (readonly ['BUY' | 'SELL' | undefined, string])[]) =>
  ({ lines: lines.map(([side, quantity]) => ({ side, rfq: { quantity, legs: [] } })) }) as unknown as ListRfq
const market = { structureOf: () => structure, markOf: () => mark }

describe('22.5 the net price of a simulated maker', () => {
  // The mark is 0.05 and 0.8 of its half width 0.0004: it sells at 0.0504 and buys at 0.0496.
  it.each([
    ['the taker buys', list(['BUY', '50'], ['BUY', '25']), '3.78'],
    ['the taker sells', list(['SELL', '50'], ['SELL', '25']), '-3.72'],
    ['both', list(['BUY', '50'], ['SELL', '25']), '1.28'],
    ['a side that is not shown', list(['BUY', '50'], [undefined, '25']), undefined],
  ])('%s', (_what, of, then) => expect(netPriceFor(of, market, style)).toBe(then))

  it('there is none while a line has no mark', () => {
    expect(netPriceFor(list(['BUY', '50']), { ...market, markOf: () => undefined }, style)).toBeUndefined()
  })
})
