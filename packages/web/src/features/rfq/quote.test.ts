import { bookOf, type Book, type BookLevel, type Level, type Order, type Trade, type UnfilledReason } from '@parley/client'
import type { MarkView } from '@parley/contracts'
import { parsePrice, type Price, type Structure } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { structureOf } from './builder/builder-summary.ts'
import { bookLevelOf, bookRfqOf, legOf, levelOf, orderOf, tradeOf } from '../../../test/model.ts'
import { FAR, idOf, instruments, NEAR } from '../../../test/chain-example.ts'
import { summariseMarket, orderBookRefusal } from './builder/market-summary.ts'
import { midOf, totals } from './book/book.ts'
import { checkQuote, type Draft } from './rules/check-quote.ts'
import { latestTrades } from './ticket/latest-trades.ts'
import { pricesFromLegs, pricesFromWire, typedFrom } from './book/leg-prices.ts'
import {
  aroundMiddle,
  emptyQuoteForm,
  priceOf,
  quantityOf,
  reachingPrice,
  reduceQuote,
  type FormAction,
  type QuoteForm,
} from './book/quote-form.ts'
import { answerText, outcomeText } from './book/quote-messages.ts'
import { settlementOf } from './book/settlement-of.ts'
import { vegaMeasure, volVersusMark } from './vol-versus-mark.ts'

const call = idOf(NEAR, 100_000, 'CALL')
const one = instruments.get(call)!
const structure: Structure = { legs: [{ instrument: one, side: 'BUY', ratio: 10_000 as never }] }
const now = NEAR - 30 * 86_400_000
const market = bookRfqOf({
  legs: [legOf({ instrumentName: one.name, instrumentId: call })],
  createdAt: now - 1_000,
  updatedAt: now - 1_000,
  expiresAt: NEAR,
})

const inBook = { audience: 'ORDER_BOOK', rfqId: 'g_64' } as const
const shown = (number: number, side: 'BUY' | 'SELL', price: string, quantity = '50'): Level =>
  levelOf({ ...inBook, id: `g_${number}`, number, side, price, quantity, createdAt: number })
const ownQuote = (number: number, side: 'BUY' | 'SELL', price: string, more: Partial<Order> = {}): Order =>
  orderOf({ ...inBook, id: `g_${number}`, number, side, price, quantity: '50', createdAt: number, ...more })

describe('the book on the screen', () => {
  const list = [shown(1, 'SELL', '0.023'), shown(2, 'SELL', '0.0225', '25'), shown(3, 'SELL', '0.0225', '30'), shown(4, 'BUY', '0.022')]

  it('10.6 shows every quote as a line of its own, best first and the earlier of equals before the later', () => {
    const { asks, bids } = bookOf(market, list)
    expect(asks.map(({ number, rank }) => [number, rank])).toEqual([
      [2, 1],
      [3, 2],
      [1, 3],
    ])
    expect(totals(asks)).toEqual(['25', '55', '105'])
    expect(midOf({ asks, bids })).toBeCloseTo(0.02225, 10)
  })

  it('10.11 marks own quotes, including hidden ones that no other desk can see', () => {
    const own = [
      ownQuote(2, 'SELL', '0.0225', { quantity: '25' }),
      ownQuote(9, 'BUY', '0.0221', { isHidden: true }),
      ownQuote(8, 'BUY', '0.021', { state: 'CLOSED', resting: '0' }),
    ]
    const { asks, bids } = bookOf(market, list, own)
    expect(asks.map(({ isOwn }) => isOwn)).toEqual([true, false, false])
    expect(bids.map(({ number, isOwn, isHidden, rank }) => [number, isOwn, isHidden, rank])).toEqual([
      [9, true, true, undefined],
      [4, false, false, 1],
    ])
  })

  it('10.12 places the desk’s own hidden quote by its time, and does not count it in ranks', () => {
    const hidden = ownQuote(3, 'SELL', '0.0225', { isHidden: true })
    // Quote 2 moved to this price after quote 4 had arrived: its number is older, but its time is not.
    const { asks } = bookOf(market, [shown(1, 'SELL', '0.0225'), shown(4, 'SELL', '0.0225'), shown(2, 'SELL', '0.0225')], [hidden])
    expect(asks.map(({ number, rank }) => [number, rank])).toEqual([
      [1, 1],
      [3, undefined],
      [4, 2],
      [2, 3],
    ])
  })

  it('shows the distance of a price from the mark in vol, unless the vega is too small', () => {
    expect([volVersusMark(50, 100), volVersusMark(-50, 100), volVersusMark(50, 0.2), volVersusMark(NaN, 100)]).toEqual([0.5, -0.5, undefined, undefined]) // prettier-ignore
  })

  // The vegas of a bought and a sold leg with their ratios, and the result: the larger of the net vega and the largest leg's.
  const measures: [bought: number, sold: number, ratio: string, measure: number][] = [
    [60, 40, '1', 60],
    [40, 60, '1', 60],
    [60, 60, '1', 60],
    [10, 60, '3', 180],
  ]
  it.each(measures)('measures a leg of vega %d against one of %d × ratio %s by %d', (bought, sold, ratio, measure) => {
    const legs = [legOf(), legOf({ instrumentId: 2, side: 'SELL', ratio }), legOf({ instrumentId: 3, price: '91000' })]
    const marks = new Map([bought, sold].map((vega, place) => [place + 1, { vega: String(vega) } as MarkView]))
    expect(vegaMeasure(legs, marks)).toBe(measure)
    expect(vegaMeasure(legs, new Map())).toBeUndefined()
  })
})

