/** Reads and writes a venue's instrument name: `BTC-8MAY26-90000-C`, `BTC-27JUN26`, `BTC-PERPETUAL`, `SOL_USDC-8MAY26-150-P`. */
import { formatPrice, parsePrice, type Price } from '../decimal.ts'
import type { Instant } from '../ids.ts'
import { formatVenueExpiry, parseExpiry } from './calendar.ts'
import type { OptionKind } from './instrument.ts'

export type InstrumentName = {
  /** `BTC`, or with the quote currency of a linear one, `SOL_USDC`. */
  readonly underlying: string
  /** Undefined for a perpetual. */
  readonly expiresAt?: Instant
  readonly option?: { readonly kind: OptionKind; readonly strike: Price }
}

const EXPIRY = /^\d{1,2}[A-Z]{3}\d{2}$/

export function parseInstrumentName(name: string): InstrumentName | undefined {
  const parts = name.split('-')
  const [underlying, expiry, strike, letter] = parts
  if (underlying === undefined || underlying === '' || expiry === undefined) return undefined
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
  // A point inside a strike is written `d`, because the venue's names have no other use for one.
  return `${future}-${formatPrice(option.strike).replace('.', 'd')}-${option.kind === 'CALL' ? 'C' : 'P'}`
}
