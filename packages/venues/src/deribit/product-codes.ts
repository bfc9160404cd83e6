/** The venue's products that Parley trades; all others are ignored. */
import type { ProductCode } from '@parley/core'

export const CURRENCIES = ['BTC', 'ETH'] as const

const CODES: Readonly<Record<string, ProductCode>> = {
  'option BTC reversed': 'DO',
  'option ETH reversed': 'EH',
  'future BTC reversed': 'CF',
  'future ETH reversed': 'AZ',
}

/** Rows from 2021 have no instrument_type. An inverse contract settles in its base currency. */
export function productCodeOf(row: Readonly<Record<string, unknown>>): ProductCode | undefined {
  const type = row['instrument_type'] ?? (row['settlement_currency'] === row['base_currency'] ? 'reversed' : 'linear')
  return CODES[`${String(row['kind'])} ${String(row['base_currency'])} ${String(type)}`]
}
