import { describe, expect, it } from 'vitest'
import { btc, long } from '../../../test/perpetuals.ts'
import { firstMargin } from './first-leverage.ts'

const opened = { market: btc, position: undefined, hasOrders: false, margin: { mode: 'CROSS', leverage: 50, isChosen: false } } as const

describe('21.25 the first order in a market sets a leverage of 5', () => {
  it.each<[string, Partial<Parameters<typeof firstMargin>[0]>, number | undefined]>([
    ['at the largest leverage of the venue', {}, 5],
    ['not if the desk has chosen the largest one', { margin: { ...opened.margin, isChosen: true } }, undefined],
    ['not if another one was chosen at the venue', { margin: { ...opened.margin, leverage: 20 } }, undefined],
    ['not with an open position', { position: long }, undefined],
    ['not with an open order', { hasOrders: true }, undefined],
    [
      'not where the largest is no more than 5',
      { market: { ...btc, largestLeverage: 3 }, margin: { ...opened.margin, leverage: 3 } },
      undefined,
    ],
    ['not before the setting is known', { margin: undefined }, undefined],
  ])('%s', (_words, more, then) => {
    expect(firstMargin({ ...opened, ...more })?.leverage).toBe(then)
  })
})
