/** The instruments of a list, their order, and where the next page starts: pure. */
import { product, refuse, type Instrument, type Refusal, type VenueCode } from '@parley/core'
import { enumerationMessage } from '../calls/fault.ts'

export type InstrumentQuery = {
  readonly venue?: string | undefined
  readonly base_currency?: string | undefined
  readonly kind?: string | undefined
  /** An alternative name of the kind, which clients of the order book use. */
  readonly type?: string | undefined
  readonly margin_kind?: string | undefined
  readonly state?: string | undefined
  readonly venue_instrument_name?: readonly string[] | undefined
  readonly cursor?: string | undefined
  readonly page_size?: number | undefined
}

const kinds = ['OPTION', 'FUTURE', 'SPOT', 'LOAN']
/** The values of each filter. A currency may be any text, and an unknown one lists nothing. */
const words: readonly (readonly ['venue' | 'kind' | 'type' | 'margin_kind' | 'state', readonly string[]])[] = [
  ['kind', kinds],
  ['type', kinds],
  ['margin_kind', ['INVERSE', 'LINEAR']],
  ['state', ['ACTIVE', 'EXPIRED']],
]

/** Contracts of disabled products trade only in listed spreads, if at all, and never in an RFQ or order book (rulebook 3.1). */
export const ofRequests = (all: readonly Instrument[]): readonly Instrument[] =>
  all.filter(({ productCode }) => product(productCode)?.isDisabled !== true)

/** Without a state, only active ones are listed; a name also finds an expired one. Instruments of a venue that is not offered are never listed. */
export function selectInstruments(
  all: readonly Instrument[],
  query: InstrumentQuery,
  offered: readonly VenueCode[],
): readonly Instrument[] | Refusal {
  const venueWords: (typeof words)[number] = ['venue', offered]
  for (const [member, known] of [venueWords, ...words]) {
    const value = wordOf(query[member])
    if (value !== undefined && !known.includes(value))
      return refuse('InvalidEnumerationValue', '', enumerationMessage(member, value, known), member)
  }
  const names = query.venue_instrument_name === undefined ? undefined : new Set(query.venue_instrument_name)
  const state = wordOf(query.state) ?? (names === undefined ? 'ACTIVE' : undefined)
  const possible: readonly [(instrument: Instrument) => string, string | undefined][] = [
    [(one) => one.venue, wordOf(query.venue)],
    [(one) => one.baseCurrency, wordOf(query.base_currency)],
    [(one) => one.kind, wordOf(query.kind ?? query.type)],
    [(one) => one.marginKind, wordOf(query.margin_kind)],
    [(one) => one.state, state],
  ]
  const wanted = possible.filter(([, value]) => value !== undefined)
  return all.filter(
    (one) =>
      offered.includes(one.venue) && wanted.every(([of, value]) => of(one) === value) && (names === undefined || names.has(one.name)),
  )
}

/** Some clients write the name of their own type before the value: `Kind.OPTION`. */
const wordOf = (text: string | undefined): string | undefined => text?.split('.').at(-1)!.toUpperCase()

/** The orders of lists. A leading minus reverses them. */
const orders = {
  id: ({ id }: Instrument) => id,
  name: ({ name }: Instrument) => name,
  expires_at: ({ expiresAt }: Instrument) => expiresAt ?? Infinity,
  strike: ({ strike }: Instrument) => strike ?? 0,
} as const satisfies Record<string, (instrument: Instrument) => number | string>
type Order = keyof typeof orders
type Ordering = { readonly by: Order; readonly isDescending: boolean }

const BY_ID: Ordering = { by: 'id', isDescending: false }

const isOrder = (word: string): word is Order => Object.hasOwn(orders, word)

/** By id if no order is given, which `default` means too. */
export function orderingOf(asked: string | undefined): Ordering | Refusal {
  const isDescending = asked?.startsWith('-') ?? false
  const word = (isDescending ? asked?.slice(1) : asked) ?? 'id'
  if (asked === 'default') return BY_ID
  if (isOrder(word)) return { by: word, isDescending }
  const known = Object.keys(orders).join(', ')
  return refuse(
    'InvalidEnumerationValue',
    '',
    `ordering: must be default or one of ${known}, with - in front for the reverse order.`,
    'ordering',
  )
}

/** Instruments with equal values are sorted by id, so that the order is always the same. */
function comparisonOf({ isDescending }: Ordering): (a: ListPosition, b: ListPosition) => number {
  const times = isDescending ? -1 : 1
  return (a, b) => times * (compare(a.value, b.value) || a.id - b.id)
}

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0)

export type InstrumentPage = { readonly next: string | null; readonly results: readonly Instrument[] }

/** The position of an instrument in an order. */
type ListPosition = { readonly value: number | string; readonly id: number }

/** The values that instruments are sorted by never change, so the next page starts after the last one shown, whatever was listed in the meantime. */
export function pageOf(
  all: readonly Instrument[],
  cursor: string | undefined,
  size: number,
  ordering: Ordering = BY_ID,
): InstrumentPage | Refusal {
  // One known client sends the text of its own null after the last page.
  if (cursor === 'None') return { next: null, results: [] }
  const after = cursor === undefined || cursor === '' ? null : afterOf(cursor, ordering)
  if (after === undefined) return refuse('InvalidParams', '', 'cursor must be the `next` value of an earlier page, unchanged.', 'cursor')
  const comparison = comparisonOf(ordering)
  const places = all.map((instrument) => ({ value: orders[ordering.by](instrument), id: instrument.id, instrument }))
  const rest = (after === null ? places : places.filter((one) => comparison(one, after) > 0)).sort(comparison)
  const page = rest.slice(0, size)
  return { next: rest.length > size ? cursorAfter(page.at(-1)!, ordering) : null, results: page.map(({ instrument }) => instrument) }
}

const nameOf = ({ by, isDescending }: Ordering): string => `${isDescending ? '-' : ''}${by}`

const cursorAfter = ({ id, value }: ListPosition, ordering: Ordering): string =>
  Buffer.from(ordering.by === 'id' && !ordering.isDescending ? `i ${id}` : `o ${nameOf(ordering)} ${id} ${value}`).toString('base64url')

/** Undefined for a cursor of a list in another order, or an invalid one. */
function afterOf(cursor: string, ordering: Ordering): ListPosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, plain] = /^i (\d{1,10})$/.exec(text) ?? []
  if (plain !== undefined) return nameOf(ordering) === 'id' ? { id: Number(plain), value: Number(plain) } : undefined
  const [, order, id, value] = /^o (-?[a-z_]{1,12}) (\d{1,10}) ([\w.-]{1,64})$/.exec(text) ?? []
  if (order !== nameOf(ordering)) return undefined
  return { id: Number(id), value: ordering.by === 'name' ? value! : Number(value) }
}
