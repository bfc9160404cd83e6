import type { UserView } from '@parley/contracts'
import { describe, expect, it } from 'vitest'
import { bidReason, closingReason, newOrderReason, newRfqReason, productReason, viewOnlyReason } from './view-only.ts'

const user = {
  role: 'trader',
  trading_desk: { ticker: 'ORRY', name: 'Orrery', is_maker: false },
  restricted_ip_rfqs_left: null,
  entity: 'SINGAPORE',
  eligible_products: ['DO'],
} as UserView
const viewOnly = 'View only. Ask your desk administrator.'
const noneLeft = 'No RFQs left: you signed in from a restricted IP address. Sign in from another address to send more.'

// Proves A 6.6.
describe('why a person cannot trade, and why they cannot ask', () => {
  const table: [who: string, about: Partial<UserView>, trade: string | undefined, ask: string | undefined][] = [
    ['an authorised user', {}, undefined, undefined],
    ['an administrator', { role: 'administrator' }, undefined, undefined],
    ['a view-only user', { role: 'viewer' }, viewOnly, viewOnly],
    ['a prime viewer', { role: 'prime_viewer' }, viewOnly, viewOnly],
    ['a DOV user', { role: 'dov_user' }, viewOnly, viewOnly],
    ['somebody of no desk', { trading_desk: null }, ...twice('You are not a member of a desk. Ask your desk administrator.')],
    ['somebody at a restricted address with RFQs left', { restricted_ip_rfqs_left: 2 }, undefined, undefined],
    ['somebody at a restricted address with none left', { restricted_ip_rfqs_left: 0 }, undefined, noneLeft],
  ]
  it.each(table)('%s', (_who, about, trade, ask) =>
    expect([viewOnlyReason({ ...user, ...about }), newRfqReason({ ...user, ...about })]).toEqual([trade, ask]),
  )
})

describe('2.17, 2.18 why a user with the right to trade cannot send anything new', () => {
  const unaccepted = 'Accept the current agreement before you trade. It is shown when you sign in.'
  const noProduct = 'No products are available to customers of Parley US, Inc., which is your contracting entity.'
  const table: [who: string, about: Partial<UserView>, reason: string | undefined][] = [
    ['a customer of the Singapore entity', {}, undefined],
    ['somebody who accepted no agreement in force', { has_unaccepted_agreement: true, entity: null, eligible_products: [] }, unaccepted],
    ['a customer of the US entity, which offers nothing', { entity: 'US', eligible_products: [] }, noProduct],
    ['a customer of the US entity, which offers something', { entity: 'US' }, undefined],
  ]
  it.each(table)('%s', (_who, about, reason) => expect(newOrderReason({ ...user, ...about })).toBe(reason))

  it.each<[who: string, about: Partial<UserView>, reason: string | undefined]>([
    ['an authorised user', {}, undefined],
    ['a DOV user', { role: 'dov_user' }, undefined],
    ['a view-only user', { role: 'viewer' }, viewOnly],
    ['somebody who accepted no agreement in force', { has_unaccepted_agreement: true, entity: null }, unaccepted],
    [
      'a customer of the US entity',
      { entity: 'US' },
      'Vault auctions are offered only by Parley Singapore Pte. Ltd.; customers of Parley US, Inc. are not eligible.',
    ],
  ])('2.6 in the auction of a vault: %s', (_who, about, reason) => expect(bidReason({ ...user, ...about })).toBe(reason))

  it.each([
    ['what it offers, in a direct request', 'US', 'DIRECT', 'DO', undefined],
    ['what it does not offer', 'US', 'DIRECT', 'EH', 'Deribit ETH options are not offered by Parley US, Inc., whose customer you are.'],
    [
      'the order book',
      'US',
      'ORDER_BOOK',
      'DO',
      'Global RFQ is offered only by Parley Singapore Pte. Ltd.; customers of Parley US, Inc. are not eligible.',
    ],
    [
      'a spread',
      'US',
      'LISTED',
      'CF',
      'Delta-1 spreads are offered only by Parley Singapore Pte. Ltd.; customers of Parley US, Inc. are not eligible.',
    ],
    ['the order book, as a customer of the other entity', 'SINGAPORE', 'ORDER_BOOK', 'DO', undefined],
  ] as const)('%s', (_what, entity, audience, code, reason) =>
    expect(productReason({ ...user, entity }, { audience, products: [code] })).toBe(reason),
  )
})

it('2.18 a customer of the US entity cannot trade perpetuals, and can close positions in them', () => {
  const us = { ...user, entity: 'US', eligible_products: [] } as UserView
  expect(productReason({ ...us, eligible_products: ['DO'] }, { audience: 'PERPETUAL' })).toMatch(/^Perpetuals are offered only by/)
  expect([newOrderReason(us), closingReason(us)]).toEqual([expect.stringContaining('No products'), undefined])
  expect(closingReason({ ...us, has_unaccepted_agreement: true })).toMatch(/^Accept the current agreement/)
})

function twice(words: string): [string, string] {
  return [words, words]
}
