/** Writes an instrument's name as its venue does, so that tests can name what they ask for. */
import { formatVenueExpiry } from '../src/catalogue/calendar.ts'
import type { InstrumentName } from '../src/catalogue/instrument-name.ts'
import { formatPrice } from '../src/decimal.ts'

export function formatInstrumentName({ underlying, expiresAt, option }: InstrumentName): string {
  if (expiresAt === undefined) return `${underlying}-PERPETUAL`
  const future = `${underlying}-${formatVenueExpiry(expiresAt)}`
  if (option === undefined) return future
  // A point inside a strike is written `d`, because the venue's names have no other use for one.
  return `${future}-${formatPrice(option.strike).replace('.', 'd')}-${option.kind === 'CALL' ? 'C' : 'P'}`
}
