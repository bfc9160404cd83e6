/** Customers of an entity can trade the products and markets that it offers (rulebook 2.17, 2.18). This is the only place that decides it. */
import type { Entity, ProductCode } from '../catalogue/product.ts'
import { product, products } from '../catalogue/products.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { RfqKind } from '../rfq-kind.ts'
import type { AgreementKind } from './agreement-rules.ts'

export type EligibilityRefusal = 'AgreementNotAccepted' | 'ProductNotOffered'

export const entityOf: Readonly<Record<AgreementKind, Entity>> = { us: 'US', 'non-us': 'SINGAPORE' }
export const entityNames: Readonly<Record<Entity, string>> = { US: 'Parley US, Inc.', SINGAPORE: 'Parley Singapore Pte. Ltd.' }

/** The market that a customer wants to trade in: products in a kind of RFQ, an option that a vault sells, or a perpetual in its venue's order book. */
export type Tradable =
  | { readonly audience: RfqKind; readonly products: readonly ProductCode[] }
  | { readonly audience: 'VAULT_AUCTION' | 'PERPETUAL' }

/** The markets that only the Singapore entity offers, as the subject of the sentence that refuses them. */
const singaporeOnly: Readonly<Record<Exclude<Tradable['audience'], 'DIRECT'>, string>> = {
  ORDER_BOOK: 'Global RFQ is',
  LISTED: 'Delta-1 spreads are',
  VAULT_AUCTION: 'Vault auctions are',
  PERPETUAL: 'Perpetuals are',
}

/** Undefined if the person has accepted an agreement in force. */
export const refuseWithoutAgreement = (agreement: AgreementKind | undefined): Refusal<EligibilityRefusal> | undefined =>
  agreement === undefined
    ? refuse('AgreementNotAccepted', '2.17', 'Accept the current agreement before you trade. It is shown when you sign in.')
    : undefined

/** Undefined if the customer can trade it. `usCleared` are the products that the operator also offers through the US entity. */
export function refuseCustomer(
  agreement: AgreementKind | undefined,
  asked: Tradable,
  usCleared: ReadonlySet<ProductCode>,
): Refusal<EligibilityRefusal> | undefined {
  if (agreement === undefined) return refuseWithoutAgreement(agreement)
  const entity = entityOf[agreement]
  if (entity === 'US' && asked.audience !== 'DIRECT')
    return refuse(
      'ProductNotOffered',
      '2.18',
      `${singaporeOnly[asked.audience]} offered only by ${entityNames.SINGAPORE}; customers of ${entityNames.US} are not eligible.`,
    )
  if (!('products' in asked)) return undefined
  const missing = asked.products.find((code) => !entitiesOf(code, usCleared).includes(entity))
  if (missing === undefined) return undefined
  const name = product(missing)?.longName ?? missing
  return refuse('ProductNotOffered', '2.18', `${name} are not offered by ${entityNames[entity]}, whose customer you are.`)
}

/** The products of direct RFQs that a customer can trade. */
export const productsFor = (agreement: AgreementKind, usCleared: ReadonlySet<ProductCode>): readonly ProductCode[] =>
  products.filter(({ code }) => entitiesOf(code, usCleared).includes(entityOf[agreement])).map(({ code }) => code)

const entitiesOf = (code: ProductCode, usCleared: ReadonlySet<ProductCode>): readonly Entity[] => {
  const offered = product(code)?.entities ?? []
  return usCleared.has(code) ? [...offered, 'US'] : offered
}
