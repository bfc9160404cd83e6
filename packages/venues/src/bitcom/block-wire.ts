/**
 * Translates blocks to and from the wire. This is the only place that decides which side belongs to which party: each party sends its own side. Pure.
 */
import { createHash } from 'node:crypto'
import { asList, asObject } from '../adapter/wire-object.ts'
import { formatPrice, formatQuantity, opposite, type Price, type Quantity, type Side } from '@parley/core'
import type { Block, BlockLeg, Settled, SettledLeg } from '../port/venue-answers.ts'
import { familyOfInstrument, type Family } from './families.ts'
import { figureFromWire, priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import type { Params } from './sign.ts'

export type Role = 'maker' | 'taker'

const sideOf = ({ makerSide }: BlockLeg, role: Role): Side => (role === 'maker' ? makerSide : opposite(makerSide))

export const tradesToWire = (block: Block, role: Role): readonly Params[] =>
  block.legs.map((leg) => ({
    instrument_id: leg.instrument.name,
    price: formatPrice(leg.price),
    qty: formatQuantity(leg.quantity),
    side: sideOf(leg, role) === 'BUY' ? 'buy' : 'sell',
  }))

/** The contract family of all legs; undefined if they belong to none, or to more than one. */
export function familyOfBlock({ legs: [first, ...others] }: Block): Family | undefined {
  const family = first && familyOfInstrument(first.instrument)
  const isOne = others.every(({ instrument }) => {
    const { prefix, currency } = familyOfInstrument(instrument)
    return prefix === family?.prefix && currency === family.currency
  })
  return isOne ? family : undefined
}

export type Users = { readonly maker: string; readonly taker: string }

/** The venue gives no signature. Ours binds what the maker posted to what the taker is about to post, and to both accounts. */
export function agreementOf(block: Block, users: Users): string {
  const legs = block.legs.map((leg) => [leg.instrument.name, leg.makerSide, leg.price, leg.quantity])
  return createHash('sha256')
    .update(JSON.stringify([block.nonce, block.at, legs, users.maker, users.taker]))
    .digest('hex')
}

export type WireRow = {
  readonly role: Role
  readonly status: string
  readonly at: number
  readonly instrumentName: string
  readonly side: Side
  readonly price: Price
  readonly quantity: Quantity
  readonly indexPrice: number | undefined
}

/** The venue's states for a side that has not traded: it may still trade (waiting), or never will (dead). */
const WAITING: ReadonlySet<string> = new Set(['pending', 'open', 'new'])
const DEAD: ReadonlySet<string> = new Set(['cancelled', 'canceled', 'rejected', 'expired', 'failed'])

export type BlockRecord =
  | { readonly kind: 'SETTLED'; readonly settled: Settled }
  /** No row under the label has traded. `isWaiting` is true if a side of it is still open. */
  | { readonly kind: 'UNTRADED'; readonly isWaiting: boolean }
  | { readonly kind: 'UNREADABLE'; readonly reason: string }

/** The rows that the venue has under a block's label, whichever party reads them. */
export function recordFromWire(data: unknown, block: Block): BlockRecord {
  if (!Array.isArray(data)) return { kind: 'UNREADABLE', reason: 'the venue sent its list of blocks in an unknown format' }
  const own = asList(data).filter((row) => asObject(row)?.['label'] === block.nonce)
  const rows = own.map(rowFromWire)
  if (rows.includes(undefined) || own.length !== data.length)
    return { kind: 'UNREADABLE', reason: 'the venue sent its list of blocks in an unknown format' }
  const known = rows as readonly WireRow[]
  const filled = known.filter(({ status }) => status === 'filled')
  if (filled.length === 0) {
    const odd = known.find(({ status }) => !WAITING.has(status) && !DEAD.has(status))
    return odd === undefined
      ? { kind: 'UNTRADED', isWaiting: known.some(({ status }) => WAITING.has(status)) }
      : { kind: 'UNREADABLE', reason: `the venue reports the block as ${odd.status}` }
  }
  const [first] = filled as [WireRow]
  const settled = settledFrom(
    filled.filter(({ role }) => role === first.role),
    first.role,
    block,
  )
  return settled === undefined
    ? { kind: 'UNREADABLE', reason: 'the venue shows different legs under the label of the block' }
    : { kind: 'SETTLED', settled }
}

export function rowFromWire(value: unknown): WireRow | undefined {
  const row = asObject(value)
  const [name, role, status, side] = [row?.['instrument_id'], row?.['role'], row?.['status'], row?.['side']]
  const [price, quantity] = [priceFromWire(row?.['price']), quantityFromWire(row?.['qty'])]
  const at = figureFromWire(row?.['updated_at']) ?? figureFromWire(row?.['created_at'])
  if (typeof name !== 'string' || (role !== 'maker' && role !== 'taker') || typeof status !== 'string') return undefined
  if ((side !== 'buy' && side !== 'sell') || price === undefined || quantity === undefined || at === undefined) return undefined
  const indexPrice = figureFromWire(row?.['index_price'])
  return { role, status, at, instrumentName: name, side: side === 'buy' ? 'BUY' : 'SELL', price, quantity, indexPrice }
}

/**
 * Returns the legs in the agreed order, because the venue guarantees none. The trade is identified by the label, the only name that both parties can
 * find it by.
 */
function settledFrom(rows: readonly WireRow[], role: Role, block: Block): Settled | undefined {
  const left = [...rows]
  const legs = block.legs.flatMap((leg): SettledLeg[] => {
    const index = left.findIndex((row) => isLeg(row, leg, role))
    return index === -1 ? [] : left.splice(index, 1).map(legOf)
  })
  const isWhole = legs.length === block.legs.length && left.length === 0
  return isWhole ? { venueTradeId: block.nonce, at: Math.max(...rows.map(({ at }) => at)), legs } : undefined
}

const isLeg = (row: WireRow, leg: BlockLeg, role: Role): boolean =>
  row.instrumentName === leg.instrument.name && row.side === sideOf(leg, role) && row.price === leg.price && row.quantity === leg.quantity

const legOf = ({ instrumentName, price, quantity, indexPrice }: WireRow): SettledLeg => ({
  ...{ instrumentName, price, quantity },
  ...(indexPrice === undefined ? {} : { indexPrice }),
})