const level = (number: number, side: 'BUY' | 'SELL', price: string, quantity: string, isOwn = false): BookLevel =>
  bookLevelOf({ ...inBook, id: `g_${number}`, number, side, price, quantity, isOwn })
const book: Book = {
  asks: [level(1, 'SELL', '0.023', '25'), level(2, 'SELL', '0.0235', '50'), level(3, 'SELL', '0.024', '50', true)],
  bids: [level(4, 'BUY', '0.022', '25')],
}
const draft = (price: string, quantity: string, more: Partial<Draft> = {}): Draft => ({
  side: 'BUY',
  legPrices: [parsePrice(price) as Price],
  quantity,
  isIoc: false,
  isPostOnly: false,
  isHidden: false,
  replaces: undefined,
  ...more,
})
const check = (one: Draft, in_: Book = book, at = now) => checkQuote(one, { market, structure, book: in_, now: at })

describe('the expected outcome of a quote, before it is sent', () => {
  // One row for each possible result, in the order in which the server checks.
  const refusals: readonly (readonly [what: string, Draft, rule: string])[] = [
    ['no quantity', draft('0.022', ''), '10.3'],
    ['an IOC that is post-only', draft('0.022', '25', { isIoc: true, isPostOnly: true }), '10.9'],
    ['a hidden IOC', draft('0.022', '25', { isIoc: true, isHidden: true }), '10.9'],
    ['less than the minimum block', draft('0.022', '10'), '10.3'],
    ['off the increment', draft('0.022', '25.05'), '10.3'],
    ['a leg off its tick', draft('0.02201', '25'), '5.5'],
    ['through its own ask', draft('0.024', '25'), '10.10'],
    ['post-only that would trade', draft('0.023', '25', { isPostOnly: true }), '10.8'],
    ['another desk’s quote to replace', draft('0.022', '25', { replaces: 'g_4' }), '10.12'],
    ['the desk’s own quote to replace on the other side', draft('0.022', '25', { replaces: 'g_3' }), '10.20'],
  ]
  it.each(refusals)('is refused for %s', (_what, one, rule) => expect(check(one).refused?.rule).toBe(rule))

  it('10.4 is refused in the last minute before the first leg expires', () =>
    expect(check(draft('0.022', '25'), book, NEAR - 59_000).refused?.rule).toBe('10.4'))

  it('10.7 rests, or trades block by block at the resting prices, and the remainder rests or is cancelled', () => {
    const deals = [
      { price: '0.023', quantity: '25' },
      { price: '0.0235', quantity: '50' },
    ]
    expect(check(draft('0.0225', '30'))).toEqual({ refused: undefined, deals: [], rests: '30', canceled: '0' })
    expect(check(draft('0.0235', '105'))).toEqual({ refused: undefined, deals, rests: '30', canceled: '0' })
    expect(check(draft('0.0235', '105', { isIoc: true }))).toEqual({ refused: undefined, deals, rests: '0', canceled: '30' })
  })

  it('10.12 checks a replacement without the old quote', () => {
    const moved = draft('0.0225', '60', { side: 'SELL', replaces: 'g_3' })
    expect(check(moved)).toEqual({ refused: undefined, deals: [], rests: '60', canceled: '0' })
  })

  it('is one sentence, with the amount paid or received for immediate fills', () => {
    const say = (one: Draft) => outcomeText(one.side, check(one), market)
    expect(say(draft('0.0225', '30'))).toBe('Bid for 30 rests in the book.')
    expect(say(draft('0.0235', '105'))).toBe('Buys 75 at once in 2 blocks: pay 1.7500 BTC; 30 rests.')
    expect(say(draft('0.022', '40', { side: 'SELL', isIoc: true }))).toBe('Sells 25 at once: receive 0.5500 BTC; 15 is cancelled.')
    expect(say(draft('0.0225', '30', { isIoc: true }))).toBe('30 does not fill and is cancelled.')
  })
})

