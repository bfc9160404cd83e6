import { describe, expect, it } from 'vitest'
import { price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { isRefusal } from '../refusal.ts'
import type { RfqCommand } from './commands.ts'
import type { Order } from './order.ts'
import { ask, cross, decideIn, decline, given, KEST, LARK, legsFor, NOON, orderId, outcome, quote, replace, restored, TAKER, theOrder, theRfq, when, type Market } from '../../test/fixture.ts' // prettier-ignore
import { bookFor } from './visibility.ts'

type Placed = Partial<Extract<RfqCommand, { kind: 'PlaceOrder' }>>
type Change = Partial<Extract<RfqCommand, { kind: 'ReplaceOrder' }>>

/** KEST sells 50 at 0.02, and LARK does the same after it. */
const two = (before: Placed = {}) =>
  given(ask(), quote(KEST, 1, 'SELL', '0.02', '50', before), quote(LARK, 2, 'SELL', '0.02', '50', { clientOrderId: 'theirs' }))
const again = (change: Change = {}) => replace(KEST, 1, '50', change)
/** The maker whose quote a cross of 50 meets. */
const first = (market: Market) => {
  const traded = when(market, cross(9, 'BUY', '0.02', '50')).find((event) => event.kind === 'TradeAgreed')
  return traded?.trade.maker
}
const refusalOf = (market: Market, command: RfqCommand) => {
  const answer = decideIn(market, command, (NOON + 1_000) as Instant)
  return isRefusal(answer) ? `${answer.refused} ${answer.rule} ${answer.field}` : 'goes'
}
const named = { clientOrderId: 'mine', label: 'wing', account: 'KEST-two' }

describe('5.22 a replacement', () => {
  it.each<[string, Placed, Change, Partial<Order>]>([
    ['changes the account', {}, { account: 'KEST-two' }, { account: 'KEST-two' }],
    ['keeps an account that is not given', named, {}, { account: 'KEST-two' }],
    ['brings a client order id', {}, { clientOrderId: 'mine' }, { clientOrderId: 'mine' }],
    ['brings another', named, { clientOrderId: 'other' }, { clientOrderId: 'other', label: 'wing' }],
    ['keeps its own, said again', named, { clientOrderId: 'mine' }, { clientOrderId: 'mine' }],
    ['brings one that another desk has', {}, { clientOrderId: 'theirs' }, { clientOrderId: 'theirs' }],
    ['brings a label', {}, { label: 'body' }, { label: 'body' }],
    ['keeps a label that is not given', named, { clientOrderId: 'other' }, { label: 'wing' }],
    ['repeats its side', {}, { side: 'SELL' }, { side: 'SELL' }],
    ['repeats its time in force', {}, { timeInForce: 'GTC' }, { timeInForce: 'GTC' }],
    ['repeats its type', { isHidden: true }, { isHidden: true }, { isHidden: true }],
    ['repeats its price without its legs', {}, { price: price('0.02') }, { price: price('0.02') }],
  ])('%s, in its place', (_title, before, change, then) => {
    const market = two(before)
    expect(outcome(market, again(change))).toBe('OrderReplaced')
    when(market, again(change))
    expect(theOrder(market, 1)).toMatchObject(then)
    expect(first(market)).toBe(KEST)
  })

  it('takes a client order id and a label away where it brings them empty', () => {
    const market = two(named)
    when(market, again({ clientOrderId: '', label: '' }))
    expect(theOrder(market, 1)).not.toHaveProperty('clientOrderId')
    expect(theOrder(market, 1)).not.toHaveProperty('label')
  })

  it('settles in the account of the replacement, the taker’s too', () => {
    const market = given(ask(), cross(1, 'BUY', '0.02', '50'))
    when(market, replace(TAKER, 1, '50', { account: 'orry-two' }))
    const traded = when(market, quote(KEST, 2, 'SELL', '0.02', '50')).find((event) => event.kind === 'TradeAgreed')
    expect(traded?.trade).toMatchObject({ takerAccount: 'orry-two', makerAccount: 'KEST-main' })
  })

  it.each<[string, Change, string]>([
    ['to the other side', { side: 'BUY' }, 'TypeNotAllowed 5.22 side'],
    ['to what never rests', { timeInForce: 'FOK' }, 'TypeNotAllowed 5.22 time_in_force'],
    ['at a price of the structure without the prices of its legs', { price: price('0.03') }, 'OrderPriceMissing 5.22 legs'],
    ['by the name of another of the desk', { clientOrderId: 'taken' }, 'ClientOrderIdInUse 5.21 client_order_id'],
  ])('is not done %s', (_title, change, refused) => {
    const market = two()
    when(market, quote(KEST, 3, 'BUY', '0.01', '50', { clientOrderId: 'taken' }))
    expect(refusalOf(market, again(change))).toBe(refused)
  })

  it('4.13 refuses in one order: what it stays, its name, its quantity, its price', () => {
    const market = two()
    when(market, quote(KEST, 3, 'BUY', '0.01', '50', { clientOrderId: 'taken' }))
    const faults: Change[] = [{ price: price('0.03') }, replace(KEST, 1, '1'), { clientOrderId: 'taken' }, { timeInForce: 'FOK' }, { side: 'BUY' }] // prettier-ignore
    const answers = faults.map((_, n) => refusalOf(market, again(Object.assign({}, ...faults.slice(0, n + 1)))))
    expect(answers.map((answer) => answer.split(' ')[1])).toEqual(['5.22', '5.4', '5.21', '5.22', '5.22'])
    expect(answers.at(-1)).toContain('side')
  })

  it('5.21 frees the name it had and holds the new one, also after a restart', () => {
    const market = two(named)
    when(market, again({ clientOrderId: 'other' }))
    for (const { rfqs } of [market, restored(market)])
      expect([...rfqs.clientOrderIds]).toEqual(expect.arrayContaining([['DIRECT KEST other', orderId(1)]]))
    expect(market.rfqs.clientOrderIds.has('DIRECT KEST mine')).toBe(false)
    expect(outcome(market, quote(KEST, 3, 'BUY', '0.01', '50', { clientOrderId: 'other' }))).toBe('ClientOrderIdInUse')
    expect(outcome(market, quote(KEST, 3, 'BUY', '0.01', '50', { clientOrderId: 'mine' }))).toBe('OrderPlaced')
  })
})

describe('5.22, 8.2 a replacement that hides or shows', () => {
  const seen = (market: Market) => bookFor(theRfq(market), theRfq(market).orders, TAKER).asks.map(({ id }) => id)

  it("leaves the taker's book, says how it stood there last, and goes last among equals", () => {
    const market = two()
    const events = when(market, again({ isHidden: true, legPrices: legsFor('0.02') }))
    expect(events).toMatchObject([{ kind: 'OrderReplaced', lastShown: { price: price('0.02') }, order: { isHidden: true } }])
    expect(seen(market)).toEqual([orderId(2)])
    expect(first(market)).toBe(LARK)
  })

  it("comes into the taker's book, last among equals", () => {
    const market = two({ isHidden: true })
    expect(when(market, again({ isHidden: false }))).toMatchObject([{ kind: 'OrderReplaced', isNowShown: true }])
    expect(seen(market)).toEqual([orderId(2), orderId(1)])
    expect(first(market)).toBe(LARK)
  })

  it('stays as it was where nothing is said, in its place and without a word of it', () => {
    const market = two({ isHidden: true })
    const events = when(market, again())
    expect(events).toEqual([{ kind: 'OrderReplaced', id: theRfq(market).id, order: theOrder(market, 1) }])
    expect(first(market)).toBe(KEST)
  })

  it('5.19 takes a decline back once it is shown, and not before', () => {
    const market = given(ask(), decline(KEST), quote(KEST, 1, 'SELL', '0.02', '50', { isHidden: true }))
    expect(outcome(market, again())).toBe('OrderReplaced')
    expect(outcome(market, again({ isHidden: false }))).toBe('DeclineTakenBack, OrderReplaced')
  })
})
