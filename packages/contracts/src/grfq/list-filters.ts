/** The fields by which trades can be filtered. */
import { periodQuery, Text, TextList, Words } from '../wire-types.ts'
import { Id } from './quote-fields.ts'

export const tradeFilters = {
  status: Words('PENDING', 'COMPLETED', 'REJECTED', 'PENDING_SETTLEMENT', 'FILLED'),
  product_codes: TextList,
  strategies: TextList,
  rfq_id: Id.optional(),
  venue: Text(8).optional(),
  ...periodQuery,
}