describe('the response of the server', () => {
  const answer = (agreed: string, resting: string, canceled: string, unfilledReason?: UnfilledReason) =>
    answerText({ agreed, resting, canceled, unfilledReason })
  it.each([
    ['0', '50', '0', 'Accepted, 50 rests'],
    ['25', '25', '0', 'Traded 25, 25 rests'],
    ['25', '0', '25', 'Traded 25, 25 cancelled'],
    ['50', '0', '0', 'Traded 50'],
    ['0', '0', '50', 'Nothing traded, 50 cancelled'],
  ])('filled %s, resting %s, cancelled %s reads: %s', (agreed, resting, canceled, words) =>
    expect(answer(agreed, resting, canceled)).toBe(words),
  )

  it('8.18 gives the server’s reason for the part that did not trade', () => {
    expect(answer('25', '0', '25', 'NOT_ENOUGH_LIQUIDITY')).toBe('Traded 25, 25 cancelled: too little was available within its limit')
    expect(answer('0', '0', '50', 'COUNTERPARTY_LIMIT')).toBe('Nothing traded, 50 cancelled: another desk allowed less than it showed')
  })

  const trade = (number: number, state: Trade['state'], executedAt: number, more: Partial<Trade> = {}): Trade =>
    tradeOf({ ...inBook, id: `g_${number}`, number, state, executedAt, ...more })

  it('is followed to the end: settling until everything has settled, and a rejection with the venue’s message', () => {
    const filled = trade(1, 'FILLED', 10_000, { filledAt: 10_400 })
    expect(settlementOf([filled], undefined)).toBeUndefined()
    expect(settlementOf([trade(1, 'FILLED', 1_000)], 10_000)).toBeUndefined()
    expect(settlementOf([filled, trade(2, 'PENDING_SETTLEMENT', 10_000)], 10_000)).toEqual({ state: 'SETTLING' })
    expect(settlementOf([filled], 10_000)).toEqual({ state: 'FILLED', at: 10_400 })
    const rejected = trade(3, 'REJECTED', 10_001, { rejection: 'not_enough_funds' })
    expect(settlementOf([filled, rejected], 10_000)).toEqual({
      state: 'REJECTED',
      at: 10_001,
      words: 'one of the two accounts does not have enough margin (not_enough_funds)',
    })
  })

  it('is not the outcome of an earlier order, however recent', () => {
    const refused = trade(1, 'REJECTED', 9_500, { rejection: 'not_enough_funds' })
    expect(settlementOf([refused], 10_000)).toMatchObject({ state: 'REJECTED' })
    expect(settlementOf([refused], 10_000, new Set(['g_1']))).toBeUndefined()
    const filled = trade(2, 'FILLED', 10_100, { filledAt: 10_400 })
    expect(settlementOf([refused, filled], 10_000, new Set(['g_1']))).toEqual({ state: 'FILLED', at: 10_400 })
  })

  it('shows pending trades, settled ones for a minute, and rejected ones for five', () => {
    const minute = 60_000
    const list = [
      trade(1, 'FILLED', 0),
      trade(2, 'PENDING_SETTLEMENT', 0),
      trade(3, 'REJECTED', 0),
      trade(4, 'FILLED', 0, { filledAt: minute }),
    ]
    const at = (now: number) => latestTrades(list, now).map(({ number }) => number)
    expect([at(minute - 1), at(2 * minute - 1), at(5 * minute)]).toEqual([[4, 3, 2], [4, 3, 2], [2]])
    expect(at(2 * minute)).toEqual([3, 2])
  })
})

