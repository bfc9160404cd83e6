import { expect, it } from 'vitest'
import { isOnlySmaller } from './approval.ts'

const held = { price: '0.0400', quantity: '50' }
it.each([
  ['a new order', { price: '0.04', quantity: '50' }, undefined, false],
  ['the same order, written differently', { price: '0.04', quantity: '50.0' }, held, true],
  ['a smaller one', { price: '0.04', quantity: '12.5' }, held, true],
  ['a larger one', { price: '0.04', quantity: '50.1' }, held, false],
  ['a smaller one at another price', { price: '0.0401', quantity: '12.5' }, held, false],
  ['one without a quantity', { price: '0.04', quantity: 'x' }, held, false],
])('11.14 %s needs no approval if it only makes the replaced order smaller', (_, order, replaced, isSmaller) =>
  expect(isOnlySmaller(order, replaced)).toBe(isSmaller),
)
