import { formatQuantity, price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bid, book, btc, long, summary } from '../../../test/perpetuals.ts'
import type { Side } from './model.ts'
import { emptyForm, type OrderForm, reduceForm } from './order-form.ts'
import type { Facts, OrderToSend } from './order-facts.ts'
import { draftOf } from './order-to-send.ts'
import { feeText, holdingText, orderText, outcomeText } from './order-text.ts'

const facts: Facts = { market: btc, book, position: undefined, summary, margin: { mode: 'CROSS', leverage: 10 } }
const form: OrderForm = { ...emptyForm, price: '91460', size: '1' }

describe('a button sends', () => {
  it.each<[string, Side, Partial<OrderForm>, Partial<OrderToSend>]>([
    ['a limit order', 'BUY', {}, { kind: 'LIMIT', price: price('91460'), instruction: 'GOOD_TILL_CANCELED', isReduceOnly: false }],
    ['one that takes the best offer where no price is typed', 'BUY', { price: '' }, { kind: 'LIMIT', price: price('91470.9') }],
    ['one that takes the best bid where no price is typed', 'SELL', { price: '' }, { price: price('91470.3') }],
    ['one that is gone at once', 'BUY', { how: 'IOC' }, { instruction: 'IMMEDIATE_OR_CANCEL' }],
    ['one that never takes', 'BUY', { how: 'POST_ONLY' }, { instruction: 'POST_ONLY' }],
    [
      'a market order, whatever price was typed before',
      'BUY',
      { kind: 'MARKET', how: 'POST_ONLY' },
      { kind: 'MARKET', price: undefined, instruction: 'IMMEDIATE_OR_CANCEL' },
    ],
    [
      'a stop that goes to the market',
      'SELL',
      { kind: 'STOP', price: '', trigger: '89000' },
      { kind: 'STOP_MARKET', price: undefined, trigger: price('89000'), instruction: 'IMMEDIATE_OR_CANCEL' },
    ],
    [
      'a stop that becomes a limit',
      'SELL',
      { kind: 'STOP', price: '88900', trigger: '89000' },
      { kind: 'STOP_LIMIT', price: price('88900'), trigger: price('89000') },
    ],
    ['coin for an amount of dollars, at its own price', 'BUY', { unit: 'QUOTE', size: '91460' }, { quantity: quantity('1') }],
    ['coin for a share of the margin, at its own price', 'BUY', { unit: 'MARGIN', size: '100' }, { quantity: quantity('3.11621') }],
  ])('%s', (_words, side, more, then) => {
    expect(draftOf(side, { ...form, ...more }, facts).order).toMatchObject(then)
  })

  it('a share of the margin of a market order at the other side of the book', () => {
    const { order } = draftOf('BUY', { ...form, kind: 'MARKET', unit: 'MARGIN', size: '50' }, facts)
    expect(formatQuantity(order!.quantity)).toBe('1.5581')
  })

  it('other terms of an order that is changed, on its side and under its id', () => {
    const changed = reduceForm(reduceForm(form, { kind: 'editingStarted', order: bid }), { kind: 'priceTyped', price: '91000' })
    expect(draftOf('BUY', changed, facts).order).toMatchObject({ amends: bid.id, price: price('91000'), quantity: bid.quantity })
    expect(reduceForm(changed, { kind: 'amendingStopped' })).toEqual({ ...emptyForm, size: '1' })
    const left = reduceForm(changed, { kind: 'amendedClosed' })
    expect(left).toEqual({ ...emptyForm, size: '1', note: 'The order is no longer open: it was filled or cancelled.' })
    expect([reduceForm(left, { kind: 'priceTyped', price: '1' }).note, reduceForm(form, { kind: 'amendedClosed' })]).toEqual([
      undefined,
      form,
    ])
    expect(reduceForm(changed, { kind: 'sent', form: changed })).toEqual(emptyForm)
    const next = reduceForm(changed, { kind: 'sizeTyped', size: '0.3' })
    expect(reduceForm(next, { kind: 'sent', form: changed })).toBe(next)
  })
})

