/**
 * The one grammar of lines (rulebook 3.15): what desks type to each other, names of venues and of our own screens, descriptions of the tape. It is
 * tolerant about the wording and never about the meaning: each part is recognised, or offered as what it may mean, or reported as not recognised.
 */
import { formatVenueExpiry } from '../catalogue/calendar.ts'
import { MAX_DESCRIPTION } from '../structure/limits.ts'
import { parseStructure } from '../structure/parse.ts'
import { compose, isFailure, type Composed } from './compose.ts'
import { monthEnds } from './expiry-words.ts'
import type { Chosen, Failure } from './gather.ts'
import { MAX_COMBINATIONS, MAX_OFFERS } from './limits.ts'
import type { Listing } from './listing.ts'
import type { LineMeaning, LineOffer, LinePart, LineReading } from './meaning.ts'
import { strikesText } from './line-texts.ts'
import type { Part, Reading } from './part.ts'
import { partsOf } from './parts.ts'

export const readLine = (line: string, listing: Listing): LineReading => reading(line, listing, 'OFFERS_READ')

/** An offer is read once more, to be sure that it is understood. Its own offers are not. */
type Depth = 'OFFERS_READ' | 'OFFERS_UNREAD'

function reading(line: string, listing: Listing, depth: Depth): LineReading {
  if (line.length > MAX_DESCRIPTION) return unread('The text is too long for one RFQ.')
  const described = parseStructure(line, listing.currency, listing.find)
  if (described !== undefined) {
    const parts: readonly LinePart[] = [{ at: 0, text: line, state: 'UNDERSTOOD' }]
    return { state: 'UNDERSTOOD', parts, meaning: { baseCurrency: listing.currency, structure: described } }
  }
  const parts = partsOf(line, listing)
  if (parts === undefined) return unread('The text is too long for one RFQ.')
  const unknown = parts.find(({ readings }) => readings.length === 0)
  if (unknown !== undefined) return unreadPart(line, parts, unknown)
  return chosenOf(line, parts, listing, depth)
}

const unread = (problem: string): LineReading => ({ state: 'UNREAD', problem, offers: [], parts: [] })

function unreadPart(line: string, parts: readonly Part[], unknown: Part): LineReading {
  const { instead } = unknown
  const offers = instead === undefined ? [] : [{ part: instead.part, line: withTexts(line, new Map([[unknown, instead.text]]), []) }]
  return { state: 'UNREAD', problem: unknown.problem ?? '', offers, parts: parts.map((part) => shown(part, part.readings[0])) }
}

type Found = { readonly choice: readonly Chosen[]; readonly composed: Composed }

/** A line is understood if it makes sense in exactly one way, and without any assumption. */
function chosenOf(line: string, parts: readonly Part[], listing: Listing, depth: Depth): LineReading {
  const found: Found[] = []
  let best: Failure | undefined
  for (const choice of choicesOf(withSilent(parts, listing))) {
    const composed = compose(choice, listing)
    if (!isFailure(composed)) {
      if (!found.some((one) => isSame(one.composed.meaning, composed.meaning))) found.push({ choice, composed })
    } else if (best === undefined || stages.indexOf(composed.stage) > stages.indexOf(best.stage)) best = composed
  }
  const [first, second] = found
  if (first === undefined) return failedReading(line, parts, best, listing)
  const states = parts.map((part) => shown(part, first.choice.find((one) => one.part === part)?.reading))
  if (second === undefined && !isAnythingAssumed(first)) {
    const { meaning } = first.composed
    return { state: 'UNDERSTOOD', meaning, parts: meaning.isOneWay === true ? withSideSent(states, first.choice) : states }
  }
  const made = found.slice(0, MAX_OFFERS).map((one) => offerOf(line, one, found))
  const isRead = (offer: LineOffer) => depth === 'OFFERS_UNREAD' || reading(offer.line, listing, 'OFFERS_UNREAD').state === 'UNDERSTOOD'
  const offers = made.filter(isRead)
  const assumed = states.map((part): LinePart => (isAssumed(part, found) ? { ...part, state: 'SUGGESTED' } : part))
  const problem =
    offers.length === 0
      ? `${made[0]!.part.split(' · ')[0]} can be read in several places. Write each part once.`
      : `Did you mean ${offers.map(({ part }) => part).join(' or ')}?`
  return { state: 'UNREAD', problem, offers, parts: assumed }
}

