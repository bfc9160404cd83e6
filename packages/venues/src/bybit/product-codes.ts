/**
 * The venue's products that we trade; all others are passed over. Options that settle in USDT have a name of their own (`…-C-USDT`) and
 * are not ours. Inverse futures are not listed, because the venue has no route that settles them between two firms (docs/decisions/0750).
 */
import type { ProductCode } from '@parley/core'

export const CURRENCIES = ['BTC', 'ETH'] as const
export const SETTLES_IN = 'USDC'

const OPTIONS: Readonly<Record<string, ProductCode>> = { BTC: 'BE', ETH: 'JC' }

/** The coin that it settles in decides: the quote coin of a USDC option is written USD in some rows and USDC in others. */
export function productCodeOf(row: Readonly<Record<string, unknown>>): ProductCode | undefined {
  if (row['settleCoin'] !== SETTLES_IN || typeof row['optionsType'] !== 'string') return undefined
  return OPTIONS[String(row['baseCoin'])]
}

/** The perpetuals whose tickers bring the index of each currency. */
export const INDEX_SYMBOLS: Readonly<Record<string, string>> = { BTCPERP: 'BTC', ETHPERP: 'ETH' }
