import { describe, expect, it } from 'vitest'
import { price, quantity } from '../../decimal.ts'
import type { OrderId } from '../../ids.ts'
import { ask, cross, decideIn, given, KEST, LARK, legsFor, NOON, outcome, quote, replace, restored, TAKER, theOrder, when } from '../../../test/fixture.ts' // prettier-ignore
import { Negotiation, sharedAudiences, type QuoteTerms, type ReplaceTerms, type SharedAudience } from '../../../test/negotiation.ts'
import type { Order } from '../model/order.ts'

/** KEST sells 50 at 0.02, and LARK does the same after it. */
function twoAsks(audience: SharedAudience, before: QuoteTerms = {}) {
  const talks = new Negotiation(audience)
  const id = talks.rest(KEST, 'SELL', '0.02', '50', before)
  const theirs = talks.rest(LARK, 'SELL', '0.02', '50', { clientOrderId: 'theirs' })
  return { talks, id, theirs }
}
const named = { clientOrderId: 'mine', label: 'wing', account: 'KEST-two' }
const tradeWith = (maker: string) => `OrderPlaced, TradeAgreed 50@0.02 ${maker}`

describe.each(sharedAudiences)('5.22, 10.20 a replacement in $audience', ({ audience, rules, rests }) => {
  const forms: readonly (readonly [form: string, prices: ReplaceTerms])[] = [
    ['without its prices', {}],
    ['with its prices again', { legPrices: legsFor('0.02') }],
  ]
  const changes: readonly (readonly [title: string, before: QuoteTerms, change: ReplaceTerms, then: Partial<Order>])[] = [
    ['changes the account', {}, { account: 'KEST-two' }, { account: 'KEST-two' }],
    ['keeps an account that is not given', named, {}, { account: 'KEST-two' }],
    ['brings a client order id', {}, { clientOrderId: 'mine' }, { clientOrderId: 'mine' }],
    ['brings another', named, { clientOrderId: 'other' }, { clientOrderId: 'other', label: 'wing' }],
    ['keeps its own, said again', named, { clientOrderId: 'mine' }, { clientOrderId: 'mine' }],
    ['brings one that another desk has', {}, { clientOrderId: 'theirs' }, { clientOrderId: 'theirs' }],
    ['brings a label', {}, { label: 'body' }, { label: 'body' }],
    ['keeps a label that is not given', named, { clientOrderId: 'other' }, { label: 'wing' }],
    ['repeats its side', {}, { side: 'SELL' }, { side: 'SELL' }],
    ['repeats its time in force', {}, { timeInForce: rests }, { timeInForce: rests }],
    ['repeats its type', { isHidden: true }, { isHidden: true }, { isHidden: true }],
    ['repeats the price of the structure', {}, { price: price('0.02') }, { price: price('0.02') }],
    ['is post-only from now on', {}, { isPostOnly: true }, { isPostOnly: true }],
    ['is so no more', { isPostOnly: true }, { isPostOnly: false }, { isPostOnly: false }],
    ['stays post-only where nothing is said', { isPostOnly: true }, {}, { isPostOnly: true }],
  ]
  it.each(forms.flatMap(([form, prices]) => changes.map((row) => [form, prices, ...row] as const)))(
    '%s %s %s, in its place',
    (_form, prices, _title, before, change, then) => {
      const { talks, id } = twoAsks(audience, before)
      expect(talks.sent(talks.replace(KEST, id, '50', { ...prices, ...change }))).toBe('OrderReplaced')
      expect(talks.orderOf(id)).toMatchObject(then)
      expect(talks.sent(talks.cross('BUY', '0.02', '50'))).toBe(tradeWith('KEST'))
    },
  )

  it('takes a client order id and a label away where it brings them empty', () => {
    const { talks, id } = twoAsks(audience, named)
    talks.must(talks.replace(KEST, id, '50', { clientOrderId: '', label: '' }))
    expect(talks.orderOf(id)).not.toHaveProperty('clientOrderId')
    expect(talks.orderOf(id)).not.toHaveProperty('label')
    expect(talks.sent(talks.quote(KEST, 'BUY', '0.01', '25', { clientOrderId: 'mine' }))).toBe('OrderPlaced')
  })

  it('settles in the account of the replacement', () => {
    const { talks, id } = twoAsks(audience)
    talks.must(talks.replace(KEST, id, '50', { account: 'KEST-two' }))
    expect(talks.must(talks.cross('BUY', '0.02', '50'))[1]).toMatchObject({ trade: { makerAccount: 'KEST-two' } })
  })

  const refused: readonly (readonly [title: string, change: ReplaceTerms, refusal: string])[] = [
    ['to the other side', { side: 'BUY' }, `TypeNotAllowed ${rules.replace} side`],
    ['at a price of the structure without the prices of its legs', { price: price('0.03') }, `OrderPriceMissing ${rules.replace} legs`],
    ['by the name of another of the desk', { clientOrderId: 'taken' }, `ClientOrderIdInUse ${rules.name} client_order_id`],
    ...(audience === 'DIRECT'
      ? ([['to what never rests', { timeInForce: 'FOK' }, 'TypeNotAllowed 5.22 time_in_force']] as const)
      : ([
          ['as what is hidden and never rests', { isHidden: true, timeInForce: 'IOC' }, 'TypeNotAllowed 10.9 is_hidden'],
          ['as what rests only and never rests', { isPostOnly: true, timeInForce: 'IOC' }, 'TypeNotAllowed 10.9 post_only'],
        ] as const)),
  ]
  it.each(refused)('is not done %s, and nothing has changed', (_title, change, refusal) => {
    const { talks, id } = twoAsks(audience)
    talks.rest(KEST, 'BUY', '0.01', '50', { clientOrderId: 'taken' })
    const before = talks.orderOf(id)
    expect(talks.send(talks.replace(KEST, id, '50', change))).toBe(refusal)
    expect(talks.orderOf(id)).toBe(before)
  })

  it('4.13, 10.16 refuses in one order: its side, form, client order id, quantity, prices', () => {
    const { talks, id } = twoAsks(audience)
    talks.rest(KEST, 'BUY', '0.01', '50', { clientOrderId: 'taken' })
    const form: readonly [ReplaceTerms, string] =
      audience === 'DIRECT'
        ? [{ timeInForce: 'FOK' }, 'TypeNotAllowed 5.22 time_in_force']
        : [{ timeInForce: 'IOC', isPostOnly: true }, 'TypeNotAllowed 10.9 post_only']
    const faults: readonly (readonly [ReplaceTerms, string])[] = [
      [{ price: price('0.03') }, `OrderPriceMissing ${rules.replace} legs`],
      [{ quantity: quantity('1') }, `QuantityBelowBlockMinimum ${rules.block} quantity`],
      [{ clientOrderId: 'taken' }, `ClientOrderIdInUse ${rules.name} client_order_id`],
      form,
      [{ side: 'BUY' }, `TypeNotAllowed ${rules.replace} side`],
    ]
    let change: ReplaceTerms = {}
    for (const [fault, refusal] of faults) {
      change = { ...change, ...fault }
      expect(talks.send(talks.replace(KEST, id, '50', change))).toBe(refusal)
    }
  })

  it('5.21, 10.17 frees the name it had, for any quote of the desk, and holds the new one, also after a restart', () => {
    const { talks, id } = twoAsks(audience, named)
    talks.must(talks.replace(KEST, id, '50', { clientOrderId: 'other' }))
    for (const { rfqs } of [talks.market, restored(talks.market)])
      expect(Object.fromEntries(rfqs.clientOrderIds)).toEqual({
        [`${audience} KEST other`]: id,
        [`${audience} LARK theirs`]: expect.anything(),
      })
    const next = (clientOrderId: string) => talks.quote(KEST, 'BUY', '0.01', '50', { clientOrderId })
    expect(talks.send(next('other'))).toBe(`ClientOrderIdInUse ${rules.name} client_order_id`)
    expect(talks.sent(next('mine'))).toBe('OrderPlaced')
  })

  const unknown = {
    DIRECT: 'Your desk has no order with this id in the RFQ.',
    ORDER_BOOK: 'Your desk has no open quote with this id in the market.',
  }
  it.each<[what: string, command: (talks: Negotiation, id: OrderId) => ReturnType<Negotiation['replace']>]>([
    ["another desk's quote", (talks, id) => talks.replace(LARK, id, '50')],
    ['a quote that never was', (talks) => talks.replace(KEST, 'o_none' as OrderId, '50')],
  ])('5.16, 10.12 does not find %s', (_what, command) => {
    const { talks, id } = twoAsks(audience)
    expect(talks.messageOf(command(talks, id))).toBe(unknown[audience])
    expect(talks.send(command(talks, id))).toBe(`OrderUnknown ${rules.find} ${audience === 'DIRECT' ? 'id' : 'quote_id'}`)
  })

  it('5.16, 10.12 comes too late for a quote that was filled, and so does a cancellation', () => {
    const { talks, id } = twoAsks(audience)
    talks.must(talks.cross('BUY', '0.02', '50'))
    for (const command of [talks.replace(KEST, id, '80'), talks.pull(KEST, id)]) {
      expect(talks.messageOf(command)).toMatch(/Place a new one\.$/)
      expect(talks.send(command)).toBe(`OrderClosed ${rules.find} ${audience === 'DIRECT' ? 'id' : 'quote_id'}`)
    }
  })
})

