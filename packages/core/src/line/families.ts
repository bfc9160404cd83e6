/**
 * Families of structures as desks name them in a line: the words that choose a family, and every other word that can be used with them (rulebook
 * 3.15).
 */
import { placesFit, type Places } from '../structure/parse.ts'
import { shapes, type Shape } from '../structure/strategies.ts'

type Family = {
  readonly pattern: RegExp
  readonly names: (kind: string) => readonly string[]
  /** Every word that can appear in a line of this family. */
  readonly words: RegExp
}

const KIND = 'calls?|puts?|c|p|options?'
const family = (pattern: RegExp, words: string, names: Family['names']): Family => ({ pattern, words: new RegExp(`^(?:${words})$`), names })

const families: readonly Family[] = [
  family(/\biron (butter)?fly\b|\bifly\b/, 'iron|fly|butterfly|ifly', () => ['Iron Butterfly']),
  family(/\biron condor\b|\bicondor\b|\bic\b/, 'iron|condor|icondor|ic', () => ['Iron Condor']),
  family(/\bratio\b/, `ratio|spread|spd|cs|ps|${KIND}`, (kind) => [`${kind} Ratio Spread`]),
  family(/\brisk ?rev|\brr(call|put)?\b/, `risk|riskrev|rev|reversal|rr|rrcall|rrput|${KIND}`, (kind) => [`Risk Reversal (${kind})`]),
  family(/\b[cp]?condor\b/, `[cp]?condor|${KIND}`, (kind) => [`${kind} Condor`]),
  family(/\b[cp]?(butter)?fly\b/, `[cp]?fly|butterfly|${KIND}`, (kind) => [`${kind} Butterfly`]),
  family(/\b[cp]?cal\b|\bcalendar\b|\bdiag(onal)?\b/, `[cp]?cal|calendar|diag|diagonal|spread|spd|${KIND}`, (kind) => [`${kind} Calendar`, `${kind} Diagonal`]),
  family(/\bstraddle\b|\bsd\b/, 'straddle|sd', () => ['Straddle']),
  family(/\bstrangle\b|\bsg\b/, 'strangle|sg', () => ['Strangle']),
  family(/\bfut[a-z]* (spread|spd)\b|\bfspd\b|\broll\b|\bperp[a-z]* (spread|spd)\b/, 'fut|futures?|spread|spd|fspd|roll|perp|perpetual', () => ['Future Spread']),
  family(/\bspread\b|\b[cp]?spd\b|\b[cp]s\b/, `vertical|spread|[cp]?spd|[cp]s|${KIND}`, (kind) => [`${kind} Spread`]),
  family(/\bfut(ures?)?\b|\bperp(etual)?\b/, 'fut|futures?|perp|perpetual', () => ['Future']),
  family(/\b(call|put|c|p)s?\b/, KIND, (kind) => [kind]),
] // prettier-ignore

/** Whether a line of any family can contain the word. */
export const isStructureWord = (word: string): boolean => families.some(({ words }) => words.test(word))

const PUTS = /^(?:puts?|p|ps|pspd|pfly|pcal|pcondor|rrput)$/
const CALLS = /^(?:calls?|c|cs|cspd|cfly|ccal|ccondor|rrcall)$/
/** Undefined if the words contain neither, or both. */
export const kindOfWords = (words: readonly string[]): 'CALL' | 'PUT' | undefined => {
  const [isPut, isCall] = [words.some((word) => PUTS.test(word)), words.some((word) => CALLS.test(word))]
  return isPut === isCall ? undefined : isPut ? 'PUT' : 'CALL'
}

/** The shapes that a line names with its words, or a sentence that explains why they name none. */
export function shapesNamed(words: readonly string[]): readonly Shape[] | string {
  const text = words.join(' ')
  const chosen = families.find(({ pattern }) => pattern.test(text))
  if (chosen === undefined) return 'Add the structure: call, put, call spread, straddle, risk reversal, future and so on.'
  const foreign = words.find((word) => !chosen.words.test(word))
  if (foreign !== undefined) return `“${foreign}” was not recognised.`
  const isPut = words.some((word) => PUTS.test(word))
  if (isPut && words.some((word) => CALLS.test(word))) return 'The line contains both call and put. Only one of them is accepted.'
  const names = chosen.names(isPut ? 'Put' : 'Call')
  return shapes.filter((shape) => names.includes(shape.name))
}

export const expiriesOfShape = (shape: Shape): number => new Set(shape.legs.map((leg) => leg.expiry)).size
export const strikesOfShape = (shape: Shape): number =>
  new Set(shape.legs.filter((leg) => leg.kind !== 'FUTURE').map((leg) => leg.strike)).size

/** A structure needs this many expiries and strikes. The sentence lists available expiries. */
export function shapeNeeds(shape: Shape, places: Places, listed: string): string {
  const strikes = strikesOfShape(shape)
  const dates = expiriesOfShape(shape) === 1 ? 'one expiry' : 'two expiries'
  const hint = places.strikes.length > strikes ? ' Write a quantity as 100x.' : ''
  const are = places.expiries.length === expiriesOfShape(shape) || listed === '' ? '' : ` Listed: ${listed}.`
  return `A ${shape.name} needs ${dates}${strikes === 0 ? '' : ` and ${strikes} strike${strikes === 1 ? '' : 's'}`}.${hint}${are}`
}

export const shapeThatFits = (all: readonly Shape[], places: Places): Shape | undefined => all.find((shape) => placesFit(shape, places))