describe('an order is rejected with a message on what is accepted', () => {
  it.each<[string, Side, Partial<OrderForm>, Partial<Facts>, RegExp]>([
    ['no size', 'BUY', { size: '' }, {}, /Enter a size in BTC/],
    ['an unreadable price', 'BUY', { price: undefined }, {}, /valid/],
    ['an unreadable size', 'BUY', { size: undefined }, {}, /valid/],
    ['no price and an empty book', 'BUY', { price: '' }, { book: { bids: [], asks: [] } }, /No offers/],
    ['a stop without its trigger', 'SELL', { kind: 'STOP' }, {}, /Enter a trigger price/],
    ['a price off its tick', 'BUY', { price: '91460.05' }, {}, /multiple of 0.1/],
    ['too little', 'BUY', { size: '0.00001' }, {}, /at least 10/],
    ['too much at once', 'BUY', { size: '101' }, {}, /must not exceed 100/],
    ['post-only that would take', 'BUY', { price: '91470.9', how: 'POST_ONLY' }, {}, /best offer is 91470.9/],
    ['reduce-only without a position', 'SELL', { isReduceOnly: true }, {}, /no position/],
    ['reduce-only that would add', 'BUY', { isReduceOnly: true }, { position: long }, /reduced by selling/],
    ['more than the margin holds', 'BUY', { size: '4' }, {}, /36,588.16 USDC needed, 28,561.15 free/],
    ['a share of a margin that is not known', 'BUY', { unit: 'MARGIN', size: '5' }, { summary: undefined }, /not available/],
    ['a market of blocks', 'BUY', {}, { market: { ...btc, takes: 'BLOCKS_ONLY' } }, /blocks/],
  ])('%s', (_words, side, more, moreFacts, then) => {
    expect(draftOf(side, { ...form, ...more }, { ...facts, ...moreFacts }).reason).toMatch(then)
  })

  it('except for margin if it reduces the position', () => {
    expect(draftOf('SELL', { ...form, size: '4.2' }, { ...facts, position: long }).order).toBeDefined()
    expect(draftOf('SELL', { ...form, size: '4.2' }, facts).reason).toMatch(/margin/)
  })
})

describe('a button states exactly what it sends', () => {
  it.each<[Side, Partial<OrderForm>, string, string, string]>([
    ['BUY', { how: 'POST_ONLY' }, 'Buy 1.00000 @ 91,460.0', 'rests 10.3 below the bid', 'margin 9,147.04 USDC · post-only'],
    ['BUY', { price: '' }, 'Buy 1.00000 @ 91,470.9', 'fills at about 91,470.9', 'margin 9,147.04 USDC'],
    ['SELL', { price: '91470.9' }, 'Sell 1.00000 @ 91,470.9', 'rests at the ask', 'margin 9,147.04 USDC'],
    ['BUY', { price: '91472', size: '2' }, 'Buy 2.00000 @ 91,472.0', 'fills 1.842 near 91,470.9, 0.158 rests', 'margin 18,294.08 USDC'],
    [
      'BUY',
      { how: 'IOC', price: '91472', size: '2' },
      'Buy 2.00000 @ 91,472.0',
      'fills 1.842 near 91,470.9, 0.158 is cancelled',
      'margin 18,294.08 USDC · IOC',
    ],
    ['SELL', { how: 'IOC', price: '91480' }, 'Sell 1.00000 @ 91,480.0', 'no liquidity at this price', 'margin 9,147.04 USDC · IOC'],
    [
      'SELL',
      { kind: 'STOP', trigger: '89000', price: '' },
      'Sell 1.00000 at market when the mark falls to 89,000.0',
      'waits for the trigger, then market',
      'margin 9,147.04 USDC',
    ],
  ])('%s %o', (side, more, title, meeting, terms) => {
    const { order } = draftOf(side, { ...form, ...more }, facts)
    expect(orderText(order!, facts)).toEqual({ title, meeting, terms })
  })

  it('and its funding', () => {
    expect(holdingText(1, btc)).toBe('Funding costs about 7.96 per 8 h at the current rate.')
    expect(holdingText(-1, btc)).toMatch(/earns about 7.96/)
  })
})

describe('the fee of an order is estimated', () => {
  it.each<[string, Partial<OrderForm>, Partial<Facts>, string | undefined]>([
    ['as the maker’s where it rests', {}, {}, 'Fee about 2.74 USDC (maker).'],
    ['as the taker’s at the market', { kind: 'MARKET' }, {}, 'Fee about 18.29 USDC (taker).'],
    ['as the taker’s of a stop at the market', { kind: 'STOP', price: '', trigger: '92000' }, {}, 'Fee about 18.40 USDC (taker).'],
    ['as both where it takes what is there and rests', { price: '91470.9', size: '2' }, {}, 'Fee about 34.13 USDC (maker + taker).'],
    ['as received where the venue pays makers', {}, { market: { ...btc, makerFee: -0.005 } }, 'Rebate about 4.57 USDC (maker).'],
    ['not at all where the venue names no rate', {}, { market: { ...btc, makerFee: undefined } }, undefined],
  ])('%s', (_words, more, known, then) => {
    const now = { ...facts, ...known }
    expect(feeText(draftOf('BUY', { ...form, ...more }, now).order!, now)).toBe(then)
  })
})

describe('the outcome of an order that was sent', () => {
  it.each<[Partial<typeof bid>, string]>([
    [{ state: 'NEW' }, 'Sent to Paradex. Track it under Open Orders.'],
    [{ state: 'UNTRIGGERED' }, 'Waiting for its trigger.'],
    [{ state: 'OPEN', remaining: quantity('0.5') }, '1.00000 filled, 0.50000 resting.'],
    [{ state: 'CLOSED', remaining: quantity('0') }, '1.50000 filled.'],
    [{ state: 'CLOSED', reason: 'Post-only: it would have taken.' }, 'Nothing filled. Post-only: it would have taken.'],
  ])('%o', (more, then) => {
    expect(outcomeText({ ...bid, ...more }, btc)).toBe(then)
  })
})
