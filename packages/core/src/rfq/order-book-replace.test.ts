import { describe, expect, it } from 'vitest'
import { price } from '../decimal.ts'
import { LARK, restored } from '../../test/fixture.ts'
import type { RfqCommand } from './commands.ts'
import type { Order } from './order.ts'
import { KEST, MARKET, order, quote, replace, TAKER, summary, world, type QuoteChange } from '../../test/book-fixture.ts'
import { bookFor } from './visibility.ts'

type Change = Partial<Extract<RfqCommand, { kind: 'ReplaceOrder' }>>

/** KEST sells 50 at 0.02, and LARK does the same after it; then KEST replaces its quote with a change. */
const replaced = (before: QuoteChange, change: Change) => {
  const it = world()
  const id = it.rest(KEST, 'SELL', '0.02', '50', before)
  it.rest(LARK, 'SELL', '0.02', '50')
  const answer = it.send({ ...replace(KEST, id, '50', '0.02'), ...change })
  return { it, id, answer, quote: it.orderOf(id) }
}
const named = { clientOrderId: 'mine', label: 'wing', account: 'KEST-two' }

describe('10.20 a replacement', () => {
  it.each<[string, QuoteChange, Change, Partial<Order>]>([
    ['changes the account', {}, { account: 'KEST-two' }, { account: 'KEST-two' }],
    ['keeps an account that is not given', named, {}, { account: 'KEST-two' }],
    ['brings a client order id', {}, { clientOrderId: 'mine' }, { clientOrderId: 'mine' }],
    ['brings another', named, { clientOrderId: 'other' }, { clientOrderId: 'other', label: 'wing' }],
    ['keeps its own, said again or not', named, { clientOrderId: 'mine' }, { clientOrderId: 'mine' }],
    ['brings a label', {}, { label: 'body' }, { label: 'body' }],
    ['keeps a label that is not given', named, { clientOrderId: 'other' }, { label: 'wing' }],
    ['is post-only from now on', {}, { isPostOnly: true }, { isPostOnly: true }],
    ['is so no more', { isPostOnly: true }, { isPostOnly: false }, { isPostOnly: false }],
    ['stays post-only where nothing is said', { isPostOnly: true }, {}, { isPostOnly: true }],
    ['repeats its side', {}, { side: 'SELL' }, { side: 'SELL' }],
    ['repeats its price without its legs', {}, { price: price('0.02') }, { price: price('0.02') }],
  ])('%s, in its place', (_title, before, change, then) => {
    const { it: day, answer, quote: after } = replaced(before, change)
    expect(summary(answer)).toBe('OrderReplaced')
    expect(after).toMatchObject(then)
    expect(summary(day.send(order(TAKER, 'BUY', '0.02', '25')))).toBe('OrderPlaced, TradeAgreed 25@0.02 KEST')
  })

  it('takes a client order id and a label away where it brings them empty', () => {
    const { it: day, quote: after } = replaced(named, { clientOrderId: '', label: '' })
    expect(after).not.toHaveProperty('clientOrderId')
    expect(after).not.toHaveProperty('label')
    expect(summary(day.send(quote(KEST, 'SELL', '0.03', '25', { clientOrderId: 'mine' })))).toBe('OrderPlaced')
  })

  it('settles in the account of the replacement', () => {
    const { it: day } = replaced({}, { account: 'KEST-two' })
    const [, match] = day.must(order(TAKER, 'BUY', '0.02', '50'))
    expect(match).toMatchObject({ trade: { makerAccount: 'KEST-two' } })
  })

  it.each<[string, Change, string]>([
    ['to the other side', { side: 'BUY' }, 'TypeNotAllowed 10.20'],
    ['at a price of the structure without the prices of its legs', { price: price('0.03') }, 'OrderPriceMissing 10.20'],
    ['by the name of another of the desk', { clientOrderId: 'taken' }, 'ClientOrderIdInUse 10.17'],
    ['as what is hidden and never rests', { isHidden: true, timeInForce: 'IOC' }, 'TypeNotAllowed 10.9'],
    ['as what rests only and never rests', { isPostOnly: true, timeInForce: 'IOC' }, 'TypeNotAllowed 10.9'],
  ])('is not done %s, and nothing has changed', (_title, change, refused) => {
    const it = world()
    const id = it.rest(KEST, 'SELL', '0.02', '50')
    it.rest(KEST, 'SELL', '0.03', '50', { clientOrderId: 'taken' })
    const before = it.orderOf(id)
    const { legPrices: _none, ...same } = replace(KEST, id, '50', '0.02')
    expect(it.send({ ...same, ...change })).toBe(refused)
    expect(it.orderOf(id)).toBe(before)
  })

  it('10.16 refuses in one order: its side, form, client id, quantity, prices', () => {
    const it = world()
    const id = it.rest(KEST, 'SELL', '0.02', '50')
    it.rest(KEST, 'SELL', '0.03', '50', { clientOrderId: 'taken' })
    const faults: Change[] = [{ price: price('0.03') }, replace(KEST, id, '1'), { clientOrderId: 'taken' }, { timeInForce: 'IOC', isPostOnly: true }, { side: 'BUY' }] // prettier-ignore
    const answers = faults.map((_, n) => {
      const { legPrices: _none, ...same } = replace(KEST, id, '50', '0.02')
      return it.send({ ...same, ...Object.assign({}, ...faults.slice(0, n + 1)) })
    })
    expect(answers).toEqual([
      'OrderPriceMissing 10.20',
      'QuantityBelowBlockMinimum 10.3',
      'ClientOrderIdInUse 10.17',
      'TypeNotAllowed 10.9',
      'TypeNotAllowed 10.20',
    ])
  })

  it('10.17 frees the name it had, for any quote of the desk, and holds the new one, also after a restart', () => {
    const { it: day } = replaced(named, { clientOrderId: 'other' })
    for (const { rfqs } of [day.market, restored(day.market)]) expect([...rfqs.clientOrderIds.keys()]).toEqual(['ORDER_BOOK KEST other'])
    expect(day.send(quote(KEST, 'SELL', '0.03', '25', { clientOrderId: 'other' }))).toBe('ClientOrderIdInUse 10.17')
    expect(summary(day.send(quote(KEST, 'SELL', '0.03', '25', { clientOrderId: 'mine' })))).toBe('OrderPlaced')
  })
})