describe.each(sharedAudiences)('5.14, 10.12 the priority of a replacement in $audience', ({ audience }) => {
  it.each<[what: string, size: string, change: ReplaceTerms, then: 'keeps' | 'loses', first: string]>([
    ['the same again', '80', {}, 'keeps', 'KEST'],
    ['the same with its prices', '80', { legPrices: legsFor('0.02') }, 'keeps', 'KEST'],
    ['a smaller one', '70', {}, 'keeps', 'KEST'],
    ['a smaller one with its prices', '70', { legPrices: legsFor('0.02') }, 'keeps', 'KEST'],
    ['other legs at the same price', '80', { legPrices: [price('0.07'), price('0.05')] }, 'keeps', 'KEST'],
    ['a larger one', '90', {}, 'loses', 'LARK'],
    ['a larger one with its prices', '90', { legPrices: legsFor('0.02') }, 'loses', 'LARK'],
    ['a worse price', '80', { legPrices: legsFor('0.0201') }, 'loses', 'LARK'],
    ['a better price', '80', { legPrices: legsFor('0.0199') }, 'loses', 'KEST'],
  ])('%s %s %o %s its place', (_what, size, change, then, first) => {
    const talks = new Negotiation(audience)
    const id = talks.rest(KEST, 'SELL', '0.02', '80')
    const theirs = talks.rest(LARK, 'SELL', '0.02', '50')
    expect(talks.sent(talks.replace(KEST, id, size, change))).toBe('OrderReplaced')
    expect(talks.orderOf(id).priority < talks.orderOf(theirs).priority ? 'keeps' : 'loses').toBe(then)
    const at = talks.orderOf(first === 'KEST' ? id : theirs).price / 1e8
    expect(talks.sent(talks.cross('BUY', '0.021', '25'))).toBe(`OrderPlaced, TradeAgreed 25@${at} ${first}`)
  })

  it('a quote moved into a resting bid trades at once', () => {
    const talks = new Negotiation(audience)
    const id = talks.rest(KEST, 'SELL', '0.02', '100')
    talks.bid('0.015', '100')
    const events = talks.must(talks.replace(KEST, id, '100', { legPrices: legsFor('0.014'), label: 'moved' }))
    expect(events.map(({ kind }) => kind)).toEqual(['OrderReplaced', 'TradeAgreed'])
    expect(talks.orderOf(id)).toMatchObject({ label: 'moved', pending: quantity('100'), state: 'CLOSED' })
  })

  it('a bid moved into a resting quote trades at once', () => {
    const talks = new Negotiation(audience)
    const bid = talks.bid('0.01', '25')
    talks.rest(KEST, 'SELL', '0.02', '50')
    expect(talks.sent(talks.replace(TAKER, bid, '25', talks.priceOfBid('0.02')))).toBe('OrderReplaced, TradeAgreed 25@0.02 KEST')
  })
})

