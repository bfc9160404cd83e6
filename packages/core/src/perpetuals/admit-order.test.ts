import { describe, expect, it } from 'vitest'
import { price, quantity } from '../decimal.ts'
import { onlyReduces, perpetualOrderRefusal, type PerpetualOrderTerms, type PerpetualTerms } from './admit-order.ts'

const terms: PerpetualTerms = {
  tickSize: price('0.1'),
  quantityIncrement: quantity('0.001'),
  leastNotional: 10,
  largestOrder: quantity('100'),
  takes: 'ORDERS',
}
const limit: PerpetualOrderTerms = {
  kind: 'LIMIT',
  quantity: quantity('0.5'),
  price: price('60000.1'),
  triggerPrice: undefined,
  instruction: 'GOOD_TILL_CANCELED',
  effect: 'OPEN_OR_CLOSE',
}
const atMarket: Partial<PerpetualOrderTerms> = { kind: 'MARKET', price: undefined, instruction: 'IMMEDIATE_OR_CANCEL' }

describe('an order that fits its market', () => {
  it.each<[string, Partial<PerpetualOrderTerms>]>([
    ['18.3', {}],
    ['18.3', { instruction: 'POST_ONLY' }],
    ['18.3', atMarket],
    ['18.3', { ...atMarket, kind: 'STOP_MARKET', triggerPrice: price('59000') }],
    ['18.3', { kind: 'STOP_LIMIT', triggerPrice: price('59000') }],
    ['18.3', { ...atMarket, kind: 'TAKE_PROFIT_MARKET', triggerPrice: price('61000') }],
    ['18.3', { kind: 'TAKE_PROFIT_LIMIT', triggerPrice: price('61000') }],
    ['18.3', { quantity: quantity('100') }],
    ['18.3', { quantity: quantity('0.001'), price: price('10000') }],
    ['18.3', { quantity: quantity('0.001'), price: price('9000'), effect: 'REDUCE_ONLY' }],
  ])('%s is taken: %o', (_rule, more) => {
    expect(perpetualOrderRefusal(terms, { ...limit, ...more }, 60_000)).toBeUndefined()
  })
})

describe('an order that does not fit is refused by the member at fault, the kind before the quantity before the price', () => {
  it.each<[string, string, RegExp, Partial<PerpetualOrderTerms>]>([
    ['18.3', 'price', /needs a price/, { price: undefined, quantity: quantity('0.0001') }],
    ['18.3', 'price', /must not have a price/, { ...atMarket, price: price('60000') }],
    ['18.3', 'trigger_price', /needs a trigger price/, { kind: 'STOP_LIMIT' }],
    ['18.3', 'trigger_price', /Only a stop or take-profit/, { triggerPrice: price('1') }],
    ['18.3', 'instruction', /IMMEDIATE_OR_CANCEL/, { ...atMarket, instruction: 'POST_ONLY' }],
    ['18.3', 'quantity', /multiple of 0\.001/, { quantity: quantity('0.0005'), price: price('60000.15') }],
    ['18.3', 'quantity', /above zero/, { quantity: quantity('-1') }],
    ['18.3', 'quantity', /must not exceed 100/, { quantity: quantity('100.001') }],
    ['18.3', 'price', /multiple of 0\.1/, { price: price('60000.15') }],
    ['18.3', 'price', /above zero/, { price: price('-0.1') }],
    ['18.3', 'trigger_price', /multiple of 0\.1/, { kind: 'STOP_LIMIT', triggerPrice: price('0.05') }],
    ['18.3', 'quantity', /at least 10/, { quantity: quantity('0.001'), price: price('9000') }],
    ['18.3', 'quantity', /at least 10/, { ...atMarket, quantity: quantity('0.001') }],
  ])('%s %s: %s', (_rule, field, sentence, more) => {
    const refused = perpetualOrderRefusal(terms, { ...limit, ...more }, 9_000)
    expect(refused).toMatchObject({ refused: 'PerpetualOrderInvalid', field })
    expect(refused!.message).toMatch(sentence)
  })

  it('18.3 a market of blocks takes no order', () => {
    expect(perpetualOrderRefusal({ ...terms, takes: 'BLOCKS_ONLY' }, limit, 60_000)).toMatchObject({ field: 'market' })
  })

  it('18.3 the worth of an order at the market is left to the venue while no mark is known', () => {
    expect(perpetualOrderRefusal(terms, { ...limit, ...atMarket, quantity: quantity('0.001') }, undefined)).toBeUndefined()
  })
})

describe('2.18 what a customer without perpetuals can still send', () => {
  it.each<[string, boolean, Partial<PerpetualOrderTerms>, Partial<PerpetualOrderTerms>?]>([
    ['a new order', false, {}],
    ['a new order that only reduces', true, { effect: 'REDUCE_ONLY' }],
    ['a smaller version of an open order', true, { quantity: quantity('0.4') }, {}],
    ['a larger version', false, { quantity: quantity('0.6') }, {}],
    ['another price', false, { quantity: quantity('0.4'), price: price('60000.2') }, {}],
    ['another trigger', false, { triggerPrice: price('59000') }, { triggerPrice: price('59001') }],
    ['another price of an order that only reduces', true, { effect: 'REDUCE_ONLY', price: price('60000.2') }, {}],
  ])('%s: %s', (_what, isAllowed, order, before) =>
    expect(onlyReduces({ ...limit, ...order }, before === undefined ? undefined : { ...limit, ...before })).toBe(isAllowed),
  )
})
