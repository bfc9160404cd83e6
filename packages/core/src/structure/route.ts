/** The way in which trades of a structure settle (rulebook 16.1). */
import { product as catalogued } from '../catalogue/products.ts'
import type { Product, ProductCode } from '../catalogue/product.ts'
import type { SettlementRoute } from '../catalogue/settlement-route.ts'
import type { Structure } from './structure.ts'

/** A structure whose legs settle in different ways is refused (validate.ts), so one leg without a block route decides for all of them. */
export const routeOf = (
  { legs }: Structure,
  product: (code: ProductCode) => Product | undefined = catalogued,
): Extract<SettlementRoute, 'BLOCK' | 'BOOKED_BY_BOTH'> =>
  legs.some(({ instrument }) => product(instrument.productCode)?.route === 'BOOKED_BY_BOTH') ? 'BOOKED_BY_BOTH' : 'BLOCK'
