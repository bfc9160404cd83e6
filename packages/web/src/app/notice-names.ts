/** Messages name structures, prices and quantities as the tables do. */
import { product } from '@parley/core'
import { nameOfDescription, structureName } from '../features/structure/structure-name.ts'
import { priceText, quantityText } from '../features/structure/structure-text.ts'
import { nameNoticesBy } from '../live/notices.ts'

export const nameNotices = (): void =>
  nameNoticesBy({
    ofRfq: structureName,
    ofDescription: nameOfDescription,
    price: (price, { productCodes }) => priceText(price, product(productCodes[0] ?? '')?.pricePrecision ?? 0),
    quantity: quantityText,
  })
