/**
 * The venue's products that Parley trades; others are ignored. Options that settle in USDT have a different name (`…-C-USDT`) and are not traded.
 * Inverse futures are listed but do not settle as blocks (docs/decisions/0820). Linear futures in USDC are only in listed spreads
 * (docs/decisions/0830).
 */
import type { ProductCode } from '@parley/core'

/** The coins of the options. */
export const CURRENCIES = ['BTC', 'ETH'] as const
export const SETTLES_IN = 'USDC'

const OPTIONS: Readonly<Record<string, ProductCode>> = { BTC: 'BE', ETH: 'JC' }
const LINEAR_FUTURES: Readonly<Record<string, ProductCode>> = { BTC: 'BX' }
const INVERSE_FUTURES: Readonly<Record<string, ProductCode>> = { BTC: 'BB', ETH: 'EF', EOS: 'EO', XRP: 'XR' }

type Row = Readonly<Record<string, unknown>>

/** The settlement coin decides: the quote coin of a USDC option is written USD in some rows and USDC in others. */
export function productCodeOf(row: Row): ProductCode | undefined {
  if (row['settleCoin'] !== SETTLES_IN || typeof row['optionsType'] !== 'string') return undefined
  return OPTIONS[String(row['baseCoin'])]
}

/** The coins of linear futures. */
export const LINEAR_COINS = Object.keys(LINEAR_FUTURES)

/** Parley's linear futures settle in USDC, with one coin per contract. Those in USDT are not traded. */
export function linearCodeOf({ contractType, settleCoin, baseCoin }: Row): ProductCode | undefined {
  const isLinear = contractType === 'LinearPerpetual' || contractType === 'LinearFutures'
  return isLinear && settleCoin === SETTLES_IN ? LINEAR_FUTURES[String(baseCoin)] : undefined
}

/** An inverse future settles in its own coin, with one dollar per contract. */
export function inverseCodeOf({ contractType, quoteCoin, settleCoin, baseCoin }: Row): ProductCode | undefined {
  const isInverse = contractType === 'InversePerpetual' || contractType === 'InverseFutures'
  return isInverse && quoteCoin === 'USD' && settleCoin === baseCoin ? INVERSE_FUTURES[String(baseCoin)] : undefined
}

/** The perpetuals whose tickers carry the index price of each currency; the last two are inverse. */
export const LINEAR_INDEX_SYMBOLS: Readonly<Record<string, string>> = { BTCPERP: 'BTC', ETHPERP: 'ETH' }
export const INDEX_SYMBOLS: Readonly<Record<string, string>> = { ...LINEAR_INDEX_SYMBOLS, EOSUSD: 'EOS', XRPUSD: 'XRP' }
