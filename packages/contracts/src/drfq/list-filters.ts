/** The fields by which orders and trades can be filtered. */
import { periodQuery, Text, TextList, Word, Words } from '../wire-types.ts'

export const orderFilters = {
  rfq_id: Text(64).optional(),
  venue: Text(8).optional(),
  currency: Text(16).optional(),
  base_currency: Text(16).optional(),
  side: Word('BUY', 'SELL'),
  state: Words('PENDING', 'OPEN', 'CLOSED'),
}

export const tradeFilters = {
  venue: Text(8).optional(),
  strategies: TextList,
  product_codes: TextList,
  base_currency: Text(16).optional(),
  ...periodQuery,
}
