import { describe, expect, it } from 'vitest'
import { parsePrice, structureTick, type Structure } from '@parley/core'
import { markFromWire } from '../../market-data/mark-from-wire.ts'
import { FORWARD, idOf, instruments, marks, NEAR } from '../../../../test/chain-example.ts'
import { structureOf } from '../builder/builder-summary.ts'
import { priceAtVol, readVolText, volsOfPrice, volsText } from './vol-price.ts'

const now = NEAR - 60 * 86_400_000
const markOf = (id: number) => markFromWire(marks.get(id), FORWARD, now)
const call: Structure = structureOf([{ instrumentId: idOf(NEAR, 90_000, 'CALL'), side: 'BUY', ratio: '1' }], instruments)!
const spread: Structure = structureOf(
  [
    { instrumentId: idOf(NEAR, 90_000, 'CALL'), side: 'BUY', ratio: '1' },
    { instrumentId: idOf(NEAR, 110_000, 'CALL'), side: 'SELL', ratio: '1' },
  ],
  instruments,
)!

const typed: [text: string, vol: number | undefined][] = [
  ['52v', 52],
  ['52.5 vol', 52.5],
  [' 48V ', 48],
  ['0v', undefined],
  ['52', undefined],
  ['v', undefined],
]

describe('a price in vol', () => {
  it.each(typed)('reads %o', (text, vol) => {
    expect(readVolText(text)).toBe(vol)
  })

  it('comes back as the vol it was priced at, within a tick', () => {
    const price = priceAtVol(call, 52, markOf, now)!
    expect(parsePrice(price)! % structureTick(call)).toBe(0)
    expect(volsOfPrice(call, price, markOf, now)![0]).toBeCloseTo(52, 0)
  })

  it('rises with the vol for a bought option', () => {
    const prices = [40, 50, 60].map((vol) => Number(priceAtVol(call, vol, markOf, now)))
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(new Set(prices).size).toBe(3)
  })

  it('moves the vols of all legs together', () => {
    // Both marks are at 50 vol, so the model prices the spread at 50 vol, and more vol also makes the far leg more expensive.
    expect(Number(priceAtVol(spread, 50, markOf, now))).toBeGreaterThan(0)
    expect(volsOfPrice(spread, priceAtVol(spread, 55, markOf, now)!, markOf, now)).toHaveLength(2)
  })

  it('needs marks, and has no vol off the tick', () => {
    expect(priceAtVol(call, 52, () => undefined, now)).toBeUndefined()
    expect(volsOfPrice(call, '0.04005', markOf, now)).toBeUndefined()
  })

  it('names two vols, and of more the range', () => {
    expect(volsText([52, 50.84])).toBe('legs 52.0, 50.8 vol')
    expect(volsText([61.2, 48, 55])).toBe('legs 48.0–61.2 vol')
  })
})
