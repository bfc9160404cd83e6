/** Families of structures as a line of a desk names them: the words that choose one, and every other word that may stand beside them (rulebook 3.15). */
import { placesFit, type Places } from './parse.ts'
import { shapes, type Shape } from './strategies.ts'

type Family = {
  readonly pattern: RegExp
  readonly names: (kind: string) => readonly string[]
  /** Every word that may stand in a line of this family. */
  readonly words: RegExp
}

const KIND = 'calls?|puts?|c|p|options?'
const family = (pattern: RegExp, words: string, names: Family['names']): Family => ({ pattern, words: new RegExp(`^(?:${words})$`), names })

const families: readonly Family[] = [
  family(/\biron (butter)?fly\b|\bifly\b/, 'iron|fly|butterfly|ifly', () => ['Iron Butterfly']),
  family(/\biron condor\b|\bicondor\b|\bic\b/, 'iron|condor|icondor|ic', () => ['Iron Condor']),
  family(/\bratio\b|1x[23]/, `ratio|1x[23]|spread|spd|cs|ps|${KIND}`, (kind) => [`${kind} Ratio Spread`]),
  family(/\brisk ?rev|\brr(call|put)?\b/, `risk|risk-?rev(?:ersal)?|rev|reversal|rr|rrcall|rrput|${KIND}`, (kind) => [`Risk Reversal (${kind})`]),
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

/** Words that change nothing. */
const POLITE = /^(?:of|the|a|an|for|in|and|&|rfq|pls|please|two-?way|both|ways)$/

type Named = {
  readonly places: Places
  /** The words that say what it is. */
  readonly rest: string
  /** Why the figures cannot be understood; a word that is not understood is named before them. */
  readonly problem: string | undefined
}

/** The shape that the words and the figures of a line make together, or a sentence that says why they make none. */
export function shapeNamed({ rest, places, problem }: Named): Shape | string {
  const chosen = families.find(({ pattern }) => pattern.test(rest))
  if (chosen === undefined) return 'Say what it is: call, put, call spread, straddle, risk reversal, future and so on.'
  const foreign = rest.split(/[\s/,+-]+/).find((word) => word !== '' && !chosen.words.test(word) && !POLITE.test(word))
  if (foreign !== undefined) return `“${foreign}” is not understood.`
  const isPut = /\b(puts?|p|ps|pspd|pfly|pcal|pcondor|rrput)\b/.test(rest)
  if (isPut && /\b(calls?|c|cs|cspd|cfly|ccal|ccondor|rrcall)\b/.test(rest)) return 'The line says call and put; one of them is accepted.'
  if (problem !== undefined) return problem
  const names = chosen.names(isPut ? 'Put' : 'Call')
  const named = shapes.filter((shape) => names.includes(shape.name))
  const ratio = /1x([23])/.exec(rest)?.[1]
  const wanted = ratio === undefined ? named : named.filter((shape) => shape.legs.some((leg) => leg.ratio === Number(ratio)))
  return wanted.find((shape) => placesFit(shape, places)) ?? needs(wanted[0] ?? named[0]!, places)
}

function needs(shape: Shape, places: Places): string {
  const expiries = new Set(shape.legs.map((leg) => leg.expiry)).size
  const strikes = new Set(shape.legs.filter((leg) => leg.kind !== 'FUTURE').map((leg) => leg.strike)).size
  const dates = expiries === 1 ? 'one expiry such as 27MAR26' : 'two expiries such as 27MAR26/26JUN26'
  const hint = places.strikes.length > strikes ? ' A quantity is written 100x.' : ''
  return `A ${shape.name} needs ${dates}${strikes === 0 ? '' : ` and ${strikes} strike${strikes === 1 ? '' : 's'}`}.${hint}`
}
