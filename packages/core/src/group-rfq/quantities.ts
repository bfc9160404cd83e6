import type { Quantity } from '../decimal.ts'
import type { GroupQuote } from './group-rfq.ts'

/** What of a quote can still trade. */
export const restingQuantity = (quote: GroupQuote): Quantity => (quote.quantity - quote.filled - quote.pending - quote.canceled) as Quantity
