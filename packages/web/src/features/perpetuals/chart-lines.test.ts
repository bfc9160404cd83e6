import { formatPrice, price } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bid, btc, long } from '../../../test/perpetuals.ts'
import { fieldAction, movedOrder, movedText, onTick, ownLines } from './chart-lines.ts'
import type { Order } from './model.ts'
import { emptyForm, reduceForm } from './order-form.ts'

const stop: Order = { ...bid, id: '18', side: 'SELL', kind: 'STOP_MARKET', price: undefined, trigger: price('89000'), state: 'UNTRIGGERED' }
const stopLimit: Order = { ...stop, id: '19', kind: 'STOP_LIMIT', price: price('88900') }
const profit: Order = { ...stop, id: '20', kind: 'TAKE_PROFIT_MARKET', trigger: price('95000') }

describe('18.14 the chart has a line', () => {
  it('for each own order of the market, the position and its liquidation', () => {
    const lines = ownLines(btc, [bid, stop, profit, { ...bid, id: '21', market: 'ETH-USD-PERP' }], long, emptyForm)
    expect(lines.map(({ words, price: at, moves }) => `${words} ${at} ${moves?.kind ?? 'fixed'}`)).toEqual([
      'Buy 1.5 90900 ORDER',
      'Sell 1.5 stop 89000 ORDER',
      'Sell 1.5 take profit 95000 ORDER',
      'Long 4.2 90812.5 fixed',
      'Liquidation 67456.2 fixed',
    ])
  })

  it('for each price in the ticket that the order would have', () => {
    const form = { ...emptyForm, price: '91460', takeProfit: '93500', stopLoss: '90200', trigger: '1' }
    const wordsOf = (of: typeof form) => ownLines(btc, [], undefined, of).map(({ words }) => words)
    expect(wordsOf(form)).toEqual(['New price'])
    expect(wordsOf({ ...form, hasExits: true })).toEqual(['New price', 'New take profit', 'New stop loss'])
    expect(wordsOf({ ...form, kind: 'STOP' as never, price: '' })).toEqual(['New trigger'])
    expect(wordsOf({ ...form, kind: 'MARKET' as never })).toEqual([])
    expect(wordsOf({ ...form, amends: bid as never })).toEqual(['Amended price'])
  })
})

describe('18.14 a moved line', () => {
  it.each([
    [91_100.04, '91100'],
    [91_100.06, '91100.1'],
    [-5, '0.1'],
  ])('is on the tick: %d is %s', (at, text) => {
    expect(formatPrice(onTick(at, btc)!)).toBe(text)
  })

  const textOf = ({ price: limit, trigger }: Order) => [trigger, limit].map((at) => (at === undefined ? '-' : formatPrice(at))).join(' ')
  it.each([
    ['an order: its price', bid, '- 91000'],
    ['a stop: its trigger', stop, '91000 -'],
    ['a take profit: its trigger', profit, '91000 -'],
    ['a stop limit: its trigger, and the limit keeps its distance', stopLimit, '91000 90900'],
  ])('changes, of %s', (_, order, terms) => {
    expect(textOf(movedOrder(order, price('91000')))).toBe(terms)
  })

  it('fills the ticket as an amendment of the order', () => {
    const form = reduceForm(emptyForm, { kind: 'editingStarted', order: movedOrder(stop, price('90100')) })
    expect(form).toMatchObject({ kind: 'STOP', trigger: '90100', price: '', size: '1.5', amends: { id: '18' } })
  })

  it.each([
    ['price', { price: '91000' }],
    ['trigger', { trigger: '91000' }],
    ['takeProfit', { takeProfit: '91000' }],
    ['stopLoss', { stopLoss: '91000' }],
  ] as const)('of the ticket fills its %s', (field, filled) => {
    expect(reduceForm(emptyForm, fieldAction(field, price('91000')))).toMatchObject(filled)
  })

  it('shows the price and how far it is from the mark', () => {
    expect(movedText(price('90000'), btc)).toBe('90,000.0, 1.6 % below the mark')
  })
})
