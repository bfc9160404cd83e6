import { type OwnOrders, price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bookWith, decMar, orderWith, usualBook } from '../../../test/spreads.ts'
import { emptyForm, type FormAction, type OrderForm, reduceForm } from './order-form.ts'
import { draftOf, type Market, rungDraft, toWire } from './order-to-send.ts'
import { buttonText, orderState, orderTitle, outcomeText, rungText } from './order-text.ts'

const market: Market = { strategy: decMar, book: usualBook, band: { least: price('-500'), most: price('3000') } }
const form = (change: Partial<OrderForm> = {}): OrderForm => ({ ...emptyForm(decMar.minimum), price: '1130', amount: '100000', ...change })
const done = (before: OrderForm, ...actions: readonly FormAction[]): OrderForm => actions.reduce(reduceForm, before)

describe('17.2 to 17.4 the order of a button, or the reason against it, checked in the order of the server', () => {
  it.each<[title: string, form: OrderForm, market: Partial<Market>, then: string | Partial<ReturnType<typeof draftOf>['order'] & object>]>([
    ['a limit order', form(), {}, { type: 'LIMIT', price: price('1130'), amount: quantity('100000'), lifetime: 'GOOD_TILL_CANCELED' }],
    ['at the best offer where no price is typed', form({ price: '' }), {}, { price: price('1132') }],
    ['with the minutes it is good for', form({ lifetime: 'GOOD_TILL_EXPIRES', minutes: '5' }), {}, { expiresInMs: 300_000 }],
    [
      'a market order, whatever is typed',
      form({ type: 'MARKET', price: '7' }),
      {},
      { type: 'MARKET', price: undefined, lifetime: 'IMMEDIATE_OR_CANCEL', isPostOnly: false },
    ],
    ['a price below zero', form({ price: '-20.5' }), {}, { price: price('-20.5') }],
    ['no amount', form({ amount: '' }), {}, 'Enter an amount in USD.'],
    ['less than a block', form({ amount: '19990' }), {}, 'The minimum amount is 20,000 USD.'],
    ['an amount between two steps', form({ amount: '100005' }), {}, 'The amount must be a multiple of 10 USD.'],
    ['text for a price', form({ price: undefined }), {}, 'Enter a valid price.'],
    ['a price off the tick', form({ price: '1130.25' }), {}, 'The price must be a multiple of 0.5 USD.'],
    ['a price beyond the venue’s limits', form({ price: '3000.5' }), {}, 'Enter a price within the venue’s limits: −500.0 to 3,000.0.'],
    ['no price and no offer', form({ price: '' }), { book: bookWith(['1 20000'], []) }, 'No offers. Enter a price.'],
    ['a market order and no offer', form({ type: 'MARKET' }), { book: bookWith(['1 20000'], []) }, 'No offers.'],
    [
      'half a minute',
      form({ lifetime: 'GOOD_TILL_EXPIRES', minutes: '0.5' }),
      {},
      'Enter a whole number of minutes from 1 to 43,200 (30 days).',
    ],
    [
      'post-only at the offer',
      form({ price: '1132', isPostOnly: true }),
      {},
      'Post-only: the best offer is 1,132.0. Enter a price below it.',
    ],
    [
      'the other side of an order that is changed',
      form({ replaces: { id: 'o', side: 'SELL', price: price('1134'), amount: quantity('20000') } }),
      {},
      'You are amending a sell order. Its side cannot change.',
    ],
  ])('%s', (_title, given, change, then) => {
    const draft = draftOf('BUY', given, { ...market, ...change })
    if (typeof then === 'string') expect(draft.reason).toBe(then)
    else expect(draft.order).toMatchObject(then)
  })

  it('a click in the ladder is IOC or rests, whatever lifetime the form has', () => {
    const ioc = form({ lifetime: 'IMMEDIATE_OR_CANCEL' })
    expect(rungDraft('BUY', price('1132'), 'TAKES', form({ isPostOnly: true }), market).order).toMatchObject({
      lifetime: 'IMMEDIATE_OR_CANCEL',
      isPostOnly: false,
      price: price('1132'),
    })
    expect(rungDraft('BUY', price('1131'), 'RESTS', ioc, market).order).toMatchObject({ lifetime: 'GOOD_TILL_CANCELED' })
    expect(rungDraft('SELL', price('1131'), 'RESTS', form({ isPostOnly: true }), market).order).toMatchObject({
      isPostOnly: true,
      side: 'SELL',
    })
  })

  it('is sent as exact text', () => {
    const sent = { price: price('-0.5'), amount: quantity('20000'), expiresInMs: undefined }
    expect(toWire(sent)).toEqual({ price: '-0.5', amount_decimal: '20000' })
    expect(toWire({ ...sent, price: undefined, amount: quantity('0.25') })).toEqual({ amount_decimal: '0.25' })
  })

  it('17.3 is sent with its lifetime in seconds', () => {
    expect(toWire({ price: undefined, amount: quantity('1'), expiresInMs: 300_000 })).toEqual({ amount_decimal: '1', expires_in: 300 })
  })
})

