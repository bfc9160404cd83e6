import { expect, it } from 'vitest'
import { quantity } from '@parley/core'
import { book, btc, long, summary } from '../../../test/perpetuals.ts'
import { afterOrder } from './after-order.ts'
import { beforeAfter, type FigureRow } from './before-after.ts'
import { closingOrder } from './closing.ts'
import { emptyForm } from './order-form.ts'
import type { Facts } from './order-facts.ts'
import { draftOf } from './order-to-send.ts'
import { orderText } from './order-text.ts'

const facts: Facts = { market: btc, book, position: long, summary, margin: { mode: 'CROSS', leverage: 10 } }
const textOf = (rows: readonly FigureRow[] | undefined) =>
  rows?.map(({ name, figures }) => [name, ...figures.map(({ text }) => text)].join(' '))

it('21.28 an order shows the position, margin and liquidation before and after it', () => {
  const { order } = draftOf('BUY', { ...emptyForm, price: '91460', size: '1' }, facts)
  const rows = textOf(beforeAfter(facts, [{ after: afterOrder(order!, facts)!, leverage: 10, fee: 2.74 }]))
  expect(rows?.slice(0, 4)).toEqual([
    'Position, BTC +4.20000 +5.20000',
    'Entry 90,812.5 90,937.0',
    'Margin used 92,913.64 102,060.68',
    'Free 28,561.15 19,411.37',
  ])
  expect(rows?.[4]).toMatch(/^Liquidation 67,456\.2 [\d,]+\.\d$/)
  expect(rows?.[5]).toMatch(/^Distance −26\.3 % −\d+\.\d %$/)
})

it('21.28 the margin on the button is the difference between the figures before and after', () => {
  const { order } = draftOf('BUY', { ...emptyForm, price: '89000', size: '1' }, facts)
  const after = afterOrder(order!, facts)!
  const [before = '', then = ''] = beforeAfter(facts, [{ after, leverage: 10 }])!
    .find(({ name }) => name === 'Margin used')!
    .figures.map(({ text }) => text.replaceAll(',', ''))
  expect((Number(then) - Number(before)).toFixed(2)).toBe('9147.04')
  expect(orderText(order!, facts).terms).toBe('margin 9,147.04 USDC')
})

it('21.28 closing a position releases its margin, and leaves nothing to liquidate', () => {
  const after = afterOrder(closingOrder(long, 'CLOSE'), facts)!
  expect(textOf(beforeAfter(facts, [{ after, leverage: 10 }]))).toEqual([
    'Position, BTC +4.20000 none',
    'Entry 90,812.5 —',
    'Margin used 92,913.64 54,496.07',
    'Free 28,561.15 66,978.72',
    'Liquidation 67,456.2 none',
    'Distance −26.3 % —',
  ])
})

it('21.28 a liquidation within five per cent is marked, and nothing is shown while the account is unknown', () => {
  const after = { quantity: 2, entry: 91_684.3, liquidation: 90_720 }
  const held: Facts = { ...facts, position: { ...long, quantity: quantity('2') } }
  const near = beforeAfter(held, [{ after, leverage: 50 }])
  expect(near?.filter(({ figures }) => figures[1]?.isNear === true).map(({ name }) => name)).toEqual(['Liquidation', 'Distance'])
  expect(beforeAfter({ ...facts, summary: undefined }, [])).toBeUndefined()
})
