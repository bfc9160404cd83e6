import { price, quantity, type SpreadGuardFigures } from '@parley/core'
import { expect, it } from 'vitest'
import { decMar, usualBook } from '../../../test/spreads.ts'
import { emptyForm } from './order-form.ts'
import { draftOf, type Market } from './order-to-send.ts'
import { guardOf } from './spread-guard-text.ts'

const market: Market = { strategy: decMar, book: usualBook, band: { least: price('-5000'), most: price('30000') } }
const figures: SpreadGuardFigures = { mark: 1_131, nearMark: 91_357, carriedMs: 112 * 86_400_000, tick: 0.5 }
const judge = (side: 'BUY' | 'SELL', at: string, again = '') => {
  const { order } = draftOf(side, { ...emptyForm(decMar.minimum), price: at, amount: '100000' }, market)
  expect(order).toMatchObject({ amount: quantity('100000') })
  return guardOf(order, market, figures, (typed) => typed === again)
}

it('21.8 a spread near its mark says nothing', () => {
  expect(judge('BUY', '1132')).toMatchObject({ says: undefined, reason: undefined })
  expect(judge('BUY', '900')).toMatchObject({ says: undefined, reason: undefined })
})

it('21.8 one further away says how far in points and in basis points, and is typed again beyond 25', () => {
  expect(judge('BUY', '1161')).toMatchObject({ says: '1,161.0 is 30.0 above the mark, 11 bp a year', reason: undefined })
  const says = '1,211.0 is 80.0 above the mark, 29 bp a year'
  expect(judge('BUY', '1211')).toMatchObject({ says, reason: `${says}. Type the price again.`, again: '1211' })
  expect(judge('BUY', '1211', '1211').reason).toBeUndefined()
  expect(judge('SELL', '1041').says).toBe('1,041.0 is 90.0 below the mark, 32 bp a year')
})

it('21.8 one beyond a hundred is not sent, and the worst accepted price is named', () => {
  expect(judge('BUY', '1500', '1500').reason).toBe('Too far from the mark: up to 1,411.0 is accepted.')
})
