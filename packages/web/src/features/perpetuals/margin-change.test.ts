import { quantity } from '@parley/core'
import { expect, it } from 'vitest'
import { book, btc, long, summary } from '../../../test/perpetuals.ts'
import { changeOf } from './margin-change.ts'
import type { Facts } from './order-facts.ts'

const facts: Facts = {
  market: btc,
  book,
  position: { ...long, quantity: quantity('2'), entry: 91_684.3, liquidation: undefined },
  summary: { ...summary, equity: 250_000 },
  margin: { mode: 'CROSS', leverage: 50 },
}

it.each<[string, Parameters<typeof changeOf>[0], object]>([
  ['isolated at 10x', { mode: 'ISOLATED', leverage: 10 }, { asks: false, reason: undefined }],
  ['isolated at 30x', { mode: 'ISOLATED', leverage: 30 }, { asks: true, reason: undefined }],
  ['isolated at 50x', { mode: 'ISOLATED', leverage: 50 }, { asks: true, reason: expect.stringMatching(/within 1 %/) }],
  ['cross, which uses the whole account', { mode: 'CROSS', leverage: 20 }, { asks: false }],
])('21.5 a change of margin gives the liquidation price before and after: %s', (_words, margin, then) => {
  expect(changeOf(margin, facts)).toMatchObject(then)
})

it('21.5 a change shows the liquidation price before and after it', () => {
  const { rows } = changeOf({ mode: 'ISOLATED', leverage: 10 }, facts)!
  expect(rows?.slice(4).map(({ figures }) => figures.map(({ text }) => text))).toEqual([
    ['none', '83,349.4'],
    ['—', '−8.9 %'],
  ])
})

it('gives nothing without a position', () => {
  expect(changeOf({ mode: 'ISOLATED', leverage: 49 }, { ...facts, position: undefined })).toBeUndefined()
})
