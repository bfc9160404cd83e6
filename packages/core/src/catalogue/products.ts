/** Every instrument family, active and disabled (rulebook 3.1). The sources of the figures are in docs/decisions/0030. */
import { price, quantity } from '../decimal.ts'
import type { BaseCurrency, Product, ProductCode } from './product.ts'
import type { VenueCode } from './venue.ts'
import { venues } from './venues.ts'

type Margin = 'INVERSE' | 'LINEAR'
type Row = readonly [
  code: ProductCode,
  venue: VenueCode,
  kind: 'OPTION' | 'FUTURE',
  margin: Margin,
  currency: BaseCurrency,
  quotedIn: string,
  contract: string,
  tick: string,
  block: string,
  increment: string,
  state: 'active' | 'disabled',
]

// prettier-ignore
const rows: readonly Row[] = [
  ['DO', 'DBT', 'OPTION', 'INVERSE', 'BTC',   'BTC',  '1',    '0.0001',  '25',     '0.1',   'active'],
  ['EH', 'DBT', 'OPTION', 'INVERSE', 'ETH',   'ETH',  '1',    '0.0001',  '250',    '1',     'active'],
  ['SL', 'DBT', 'OPTION', 'INVERSE', 'SOL',   'USD',  '1',    '0.0005',  '2500',   '1',     'disabled'],
  ['CF', 'DBT', 'FUTURE', 'INVERSE', 'BTC',   'USD',  '10',   '0.01',    '20000',  '10',    'active'],
  ['AZ', 'DBT', 'FUTURE', 'INVERSE', 'ETH',   'USD',  '1',    '0.01',    '100000', '1',     'active'],
  ['SO', 'DBT', 'FUTURE', 'INVERSE', 'SOL',   'USD',  '1',    '0.01',    '20000',  '1',     'disabled'],
  ['IJ', 'DBT', 'OPTION', 'LINEAR',  'SOL',   'USDC', '1',    '0.1',     '1',      '1',     'disabled'],
  ['MT', 'DBT', 'OPTION', 'LINEAR',  'MATIC', 'USDC', '1000', '0.0001',  '1',      '1',     'disabled'],
  ['RP', 'DBT', 'OPTION', 'LINEAR',  'XRP',   'USDC', '1000', '0.0005',  '1',      '1',     'disabled'],
  ['SF', 'DBT', 'FUTURE', 'LINEAR',  'SOL',   'USDC', '0.1',  '0.001',   '200000', '0.1',   'disabled'],
  ['MA', 'DBT', 'FUTURE', 'LINEAR',  'MATIC', 'USDC', '10',   '0.0001',  '200000', '10',    'disabled'],
  ['RF', 'DBT', 'FUTURE', 'LINEAR',  'XRP',   'USDC', '10',   '0.0001',  '200000', '10',    'disabled'],

  ['BO', 'BIT', 'OPTION', 'INVERSE', 'BTC',   'BTC',  '1',    '0.0001',  '1',      '0.1',   'disabled'],
  ['VT', 'BIT', 'OPTION', 'INVERSE', 'ETH',   'ETH',  '1',    '0.0001',  '20',     '1',     'disabled'],
  ['GD', 'BIT', 'OPTION', 'INVERSE', 'BCH',   'USD',  '1',    '0.0005',  '100',    '1',     'disabled'],
  ['BF', 'BIT', 'FUTURE', 'INVERSE', 'BTC',   'USD',  '10',   '0.5',     '500',    '10',    'disabled'],
  ['ZW', 'BIT', 'FUTURE', 'INVERSE', 'ETH',   'USD',  '1',    '0.01',    '5000',   '1',     'disabled'],
  ['HM', 'BIT', 'FUTURE', 'INVERSE', 'BCH',   'USD',  '1',    '0.05',    '5000',   '1',     'disabled'],
  ['BD', 'BIT', 'OPTION', 'LINEAR',  'BTC',   'USD',  '1',    '5',       '0.01',   '0.01',  'active'],
  ['WV', 'BIT', 'OPTION', 'LINEAR',  'ETH',   'USD',  '1',    '0.5',     '0.1',    '0.1',   'active'],
  ['OJ', 'BIT', 'OPTION', 'LINEAR',  'TON',   'USD',  '1',    '0.001',   '1',      '1',     'active'],
  ['PE', 'BIT', 'FUTURE', 'LINEAR',  'BTC',   'USD',  '1',    '0.1',     '0.01',   '0.001', 'active'],
  ['DE', 'BIT', 'FUTURE', 'LINEAR',  'ETH',   'USD',  '1',    '0.01',    '0.1',    '0.01',  'active'],
  ['AU', 'BIT', 'FUTURE', 'LINEAR',  'TON',   'USD',  '1',    '0.0001',  '200000', '1',     'active'],

  ['BE', 'BYB', 'OPTION', 'LINEAR',  'BTC',   'USDC', '1',    '5',       '0.01',   '0.01',  'active'],
  ['JC', 'BYB', 'OPTION', 'LINEAR',  'ETH',   'USDC', '1',    '0.1',     '0.1',    '0.1',   'active'],
  ['BB', 'BYB', 'FUTURE', 'INVERSE', 'BTC',   'USD',  '1',    '0.5',     '1',      '1',     'active'],
  ['EF', 'BYB', 'FUTURE', 'INVERSE', 'ETH',   'USD',  '1',    '0.05',    '1',      '1',     'active'],
  ['EO', 'BYB', 'FUTURE', 'INVERSE', 'EOS',   'USD',  '1',    '0.001',   '1',      '1',     'active'],
  ['XR', 'BYB', 'FUTURE', 'INVERSE', 'XRP',   'USD',  '1',    '0.0001',  '1',      '1',     'active'],
  ['BX', 'BYB', 'FUTURE', 'LINEAR',  'BTC',   'USDC', '1',    '0.5',     '0.001',  '0.001', 'disabled'],
  ['JB', 'BYB', 'FUTURE', 'LINEAR',  'ETH',   'USDC', '1',    '0.05',    '200000', '0.01',  'disabled'],

  ['QB', 'PRDX', 'FUTURE', 'LINEAR', 'BTC',   'USDC', '1',    '0.1',     '0.1',    '0.00001', 'active'],
  ['QE', 'PRDX', 'FUTURE', 'LINEAR', 'ETH',   'USDC', '1',    '0.01',    '1',      '0.0001', 'active'],
]