describe('the form of the market', () => {
  const after = (...actions: FormAction[]): QuoteForm => actions.reduce(reduceQuote, emptyQuoteForm('MAKE', '25'))

  it('10.9 leaves no room for an IOC that is post-only or hidden', () => {
    const set = (option: 'isIoc' | 'isPostOnly' | 'isHidden'): FormAction => ({ kind: 'optionSet', option, isOn: true })
    expect(after(set('isPostOnly'), set('isHidden'), set('isIoc'))).toMatchObject({ isIoc: true, isPostOnly: false, isHidden: false })
    expect(after(set('isIoc'), set('isPostOnly'))).toMatchObject({ isIoc: false, isPostOnly: true })
  })

  it('copies another desk’s level, and replaces the desk’s own one', () => {
    expect(after({ kind: 'levelPicked', level: book.asks[0]! })).toMatchObject({ mode: 'TAKE', takePrice: '0.023', takeQuantity: '25' })
    const own = after({ kind: 'levelPicked', level: book.asks[2]! })
    expect(own).toMatchObject({ mode: 'MAKE', price: { SELL: '0.024' }, quantity: { SELL: '50' }, replaces: { SELL: 'g_3' } })
    expect(reduceQuote(own, { kind: 'replacingStopped', side: 'SELL' })).toMatchObject({ price: { SELL: '' }, replaces: {} })
  })

  it('10.20 replaces the desk’s own quote with its own terms (hidden, account) unless they are changed; new quotes keep their previous terms', () => {
    const hiddenAsk = { ...book.asks[2]!, isHidden: true }
    const bid = level(9, 'BUY', '0.02', '25', true)
    const chosen: FormAction[] = [
      { kind: 'accountChosen', account: 'fund' },
      { kind: 'optionSet', option: 'isIoc', isOn: true },
    ]
    const picked = after(...chosen, { kind: 'levelPicked', level: hiddenAsk, own: { isPostOnly: true, account: 'second' } })
    expect(picked).toMatchObject({ isIoc: false, isPostOnly: true, isHidden: true, account: 'second', replaces: { SELL: 'g_3' } })
    for (const last of [
      { kind: 'sent', sides: ['SELL'], as: 'REPLACEMENT' },
      { kind: 'replacingStopped', side: 'SELL' },
    ] as const)
      expect(reduceQuote(picked, last)).toMatchObject({ isIoc: true, isPostOnly: false, isHidden: false, account: 'fund' })
    // One click sends both sides and must not reveal a hidden one.
    const both = reduceQuote(picked, { kind: 'levelPicked', level: bid, own: { isPostOnly: true, account: 'second' } })
    expect(both).toMatchObject({ isHidden: false, price: { BUY: '0.02', SELL: '' }, replaces: { BUY: 'g_9' } })
    const alike = reduceQuote(picked, { kind: 'levelPicked', level: { ...bid, isHidden: true }, own: { isPostOnly: true, account: 'second' } }) // prettier-ignore
    expect(alike.replaces).toEqual({ BUY: 'g_9', SELL: 'g_3' })
    expect(reduceQuote(alike, { kind: 'sent', sides: ['BUY', 'SELL'], as: 'REPLACEMENT' })).toMatchObject({
      isHidden: false,
      account: 'fund',
      replaces: {},
    })
  })

  it('keeps prices, sizes and post-only of resting quotes, and clears what would be sent twice', () => {
    const prices: FormAction = { kind: 'pricesSet', prices: { BUY: '0.022', SELL: '0.023' } }
    const postOnly: FormAction = { kind: 'optionSet', option: 'isPostOnly', isOn: true }
    const sized: FormAction = { kind: 'quantityTyped', side: 'BUY', quantity: '50' }
    const sent = (as: 'REPLACEMENT' | 'LAYER'): FormAction => ({ kind: 'sent', sides: ['BUY'], as })
    const typed = after(prices, postOnly, sized)
    const left = reduceQuote(typed, sent('REPLACEMENT'))
    expect(left).toEqual({ ...typed, isLeft: { BUY: true } })
    // The desk's own level of the other side is replaced alone. With a price typed since, both are sent.
    const ownAsk: FormAction = { kind: 'levelPicked', level: book.asks[2]! }
    expect(reduceQuote(left, ownAsk)).toMatchObject({ price: { BUY: '', SELL: '0.024' }, replaces: { SELL: 'g_3' } })
    expect([{ kind: 'priceTyped', side: 'BUY', price: '0.021' } as const, ownAsk].reduce(reduceQuote, left).price).toEqual({ BUY: '0.021', SELL: '0.024' }) // prettier-ignore
    expect(reduceQuote(typed, sent('LAYER'))).toMatchObject({ price: { BUY: '', SELL: '0.023' }, isPostOnly: true })
    const ioc = after(prices, { kind: 'optionSet', option: 'isIoc', isOn: true })
    expect(reduceQuote(ioc, sent('REPLACEMENT'))).toMatchObject({ price: { BUY: '', SELL: '0.023' } })
    const picked = after({ kind: 'levelPicked', level: level(9, 'BUY', '0.02', '25', true) })
    expect(reduceQuote(picked, sent('REPLACEMENT'))).toMatchObject({ price: { BUY: '' }, replaces: {} })
    expect(reduceQuote(after({ kind: 'levelPicked', level: book.asks[0]! }), sent('REPLACEMENT')).takePrice).toBe('')
  })

  it('3.16 takes the best for an empty limit, and nothing for one that cannot be read', () => {
    const toTake = reduceQuote(after(), { kind: 'modeChosen', mode: 'TAKE' })
    const limited = (price: string | undefined) => priceOf(reduceQuote(toTake, { kind: 'limitTyped', price }), 'BUY', book)
    expect([limited(''), limited('0.022'), limited(undefined)]).toEqual(['0.023', '0.022', undefined])
    const sized = reduceQuote(toTake, { kind: 'takeQuantityTyped', quantity: undefined })
    expect([quantityOf(sized, 'BUY'), sized.takePrice]).toEqual([undefined, ''])
  })

  it('finds the limit at which the quantity can be had from others', () => {
    const at = (quantity: string) => reachingPrice(book, 'BUY', quantity)
    expect([at('25'), at('26'), at('1000')]).toEqual(['0.023', '0.0235', '0.0235'])
    expect(reachingPrice({ asks: [], bids: [] }, 'BUY', '25')).toBeUndefined()
  })

  it('is this many ticks from the mid, on the tick and never closer', () => {
    const tick = parsePrice('0.0001')!
    expect(aroundMiddle(0.02305, '1.5', tick, 0.0001)).toEqual({ BUY: '0.0229', SELL: '0.0232' })
    expect(aroundMiddle(0.023, '2', tick, 0.0001)).toEqual({ BUY: '0.0228', SELL: '0.0232' })
    expect(aroundMiddle(0.023, '', tick, 0.0001)).toBeUndefined()
  })
})