const stages: readonly Failure['stage'][] = ['WORDS', 'PLACES', 'LISTED']

function failedReading(line: string, parts: readonly Part[], best: Failure | undefined, listing: Listing): LineReading {
  const states = parts.map((part) => shown(part, part.readings[0]))
  const remedy = best?.remedy
  const offers = (remedy?.texts ?? [])
    .map((text) => ({ part: text, line: withTexts(line, new Map([[remedy!.part, text]]), []) }))
    .filter((offer) => readLine(offer.line, listing).state === 'UNDERSTOOD')
  return {
    state: 'UNREAD',
    problem: best?.problem ?? 'Add the structure: call, put, call spread, straddle, risk reversal, future and so on.',
    offers,
    parts: states.map((part) => (part.at === remedy?.part.at ? { ...part, state: 'UNKNOWN' } : part)),
  }
}

/** A line without an expiry may mean the end of a near month, and two strikes of one kind may be a spread. Each possibility is offered. */
function withSilent(parts: readonly Part[], listing: Listing): readonly Part[] {
  const has = (kind: Reading['kind']) => parts.some(({ readings }) => readings.some((reading) => reading.kind === kind))
  const silent = (readings: readonly Reading[]): Part => ({ at: -1, text: '', readings })
  if (!has('WORD') && isPairOfOptions(parts)) return [...parts, silent([word('spread', 'spread')])]
  const isStructure = has('WORD') || has('STRIKES')
  if (!isStructure || has('INSTRUMENT')) return parts
  const needsExpiry = !has('EXPIRIES') && !parts.some(({ text }) => /^(?:fut|roll|perp)/i.test(text))
  const ends = needsExpiry ? monthEnds(listing).slice(0, MAX_OFFERS) : []
  const expiry = ends.map((at): Reading => ({ kind: 'EXPIRIES', expiries: [at], assumed: formatVenueExpiry(at) }))
  return [...parts, ...(expiry.length === 0 ? [] : [silent(expiry)]), ...silentWords(parts, has('WORD')).map(silent)]
}

/** Two named options of one kind and expiry may be a spread. */
function isPairOfOptions(parts: readonly Part[]): boolean {
  const named = parts.flatMap(({ readings }) => readings.flatMap((reading) => (reading.kind === 'INSTRUMENT' ? [reading.instrument] : [])))
  const [one, other] = named
  return (
    named.length === 2 &&
    one!.optionKind !== undefined &&
    one!.optionKind === other!.optionKind &&
    one!.expiresAt === other!.expiresAt &&
    one!.strike !== other!.strike
  )
}

const word = (text: string, assumed?: string): Reading =>
  assumed === undefined ? { kind: 'WORD', word: text } : { kind: 'WORD', word: text, assumed }

function silentWords(parts: readonly Part[], hasWord: boolean): readonly (readonly Reading[])[] {
  const rows = parts.flatMap(({ readings }) => readings.filter((reading) => reading.kind === 'STRIKES'))
  const letters = rows.flatMap(({ optionKinds }) => optionKinds)
  const isBoth = letters.includes('CALL') && letters.includes('PUT')
  if (!hasWord && isBoth) return [[word('rr', 'risk reversal'), word('strangle', 'strangle')]]
  if (!hasWord && letters.every((letter) => letter === undefined)) return []
  const isBare = parts.every(({ readings }) =>
    readings.every((reading) => reading.kind !== 'RATIOS' && (reading.kind !== 'WORD' || BARE.test(reading.word))),
  )
  const strikes = new Set(rows.flatMap((row) => row.strikes))
  if (!isBare || isBoth || !rows.some((row) => row.strikes.length === 2) || strikes.size < 2) return []
  return [[word('spread', 'spread')]]
}

