/** The venue's two contract families, by the path of their calls. */
import { COINS } from './chain.ts'
import { isCoinMargined, type InstrumentRow } from './chain.ts'
import { oneOf, type Params } from './refusal.ts'

export const FAMILIES = ['/v1', '/linear/v1'] as const
export type Family = (typeof FAMILIES)[number]

export const familyOf = (instrument: string): Family => (isCoinMargined(instrument) ? '/v1' : '/linear/v1')

/** Calls of the coin-margined family name the coin; those of the other family name the currency. */
export function isOf(
  family: Family,
  params: Params,
  row: Pick<InstrumentRow, 'instrument_id' | 'base_currency' | 'quote_currency'>,
): boolean {
  const currency = family === '/v1' ? oneOf(params, 'currency', [...COINS, 'BCH']) : oneOf(params, 'currency', ['USD', 'USDT'])
  return familyOf(row.instrument_id) === family && currency === (family === '/v1' ? row.base_currency : row.quote_currency)
}