describe('the order entry', () => {
  const own = orderWith('SELL', '1134', '100000', { filled: quantity('40000'), isPostOnly: true, account: 'prop-2' })

  it('loads the desk’s own order for editing, and restores the typed values afterwards', () => {
    const changing = done(form(), { kind: 'editingStarted', order: own })
    expect(changing).toMatchObject({
      price: '1134',
      amount: '60000',
      isPostOnly: true,
      account: 'prop-2',
      replaces: { id: own.id, side: 'SELL' },
    })
    expect(done(changing, { kind: 'replacingStopped' })).toMatchObject({ price: '', amount: '100000', account: '', replaces: undefined })
    expect(done(changing, { kind: 'sent', form: changing })).toMatchObject({ amount: '100000', replaces: undefined })
    expect(draftOf('SELL', changing, market).order).toMatchObject({ replaces: own.id })
  })

  it('is not both post-only and IOC', () => {
    const ioc = done(form(), { kind: 'postOnlySet', isOn: true }, { kind: 'lifetimeChosen', lifetime: 'IMMEDIATE_OR_CANCEL' })
    expect(ioc.isPostOnly).toBe(false)
    expect(done(ioc, { kind: 'postOnlySet', isOn: true }).lifetime).toBe('GOOD_TILL_CANCELED')
  })

  it('clears the price after sending', () => {
    const picked = done(form(), { kind: 'rungPicked', price: price('1131.5') })
    expect(done(picked, { kind: 'sent', form: picked }).price).toBe('')
    expect(done(picked, { kind: 'rungPicked', price: price('1132') }, { kind: 'sent', form: picked }).price).toBe('1132')
  })
})

describe('a button states exactly what it sends', () => {
  const order = (side: 'BUY' | 'SELL', change: Partial<OrderForm> = {}) => draftOf(side, form(change), market).order!
  it.each<[title: string, given: ReturnType<typeof order>, rate: number | undefined, then: readonly string[]]>([
    ['buying', order('BUY'), 0.0495, ['Buy 100k @ 1,130.0', 'sell 26 DEC, buy 27 MAR', 'pay 4.95% p.a.']],
    [
      'selling',
      order('SELL', { isPostOnly: true, price: '1131' }),
      0.0494,
      ['Sell 100k @ 1,131.0', 'buy 26 DEC, sell 27 MAR', 'earn 4.94% p.a. · post-only'],
    ],
    ['buying below zero', order('BUY', { price: '-20' }), -0.01, ['Buy 100k @ −20.0', 'sell 26 DEC, buy 27 MAR', 'earn 1.00% p.a.']],
    [
      'at once',
      order('BUY', { lifetime: 'IMMEDIATE_OR_CANCEL', amount: '20010' }),
      undefined,
      ['Buy 20,010 @ 1,130.0', 'sell 26 DEC, buy 27 MAR', 'IOC'],
    ],
    ['at market', order('SELL', { type: 'MARKET' }), undefined, ['Sell 100k at market', 'buy 26 DEC, sell 27 MAR', '']],
  ])('%s', (_title, given, rate, then) => {
    const { title, legs, last } = buttonText(given, decMar, { rate })
    expect([title, legs, last]).toEqual(then)
  })

  it('17.5 states its self-trade prevention', () => {
    const last = (own: OwnOrders | undefined, ownOfDesk?: OwnOrders) => {
      const chosen = done(form({ lifetime: 'GOOD_TILL_EXPIRES', minutes: '90' }), { kind: 'ownChosen', own })
      const { order: sent } = draftOf('BUY', chosen, { ...market, ownOfDesk })
      return [sent?.own, buttonText(sent!, decMar, { rate: undefined }).last]
    }
    expect(last('CANCEL_RESTING')).toEqual(['CANCEL_RESTING', 'for 90 min · cancels own resting orders'])
    expect(last(undefined, 'CANCEL_ARRIVING')).toEqual(['CANCEL_ARRIVING', 'for 90 min · stops at own orders'])
    expect(last('REFUSE', 'CANCEL_ARRIVING')).toEqual(['REFUSE', 'for 90 min'])
    expect(last(undefined)).toEqual([undefined, 'for 90 min'])
  })

  it('shows what a market order would reach', () => {
    const last = (amount: number) =>
      buttonText(order('BUY', { type: 'MARKET' }), decMar, { rate: undefined, found: { amount, average: 1132.3 } }).last
    expect([last(100_000e6), last(40_000e6)]).toEqual(['≈ 1,132.3', '40k ≈ 1,132.3'])
  })

  it('shows the order that is amended', () => {
    const replaced = { id: 'o', side: 'BUY' as const, price: price('1129'), amount: quantity('80000') }
    expect(buttonText(order('BUY'), decMar, { rate: undefined, replaced })).toMatchObject({
      title: 'Amend to 100k @ 1,130.0',
      legs: 'from 80k @ 1,129.0',
    })
    expect(orderTitle(order('BUY'), decMar)).toBe('Buy 100k @ 1,130.0')
  })

  it('and in the ladder', () => {
    expect(rungText('BUY', price('1132'), 'TAKES', '100k', decMar)).toBe('Lift offer: buy 100k @ 1,132.0')
    expect(rungText('SELL', price('1134'), 'RESTS', '100k', decMar)).toBe('Place offer 100k @ 1,134.0')
  })
})

describe('the outcome of an order', () => {
  const at = (change: Parameters<typeof orderWith>[3]) => orderWith('BUY', '1130', '100000', change)
  it.each<[given: ReturnType<typeof at>, state: string, words: string]>([
    [at({}), 'Working', '100,000 resting.'],
    [at({ pending: quantity('40000') }), 'Partial', '40,000 USD filled, 60,000 resting.'],
    [at({ pending: quantity('100000'), state: 'CLOSED' }), 'Settling', '100,000 USD filled.'],
    [at({ state: 'CLOSED', filled: quantity('100000') }), 'Filled', '100,000 USD filled.'],
    [at({ state: 'CLOSED', canceled: quantity('100000') }), 'Cancelled', '100,000 cancelled.'],
    [at({ state: 'CLOSED', filled: quantity('40000'), canceled: quantity('60000') }), 'Partial', '40,000 USD filled, 60,000 cancelled.'],
  ])('%#', (given, state, words) => {
    expect([orderState(given), outcomeText(given, decMar)]).toEqual([state, words])
  })
})
