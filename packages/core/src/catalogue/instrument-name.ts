/** Reads and writes a venue's instrument name: `BTC-8MAY26-90000-C`, `BTC-27JUN26`, `BTC-PERPETUAL`, `SOL_USDC-8MAY26-150-P`, `TON-USD-8MAY26-3.2-C`. */
import { formatPrice, parsePrice, type Price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { formatVenueExpiry, parseExpiry } from './calendar.ts'
import type { OptionKind } from './instrument.ts'

export type InstrumentName = {
  /** `BTC`, or with the quote currency of a linear one, `SOL_USDC` at Deribit and `TON-USD` at bit.com. */
  readonly underlying: string
  /** Undefined for a perpetual. */
  readonly expiresAt?: Instant
  readonly option?: { readonly kind: OptionKind; readonly strike: Price }
}

/** A linear contract of bit.com: its quote currency stands between its coin and its expiry. */
const LINEAR = /^([A-Z]+)-(USDT?)-/
const EXPIRY = /^\d{1,2}[A-Z]{3}\d{2}$/

export function parseInstrumentName(name: string): InstrumentName | undefined {
  const parts = name.replace(LINEAR, '$1_$2-').split('-')
  const [first, expiry, strike, letter] = parts
  if (first === undefined || first === '' || expiry === undefined) return undefined
  const underlying = LINEAR.test(name) ? first.replace('_', '-') : first
  if (parts.length === 2 && expiry === 'PERPETUAL') return { underlying }
  const expiresAt = EXPIRY.test(expiry) ? parseExpiry(expiry) : undefined
  if (expiresAt === undefined) return undefined
  if (parts.length === 2) return { underlying, expiresAt }
  const at = parsePrice((strike ?? '').replace('d', '.'))
  if (parts.length !== 4 || at === undefined || at <= 0 || (letter !== 'C' && letter !== 'P')) return undefined
  return { underlying, expiresAt, option: { kind: letter === 'C' ? 'CALL' : 'PUT', strike: at } }
}

export function formatInstrumentName({ underlying, expiresAt, option }: InstrumentName): string {
  if (expiresAt === undefined) return `${underlying}-PERPETUAL`
  const future = `${underlying}-${formatVenueExpiry(expiresAt)}`
  if (option === undefined) return future
  const strike = formatPrice(option.strike)
  // A point inside a strike is written `d` at Deribit.
  return `${future}-${underlying.includes('-') ? strike : strike.replace('.', 'd')}-${option.kind === 'CALL' ? 'C' : 'P'}`
}
