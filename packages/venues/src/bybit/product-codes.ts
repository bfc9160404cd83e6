/**
 * The venue's products that we trade; all others are passed over. Options that settle in USDT have a name of their own (`…-C-USDT`) and
 * are not ours. Inverse futures are listed, and settle otherwise than as a block (docs/decisions/0820); linear ones in USDC have listed spreads
 * alone (docs/decisions/0830).
 */
import type { ProductCode } from '@parley/core'

/** The coins of the options. */
export const CURRENCIES = ['BTC', 'ETH'] as const
export const SETTLES_IN = 'USDC'

const OPTIONS: Readonly<Record<string, ProductCode>> = { BTC: 'BE', ETH: 'JC' }
const LINEAR_FUTURES: Readonly<Record<string, ProductCode>> = { BTC: 'BX' }
const INVERSE_FUTURES: Readonly<Record<string, ProductCode>> = { BTC: 'BB', ETH: 'EF', EOS: 'EO', XRP: 'XR' }

type Row = Readonly<Record<string, unknown>>

/** The coin that it settles in decides: the quote coin of a USDC option is written USD in some rows and USDC in others. */
export function productCodeOf(row: Row): ProductCode | undefined {
  if (row['settleCoin'] !== SETTLES_IN || typeof row['optionsType'] !== 'string') return undefined
  return OPTIONS[String(row['baseCoin'])]
}

/** The coins of linear futures. */
export const LINEAR_COINS = Object.keys(LINEAR_FUTURES)

/** A linear future settles in USDC, and one contract of it is a coin; those in USDT are not ours. */
export function linearCodeOf({ contractType, settleCoin, baseCoin }: Row): ProductCode | undefined {
  const isLinear = contractType === 'LinearPerpetual' || contractType === 'LinearFutures'
  return isLinear && settleCoin === SETTLES_IN ? LINEAR_FUTURES[String(baseCoin)] : undefined
}

/** An inverse future settles in its own coin, and one contract of it is a dollar. */
export function inverseCodeOf({ contractType, quoteCoin, settleCoin, baseCoin }: Row): ProductCode | undefined {
  const isInverse = contractType === 'InversePerpetual' || contractType === 'InverseFutures'
  return isInverse && quoteCoin === 'USD' && settleCoin === baseCoin ? INVERSE_FUTURES[String(baseCoin)] : undefined
}

/** The perpetuals whose tickers bring the index of each currency; the last two are inverse. */
export const LINEAR_INDEX_SYMBOLS: Readonly<Record<string, string>> = { BTCPERP: 'BTC', ETHPERP: 'ETH' }
export const INDEX_SYMBOLS: Readonly<Record<string, string>> = { ...LINEAR_INDEX_SYMBOLS, EOSUSD: 'EOS', XRPUSD: 'XRP' }
