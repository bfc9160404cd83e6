import type { Order } from '@parley/client'
import { describe, expect, it } from 'vitest'
import { orderOf } from '../../../test/model.ts'
import { reasonText } from '../rfq/cancel-reasons.ts'
import { decimalsOfPrice, filledOf, orderOutcome, orderRole, orderType } from './order-labels.ts'

const direct = (state: Order['state'], filled: string, pending: string, canceled: string) =>
  orderOf({ state, filled, pending, canceled, agreed: String(Number(filled) + Number(pending)) })
const inBook = (state: Order['state'], filled: string, pending: string, canceled: string) => ({
  ...direct(state, filled, pending, canceled),
  audience: 'ORDER_BOOK' as const,
})

describe('the outcome of an order has the same text in every audience', () => {
  it.each([
    ['Working', inBook('OPEN', '0', '0', '0'), direct('OPEN', '0', '0', '0')],
    ['Partly filled', inBook('OPEN', '25', '0', '0'), direct('OPEN', '25', '0', '0')],
    ['At the venue', inBook('CLOSED', '0', '25', '0'), direct('CLOSED', '0', '25', '0')],
    ['Filled', inBook('CLOSED', '50', '0', '0'), direct('CLOSED', '50', '0', '0')],
    ['Partly filled', inBook('CLOSED', '25', '0', '25'), direct('CLOSED', '25', '0', '25')],
    ['Cancelled', inBook('CLOSED', '0', '0', '50'), direct('CLOSED', '0', '0', '50')],
  ])('%s', (word, ofBook, ofDirect) => expect([orderOutcome(ofBook).status, orderOutcome(ofDirect).status]).toEqual([word, word]))

  it('Rejected with its reason, for an order that was not accepted and has no time in force', () => {
    const refused = direct('CLOSED', '0', '0', '0')
    const order = { ...refused, refusal: 'The quantity is 25 or more.' }
    expect([orderOutcome(order).status, reasonText(order), orderType(order)]).toEqual(['Rejected', 'The quantity is 25 or more.', ''])
  })

  it.each([
    ['At the venue', '0', '25', '0'],
    ['Filled', '50', '0', '0'],
    ['Cancelled', '0', '0', '50'],
  ] as const)('%s for an IOC order in an order book, which never rests', (word, filled, pending, canceled) =>
    expect(orderOutcome({ ...inBook('CLOSED', filled, pending, canceled), kind: 'CROSS', timeInForce: 'IOC' }).status).toBe(word),
  )

  it('counts as filled what is settled, and in an order book what is agreed', () => {
    expect([filledOf(direct('OPEN', '10', '15', '0')), filledOf(inBook('OPEN', '10', '15', '0'))]).toEqual(['10', '25'])
  })
})

it.each([
  ['Quote', 'Limit GTC', {}],
  ['Cross', 'Hidden FOK', { kind: 'CROSS', isHidden: true, timeInForce: 'FOK' }],
  ['Quote', 'Limit GTC PO', { isPostOnly: true }],
  ['Cross', 'Limit IOC', { kind: 'CROSS', timeInForce: 'IOC' }],
] as const)('an order reads %s, %s', (role, type, change) => {
  const order = orderOf(change)
  expect([orderRole(order), orderType(order)]).toEqual([role, type])
})

const leg = (instrumentName: string) => ({ instrumentName, side: 'BUY', ratio: '1' }) as const

it.each([
  ['a Deribit option', { venue: 'DBT', legs: [leg('BTC-25DEC26-100000-C')] }, '0.04', 4],
  ['one with its hedge', { venue: 'DBT', legs: [leg('BTC-PERPETUAL'), leg('BTC-25DEC26-100000-C')] }, '0.041', 4],
  ['a linear option of Bybit', { venue: 'BYB', legs: [leg('BTC-25DEC26-100000-C')] }, '3600', 0],
  ['a linear option of bit.com', { venue: 'BIT', legs: [leg('TON-USD-25DEC26-3-C')], baseCurrency: 'TON' }, '0.4', 3],
  ['an order without its legs', { venue: 'DBT', legs: undefined }, '0.04', 2],
] as const)('the price of %s has the decimals of its product', (_, change, price, decimals) =>
  expect(decimalsOfPrice(orderOf({ baseCurrency: 'BTC', ...change, price }))).toBe(decimals),
)
