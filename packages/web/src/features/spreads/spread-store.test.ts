import type { SpreadOrderView, StrategyView, VenueBboView } from '@parley/client'
import { price, quantity } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { decMar, now, orderWith, spreadOf, tradeWith, usualBook } from '../../../test/spreads.ts'
import { orderFromWire, strategyFromWire, topFromWire, valueFromWire } from './from-wire.ts'
import { restingOf } from './model.ts'
import { chosenOf, keepStrategy, showStrategy, startEditing, useSpreadScreen } from './spread-screen.ts'
import { applyChanges, noChanges, nothingKnown, type SpreadChanges, type SpreadMarket } from './spread-store.ts'

const after = (market: SpreadMarket, fill: (changes: SpreadChanges) => unknown): SpreadMarket => {
  const changes = noChanges()
  fill(changes)
  return applyChanges(market, changes)
}

describe('the spreads store', () => {
  it('keeps unchanged parts', () => {
    const next = after(nothingKnown, ({ strategies }) => strategies.set(decMar.id, decMar))
    expect(next.orders).toBe(nothingKnown.orders)
    expect(next.tape).toBe(nothingKnown.tape)
    expect(after(next, ({ strategies }) => strategies.set(decMar.id, undefined)).strategies.size).toBe(0)
  })

  it('17.1 keeps ended spreads for tickets and lists, but does not list them', () => {
    const perpJun = spreadOf('PERP', 'JUN')
    const both = after(nothingKnown, ({ strategies }) => [decMar, perpJun].forEach((one) => strategies.set(one.id, one)))
    const over = after(both, ({ strategies }) => strategies.set(decMar.id, undefined))
    expect([[...over.strategies.keys()], [...over.ended.values()]]).toEqual([[perpJun.id], [decMar]])
    expect(chosenOf(decMar.id, [perpJun], over.ended.get(decMar.id))).toBe(decMar)
    expect(chosenOf(undefined, [decMar, perpJun], undefined)).toBe(perpJun)
    const read = after(over, ({ ended }) => ended.set('old', spreadOf('DEC', 'JUN', { id: 'old' })))
    expect([...read.ended.keys()]).toEqual([decMar.id, 'old'])
    expect(after(over, ({ strategies }) => strategies.set(decMar.id, decMar)).ended.size).toBe(0)
  })

  it('switches to the matrix of a spread that is selected in a list', () => {
    const eth = spreadOf('DEC', 'MAR', { id: 'eth', currency: 'ETH', venue: 'BIT', margin: 'LINEAR' })
    showStrategy(eth)
    expect(useSpreadScreen.getState()).toMatchObject({ currency: 'ETH', venue: 'BIT', margin: 'LINEAR', strategyId: 'eth' })
    keepStrategy('first of the table before')
    expect(useSpreadScreen.getState().strategyId).toBe('eth')
    const order = orderWith('BUY', '1129', '20000')
    startEditing(order, decMar)
    expect(useSpreadScreen.getState()).toMatchObject({ currency: 'BTC', strategyId: decMar.id, editing: { order } })
  })

  it.each([
    ['the answer of a call after the channel', ['CLOSED 5', 'OPEN 0']],
    ['the channel after the answer', ['OPEN 0', 'CLOSED 5']],
    ['both of one millisecond', ['CLOSED 0', 'OPEN 0']],
  ])('uses the later state of an order, within a frame and between frames: %s', (_title, states) => {
    const orders = states.map((text) => {
      const [state, ms] = text.split(' ')
      return orderWith('BUY', '1', '20000', { state: state as 'OPEN' | 'CLOSED', updatedAt: now + Number(ms) })
    })
    const inOne = after(nothingKnown, (changes) => orders.forEach((order) => changes.orders.push(order)))
    const inTwo = orders.reduce((market, order) => after(market, (changes) => changes.orders.push(order)), nothingKnown)
    for (const { orders: held } of [inOne, inTwo]) expect([...held.values()].map(({ state }) => state)).toEqual(['CLOSED'])
  })

  it('keeps a trade settled, even if an older list differs', () => {
    const settled = after(nothingKnown, ({ trades }) => trades.push(tradeWith('BUY', '1', '20000')))
    const late = after(settled, ({ trades }) => trades.push(tradeWith('BUY', '1', '20000', { state: 'PENDING' })))
    expect([...late.trades.values()].map(({ state }) => state)).toEqual(['FILLED'])
  })

  it('drops the book of a strategy that is no longer shown', () => {
    const market = { ...nothingKnown, activeBook: { strategyId: 'b', book: undefined, isWhole: false } }
    const read = (strategyId: string) => () => ({ strategyId, book: usualBook, isWhole: true })
    expect(after(market, (changes) => (changes.readBook = read('a'))).activeBook).toEqual(market.activeBook)
    expect(after(market, (changes) => (changes.readBook = read('b'))).activeBook?.book).toBe(usualBook)
  })

  it('has the newest trade of the tape first, each once', () => {
    const line = (id: string, at: number) => ({ id, strategyId: decMar.id, price: price('1'), amount: quantity('1'), at })
    const market = after(nothingKnown, ({ tape }) => tape.push(line('a', 1), line('b', 3)))
    expect(after(market, ({ tape }) => tape.push(line('c', 2), line('a', 1))).tape.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  })
})

describe('the wire format', () => {
  const ns = now * 1e6
  const leg = {
    instrument_id: 7,
    product_code: 'CF',
    kind: 'FUTURE',
    side: 'SELL',
    ratio: '1',
    contract_size: 10,
    min_tick_size: '0.01',
    min_order_size: 10,
    min_block_size: 20000,
    created_at: 0,
  } as const
  const strategy = {
    ...{
      id: '1'.repeat(18),
      venue: 'DBT',
      kind: 'FUTURE',
      state: 'ACTIVE',
      margin_type: 'INVERSE',
      product_codes: ['CF'],
      description: '',
      strategy_code: 'FS',
    },
    ...{
      base_currency: 'BTC',
      quote_currency: 'USD',
      settlement_currency: 'BTC',
      clearing_currency: 'BTC',
      min_tick_size: '0.5',
      min_order_size: 10,
      min_block_size: 20000,
    },
    ...{ created_at: ns, expires_at: ns, orders_until: ns, last_updated: ns },
    legs: [
      { ...leg, instrument_name: 'BTC-PERPETUAL', expires_at: 0 },
      { ...leg, instrument_name: 'BTC-27MAR26', expires_at: ns },
    ],
  } as StrategyView

  it('has nanoseconds, JSON numbers and decimals as text', () => {
    expect(strategyFromWire(strategy)).toMatchObject({
      near: { expiresAt: undefined },
      far: { expiresAt: now },
      tick: price('0.5'),
      minimum: quantity('20000'),
      increment: quantity('10'),
    })
    expect(strategyFromWire({ ...strategy, legs: [strategy.legs[1]!, strategy.legs[0]!] })).toBeUndefined()
  })

  it('has null for missing values', () => {
    const none = {
      best_bid_price: null,
      best_bid_amount: null,
      best_bid_amount_decimal: null,
      best_ask_price: '-1.5',
      best_ask_amount: 2,
      best_ask_amount_decimal: '2.5',
    }
    expect(topFromWire(none)).toEqual({ bid: undefined, ask: { price: price('-1.5'), amount: quantity('2.5') } })
    const view = {
      ...none,
      id: strategy.id,
      venue: 'DBT',
      min_price: null,
      max_price: null,
      mark_price: null,
      last_updated: ns,
      expires_at: ns,
      legs: [],
    } as VenueBboView
    expect(valueFromWire(view)).toMatchObject({ band: undefined, mark: undefined, nearMark: undefined })
    const funded = { mark_price: '90000', index_price: '89990', funding: { rate: '0.0001', interval: 28_800_000_000_000, next_at: 0 } }
    expect(valueFromWire({ ...view, legs: [funded as VenueBboView['legs'][number]] }).funding).toEqual({
      rate: 0.0001,
      everyMs: 28_800_000,
    })
    expect(valueFromWire({ ...view, min_price: '-5', max_price: '5', mark_price: '1.25' })).toMatchObject({
      band: { least: price('-5'), most: price('5') },
      mark: 1.25,
    })
  })

  it('has an order in four parts', () => {
    const amounts = { amount_decimal: '10.5', filled_amount_decimal: '1', pending_fill_amount_decimal: '2', canceled_amount_decimal: '3' }
    const view = { id: '2'.repeat(18), strategy_id: strategy.id, side: 'BUY', price: null, ...amounts, state: 'OPEN', time_in_force: 'IMMEDIATE_OR_CANCEL', post_only: false, label: null, account_name: 'a', created_at: ns, last_updated: ns, expires_at: 0, cancel_reason: 'USER' } as SpreadOrderView // prettier-ignore
    const order = orderFromWire(view)
    expect(order).toMatchObject({ price: undefined, label: undefined, expiresAt: undefined, cancelCause: 'USER', createdAt: now })
    expect(restingOf(order)).toBe(quantity('4.5'))
  })
})
