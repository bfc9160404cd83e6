/** The line at the top of the builder: what a person pastes or types, what was understood of it, and whether the form says the same. */
import {
  describeStructure,
  formatPrice,
  formatQuantity,
  formatRatio,
  formatVenueExpiry,
  parseQuantity,
  parseRatio,
  readShorthand,
  type FindInstrument,
  type Instant,
  type Shorthand,
  type UnreadShorthand,
} from '@parley/core'
import type { BuilderForm, FormLeg, TakenLine } from './builder-form.ts'
import type { Instruments, Marks } from './chain.ts'
import { suggestLegs } from './suggest.ts'

export type ReadLine =
  | { readonly state: 'EMPTY'; readonly words: string }
  | { readonly state: 'UNREADABLE'; readonly words: string; readonly correction?: UnreadShorthand['correction'] }
  | { readonly state: 'OTHER_CURRENCY'; readonly words: string; readonly currency: string }
  | (TakenLine & { readonly state: 'UNDERSTOOD'; readonly words: string })

/** `others` are the currencies that a line may name besides the one whose chain is loaded. */
export function readLine(line: string, instruments: Instruments, currency: string, others: readonly string[]): ReadLine {
  if (line.trim() === '') return { state: 'EMPTY', words: '' }
  const other = others.find((one) => one !== currency && new RegExp(`\\b${one}\\b`, 'i').test(line))
  if (other !== undefined) return { state: 'OTHER_CURRENCY', words: `Loading ${other}…`, currency: other }
  if (instruments.size === 0) return { state: 'UNREADABLE', words: 'Loading the instruments…' }
  const read = readShorthand(line, finder(instruments), currency)
  if ('problem' in read) {
    const { problem, correction } = read
    return { state: 'UNREADABLE', words: problem, ...(correction === undefined ? {} : { correction }) }
  }
  const { legs } = read.structure
  const quantity = read.quantity === undefined ? undefined : formatQuantity(read.quantity)
  return {
    state: 'UNDERSTOOD',
    words: `✓ Understood: ${understoodWords(read).join(' · ')}`,
    legs: legs.map((leg) => ({
      instrumentId: leg.instrument.id,
      side: leg.side,
      ratio: formatRatio(leg.ratio),
      ...(leg.price === undefined ? {} : { hedgePrice: formatPrice(leg.price) }),
    })),
    quantity,
    isHedged: read.isHedged,
    isAnonymous: read.isAnonymous,
    expiry: legs.find((leg) => leg.instrument.kind === 'OPTION')?.instrument.expiresAt,
  }
}

/** Everything that was read in the line, so that nobody has to look for it below. */
const understoodWords = ({ structure, quantity, isHedged, isAnonymous, isOneWay }: Shorthand): readonly string[] => [
  describeStructure(structure).split('\n').join(' ').replaceAll('  ', ' '),
  `${structure.legs.length} ${structure.legs.length === 1 ? 'leg' : 'legs'}`,
  ...(quantity === undefined ? [] : [formatQuantity(quantity)]),
  ...(isHedged === undefined ? [] : [isHedged ? 'delta hedged' : 'no hedge']),
  ...(isAnonymous === undefined ? [] : [isAnonymous ? 'anonymous' : 'with your name']),
  ...(isOneWay ? ['your side stays hidden'] : []),
]

/** Whether the form below has all that a line says. A hedge beside a line that is silent about one is no contradiction. */
export function agrees(line: TakenLine, form: BuilderForm): boolean {
  const own = form.legs.filter((leg) => leg.hedgePrice === undefined)
  const isHedged = form.isAutoHedged || own.length < form.legs.length
  return (
    !form.isExample &&
    own.length === line.legs.length &&
    line.legs.every((leg) => own.some((one) => isSame(one, leg))) &&
    (line.quantity === undefined || parseQuantity(form.quantity ?? '') === parseQuantity(line.quantity)) &&
    (line.isHedged === undefined || line.isHedged === isHedged) &&
    (line.isAnonymous === undefined || line.isAnonymous === form.isAnonymous)
  )
}

const isSame = (one: FormLeg, other: FormLeg): boolean =>
  one.instrumentId === other.instrumentId && one.side === other.side && parseRatio(one.ratio) === parseRatio(other.ratio)

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
