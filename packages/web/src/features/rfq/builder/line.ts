/** The line at the top of the builder: what a person pastes or types, and what was understood of it. */
import {
  describeStructure,
  formatPrice,
  formatQuantity,
  formatRatio,
  formatVenueExpiry,
  readShorthand,
  type FindInstrument,
  type Instant,
} from '@parley/core'
import type { FormLeg } from './builder-form.ts'
import type { Instruments, Marks } from './chain.ts'
import { suggestLegs } from './suggest.ts'

export type ReadLine =
  | { readonly state: 'EMPTY' | 'UNREADABLE'; readonly words: string }
  | { readonly state: 'OTHER_CURRENCY'; readonly words: string; readonly currency: string }
  | {
      readonly state: 'UNDERSTOOD'
      readonly words: string
      readonly legs: readonly FormLeg[]
      readonly quantity: string | undefined
      readonly expiry: number | undefined
    }

/** `others` are the currencies that a line may name besides the one whose chain is loaded. */
export function readLine(line: string, instruments: Instruments, currency: string, others: readonly string[]): ReadLine {
  if (line.trim() === '') return { state: 'EMPTY', words: '' }
  const other = others.find((one) => one !== currency && new RegExp(`\\b${one}\\b`, 'i').test(line))
  if (other !== undefined) return { state: 'OTHER_CURRENCY', words: `Loading ${other}…`, currency: other }
  if (instruments.size === 0) return { state: 'UNREADABLE', words: 'Loading the instruments…' }
  const read = readShorthand(line, finder(instruments), currency)
  if ('problem' in read) return { state: 'UNREADABLE', words: read.problem }
  const { legs } = read.structure
  const quantity = read.quantity === undefined ? undefined : formatQuantity(read.quantity)
  const text = describeStructure(read.structure).split('\n').join(' ').replaceAll('  ', ' ')
  return {
    state: 'UNDERSTOOD',
    words: `✓ Understood: ${text} · ${legs.length} ${legs.length === 1 ? 'leg' : 'legs'}${quantity === undefined ? '' : ` · ${quantity}`}`,
    legs: legs.map((leg) => ({
      instrumentId: leg.instrument.id,
      side: leg.side,
      ratio: formatRatio(leg.ratio),
      ...(leg.price === undefined ? {} : { hedgePrice: formatPrice(leg.price) }),
    })),
    quantity,
    expiry: legs.find((leg) => leg.instrument.kind === 'OPTION')?.instrument.expiresAt,
  }
}

/** A line that is understood now: an example of a date gone by would teach nothing. Undefined while the chain is loading. */
export function exampleLine(instruments: Instruments, marks: Marks, currency: string, expiry: number): string | undefined {
  const legs = suggestLegs('Call Spread', instruments, marks, expiry)
  const strikes = legs?.map((leg) => instruments.get(leg.instrumentId)?.strike)
  if (strikes === undefined || !strikes.every((strike) => strike !== undefined)) return undefined
  return `${currency} ${formatVenueExpiry(expiry as Instant)} ${strikes.map((strike) => formatPrice(strike)).join('/')} call spread 250x`
}

const finder =
  (instruments: Instruments): FindInstrument =>
  (wanted) =>
    [...instruments.values()].find(
      (one) =>
        one.kind === wanted.kind &&
        one.expiresAt === wanted.expiresAt &&
        one.optionKind === wanted.optionKind &&
        one.strike === wanted.strike,
    )
