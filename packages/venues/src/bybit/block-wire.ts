/** Translates blocks to and from the venue's RFQs. This is the only place that decides which side of a leg belongs to which party. */
import { createHash } from 'node:crypto'
import { formatPrice, formatQuantity, opposite, type Side } from '@parley/core'
import { asList, asObject } from '../adapter/wire-object.ts'
import type { Block, BlockLeg, Settled, SettledLeg } from '../port/venue-answers.ts'
import { figureFromWire, positiveFromWire, priceFromWire, quantityFromWire } from '../adapter/decimal-texts.ts'
import { textOf } from './wire.ts'

type WireSide = 'Buy' | 'Sell'

const sideToWire = (side: Side): WireSide => (side === 'BUY' ? 'Buy' : 'Sell')

/**
 * A leg of an RFQ has the side of a taker who executes the maker's sell list, and the maker takes the opposite side. We always send the RFQ with the
 * taker's sides, the maker quotes only its sell list, and the taker executes `Sell` (docs/decisions/0041).
 */
export const QUOTE_SIDE: WireSide = 'Sell'

export const legsToWire = (block: Block): readonly object[] =>
  block.legs.map((leg) => ({
    category: categoryOf(leg),
    symbol: leg.instrument.name,
    side: sideToWire(opposite(leg.makerSide)),
    qty: formatQuantity(leg.quantity),
  }))

export const pricesToWire = (block: Block): readonly object[] =>
  block.legs.map((leg) => ({ category: categoryOf(leg), symbol: leg.instrument.name, price: formatPrice(leg.price) }))

const categoryOf = ({ instrument }: BlockLeg): 'option' | 'linear' => (instrument.kind === 'OPTION' ? 'option' : 'linear')

/** The venue's name for our block: 32 letters and digits derived from its nonce and terms, so that a block with any other terms has another name. */
export function linkIdOf(block: Block): string {
  const legs = block.legs.map((leg) => [leg.instrument.name, leg.makerSide, leg.price, leg.quantity])
  return createHash('sha256')
    .update(JSON.stringify([block.nonce, block.at, legs]))
    .digest('hex')
    .slice(0, 32)
}

export type Signature = { readonly linkId: string; readonly rfqId: string; readonly quoteId: string }

export const formatSignature = ({ linkId, rfqId, quoteId }: Signature): string => [linkId, rfqId, quoteId].join('.')

export function parseSignature(text: string): Signature | undefined {
  const match = /^([0-9a-f]{32})\.(\w{1,64})\.(\w{1,64})$/.exec(text)
  return match === null ? undefined : { linkId: match[1]!, rfqId: match[2]!, quoteId: match[3]! }
}

/** The final result of an execution. */
export type Trade =
  | { readonly status: 'FILLED'; readonly settled: Settled }
  | { readonly status: 'FAILED'; readonly message: string; readonly code: string }

type WireLeg = SettledLeg & { readonly resultCode: string; readonly message: string; readonly party: string }

export function tradeFromWire(value: unknown, block: Block): Trade | undefined {
  const trade = asObject(value)
  const id = textOf(trade?.['rfqId'])
  const at = positiveFromWire(trade?.['updatedAt']) ?? positiveFromWire(trade?.['createdAt'])
  const legs = asList(trade?.['legs']).map(legFromWire)
  if (id === undefined || at === undefined || legs.length === 0) return undefined
  if (trade?.['status'] === 'Failed') return failureOf(legs)
  const known = legs.flatMap((leg) => leg ?? [])
  if (trade?.['status'] !== 'Filled' || known.length !== legs.length) return undefined
  return { status: 'FILLED', settled: { venueTradeId: id, at, legs: inOrder(known, block) } }
}

function legFromWire(value: unknown): WireLeg | undefined {
  const leg = asObject(value)
  const [name, price, quantity] = [textOf(leg?.['symbol']), priceFromWire(leg?.['price']), quantityFromWire(leg?.['qty'])]
  if (name === undefined || price === undefined || quantity === undefined) return undefined
  const markPrice = figureFromWire(leg?.['markPrice'])
  return {
    instrumentName: name,
    price,
    quantity,
    ...(markPrice === undefined ? {} : { markPrice }),
    resultCode: String(leg?.['resultCode'] ?? '0'),
    message: String(leg?.['resultMessage'] ?? ''),
    party: String(leg?.['rejectParty'] ?? '').toLowerCase(),
  }
}

/** A leg that was refused only because another leg was refused. */
const BECAUSE_OF_ANOTHER = '111002'

function failureOf(legs: readonly (WireLeg | undefined)[]): Trade {
  const refusals = legs.flatMap((leg) => (leg === undefined || leg.resultCode === '0' ? [] : [leg]))
  const cause = refusals.find(({ resultCode }) => resultCode !== BECAUSE_OF_ANOTHER) ?? refusals[0]
  if (cause === undefined) return { status: 'FAILED', message: 'Bybit executed none of the legs and gave no reason.', code: 'Failed' }
  const party = cause.party === 'taker' || cause.party === 'maker' ? ` (${cause.party}'s side)` : ''
  return { status: 'FAILED', message: `${cause.instrumentName}: ${cause.message}${party}`, code: cause.resultCode }
}

/** Returns the legs in the requested order, because the venue guarantees none. */
function inOrder(legs: readonly WireLeg[], block: Block): readonly SettledLeg[] {
  const left = [...legs]
  const ordered = block.legs.flatMap(({ instrument }) => {
    const index = left.findIndex(({ instrumentName }) => instrumentName === instrument.name)
    return index === -1 ? [] : left.splice(index, 1)
  })
  return (ordered.length === block.legs.length ? ordered : legs).map(({ instrumentName, price, quantity, markPrice }) => ({
    instrumentName,
    price,
    quantity,
    ...(markPrice === undefined ? {} : { markPrice }),
  }))
}
