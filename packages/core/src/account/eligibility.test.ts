import { describe, expect, it } from 'vitest'
import { products } from '../catalogue/products.ts'
import type { AgreementKind } from './agreement-rules.ts'
import { productsFor, refuseCustomer, refuseWithoutAgreement, type Tradable } from './eligibility.ts'

describe('2.17 trading requires an accepted agreement in force', () => {
  it.each([
    ['none', undefined, 'AgreementNotAccepted'],
    ['the US agreement', 'us', undefined],
    ['the non-US agreement', 'non-us', undefined],
  ] as const)('with %s accepted: %s', (_name, agreement, refused) => expect(refuseWithoutAgreement(agreement)?.refused).toBe(refused))
})

describe('2.18 products are offered by an entity to its own customers', () => {
  const table: [
    agreement: AgreementKind | undefined,
    audience: Tradable['audience'],
    asked: string,
    cleared: string,
    subject: string | undefined,
  ][] = [
    ['non-us', 'DIRECT', 'DO', '', undefined],
    ['non-us', 'ORDER_BOOK', 'DO', '', undefined],
    ['non-us', 'ORDER_BOOK', 'DO', 'DO', undefined],
    ['us', 'DIRECT', 'DO', '', 'Deribit BTC options'],
    ['us', 'DIRECT', 'DO', 'DO', undefined],
    ['us', 'DIRECT', 'DO CF', 'DO', 'Deribit BTC futures'],
    ['us', 'DIRECT', 'DO CF', 'DO CF', undefined],
    ['us', 'ORDER_BOOK', 'DO', 'DO', 'Global RFQ'],
    ['us', 'LISTED', 'CF', 'CF', 'Delta-1 spreads'],
    ['us', 'VAULT_AUCTION', '', 'DO', 'Vault auctions'],
    ['us', 'PERPETUAL', '', 'QB', 'Perpetuals'],
    ['non-us', 'LISTED', 'CF', '', undefined],
    ['non-us', 'VAULT_AUCTION', '', '', undefined],
    ['non-us', 'PERPETUAL', '', '', undefined],
    [undefined, 'DIRECT', 'DO', 'DO', 'Accept'],
    [undefined, 'PERPETUAL', '', '', 'Accept'],
  ]
  // Proves A 1.4.
  it.each(table)(
    'a customer under %s, %s in %s, where %j is cleared for US persons: %s',
    (agreement, audience, asked, cleared, subject) => {
      const wanted = audience === 'VAULT_AUCTION' || audience === 'PERPETUAL' ? { audience } : { audience, products: asked.split(' ') }
      const message = refuseCustomer(agreement, wanted, new Set(cleared.split(' ')))?.message
      expect(subject === undefined ? message : message?.slice(0, subject.length)).toBe(subject)
    },
  )

  it('gives US customers what is cleared for them and no more, and others all there is', () => {
    expect(productsFor('us', new Set())).toEqual([])
    expect(productsFor('us', new Set(['EH', 'DO']))).toEqual(['DO', 'EH'])
    expect(productsFor('non-us', new Set(['DO']))).toEqual(products.map(({ code }) => code))
  })
})