const BARE = /^(?:calls?|puts?|c|p|options?)$/

function choicesOf(parts: readonly Part[]): readonly (readonly Chosen[])[] {
  let all: readonly (readonly Chosen[])[] = [[]]
  for (const part of parts)
    all = all.flatMap((sofar) => part.readings.map((reading) => [...sofar, { part, reading }])).slice(0, MAX_COMBINATIONS)
  return all
}

const isAnythingAssumed = ({ choice, composed }: Found): boolean =>
  composed.replaced.size + composed.added.length > 0 || choice.some(({ reading }) => reading.assumed !== undefined)

/** The unambiguous line, and the texts in which this reading differs from the others or contains an assumption. */
function offerOf(line: string, { choice, composed }: Found, found: readonly Found[]): LineOffer {
  const texts = new Map<Part, string>()
  const shownTexts = new Map<Part, string>()
  for (const { part, reading } of choice) {
    if (part.at < 0) continue
    const isOpen = found.some((other) => other.choice.some((one) => one.part === part && one.reading.kind !== reading.kind))
    const plain = plainText(part, reading)
    const text = composed.replaced.get(part) ?? reading.assumed ?? (isOpen || reading.kind === 'QUANTITY' ? plain : undefined)
    if (text === undefined) continue
    texts.set(part, text)
    if (text !== plain || isOpen) shownTexts.set(part, text)
  }
  const more = [...choice.flatMap(({ part, reading }) => (part.at < 0 ? (reading.assumed ?? []) : [])), ...composed.added]
  return { part: [...shownTexts.values(), ...more].join(' · '), line: withTexts(line, texts, more) }
}

/** A plain figure, with the sign of what it was read as. */
function plainText({ text }: Part, reading: Reading): string | undefined {
  if (reading.kind === 'QUANTITY' && reading.isPlain) return `${text}x`
  return reading.kind === 'STRIKES' && reading.strikes.length === 1 ? strikesText(reading.strikes, reading.optionKinds) : undefined
}

function withTexts(line: string, texts: ReadonlyMap<Part, string>, added: readonly string[]): string {
  let text = line
  for (const [part, put] of [...texts].sort(([a], [b]) => b.at - a.at))
    text = text.slice(0, part.at) + put + text.slice(part.at + part.text.length)
  // A slash left over at the end would join the added text to the text before it.
  return [text.trim().replace(/[\s,;/&]+$/, ''), ...added].join(' ')
}

function shown({ at, text }: Part, reading: Reading | undefined): LinePart {
  if (reading === undefined) return { at, text, state: 'UNKNOWN' }
  const isLater = reading.kind === 'TERMS' && (reading.terms.side !== undefined || reading.terms.limit !== undefined)
  return { at, text, state: reading.assumed !== undefined ? 'SUGGESTED' : isLater ? 'LATER' : 'UNDERSTOOD' }
}

/** A one-way RFQ sends the side, which otherwise waits for the ticket. */
const withSideSent = (states: readonly LinePart[], choice: readonly Chosen[]): readonly LinePart[] =>
  states.map((state) => {
    const reading = choice.find(({ part }) => part.at === state.at)?.reading
    return reading?.kind === 'TERMS' && reading.terms.side !== undefined ? { ...state, state: 'UNDERSTOOD' } : state
  })

const isAssumed = (part: LinePart, found: readonly Found[]): boolean =>
  found.some(({ composed }) => [...composed.replaced.keys()].some(({ at }) => at === part.at))

const isSame = (one: LineMeaning, other: LineMeaning): boolean => JSON.stringify(one) === JSON.stringify(other)