describe.each(sharedAudiences)('5.4, 5.15, 10.3 the quantity of a replacement in $audience', ({ audience, rules }) => {
  /** KEST's offer of 100, with 30 at the venue and 70 resting. */
  const partly = () => {
    const talks = new Negotiation(audience)
    const id = talks.rest(KEST, 'SELL', '0.02', '100')
    talks.must(talks.cross('BUY', '0.02', '30'))
    return { talks, id }
  }
  const tooSmall =
    audience === 'DIRECT'
      ? ['QuantityBelowBlockMinimum 5.15 quantity', 'The quantity must be 55 or more, so that at least the minimum block rests.']
      : ['QuantityBelowBlockMinimum 10.3 quantity', 'The quantity must be at least the minimum block: 55 or more.']

  it.each<[what: string, size: string, change: ReplaceTerms, refusal: string, message: string]>([
    ['less than was agreed and a block', '54.9', {}, tooSmall[0]!, tooSmall[1]!],
    ['what is between steps', '60.05', {}, `QuantityOffIncrement ${rules.increment} quantity`, 'The quantity must be a multiple of 0.1.'],
    [
      'with a leg off its tick',
      '60',
      { legPrices: [price('0.00001'), price('0')] },
      'PriceOffTick 5.5 legs.0.price',
      'Leg 1 (BTC-26MAR27-100000-C) must be priced at a multiple of 0.0001.',
    ],
  ])('is not %s', (_what, size, change, refusal, message) => {
    const { talks, id } = partly()
    expect(talks.messageOf(talks.replace(KEST, id, size, change))).toBe(message)
    expect(talks.send(talks.replace(KEST, id, size, change))).toBe(refusal)
  })

  it('is at least a block in addition to the agreed part', () => {
    const { talks, id } = partly()
    talks.must(talks.replace(KEST, id, '55'))
    expect(talks.orderOf(id)).toMatchObject({ quantity: quantity('55'), pending: quantity('30'), state: 'OPEN' })
  })

  it('5.8, 10.10 and its price not at its own other side', () => {
    const talks = new Negotiation(audience)
    const ask = talks.rest(KEST, 'SELL', '0.02', '100')
    const bid = talks.rest(KEST, 'BUY', '0.01', '100')
    const move = (id: OrderId, at: string) => talks.sent(talks.replace(KEST, id, '100', { legPrices: legsFor(at) }))
    expect(move(bid, '0.02')).toBe(`QuoteCrossesOwnSide ${rules.ownSide} price`)
    expect(move(ask, '0.01')).toBe(`QuoteCrossesOwnSide ${rules.ownSide} price`)
    expect(move(bid, '0.0199')).toBe('OrderReplaced')
  })
})

