/**
 * An order book built from a snapshot and its updates. Pure: each frame gives the next book, or reports that the book is broken and has to be
 * requested again.
 */
import type { Price, Quantity } from '@parley/core'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'
import type { BookLevel, PerpetualBook } from '../port/perpetuals-port.ts'
import { MAX_BOOK_LEVELS } from './limits.ts'
import { priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { textOf, timeFromWire } from './numbers.ts'

type Levels = ReadonlyMap<Price, Quantity>
export type BookState = { readonly sequence: number; readonly bids: Levels; readonly asks: Levels; readonly at: number }

export type BookStep =
  | { readonly kind: 'BOOK'; readonly state: BookState }
  /** The book is unchanged. */
  | { readonly kind: 'SAME' }
  | { readonly kind: 'BROKEN'; readonly reason: string }

type Change = { readonly side: 'BUY' | 'SELL'; readonly price: Price; readonly quantity: Quantity }
type Removal = Omit<Change, 'quantity'>
type BookFrame = {
  readonly isSnapshot: boolean
  readonly sequence: number
  readonly at: number
  readonly removed: readonly Removal[]
  readonly changed: readonly Change[]
}

const broken = (reason: string): BookStep => ({ kind: 'BROKEN', reason })

/** `before` is undefined until a snapshot has arrived. The frames of a market are numbered without gaps. */
export function nextBook(before: BookState | undefined, data: unknown): BookStep {
  const frame = frameFromWire(data)
  if (frame === undefined) return broken('the venue sent a book update in an unknown format')
  if (frame.isSnapshot) return whole(applied({ sequence: 0, bids: new Map(), asks: new Map(), at: 0 }, frame))
  if (before === undefined) return broken('an update arrived before the snapshot of the book')
  // An update that is already in the book, as after a snapshot.
  if (frame.sequence <= before.sequence) return { kind: 'SAME' }
  if (frame.sequence !== before.sequence + 1) return broken(`updates ${before.sequence + 1} to ${frame.sequence - 1} are missing`)
  return whole(applied(before, frame))
}

function whole(state: BookState): BookStep {
  if (state.bids.size > MAX_BOOK_LEVELS || state.asks.size > MAX_BOOK_LEVELS) return broken('the book has more levels than the venue sends')
  const [bid, ask] = [best(state.bids, 'BUY'), best(state.asks, 'SELL')]
  return bid !== undefined && ask !== undefined && bid >= ask ? broken('the book is crossed') : { kind: 'BOOK', state }
}

const best = (levels: Levels, side: Change['side']): Price | undefined => {
  const prices = [...levels.keys()]
  return prices.length === 0 ? undefined : prices.reduce((one, other) => ((side === 'BUY') === one > other ? one : other))
}

function applied(before: BookState, { sequence, at, removed, changed }: BookFrame): BookState {
  const sides = { BUY: new Map(before.bids), SELL: new Map(before.asks) }
  for (const { side, price } of removed) sides[side].delete(price)
  for (const { side, price, quantity } of changed)
    if (quantity === 0) sides[side].delete(price)
    else sides[side].set(price, quantity)
  return { sequence, at, bids: sides.BUY, asks: sides.SELL }
}

function frameFromWire(value: unknown): BookFrame | undefined {
  const data = asObject(value)
  const [kind, sequence, at] = [data?.['update_type'], data?.['seq_no'], timeFromWire(data?.['last_updated_at'])]
  if (data === undefined || (kind !== 's' && kind !== 'd') || !Number.isSafeInteger(sequence) || at === undefined) return undefined
  const [inserted, updated] = ['inserts', 'updates'].map((name) => allOf(data, name, changeFromWire))
  const removed = allOf(data, 'deletes', removalFromWire)
  if (inserted === undefined || updated === undefined || removed === undefined) return undefined
  return { isSnapshot: kind === 's', sequence: sequence as number, at, removed, changed: [...inserted, ...updated] }
}

function allOf<Row>(data: WireObject, name: string, read: (row: unknown) => Row | undefined): readonly Row[] | undefined {
  const rows = asList(data[name]).map(read)
  const known = rows.filter((row) => row !== undefined)
  return known.length === rows.length ? known : undefined
}

/** The size of a removed level is meaningless, and may be absent. */
function removalFromWire(value: unknown): Removal | undefined {
  const row = asObject(value)
  const [side, price] = [row?.['side'], priceFromWire(row?.['price'])]
  return (side !== 'BUY' && side !== 'SELL') || price === undefined ? undefined : { side, price }
}

function changeFromWire(value: unknown): Change | undefined {
  const [level, quantity] = [removalFromWire(value), quantityFromWire(asObject(value)?.['size'])]
  return level === undefined || quantity === undefined || quantity < 0 ? undefined : { ...level, quantity }
}

export function bookOf(market: string, { sequence, at, bids, asks }: BookState): PerpetualBook {
  const sorted = (levels: Levels, order: 1 | -1): readonly BookLevel[] =>
    [...levels].map(([price, quantity]) => ({ price, quantity })).sort((one, other) => order * (one.price - other.price))
  return { market, sequence, at, bids: sorted(bids, -1), asks: sorted(asks, 1) }
}

/** A book as REST returns it: pairs of price and size on either side. */
export function bookFromRest(value: unknown): PerpetualBook | undefined {
  const body = asObject(value)
  const [market, sequence, at] = [textOf(body?.['market']), body?.['seq_no'], timeFromWire(body?.['last_updated_at'])]
  if (body === undefined || market === undefined || !Number.isSafeInteger(sequence) || at === undefined) return undefined
  const [bids, asks] = [levelsFromRest(body['bids']), levelsFromRest(body['asks'])]
  return bids === undefined || asks === undefined ? undefined : { market, sequence: sequence as number, at, bids, asks }
}

function levelsFromRest(value: unknown): readonly BookLevel[] | undefined {
  const levels = asList(value).map((pair) => {
    const [price, quantity] = [priceFromWire(asList(pair)[0]), quantityFromWire(asList(pair)[1])]
    return price === undefined || quantity === undefined ? undefined : { price, quantity }
  })
  const known = levels.filter((level) => level !== undefined)
  return known.length === levels.length ? known : undefined
}
