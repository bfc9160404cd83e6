/**
 * Reads and writes a venue's instrument names: `BTC-8MAY26-90000-C`, `BTC-27JUN26`, `BTC-PERPETUAL`, `SOL_USDC-8MAY26-150-P`, `TON-USD-8MAY26-3.2-C`,
 * `BTCUSD`, `BTCUSDH27`, `BTCPERP`, `BTC-USD-PERP`.
 */
import { formatPrice, parsePrice, type Price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { formatVenueExpiry, lastFridayOf, parseExpiry } from './calendar.ts'
import type { OptionKind } from './instrument.ts'

export type InstrumentName = {
  /** `BTC`, or for a linear contract with its quote currency: `SOL_USDC` at Deribit and `TON-USD` at bit.com and Paradex. */
  readonly underlying: string
  /** The suffix of a perpetual, if it is not `PERPETUAL`. */
  readonly perpetual?: 'PERP'
  /** Undefined for a perpetual. */
  readonly expiresAt?: Instant
  readonly option?: { readonly kind: OptionKind; readonly strike: Price }
}

/** A linear contract of bit.com has its quote currency between its coin and its expiry. */
const LINEAR = /^([A-Z]+)-(USDT?)-/
const EXPIRY = /^\d{1,2}[A-Z]{3}\d{2}$/

/** Bybit inverse contracts: the perpetual, or a quarterly future with its month code and year (`BTCUSDH27`). */
const INVERSE = /^([A-Z]{2,10}USD)(?:([HMUZ])(\d{2}))?$/
/** Bybit linear perpetuals. Bybit writes dated linear futures like Deribit does. */
const LINEAR_PERPETUAL = /^([A-Z]{2,10})PERP$/
const QUARTERS: Readonly<Record<string, number>> = { H: 3, M: 6, U: 9, Z: 12 }

export function parseInstrumentName(name: string): InstrumentName | undefined {
  const [inverse, underlyingUsd, quarter, year] = INVERSE.exec(name) ?? []
  if (inverse !== undefined && underlyingUsd !== undefined)
    return quarter === undefined
      ? { underlying: underlyingUsd }
      : { underlying: underlyingUsd, expiresAt: lastFridayOf({ year: 2000 + Number(year), month: QUARTERS[quarter]! }) }
  const [, coin] = LINEAR_PERPETUAL.exec(name) ?? []
  if (coin !== undefined) return { underlying: coin }
  const parts = name.replace(LINEAR, '$1_$2-').split('-')
  const [first, expiry, strike, letter] = parts
  if (first === undefined || first === '' || expiry === undefined) return undefined
  const underlying = LINEAR.test(name) ? first.replace('_', '-') : first
  if (parts.length === 2 && expiry === 'PERPETUAL') return { underlying }
  if (parts.length === 2 && expiry === 'PERP') return { underlying, perpetual: 'PERP' }
  const expiresAt = EXPIRY.test(expiry) ? parseExpiry(expiry) : undefined
  if (expiresAt === undefined) return undefined
  if (parts.length === 2) return { underlying, expiresAt }
  const at = parsePrice((strike ?? '').replace('d', '.'))
  if (parts.length !== 4 || at === undefined || at <= 0 || (letter !== 'C' && letter !== 'P')) return undefined
  return { underlying, expiresAt, option: { kind: letter === 'C' ? 'CALL' : 'PUT', strike: at } }
}

export function formatInstrumentName({ underlying, expiresAt, option, perpetual }: InstrumentName): string {
  if (expiresAt === undefined) return `${underlying}-${perpetual ?? 'PERPETUAL'}`
  const future = `${underlying}-${formatVenueExpiry(expiresAt)}`
  if (option === undefined) return future
  const strike = formatPrice(option.strike)
  // Deribit writes the decimal point of a strike as `d`.
  return `${future}-${underlying.includes('-') ? strike : strike.replace('.', 'd')}-${option.kind === 'CALL' ? 'C' : 'P'}`
}
