import { orderNow, type OwnOrders, price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bookWith, decMar, orderWith, usualBook } from '../../../test/spreads.ts'
import { emptyForm, type FormAction, type OrderForm, reduceForm } from './order-form.ts'
import { draftOf, type Market, rungDraft, toWire } from './order-to-send.ts'
import { buttonText, cellText, nowText, orderState, orderTitle, outcomeText } from './order-text.ts'

const market: Market = { strategy: decMar, book: usualBook, band: { least: price('-500'), most: price('3000') } }
const ownOffer = { id: 'mine', side: 'SELL', price: price('1132.5'), resting: quantity('20000') } as const
const form = (change: Partial<OrderForm> = {}): OrderForm => ({ ...emptyForm(decMar.minimum), price: '1130', amount: '100000', ...change })
const done = (before: OrderForm, ...actions: readonly FormAction[]): OrderForm => actions.reduce(reduceForm, before)

describe('17.2 to 17.4 the order of a button, or the reason against it, checked in the order of the server', () => {
  it.each<[title: string, form: OrderForm, market: Partial<Market>, then: string | Partial<ReturnType<typeof draftOf>['order'] & object>]>([
    ['a limit order', form(), {}, { type: 'LIMIT', price: price('1130'), amount: quantity('100000'), lifetime: 'GOOD_TILL_CANCELED' }],
    ['21.12 IOC at the best offer without a price', form({ price: '' }), {}, { price: price('1132'), lifetime: 'IMMEDIATE_OR_CANCEL' }],
    [
      '21.12 the same whatever lifetime is chosen',
      form({ price: '', lifetime: 'GOOD_TILL_EXPIRES', minutes: '' }),
      {},
      { price: price('1132'), lifetime: 'IMMEDIATE_OR_CANCEL', expiresInMs: undefined },
    ],
    [
      'post-only without a price',
      form({ price: '', isPostOnly: true }),
      {},
      'Enter a price: without one, the order takes the best price and cannot be post-only.',
    ],
    [
      'an amendment without a price',
      form({ price: '', replaces: { id: 'o', side: 'BUY', price: price('1129'), amount: quantity('20000') } }),
      {},
      'Enter a price.',
    ],
    [
      'an own offer that it would meet',
      form({ price: '1132.5', amount: '500000', own: 'REFUSE' }),
      { own: [ownOffer] },
      'It would trade with your own offer at 1,132.5. Cancel it, or choose another self-trade prevention.',
    ],
    ['an own offer behind enough others', form({ price: '1132.5', own: 'REFUSE' }), { own: [ownOffer] }, { price: price('1132.5') }],
    [
      'an own offer that is cancelled first',
      form({ price: '1132.5', amount: '300000', own: 'CANCEL_RESTING' }),
      { own: [ownOffer] },
      { price: price('1132.5') },
    ],
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
    expect(rungDraft('BUY', { kind: 'TAKE', price: price('1132') }, form({ isPostOnly: true }), market).order).toMatchObject({
      lifetime: 'IMMEDIATE_OR_CANCEL',
      isPostOnly: false,
      price: price('1132'),
    })
    expect(rungDraft('BUY', { kind: 'JOIN', price: price('1131') }, ioc, market).order).toMatchObject({ lifetime: 'GOOD_TILL_CANCELED' })
    expect(rungDraft('SELL', { kind: 'IMPROVE', price: price('1131') }, form({ isPostOnly: true }), market).order).toMatchObject({
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

  it('leaves the amendment of an order that is no longer open, and says so until the next entry', () => {
    const left = done(form(), { kind: 'editingStarted', order: own }, { kind: 'replacedClosed' })
    expect(left).toMatchObject({ replaces: undefined, price: '', note: 'The order is no longer open: it was filled or cancelled.' })
    expect(done(left, { kind: 'priceTyped', price: '1131' }).note).toBeUndefined()
    expect(done(form(), { kind: 'replacedClosed' }).note).toBeUndefined()
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

describe('21.12 a button states what it sends and what that does now', () => {
  const order = (side: 'BUY' | 'SELL', change: Partial<OrderForm> = {}) => draftOf(side, form(change), market).order!
  type Rates = { readonly rate?: number; readonly net?: number }
  it.each<[title: string, given: ReturnType<typeof order>, rates: Rates, then: readonly string[]]>([
    ['buying', order('BUY'), { rate: 0.0495 }, ['Buy 100k @ 1,130.0', 'rests as the best bid', 'pay 4.95% p.a.']],
    [
      'joining',
      order('BUY', { price: '1129.5' }),
      { rate: 0.0495, net: 0.0187 },
      ['Buy 100k @ 1,129.5', 'joins the bid, 220k ahead', 'pay 4.95% · net 1.87%'],
    ],
    ['behind', order('SELL', { price: '1133' }), {}, ['Sell 100k @ 1,133.0', 'rests, 420k ahead', '']],
    [
      'selling',
      order('SELL', { isPostOnly: true, price: '1131' }),
      { rate: 0.0494 },
      ['Sell 100k @ 1,131.0', 'rests as the best ask', 'earn 4.94% p.a. · post-only'],
    ],
    [
      'buying below zero',
      order('BUY', { price: '-20' }),
      { rate: -0.01, net: 0.002 },
      ['Buy 100k @ −20.0', 'rests, 1.03m ahead', 'earn 1.00% · net pay 0.20%'],
    ],
    [
      'IOC without anything to take',
      order('BUY', { lifetime: 'IMMEDIATE_OR_CANCEL', amount: '20010' }),
      {},
      ['Buy 20,010 @ 1,130.0', 'nothing to take: it would be cancelled', 'IOC'],
    ],
    ['at market', order('SELL', { type: 'MARKET' }), {}, ['Sell 100k at market', 'takes 100k @ 1,129.5', '']],
    [
      'a limit that leaves a rest',
      order('BUY', { price: '1132', amount: '300000' }),
      {},
      ['Buy 300k @ 1,132.0', 'takes 180k @ 1,132.0, rests 120k @ 1,132.0', ''],
    ],
    [
      'no price',
      order('BUY', { price: '', amount: '300000' }),
      {},
      ['Buy 300k @ 1,132.0', 'takes 180k @ 1,132.0, 120k is cancelled', 'IOC'],
    ],
    [
      'several levels, at their average',
      order('BUY', { price: '1132.5', amount: '360000' }),
      {},
      ['Buy 360k @ 1,132.5', 'takes 360k @ 1,132.3', ''],
    ],
  ])('%s', (_title, given, { rate, net }, then) => {
    const { title, does, last } = buttonText(given, decMar, { rate, net, now: orderNow(given, market.book) })
    expect([title, does, last]).toEqual(then)
  })

  it('17.5 states its self-trade prevention', () => {
    const last = (own: OwnOrders | undefined, ownOfDesk?: OwnOrders) => {
      const chosen = done(form({ lifetime: 'GOOD_TILL_EXPIRES', minutes: '90' }), { kind: 'ownChosen', own })
      const { order: sent } = draftOf('BUY', chosen, { ...market, ownOfDesk })
      return [sent?.own, buttonText(sent!, decMar, { rate: undefined }).last]
    }
    expect(last('CANCEL_RESTING')).toEqual(['CANCEL_RESTING', 'for 90 min · self-trade: cancel resting'])
    expect(last(undefined, 'CANCEL_ARRIVING')).toEqual(['CANCEL_ARRIVING', 'for 90 min · self-trade: cancel incoming'])
    expect(last('REFUSE', 'CANCEL_ARRIVING')).toEqual(['REFUSE', 'for 90 min'])
    expect(last(undefined)).toEqual([undefined, 'for 90 min'])
  })

  it('a market order shows what the book cannot fill', () => {
    const large = order('SELL', { type: 'MARKET', amount: '2000000' })
    expect(nowText(large, orderNow(large, market.book), decMar)).toBe('takes 1.03m @ 1,128.6, 970k is cancelled')
  })

  it('shows the order that is amended', () => {
    const replaced = { id: 'o', side: 'BUY' as const, price: price('1129'), amount: quantity('80000') }
    expect(buttonText(order('BUY'), decMar, { rate: undefined, replaced })).toMatchObject({
      title: 'Amend buy to 100k @ 1,130.0',
      does: 'from 80k @ 1,129.0',
    })
    expect(orderTitle(order('BUY'), decMar)).toBe('Buy 100k @ 1,130.0')
  })

  it('and in the ladder', () => {
    expect(cellText('BUY', { kind: 'TAKE', price: price('1132') }, '100k', decMar)).toBe('Take: buy 100k @ 1,132.0')
    expect(cellText('BUY', { kind: 'JOIN', price: price('1129.5') }, '100k', decMar)).toBe('Join bid: buy 100k @ 1,129.5')
    expect(cellText('SELL', { kind: 'IMPROVE', price: price('1131') }, '100k', decMar)).toBe('Improve ask: sell 100k @ 1,131.0')
    expect(cellText('SELL', { kind: 'REST', price: price('1134') }, '100k', decMar)).toBe('Place ask: sell 100k @ 1,134.0')
  })
})

const none = quantity('0')
describe('the outcome of an order', () => {
  const at = (change: Parameters<typeof orderWith>[3]) => orderWith('BUY', '1130', '100000', change)
  it.each<[given: ReturnType<typeof at>, state: string, words: string]>([
    [at({}), 'Working', '100,000 resting.'],
    [at({ pending: quantity('40000') }), 'Partial', '40,000 USD traded, settling at the venue, 60,000 resting.'],
    [at({ pending: quantity('100000'), state: 'CLOSED' }), 'Settling', '100,000 USD traded, settling at the venue.'],
    [at({ state: 'CLOSED', filled: quantity('100000') }), 'Filled', '100,000 USD filled.'],
    [at({ state: 'CLOSED', canceled: quantity('100000') }), 'Cancelled', '100,000 cancelled.'],
    [at({ state: 'CLOSED', filled: quantity('40000'), canceled: quantity('60000') }), 'Partial', '40,000 USD filled, 60,000 cancelled.'],
    [at({ state: 'CLOSED', pending: none, canceled: none }), 'Cancelled', 'No liquidity. Order cancelled.'],
  ])('%#', (given, state, words) => {
    expect([orderState(given), outcomeText(given, decMar)]).toEqual([state, words])
  })

  it('has the reason of a cancellation', () => {
    expect(outcomeText(at({ state: 'CLOSED', canceled: quantity('100000') }), decMar, 'by MMP')).toBe('100,000 cancelled by MMP.')
  })
})
