import { describe, expect, it } from 'vitest'
import { book, btc, long, summary } from '../../../test/perpetuals.ts'
import type { Side } from './model.ts'
import { emptyForm, type OrderForm } from './order-form.ts'
import { guardOf } from './order-guard-text.ts'
import type { Facts } from './order-facts.ts'
import { draftOf } from './order-to-send.ts'

const facts: Facts = { market: btc, book, position: undefined, summary, margin: { mode: 'CROSS', leverage: 10 } }
const form: OrderForm = { ...emptyForm, price: '91460', size: '1' }
const judge = (side: Side, more: Partial<OrderForm>, again = '', moreFacts: Partial<Facts> = {}) => {
  const all = { ...facts, ...moreFacts }
  const draft = draftOf(side, { ...form, ...more }, all)
  return { draft, ...guardOf(draft.order, all, (price) => price === again) }
}

describe('21.2 a perpetual order says how far it is from the mark', () => {
  it('nothing near the mark', () => {
    expect(judge('BUY', {})).toMatchObject({ says: undefined, reason: undefined, again: undefined })
  })

  it('in amber beyond half a per cent, and it can be sent', () => {
    expect(judge('BUY', { price: '92000' })).toMatchObject({ says: '92,000.0 is 0.6 % above the mark', reason: undefined })
    expect(judge('SELL', { price: '90900' })).toMatchObject({ says: '90,900.0 is 0.6 % below the mark', reason: undefined })
  })

  it('beyond two per cent once its price was typed again', () => {
    const words = '96,000.0 is 5.0 % above the mark'
    expect(judge('BUY', { price: '96000', size: '0.2' })).toMatchObject({
      says: words,
      reason: `${words}. Type the price again.`,
      again: '96000',
    })
    expect(judge('BUY', { price: '96000', size: '0.2' }, '96000')).toMatchObject({ says: words, reason: undefined })
  })

  it('at market by the average that it would fill at', () => {
    const thin = { bids: [], asks: [{ ...book.asks[0]!, price: 9_400_000_000_000 as never }] }
    const words = '94,000.0 is 2.8 % above the mark'
    expect(judge('BUY', { kind: 'MARKET', price: '' }, '', { book: thin })).toMatchObject({ reason: `${words}. Send a limit order.` })
  })

  it('beyond ten per cent is what the server refuses', () => {
    expect(judge('SELL', { price: '91' }).draft.reason).toMatch(/more than 10 % below the mark/)
  })
})

describe('21.4 an order is not sent if its position would be liquidated within one per cent', () => {
  const isolated = (leverage: number): Partial<Facts> => ({ margin: { mode: 'ISOLATED', leverage }, summary: { ...summary, free: 1e6 } })
  it.each<[string, Side, Partial<OrderForm>, Partial<Facts>, RegExp | undefined]>([
    [
      'bought far over the mark at 50x',
      'BUY',
      { price: '96000', size: '15' },
      isolated(50),
      /liquidated at about 94,2.*above the mark.*Lower/,
    ],
    ['bought at the offer at 10x', 'BUY', { price: '' }, isolated(10), undefined],
    ['reducing what is held', 'SELL', { price: '' }, { ...isolated(50), position: long }, undefined],
  ])('%s', (_words, side, more, moreFacts, then) => {
    const { draft } = judge(side, more, '', moreFacts)
    if (then === undefined) expect(draft.reason).toBeUndefined()
    else expect(draft.reason).toMatch(then)
  })

  it('reckons what fills now at its average and the rest at the limit', () => {
    // 2.497 fill at 91,471.7; 17.503 rest at 92,300.
    const { draft } = judge('BUY', { price: '92300', size: '20' }, '', isolated(45))
    expect(draft.reason).toMatch(/liquidated at about 91,058.4, 0.5 % below the mark/)
  })
})
