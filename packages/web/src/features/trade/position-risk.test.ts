import { dealQuality, parsePrice, parseQuantity } from '@parley/core'
import type { Leg } from '@parley/client'
import type { MarkView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { heldLines } from './position-risk.ts'

const future = (instrumentId: number, side: Leg['side']): Leg => ({ instrumentId, side, ratio: '1', productCode: 'BB' }) as Leg
const markAt = (instrument: number, price: string): [number, MarkView] => [instrument, { mark_price: price } as MarkView]
const held = (side: 'BUY' | 'SELL', legs: readonly Leg[], price: string, ...marks: [number, MarkView][]) => {
  const fills = [{ price: parsePrice(price)!, quantity: parseQuantity('250000')!, maker: 'Kestrel' }]
  const quality = dealQuality({ side, fills, quotes: undefined, mark: undefined, venueBid: undefined, venueAsk: undefined })
  return heldLines({ legs, side, quality, marks: new Map(marks), gamma: () => undefined, isCoinQuoted: false })![0]!
}

describe('the risk held of an inverse future, which is counted in dollars', () => {
  it.each([
    ['BUY', '110000', 25_000],
    ['BUY', '90000', -25_000],
    ['SELL', '110000', -25_000],
  ] as const)('%s at 100000 with the mark at %s has gained %s dollars', (side, mark, gain) => {
    const line = held(side, [future(1, 'BUY')], '100000', markAt(1, mark))
    expect(line.gain).toBeCloseTo(gain, 6)
    expect(line.delta).toBeCloseTo(((side === 'BUY' ? 1 : -1) * 250_000) / Number(mark), 9)
  })

  it('shows no gain of a spread, because its legs have no prices of their own', () => {
    const line = held('BUY', [future(1, 'SELL'), future(2, 'BUY')], '1000', markAt(1, '100000'), markAt(2, '101000'))
    expect(line.gain).toBeUndefined()
    expect(line.delta).toBeCloseTo(250_000 / 101_000 - 2.5, 9)
  })
})
