import { describe, expect, it } from 'vitest'
import { products } from '../catalogue/products.ts'
import type { RfqKind } from '../rfq-kind.ts'
import type { AgreementKind } from './agreement-rules.ts'
import { productsFor, refuseProducts, refuseWithoutAgreement } from './eligibility.ts'

describe('2.17 trading requires an accepted agreement in force', () => {
  it.each([
    ['none', undefined, 'AgreementNotAccepted'],
    ['the US agreement', 'us', undefined],
    ['the non-US agreement', 'non-us', undefined],
  ] as const)('with %s accepted: %s', (_name, agreement, refused) => expect(refuseWithoutAgreement(agreement)?.refused).toBe(refused))
})

describe('2.18 products are offered by an entity to its own customers', () => {
  const table: [agreement: AgreementKind, audience: RfqKind, asked: string, cleared: string, refused: string | undefined][] = [
    ['non-us', 'DIRECT', 'DO', '', undefined],
    ['non-us', 'ORDER_BOOK', 'DO', '', undefined],
    ['non-us', 'ORDER_BOOK', 'DO', 'DO', undefined],
    ['us', 'DIRECT', 'DO', '', 'ProductNotOffered'],
    ['us', 'DIRECT', 'DO', 'DO', undefined],
    ['us', 'DIRECT', 'DO CF', 'DO', 'ProductNotOffered'],
    ['us', 'DIRECT', 'DO CF', 'DO CF', undefined],
    ['us', 'ORDER_BOOK', 'DO', 'DO', 'ProductNotOffered'],
  ]
  // Proves A 1.4.
  it.each(table)('a customer under %s, %s in %s, where %j is cleared for US persons: %s', (agreement, audience, asked, cleared, refused) =>
    expect(refuseProducts(agreement, { audience, products: asked.split(' ') }, new Set(cleared.split(' ')))?.refused).toBe(refused),
  )

  it('gives US customers what is cleared for them and no more, and others all there is', () => {
    expect(productsFor('us', new Set())).toEqual([])
    expect(productsFor('us', new Set(['EH', 'DO']))).toEqual(['DO', 'EH'])
    expect(productsFor('non-us', new Set(['DO']))).toEqual(products.map(({ code }) => code))
  })
})
