/** Customers of an entity can trade the products that it offers (rulebook 2.17, 2.18). This is the only place that decides it. */
import type { Entity, ProductCode } from '../catalogue/product.ts'
import { product, products } from '../catalogue/products.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { RfqKind } from '../rfq-kind.ts'
import { marketModels } from '../rfq/model/market-model.ts'
import type { AgreementKind } from './agreement-rules.ts'

export type EligibilityRefusal = 'AgreementNotAccepted' | 'ProductNotOffered'

export const entityOf: Readonly<Record<AgreementKind, Entity>> = { us: 'US', 'non-us': 'SINGAPORE' }
export const entityNames: Readonly<Record<Entity, string>> = { US: 'Parley US, Inc.', SINGAPORE: 'Parley Singapore Pte. Ltd.' }

/** Undefined if the person has accepted an agreement in force. */
export const refuseWithoutAgreement = (agreement: AgreementKind | undefined): Refusal<EligibilityRefusal> | undefined =>
  agreement === undefined
    ? refuse('AgreementNotAccepted', '2.17', 'Accept the current agreement before you trade. It is shown when you sign in.')
    : undefined

export type Offered = {
  readonly audience: RfqKind
  readonly products: readonly ProductCode[]
}

/** `usCleared` are the products that the operator also offers through the US entity. */
export function refuseProducts(
  agreement: AgreementKind,
  { audience, products: asked }: Offered,
  usCleared: ReadonlySet<ProductCode>,
): Refusal<EligibilityRefusal> | undefined {
  const entity = entityOf[agreement]
  const offeredBy = entityNames.SINGAPORE
  if (entity === 'US' && !marketModels[audience].isOfUsEntity)
    return refuse(
      'ProductNotOffered',
      '2.18',
      `Global RFQ is offered only by ${offeredBy}; customers of ${entityNames.US} are not eligible.`,
    )
  const missing = asked.find((code) => !entitiesOf(code, usCleared).includes(entity))
  if (missing === undefined) return undefined
  const name = product(missing)?.longName ?? missing
  return refuse('ProductNotOffered', '2.18', `${name} are not offered by ${entityNames[entity]}, whose customer you are.`)
}

/** Only one entity offers vault auctions, for every option sold (rulebook 2.18). */
export const refuseAuctions = (agreement: AgreementKind): Refusal<EligibilityRefusal> | undefined =>
  entityOf[agreement] === 'US'
    ? refuse(
        'ProductNotOffered',
        '2.18',
        `Vault auctions are offered only by ${entityNames.SINGAPORE}; customers of ${entityNames.US} are not eligible.`,
      )
    : undefined

/** The products of direct RFQs that a customer can trade. */
export const productsFor = (agreement: AgreementKind, usCleared: ReadonlySet<ProductCode>): readonly ProductCode[] =>
  products.filter(({ code }) => entitiesOf(code, usCleared).includes(entityOf[agreement])).map(({ code }) => code)

const entitiesOf = (code: ProductCode, usCleared: ReadonlySet<ProductCode>): readonly Entity[] => {
  const offered = product(code)?.entities ?? []
  return usCleared.has(code) ? [...offered, 'US'] : offered
}
