import type { Book, BookLevel, Order } from '@parley/client'
import { guardPrice } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { bookLevelOf, orderOf } from '../../../../test/model.ts'
import { guardReason, guardMessage } from './guard-messages.ts'
import { alternativesOf, outcomeOf, type Outcome, type SentOrder } from './order-outcome.ts'

const ask = (deskName: string, price: string, quantity: string): BookLevel =>
  bookLevelOf({ id: `${deskName}${price}`, side: 'SELL', price, quantity, deskName })
const bookOf = (...asks: readonly BookLevel[]): Book => ({ asks, bids: [] })
const sent: SentOrder = { side: 'BUY', quantity: '40', price: '0.0416', way: 'NOW', decimals: 4 }

const lind = ask('LIND', '0.0416', '50')
const small = ask('LIND', '0.0416', '30')
const hlyd = ask('HLYD', '0.042', '50')
const not = (unfilledReason?: Order['unfilledReason']): Partial<Order> => ({
  ...{ agreed: '0', resting: '0', canceled: '40', cancelCause: 'NOT_FILLED_AT_ONCE' },
  unfilledReason,
})
const nothing = 'Not filled: nothing was available within its limit'
const tooLittle = 'Not filled: too little was available within its limit'
const limited = 'Not filled: another desk allowed less than it showed'

// The response, the book at that time, the outcome, and the orders that would be accepted. The book never changes the reason.
const outcomes: [answer: Partial<Order>, book: Book, kind: Outcome['kind'], words: string, offers: readonly string[]][] = [
  [not('NOT_ENOUGH_LIQUIDITY'), bookOf(small, hlyd), 'NOT', tooLittle, ['Buy 30 @ 0.0416', 'Buy 40 @ 0.0420']],
  [not('NO_LIQUIDITY'), bookOf(small, hlyd), 'NOT', nothing, ['Buy 30 @ 0.0416', 'Buy 40 @ 0.0420']],
  [not('COUNTERPARTY_LIMIT'), bookOf(lind, hlyd), 'NOT', limited, ['Buy up to 40 @ 0.0416', 'Buy 40 @ 0.0420']],
  [not('NOT_ENOUGH_LIQUIDITY'), bookOf(lind), 'NOT', tooLittle, ['Buy up to 40 @ 0.0416']],
  [not('NO_LIQUIDITY'), bookOf(hlyd), 'NOT', nothing, ['Buy 40 @ 0.0420']],
  [not('NO_LIQUIDITY'), bookOf(), 'NOT', nothing, []],
  [not('NOT_ENOUGH_LIQUIDITY'), bookOf(ask('LIND', '0.0416', '20'), ask('ORRY', '0.0415', '15')), 'NOT', tooLittle, ['Buy 35 @ 0.0416']],
  [not('NO_LIQUIDITY'), bookOf(ask('LIND', '0.0416', '5')), 'NOT', nothing, []],
  [not('BELOW_BLOCK_MINIMUM'), bookOf(), 'NOT', 'Not filled: a part would have been less than the minimum block', []],
  // 30 and 10 add up to 40, but 10 is below the minimum block.
  [not('NOT_ENOUGH_LIQUIDITY'), bookOf(ask('LIND', '0.0417', '30'), ask('ORRY', '0.0418', '10'), hlyd), 'NOT', tooLittle, ['Buy 40 @ 0.0420']], // prettier-ignore
  [not(), bookOf(lind), 'NOT', 'Not filled', ['Buy up to 40 @ 0.0416']],
  [{ agreed: '40', resting: '0', canceled: '0' }, bookOf(), 'DONE', 'Traded 40', []],
  [{ agreed: '30', resting: '10', canceled: '0' }, bookOf(), 'DONE', 'Traded 30 of 40; 10 rests', []],
  [{ agreed: '30', resting: '0', canceled: '10', cancelCause: 'BELOW_BLOCK_MINIMUM' }, bookOf(), 'PARTLY', 'Traded 30 of 40; 10 cancelled, which is less than the minimum block', []], // prettier-ignore
  [{ agreed: '0', resting: '40', canceled: '0' }, bookOf(), 'DONE', 'Rests: 40 @ 0.0416', []],
]

describe('the outcome of an order', () => {
  it.each(outcomes)('8.18 %j in %j: %s, %s', (answer, book, kind, words, offers) => {
    const outcome = outcomeOf(orderOf({ quantity: '40', ...answer }), sent)
    expect(outcome).toEqual({ kind, words })
    if (kind === 'NOT') expect(alternativesOf(sent, book, '12.5').map(({ label }) => label)).toEqual(offers)
  })
})

const figures = { mark: 0.0491, largestLegMark: 0.06, venuePrice: 0.0505, tick: 0.0001 }
const guarded: [side: 'BUY' | 'SELL', price: string, words: string | undefined, reason: string | undefined][] = [
  ['BUY', '0.05', undefined, undefined],
  ['BUY', '0.051', '0.0510 is above the venue’s own price', undefined],
  ['BUY', '0.0564', '0.0564 is 15 % above the mark', undefined],
  ['BUY', '0.065', '0.0650 is 32 % above the mark', '0.0650 is 32 % above the mark. Type the price again.'],
  ['BUY', '0.425', '0.4250 is 8.7 × the mark', '0.4250 is 8.7 × the mark. Prices more than 50 % away are not sent.'],
  ['SELL', '0.02', '0.0200 is 59 % below the mark', '0.0200 is 59 % below the mark. Prices more than 50 % away are not sent.'],
]

describe('11.9 messages of the price guard', () => {
  it.each(guarded)('%s @ %s: %s', (side, price, words, reason) => {
    const venuePrice = side === 'BUY' ? figures.venuePrice : undefined
    const guard = guardPrice(side, Number(price), { ...figures, venuePrice })
    const said = guardMessage(guard, { side, price, mark: figures.mark, decimals: 4 })
    expect([said, guardReason(said, guard.guard, { isTypedAgain: false, deskPercent: undefined })]).toEqual([words, reason])
    expect(guardReason(said, guard.guard, { isTypedAgain: true, deskPercent: undefined })).toBe(
      guard.guard === 'REFUSE' ? reason : undefined,
    )
  })

  it('mentions a missing mark', () => {
    const guard = guardPrice('BUY', 0.05, { ...figures, mark: undefined })
    expect(guardMessage(guard, { side: 'BUY', price: '0.05', mark: undefined, decimals: 4 })).toBe('No mark to compare 0.0500 with')
  })
})