describe('leg prices', () => {
  const far = instruments.get(idOf(FAR, 100_000, 'CALL'))!
  const two: Structure = { legs: [...structure.legs, { instrument: far, side: 'SELL', ratio: 10_000 as never }] }
  const priced = (id: number, bid_price: string | null) => ({ instrument_id: id, bid_price }) as never

  it('come from the server for a price, leg by leg in the structure’s order', () => {
    const answer = { leg_prices: [priced(far.id, '0.05'), priced(one.id, '0.073')] } as never
    expect(pricesFromWire(two, answer, '0.023')).toEqual({
      state: 'KNOWN',
      price: '0.023',
      prices: [parsePrice('0.073'), parsePrice('0.05')],
    })
    const estimated = { leg_prices: [priced(far.id, '0.05'), { instrument_id: one.id, bid_price: '0.073', estimated: true }] } as never
    expect(pricesFromWire(two, estimated, '0.023')).toMatchObject({ isEstimated: true })
    expect(pricesFromWire(two, { leg_prices: [priced(far.id, '0.05'), priced(one.id, null)] } as never, '0.023').state).toBe('NONE')
  })

  it('make the price if the user has typed them', () => {
    const typed = { [one.id]: '0.073', [far.id]: '0.05' }
    const known = pricesFromLegs(two, typed)
    expect(known).toMatchObject({ state: 'KNOWN', price: '0.023' })
    expect(typedFrom(two, known)).toEqual(typed)
    expect(pricesFromLegs(two, { [one.id]: '0.073' })).toEqual({ state: 'NONE', words: `Enter a price for ${far.name}.` })
  })
})

