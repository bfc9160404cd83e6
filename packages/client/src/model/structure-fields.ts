/** The fields of a structure that RFQs and trades have in common in both dialects. */
import type { RfqView } from '@parley/contracts'
import type { Rfq } from './rfq.ts'

type StructureView = Pick<RfqView, 'venue' | 'base_currency' | 'quote_currency' | 'strategy_code' | 'description'> & {
  readonly product_codes: readonly string[]
}
type StructureFields = Pick<Rfq, 'venue' | 'baseCurrency' | 'quoteCurrency' | 'productCodes' | 'strategyCode' | 'description'>

export const structureFieldsOf = (view: StructureView): StructureFields => ({
  venue: view.venue,
  baseCurrency: view.base_currency,
  quoteCurrency: view.quote_currency,
  productCodes: view.product_codes,
  strategyCode: view.strategy_code,
  description: view.description,
})
