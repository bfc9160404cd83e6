import { bookOf, type Order } from '@parley/client'
import { parsePrice, type Price, type Structure } from '@parley/core'
import { describe, expect, it } from 'vitest'
import { idOf, instruments, NEAR } from '../../../../test/chain-example.ts'
import { bookRfqOf, legOf, levelOf, orderOf } from '../../../../test/model.ts'
import { inSafeOrder } from '../ticket/quote-lines.ts'
import { aheadOf } from './book.ts'
import { checkQuotes, type Draft } from '../rules/check-quote.ts'
import { commonTerms, mainLabel, noTarget, otherTermsReason, restsAlready, targetOf, withAnswered } from './own-target.ts'
import { emptyQuoteForm, type QuoteForm } from './quote-form.ts'

const own = (number: number, side: 'BUY' | 'SELL', price: string, more: Partial<Order> = {}): Order =>
  orderOf({ audience: 'ORDER_BOOK', id: `g_${number}`, number, side, price, createdAt: number, account: 'prop-1', ...more })
const form = (more: Partial<QuoteForm> = {}): QuoteForm => ({ ...emptyQuoteForm('MAKE', '25'), ...more })

describe('9 quoting again', () => {
  const bids = [own(1, 'BUY', '0.0155'), own(2, 'BUY', '0.0158'), own(3, 'BUY', '0.0158'), own(4, 'SELL', '0.0164')]
  const target = (more: Partial<QuoteForm> = {}, orders: readonly Order[] = bids) => targetOf(form(more), 'BUY', orders, 'prop-1')

  it('replaces the best own quote of the side, the oldest of equals, or the one that was clicked', () => {
    expect(target()).toEqual({ kind: 'REPLACE', id: 'g_2', price: '0.0158' })
    expect(target({ replaces: { BUY: 'g_1' } })).toEqual({ kind: 'REPLACE', id: 'g_1', price: '0.0155' })
  })

  it('replaces nothing without a resting quote, and an IOC quote, which never rests, adds no layer', () => {
    expect(target({}, [])).toEqual(noTarget)
    expect(target({}, [own(1, 'BUY', '0.0155', { state: 'CLOSED', resting: '0' })])).toEqual(noTarget)
    expect(target({ isIoc: true })).toEqual(noTarget)
    expect(target({ isIoc: true, replaces: { BUY: 'g_1' } })).toMatchObject({ kind: 'REPLACE', id: 'g_1' })
  })

  it('10.20 does not reveal a hidden quote, and does not move one to another account', () => {
    const hidden = own(1, 'BUY', '0.0155', { isHidden: true, account: 'fund' })
    expect(target({}, [hidden])).toEqual({ kind: 'OTHER_TERMS', price: '0.0155', differs: 'hidden, in fund' })
    expect(otherTermsReason('BUY', target({}, [hidden]))).toBe(
      'Your bid 0.0155 is hidden, in fund and this one is not. Click it in the book to replace it, or add a layer.',
    )
    expect(otherTermsReason('BUY', target())).toBeUndefined()
    expect(target({ isPostOnly: true })).toMatchObject({ kind: 'REPLACE', id: 'g_2' })
    expect(target({ isHidden: true, account: 'fund' }, [hidden])).toMatchObject({ kind: 'REPLACE', id: 'g_1' })
    expect(target({}, [hidden, own(2, 'BUY', '0.0150')])).toMatchObject({ kind: 'REPLACE', id: 'g_2' })
  })

  it('starts with the terms of all resting quotes, if they are equal', () => {
    expect(commonTerms([], 'prop-1')).toEqual({})
    expect(commonTerms([own(1, 'BUY', '1', { isPostOnly: true })], 'prop-1')).toEqual({ isPostOnly: true, isHidden: false, account: '' })
    expect(commonTerms([own(1, 'BUY', '1', { account: 'fund' })], 'prop-1')).toMatchObject({ account: 'fund' })
    expect(commonTerms([own(1, 'BUY', '1', { isHidden: true }), own(2, 'SELL', '2')], 'prop-1')).toEqual({})
  })

  it('is shown by the button exactly as it is sent', () => {
    const bid = { side: 'BUY', target: noTarget, label: '0.0158' } as const
    const ask = { side: 'SELL', target: noTarget, label: '0.0164' } as const
    const mine = { kind: 'REPLACE', id: 'g_1', price: '0.0155' } as const
    const said = [[], [bid, ask], [bid], [{ ...bid, target: mine }, { ...ask, target: mine }], [{ ...ask, target: mine }], [{ ...bid, target: mine }, ask], [bid, { ...ask, target: mine }]] // prettier-ignore
    expect(said.map((sides) => mainLabel(sides).join(' '))).toEqual([
      'Quote — / —',
      'Quote 0.0158 / 0.0164',
      'Quote 0.0158 / —',
      'Replace mine 0.0158 / 0.0164',
      'Replace mine — / 0.0164',
      'Replace bid 0.0158, ask 0.0164',
      'Bid 0.0158, replace ask 0.0164',
    ])
  })
})

