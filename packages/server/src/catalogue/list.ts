/** The instruments of a list, their order, and where the list goes on: pure. */
import { refuse, venueCodes, type Instrument, type Refusal } from '@parley/core'

export type InstrumentQuery = {
  readonly venue?: string | undefined
  readonly base_currency?: string | undefined
  readonly kind?: string | undefined
  /** Another word for the kind, which the order book's clients use. */
  readonly type?: string | undefined
  readonly margin_kind?: string | undefined
  readonly state?: string | undefined
  readonly venue_instrument_name?: readonly string[] | undefined
  readonly cursor?: string | undefined
  readonly page_size?: number | undefined
}

const kinds = ['OPTION', 'FUTURE', 'SPOT', 'LOAN']
/** The values of each filter; a currency may be any text, and an unknown one lists nothing. */
const words: readonly (readonly ['venue' | 'kind' | 'type' | 'margin_kind' | 'state', readonly string[]])[] = [
  ['venue', venueCodes],
  ['kind', kinds],
  ['type', kinds],
  ['margin_kind', ['INVERSE', 'LINEAR']],
  ['state', ['ACTIVE', 'EXPIRED']],
]

/** Without a state only active ones are listed; a name finds an expired one too. */
export function selectInstruments(all: readonly Instrument[], query: InstrumentQuery): readonly Instrument[] | Refusal {
  for (const [member, known] of words) {
    const value = wordOf(query[member])
    if (value !== undefined && !known.includes(value))
      return refuse('InvalidEnumerationValue', '', `${member}: one of ${known.join(', ')} is accepted.`, member)
  }
  const names = query.venue_instrument_name === undefined ? undefined : new Set(query.venue_instrument_name)
  const state = wordOf(query.state) ?? (names === undefined ? 'ACTIVE' : undefined)
  const wanted: readonly [(instrument: Instrument) => string, string | undefined][] = [
    [(one) => one.venue, wordOf(query.venue)],
    [(one) => one.baseCurrency, wordOf(query.base_currency)],
    [(one) => one.kind, wordOf(query.kind ?? query.type)],
    [(one) => one.marginKind, wordOf(query.margin_kind)],
    [(one) => one.state, state],
  ]
  return all
    .filter((one) => wanted.every(([of, value]) => value === undefined || of(one) === value))
    .filter((one) => names === undefined || names.has(one.name))
    .toSorted((a, b) => a.id - b.id)
}

/** Some clients write the name of their own type before the word: `Kind.OPTION`. */
const wordOf = (text: string | undefined): string | undefined => text?.split('.').at(-1)!.toUpperCase()

export type InstrumentPage = { readonly next: string | null; readonly results: readonly Instrument[] }

/** Ids never change and only grow, so a page goes on after the last one shown whatever was listed meanwhile. */
export function pageOf(all: readonly Instrument[], cursor: string | undefined, size: number): InstrumentPage | Refusal {
  // One known client asks with the text of its own null after the last page.
  if (cursor === 'None') return { next: null, results: [] }
  const after = cursor === undefined || cursor === '' ? 0 : afterOf(cursor)
  if (after === undefined) return refuse('InvalidParams', '', 'cursor: the `next` of an earlier page is accepted, as it came.', 'cursor')
  const rest = all.filter((one) => one.id > after)
  const results = rest.slice(0, size)
  return { next: rest.length > size ? cursorAfter(results.at(-1)!.id) : null, results }
}

const cursorAfter = (id: number): string => Buffer.from(`i ${id}`).toString('base64url')

function afterOf(cursor: string): number | undefined {
  const match = /^i (\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  return match === null ? undefined : Number(match[1])
}