describe('the builder of a market', () => {
  const known = { instruments, now, altCoins: 'on' } as const
  const far = idOf(NEAR, 110_000, 'CALL')
  const formLeg = (id: number, side: 'BUY' | 'SELL') => ({ instrumentId: id, side, ratio: '1' })
  const built = (near: 'BUY' | 'SELL') => {
    const legs = [formLeg(call, near), formLeg(far, near === 'BUY' ? 'SELL' : 'BUY')]
    return { legs, structure: structureOf(legs, instruments) }
  }
  const second = legOf({ instrumentName: instruments.get(far)!.name, instrumentId: far, side: 'SELL' })
  const spread = bookRfqOf({ ...market, id: 'g_65', number: 65, legs: [market.legs[0]!, second] })

  it('10.1 joins the market that the structure has, whichever way round it is built', () => {
    expect(summariseMarket(built('BUY'), { ...known, rfqs: [market] })).toEqual({ existing: undefined, problem: undefined })
    expect(summariseMarket(built('BUY'), { ...known, rfqs: [market, spread] }).existing).toBe(spread)
    expect(summariseMarket(built('SELL'), { ...known, rfqs: [spread] }).existing).toBe(spread)
    expect(summariseMarket(built('BUY'), { ...known, rfqs: [{ ...spread, state: 'CLOSED' }] }).existing).toBeUndefined()
  })

  it('10.1 offers options on other coins only with their flag, and what is disabled never', () => {
    expect([orderBookRefusal('DO', 'off'), orderBookRefusal('OJ', 'on')]).toEqual([undefined, undefined])
    expect(orderBookRefusal('OJ', 'off')).toBe('There is no order book for Bit.com TON linear options. Try a direct RFQ.')
    expect(orderBookRefusal('SL', 'on')).toContain('There is no order book for Deribit SOL options. Try a direct RFQ.')
  })

  it('shows what is missing with the server’s message', () => {
    const none = { structure: undefined, legs: [] }
    expect(summariseMarket(none, { ...known, rfqs: [] }).problem).toContain('Choose a structure')
    const late = { ...known, now: NEAR - 1_000, rfqs: [] }
    expect(summariseMarket(built('BUY'), late).problem).toBe(
      'The first leg expires within a minute. Choose a structure with later expiries.',
    )
  })
})
