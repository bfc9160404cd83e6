import { quantity } from '@parley/core'
import { expect, it } from 'vitest'
import { long } from '../../../test/perpetuals.ts'
import { atMark } from './at-mark.ts'

it('the profit and the margin of a position are those at the mark next to them', () => {
  const short = { ...long, quantity: quantity('-3'), entry: 2_900, profit: -349.66, leverage: 10, margin: 1 }
  expect(atMark(short, 3_016.45)).toMatchObject({ profit: -3 * (3_016.45 - 2_900), margin: (3 * 3_016.45) / 10 })
  expect(atMark({ ...long, leverage: undefined }, 91_470.4)).toMatchObject({ profit: 4.2 * (91_470.4 - 90_812.5), margin: long.margin })
})

it('the figures of the venue remain while there is no mark', () => {
  expect(atMark(long, undefined)).toBe(long)
})
