/** The line at the top of the builder: what the user pastes or types, its interpretation, and whether the form agrees with it. */
import {
  formatPrice,
  formatQuantity,
  formatRatio,
  formatVenueExpiry,
  type Instant,
  isHedge,
  lifetimeText,
  type LineMeaning,
  type LineOffer,
  type LinePart,
  type Listing,
  parsePrice,
  parseQuantity,
  parseRatio,
  printLine,
  quantityText,
  readLine as readWhole,
  RFQ_LIFETIME_MS,
  type Structure,
} from '@parley/core'
import { currencyNamed, meaningText } from '../../line/line-labels.ts'
import { type BuilderForm, type FormLeg, sideOf, type TakenLine } from './builder-form.ts'
import { structureOf } from './builder-summary.ts'
import type { Instruments, Marks } from './chain.ts'
import { suggestLegs } from './suggest.ts'

export type ReadLine = { readonly words: string; readonly parts: readonly LinePart[] } & (
  | { readonly state: 'EMPTY' }
  | { readonly state: 'UNREADABLE'; readonly offers: readonly LineOffer[] }
  | { readonly state: 'OTHER_CURRENCY'; readonly currency: string }
  | (TakenLine & { readonly state: 'UNDERSTOOD'; readonly kept: KeptTerms })
)

/** The user's own side and limit, which are for the ticket and not in the form. */
export type KeptTerms = Pick<LineMeaning, 'side' | 'limit'>

/** The builder makes an RFQ, or a market, which has fewer terms. */
export type BuilderFlow = 'DIRECT' | 'ORDER_BOOK'

type LineAround = {
  /** Undefined while the chain is loading. */
  readonly listing: Listing | undefined
  /** The currency whose chain is loaded, and those that a line may name. */
  readonly currency: string
  readonly currencies: readonly string[]
  readonly flow: BuilderFlow
}

export function readLine(line: string, { listing, currency, currencies, flow }: LineAround): ReadLine {
  if (line.trim() === '') return { state: 'EMPTY', words: '', parts: [] }
  const other = currencyNamed(line, currencies)
  if (other !== undefined && other !== currency) return { state: 'OTHER_CURRENCY', words: `Loading ${other}…`, currency: other, parts: [] }
  if (listing === undefined) return { state: 'UNREADABLE', words: 'Loading the instruments…', offers: [], parts: [] }
  const read = readWhole(line, listing)
  if (read.state === 'UNREAD') return { state: 'UNREADABLE', words: read.problem, offers: read.offers, parts: read.parts }
  const said = flow === 'DIRECT' ? { words: meaningText(read.meaning) } : marketReading(read.meaning)
  if ('problem' in said) return { state: 'UNREADABLE', words: said.problem, offers: [said.offer], parts: read.parts }
  return {
    state: 'UNDERSTOOD',
    words: `✓ Understood: ${said.words}`,
    parts: read.parts,
    ...takenOf(read.meaning),
    kept: keptOf(read.meaning),
  }
}

const keptOf = ({ side, limit, isOneWay }: LineMeaning): KeptTerms => ({
  ...(side === undefined || isOneWay !== undefined ? {} : { side }),
  ...(limit === undefined ? {} : { limit }),
})

const takenOf = ({
  structure: { legs },
  quantity,
  isHedged,
  hedgePrice,
  isAnonymous,
  isOneWay,
  side,
  goodForMs,
}: LineMeaning): TakenLine => ({
  legs: legs.map((leg) => ({
    instrumentId: leg.instrument.id,
    side: leg.side,
    ratio: formatRatio(leg.ratio),
    ...(leg.price === undefined ? {} : { hedgePrice: formatPrice(leg.price) }),
  })),
  quantity: quantity === undefined ? undefined : formatQuantity(quantity),
  isHedged: legs.some(isHedge) ? true : isHedged,
  hedgeAt: hedgePrice === undefined ? undefined : formatPrice(hedgePrice),
  isAnonymous,
  takerSide: isOneWay === undefined ? undefined : isOneWay ? side : 'NONE',
  goodForMs,
  expiry: legs.find((leg) => leg.instrument.kind === 'OPTION')?.instrument.expiresAt,
})