describe('10.20, 10.11 a replacement that hides or shows', () => {
  const shown = (day: ReturnType<typeof world>) =>
    bookFor(day.rfq(), day.rfqs.live.get(MARKET)!.orders.values(), undefined).asks.map(({ id }) => id)

  it('leaves what everybody reads, says how it stood there last, and goes last among equals', () => {
    const { it: day, id, answer } = replaced({}, { isHidden: true, quantity: replace(KEST, 'o_1' as never, '40').quantity })
    expect(answer).toMatchObject([{ kind: 'OrderReplaced', lastShown: { price: price('0.02') }, order: { isHidden: true } }])
    expect(shown(day)).not.toContain(id)
    expect(summary(day.send(order(TAKER, 'BUY', '0.02', '50')))).toBe('OrderPlaced, TradeAgreed 50@0.02 LARK')
    expect(summary(day.send(order(TAKER, 'BUY', '0.02', '40')))).toBe('OrderPlaced, TradeAgreed 40@0.02 KEST')
  })

  it('comes into what everybody reads, last among equals', () => {
    const { it: day, id, answer } = replaced({ isHidden: true }, { isHidden: false })
    expect(answer).toMatchObject([{ kind: 'OrderReplaced', isNowShown: true, order: { isHidden: false } }])
    expect(shown(day).at(-1)).toBe(id)
    expect(summary(day.send(order(TAKER, 'BUY', '0.02', '50')))).toBe('OrderPlaced, TradeAgreed 50@0.02 LARK')
  })

  it.each<[boolean, Change]>([
    [true, {}],
    [true, { isHidden: true }],
    [false, { isHidden: false }],
  ])('hidden=%s stays so with %o, in its place and without a word of it', (isHidden, change) => {
    const { it: day, answer, quote: after } = replaced({ isHidden }, change)
    expect(answer).toEqual([{ kind: 'OrderReplaced', id: MARKET, order: after }])
    expect(after.isHidden).toBe(isHidden)
    expect(summary(day.send(order(TAKER, 'BUY', '0.02', '50')))).toBe('OrderPlaced, TradeAgreed 50@0.02 KEST')
  })

  it('10.19 takes a decline back once it is shown, and not before', () => {
    const it = world()
    it.must({ kind: 'DeclineRfq', audience: 'ORDER_BOOK', actor: { ...order(KEST, 'BUY', '1', '1').actor }, id: MARKET, reason: 'RISK' })
    const id = it.rest(KEST, 'SELL', '0.02', '50', { isHidden: true })
    expect(summary(it.send(replace(KEST, id, '40')))).toBe('OrderReplaced')
    expect(summary(it.send({ ...replace(KEST, id, '40'), isHidden: false }))).toBe('DeclineTakenBack, OrderReplaced')
  })
})
