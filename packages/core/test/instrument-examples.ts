/** Instruments as listed by Deribit and the others, created from their names: for tests and worked examples. */
import { price, quantity, type Price } from '../src/decimal.ts'
import type { Instrument } from '../src/catalogue/instrument.ts'
import { parseInstrumentName } from '../src/catalogue/instrument-name.ts'
import { product } from '../src/catalogue/products.ts'
import type { ProductCode } from '../src/catalogue/product.ts'

const familyOf: Readonly<Record<string, readonly [option: ProductCode, future: ProductCode]>> = { BTC: ['DO', 'CF'], ETH: ['EH', 'AZ'] }

/** `listed('BTC-27MAR26-100000-C')`; another venue's by its product code. The same name has the same id. */
export function listed(name: string, productCode?: ProductCode): Instrument {
  const parsed = parseInstrumentName(name)
  if (parsed === undefined) throw new Error(`not an instrument's name: ${name}`)
  const { underlying, expiresAt, option } = parsed
  const codes = familyOf[underlying.split('_')[0]!] ?? familyOf['BTC']!
  const family = product(productCode ?? codes[option === undefined ? 1 : 0])!
  return {
    id: idOf(`${family.code} ${name}`),
    name,
    venue: family.venue,
    productCode: family.code,
    kind: family.kind,
    baseCurrency: family.currency,
    quoteCurrency: family.quoteCurrency,
    clearingCurrency: family.clearingCurrency,
    marginKind: family.marginType,
    ...(option === undefined ? {} : { optionKind: option.kind, strike: option.strike }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    contractSize: family.contractSize,
    tickSize: family.priceTick,
    tickSizeSteps: family.code === 'DO' ? [{ above: price('0.005'), tick: price('0.0005') as Price }] : [],
    quantityIncrement: family.minContractIncrement,
    minBlockSize: quantity('1'),
    state: 'ACTIVE',
  }
}

const idOf = (text: string): number => [...text].reduce((sofar, letter) => (sofar * 131 + letter.charCodeAt(0)) % 2_147_483_647, 7)