/** Coins whose options are not in the order book yet. */
const altCoins = new Set(['SOL', 'MATIC', 'XRP', 'BCH', 'TON'])

/** Bybit does not settle these inverse futures between two firms (docs/decisions/0820). */
const bookedByBoth = new Set(['BB', 'EF', 'EO', 'XR'])

/** Futures whose spreads are listed, with the price step of the spreads. Bybit's linear BTC futures trade only there (docs/decisions/0830). */
const spreadTicks: Readonly<Record<ProductCode, string>> = { CF: '0.5', AZ: '0.05', PE: '0.1', DE: '0.01', AU: '0.0001', BX: '0.5' }

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

function productOf(row: Row): Product {
  const [code, venue, kind, margin, currency, quotedIn, contract, tick, block, increment, state] = row
  const isOption = kind === 'OPTION'
  const words = `${currency} ${margin === 'LINEAR' ? 'linear ' : ''}${isOption ? 'options' : venue === 'PRDX' ? 'perpetuals' : 'futures'}`
  return {
    code,
    venue,
    // None of these venues clears for US persons.
    entities: ['SINGAPORE'],
    kind,
    currency,
    contractType: isOption ? 'EUROPEAN' : margin,
    marginType: margin,
    shortName: words,
    longName: `${venues[venue].name} ${words}`,
    contractSize: quantity(contract),
    contractCurrency: !isOption && margin === 'INVERSE' ? 'USD' : currency,
    quoteCurrency: quotedIn,
    clearingCurrency: margin === 'INVERSE' ? currency : quotedIn,
    minBlockSize: quantity(block),
    minContractIncrement: quantity(increment),
    priceTick: price(tick),
    ...(spreadTicks[code] === undefined ? {} : { spreadTick: price(spreadTicks[code]) }),
    quantityPrecision: decimalsOf(increment),
    pricePrecision: decimalsOf(tick),
    ratioPrecision: 2,
    strategies: isOption || venue === 'DBT' ? 'all' : ['Future'],
    route: bookedByBoth.has(code) ? 'BOOKED_BY_BOTH' : 'BLOCK',
    isDisabled: state === 'disabled',
    isDisabledForOb: state === 'disabled' || (isOption && altCoins.has(currency)),
    // Bybit's options are linear and its linear futures are disabled, so they cannot be hedged. Paradex options are not listed here.
    isHedgeDisabled: venue === 'BYB' || venue === 'PRDX',
    showUSDApproximation: isOption && margin === 'INVERSE',
  }
}

export const products: readonly Product[] = rows.map(productOf)

const byCode: ReadonlyMap<ProductCode, Product> = new Map(products.map((each) => [each.code, each]))

export const product = (code: ProductCode): Product | undefined => byCode.get(code)
