/** The recap of a trade as one line of text for a chat or a ticket, in the format of the desk (rulebook 3.24). Pure. */
import { refuse, type Refusal } from '../refusal.ts'

/** The words that a format can use in braces, and what each stands for. */
export const recapWords = {
  side: 'Bought or Sold',
  quantity: 'the traded quantity',
  structure: 'the structure, such as BTC 25DEC26 90k/100k call spread',
  price: 'the average price',
  premium: 'the premium with its coin',
  fills: 'each counterparty with its quantity and price',
  counterparties: 'the counterparties',
  index: 'the index at the time of the trade',
  hedge: 'the futures that traded with it',
  venue: 'the venue',
  account: 'the account',
  blocks: 'the block ids of the venue',
  fee: 'the fee of the venue',
  rfq: 'the id of the RFQ',
  time: 'date and time in UTC',
} as const

export type RecapWord = keyof typeof recapWords
/** Undefined for what is not known, or what the trade does not have. */
export type RecapFacts = Readonly<Record<RecapWord, string | undefined>>

export const recapLimits = { characters: 300 } as const
/** `Bought 50 BTC 25DEC26 90k/100k call spread @ 0.0412, ref 91,600, HLYD, BLOCK-152`. */
export const DEFAULT_RECAP = '{side} {quantity} {structure} @ {price}[, ref {index}][, {counterparties}][, {blocks}]'
/** Replaces a word without a value outside square brackets. */
const MISSING = 'n/a'

type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'word'; readonly word: RecapWord }
type Part = Piece | { readonly kind: 'optional'; readonly pieces: readonly Piece[] }
export type Recap = readonly Part[]

const isWord = (name: string): name is RecapWord => Object.hasOwn(recapWords, name)

/** A word, a bracket, or the text before the next of them. A single brace matches as the last alternative. */
const TOKEN = /\{([^{}[\]]*)\}|[[\]{}]|[^{}[\]]+/g

const problem = (sentence: string): Refusal<'RecapInvalid'> => refuse('RecapInvalid', '3.24', sentence, 'format')

/** The parts of a format. Words are in braces. A part in square brackets is left out if one of its words has no value. */
export function readRecap(format: string): Recap | Refusal<'RecapInvalid'> {
  if (format.length > recapLimits.characters) return problem(`A format has at most ${recapLimits.characters} characters.`)
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(format)) return problem('A format is one line of text.')
  const parts: Part[] = []
  let optional: Piece[] | undefined
  for (const [token, name] of format.matchAll(TOKEN)) {
    if (name !== undefined && !isWord(name))
      return problem(`{${name}} is not a word of a format. The words are ${Object.keys(recapWords).join(', ')}.`)
    if (token === '{' || token === '}') return problem('Each { needs a word and a }, such as {price}.')
    if (token === '[' && optional !== undefined) return problem('Square brackets cannot contain square brackets.')
    if (token === ']' && optional === undefined) return problem('Each ] needs a [ before it.')
    if (token === '[') optional = []
    else if (token === ']') {
      parts.push({ kind: 'optional', pieces: optional! })
      optional = undefined
    } else (optional ?? parts).push(name === undefined ? { kind: 'text', text: token } : { kind: 'word', word: name as RecapWord })
  }
  if (optional !== undefined) return problem('Each [ needs a ] after it.')
  const used = parts.some((part) => part.kind === 'word')
  return used ? parts : problem('A format needs at least one word outside square brackets, such as {price}.')
}

/** Prints a trade. Unknown words outside brackets are printed as `n/a`, so that no text reads as if nothing were missing. */
export function printRecap(recap: Recap, facts: RecapFacts): string {
  const printed = (pieces: readonly Piece[]): string =>
    pieces.map((piece) => (piece.kind === 'text' ? piece.text : (facts[piece.word] ?? MISSING))).join('')
  const isKnown = (piece: Piece): boolean => piece.kind === 'text' || facts[piece.word] !== undefined
  return recap.map((part) => (part.kind !== 'optional' ? printed([part]) : part.pieces.every(isKnown) ? printed(part.pieces) : '')).join('')
}
