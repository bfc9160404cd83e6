/** Parley trades the perpetuals of the coins in the catalogue. The venue's options are ignored (docs/decisions/0881). */
import { products, type Instrument, type ProductCode } from '@parley/core'
import { contractFromWire } from './market-wire.ts'

const codes: ReadonlyMap<string, ProductCode> = new Map(
  products.filter(({ venue, isDisabled }) => venue === 'PRDX' && !isDisabled).map(({ currency, code }) => [currency, code]),
)

export function tradedFromWire(row: unknown, numberOf: (name: string) => number): Instrument | undefined {
  const contract = contractFromWire(row, numberOf)
  if (contract === undefined || contract.kind !== 'FUTURE') return undefined
  const productCode = codes.get(contract.baseCurrency)
  return productCode === undefined ? undefined : { ...contract, venue: 'PRDX', productCode }
}