describe.each(sharedAudiences)('5.22, 8.2, 10.20, 10.11 a replacement that hides or shows in $audience', ({ audience }) => {
  it('leaves the visible book, contains its last visible terms, and goes last among equals', () => {
    const { talks, id, theirs } = twoAsks(audience)
    const events = talks.must(talks.replace(KEST, id, '40', { isHidden: true, legPrices: legsFor('0.02') }))
    expect(events).toMatchObject([{ kind: 'OrderReplaced', lastShown: { price: price('0.02') }, order: { isHidden: true } }])
    expect(talks.asks()).toEqual([theirs])
    expect(talks.sent(talks.cross('BUY', '0.02', '50'))).toBe(tradeWith('LARK'))
    expect(talks.sent(talks.cross('BUY', '0.02', '40'))).toBe('OrderPlaced, TradeAgreed 40@0.02 KEST')
  })

  it('comes into the book that others read, last among equals', () => {
    const { talks, id, theirs } = twoAsks(audience, { isHidden: true })
    const events = talks.must(talks.replace(KEST, id, '50', { isHidden: false }))
    expect(events).toMatchObject([{ kind: 'OrderReplaced', isNowShown: true, order: { isHidden: false } }])
    expect(talks.asks()).toEqual([theirs, id])
    expect(talks.sent(talks.cross('BUY', '0.02', '50'))).toBe(tradeWith('LARK'))
  })

  it.each<[boolean, ReplaceTerms]>([
    [true, {}],
    [true, { isHidden: true }],
    [false, {}],
    [false, { isHidden: false }],
  ])('hidden=%s stays so with %o, in its place and without a word of it', (isHidden, change) => {
    const { talks, id } = twoAsks(audience, { isHidden })
    const events = talks.must(talks.replace(KEST, id, '50', change))
    expect(events).toEqual([{ kind: 'OrderReplaced', id: talks.id, order: talks.orderOf(id) }])
    expect(talks.orderOf(id).isHidden).toBe(isHidden)
    expect(talks.sent(talks.cross('BUY', '0.02', '50'))).toBe(tradeWith('KEST'))
  })

  it('5.19, 10.19 takes a decline back once it is shown, and not before', () => {
    const talks = new Negotiation(audience)
    talks.must(talks.decline(KEST))
    const id = talks.rest(KEST, 'SELL', '0.02', '50', { isHidden: true })
    expect(talks.sent(talks.replace(KEST, id, '40'))).toBe('OrderReplaced')
    expect(talks.sent(talks.replace(KEST, id, '40', { isHidden: false }))).toBe('DeclineTakenBack, OrderReplaced')
  })
})