describe('the desk’s own levels of a book', () => {
  it('say how many prices are ahead of them', () => {
    const shown = ['0.0160', '0.0159', '0.0159', '0.0150'].map((price, place) =>
      levelOf({ id: `g_${place}`, audience: 'ORDER_BOOK', side: 'BUY', price }),
    )
    const book = bookOf(bookRfqOf(), shown, [])
    expect(book.bids.map((level) => aheadOf(level, book))).toEqual([0, 1, 1, 2])
  })
})

describe('10.10 a pair that moves past its old prices', () => {
  const call = idOf(NEAR, 100_000, 'CALL')
  const structure: Structure = { legs: [{ instrument: instruments.get(call)!, side: 'BUY', ratio: 10_000 as never }] }
  const now = NEAR - 30 * 86_400_000
  const market = bookRfqOf({ legs: [legOf({ instrumentId: call })], createdAt: now, updatedAt: now, expiresAt: NEAR })
  const resting = [own(1, 'BUY', '0.0158'), own(2, 'SELL', '0.0164')]
  const shown = resting.map(({ id, number, side, price }) => levelOf({ id, number, side, price, audience: 'ORDER_BOOK', rfqId: 'g_64' }))
  const around = { market, structure, book: bookOf(market, shown, resting), now }
  const draft = (side: 'BUY' | 'SELL', price: string, replaces: string): Draft & { readonly price: string } => ({
    ...{ side, price, replaces, quantity: '25', isIoc: false, isPostOnly: false, isHidden: false },
    legPrices: [parsePrice(price) as Price],
  })

  it('is taken in the order in which it is sent: the side that makes room goes first', () => {
    const up = [draft('BUY', '0.0170', 'g_1'), draft('SELL', '0.0176', 'g_2')]
    const rules = (drafts: readonly Draft[]) => checkQuotes(drafts, around).map(({ refused }) => refused?.rule)
    expect(rules(up)).toEqual(['10.10', undefined])
    const ordered = inSafeOrder(up, { SELL: resting[1]! })
    expect(ordered.map(({ side }) => side)).toEqual(['SELL', 'BUY'])
    expect(rules(ordered)).toEqual([undefined, undefined])
  })
})

describe('10.12 an entry that equals the resting quote', () => {
  const resting = { ...own(1, 'BUY', '0.0158'), resting: '25' }
  const entry = { price: '0.0158', quantity: '25', isPostOnly: resting.isPostOnly, isHidden: resting.isHidden }
  it.each([
    ['is not sent again', {}, 'Your bid 0.0158 for 25 is already live. Change its terms to replace it.'],
    ['is sent at another price', { price: '0.0159' }, undefined],
    ['is sent for another size', { quantity: '50' }, undefined],
    ['is sent to be hidden', { isHidden: true }, undefined],
    ['is sent to be post-only', { isPostOnly: !resting.isPostOnly }, undefined],
  ])('%s', (_what, change, reason) => expect(restsAlready(resting, { ...entry, ...change })).toBe(reason))

  it('is known from the response, before the list has it', () => {
    const next = own(2, 'SELL', '0.0164')
    expect(withAnswered([resting], [next]).map(({ id }) => id)).toEqual(['g_1', 'g_2'])
    expect(withAnswered([resting], [{ ...resting, price: '0.0150' }])).toEqual([resting])
  })
})