/** Whether the form contains everything that the line specifies. A hedge that the line does not mention is not a contradiction. */
export function agrees(line: TakenLine, form: BuilderForm): boolean {
  const own = form.legs.filter(isOwn)
  const isHedged = form.isAutoHedged || own.length < form.legs.length
  const said = line.legs.some((leg) => !isOwn(leg)) ? line.legs : line.legs.filter(isOwn)
  const below = said.length === line.legs.filter(isOwn).length ? own : form.legs
  return (
    !form.isExample &&
    below.length === said.length &&
    said.every((leg) => below.some((one) => isSame(one, leg))) &&
    (line.quantity === undefined || parseQuantity(form.quantity ?? '') === parseQuantity(line.quantity)) &&
    (line.isHedged === undefined || line.isHedged === isHedged) &&
    (line.hedgeAt === undefined || (form.isAutoHedged && line.hedgeAt === form.hedgeAt)) &&
    (line.isAnonymous === undefined || line.isAnonymous === form.isAnonymous) &&
    (line.takerSide === undefined || sideOf(line.takerSide) === form.takerSide) &&
    (line.goodForMs === undefined || line.goodForMs === form.goodForMs)
  )
}

const isOwn = (leg: FormLeg): boolean => leg.hedgePrice === undefined
const isSame = (one: FormLeg, other: FormLeg): boolean =>
  one.instrumentId === other.instrumentId &&
  one.side === other.side &&
  one.hedgePrice === other.hedgePrice &&
  parseRatio(one.ratio) === parseRatio(other.ratio)

/** A line that is valid now, because an example with a past date would not help. Undefined while the chain is loading. */
export function exampleLine(instruments: Instruments, marks: Marks, currency: string, expiry: number): string | undefined {
  const legs = suggestLegs('Call Spread', instruments, marks, expiry)
  const strikes = legs?.map((leg) => instruments.get(leg.instrumentId)?.strike)
  if (strikes === undefined || !strikes.every((strike) => strike !== undefined)) return undefined
  return `${currency} ${formatVenueExpiry(expiry as Instant)} ${strikes.map((strike) => formatPrice(strike)).join('/')} call spread 250x`
}

/**
 * The meaning of a line for an order-book market, which has no quantity, side, names or chosen end (rulebook 10). A line with a term that a market
 * cannot have is refused, because otherwise something else would be sent.
 */
function marketReading(meaning: LineMeaning): { readonly words: string } | { readonly problem: string; readonly offer: LineOffer } {
  const { quantity, ...terms } = meaning
  const against = contradictions(meaning)
  if (against.length > 0)
    return {
      problem: `Only a direct RFQ can have these terms: ${against.join(' and ')}. Ask makers directly, or remove them.`,
      offer: { part: 'the line without it', line: printLine(withoutContradictions(meaning)) },
    }
  const words = meaningText(terms)
  return {
    words:
      quantity === undefined ? words : `${words} · ${quantityText(formatQuantity(quantity))}: not sent, because a market has no quantity`,
  }
}

const contradictions = ({ isOneWay, isAnonymous, goodForMs }: LineMeaning): readonly string[] => [
  ...(isOneWay === true ? ['one-way'] : []),
  ...(isAnonymous === false ? ['your name'] : []),
  ...(goodForMs === undefined ? [] : [`good for ${lifetimeText(goodForMs)}`]),
]

/** Removes the side that was specified with one-way. */
const withoutContradictions = ({ isOneWay, isAnonymous, goodForMs: _, ...rest }: LineMeaning): LineMeaning => ({
  ...rest,
  isAnonymous: isAnonymous === false ? undefined : isAnonymous,
  isOneWay: isOneWay === true ? undefined : isOneWay,
  side: isOneWay === true ? undefined : rest.side,
})

/** The line that would produce the form. A hedge that follows the marks is written as such, not as its current leg. */
export function lineOf(form: BuilderForm, structure: Structure, kept: KeptTerms = {}): string {
  const legs = form.isAutoHedged ? structure.legs.filter((leg) => !isHedge(leg)) : structure.legs
  return printLine({
    ...kept,
    baseCurrency: form.currency,
    structure: { legs },
    quantity: (form.quantity ?? '') === '' ? undefined : parseQuantity(form.quantity ?? ''),
    isHedged: form.isAutoHedged ? true : undefined,
    hedgePrice: form.hedgeAt === undefined ? undefined : parsePrice(form.hedgeAt),
    isAnonymous: form.isAnonymous ? true : undefined,
    ...(form.takerSide === undefined ? {} : { side: form.takerSide, isOneWay: true }),
    goodForMs: form.goodForMs === RFQ_LIFETIME_MS ? undefined : form.goodForMs,
  })
}

/**
 * The line after a field was changed by hand, so that the line and the form always say the same. Empty if the form cannot be written as a line that
 * reads back into it.
 */
export function rewritten(form: BuilderForm, instruments: Instruments, kept: KeptTerms, around: LineAround): string {
  const structure = structureOf(form.legs, instruments)
  if (structure === undefined || form.isExample) return ''
  const line = lineOf(form, structure, kept)
  const read = readLine(line, around)
  return read.state === 'UNDERSTOOD' && agrees(read, form) ? line : ''
}