describe('a replacement in a request for a quantity', () => {
  it("5.22 settles the taker's order in the account of the replacement, too", () => {
    const market = given(ask(), cross(1, 'BUY', '0.02', '50'))
    when(market, replace(TAKER, 1, '50', { account: 'orry-two' }))
    const traded = when(market, quote(KEST, 2, 'SELL', '0.02', '50')).find((event) => event.kind === 'TradeAgreed')
    expect(traded?.trade).toMatchObject({ takerAccount: 'orry-two', makerAccount: 'KEST-main' })
    expect(theOrder(market, 1).account).toBe('orry-two')
  })

  it.each([
    [KEST, 1, '100.1', 'QuantityAboveRemaining', '5.4', 'The quantity must not exceed 100, the quantity of the RFQ.'],
    [TAKER, 2, '60', 'OrderClosed', '5.16', 'The order is no longer open. Place a new one.'],
  ] as const)('5.4, 5.16 of %s is refused for its order %i with %s', (desk, n, size, refused, rule, message) => {
    const market = given(ask(), quote(KEST, 1, 'SELL', '0.02', '100'), cross(2, 'BUY', '0.02', '30'))
    expect(decideIn(market, replace(desk, n, size), NOON)).toMatchObject({ refused, rule, message })
  })

  it("5.4 brings a taker's order to what remains, and not above", () => {
    const market = given(ask(), cross(1, 'BUY', '0.01', '50'))
    expect(outcome(market, replace(TAKER, 1, '100', { price: price('0.02') }))).toBe('OrderReplaced')
    expect(decideIn(market, replace(TAKER, 1, '100.1'), NOON)).toMatchObject({
      message: 'The quantity must be 100 or less; 100 remains of the RFQ.',
    })
  })
})
