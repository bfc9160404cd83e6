/** Translates blocks to and from the wire. This is the only place that decides whose side a direction refers to. */
import { opposite, type Price, type Quantity, type Side } from '@parley/core'
import type { Block, BlockLeg, Settled, SettledLeg } from '../port/venue-answers.ts'
import { priceFromWire, priceToWire, quantityFromWire, quantityToWire } from './numbers.ts'
import { asList, asObject } from '../adapter/wire-object.ts'

type Direction = 'buy' | 'sell'

/**
 * In verify and execute, the direction is always the maker's, and both parties send the same (the venue's reference pages;
 * docs/decisions/0041).
 */
const directionToWire = (makerSide: Side): Direction => (makerSide === 'BUY' ? 'buy' : 'sell')

export const tradesToWire = (block: Block): readonly object[] =>
  block.legs.map((leg) => ({
    instrument_name: leg.instrument.name,
    price: priceToWire(leg.price),
    amount: quantityToWire(leg.quantity),
    direction: directionToWire(leg.makerSide),
  }))

export const termsToWire = (block: Block, role: 'maker' | 'taker'): object => ({
  timestamp: block.at,
  nonce: block.nonce,
  role,
  trades: tradesToWire(block),
})

type WireLeg = SettledLeg & { readonly side: Side }
/** `isOfRfq`: the block belongs to one of the venue's own block RFQs. */
export type WireBlock = { readonly id: string; readonly at: number; readonly legs: readonly WireLeg[]; readonly isOfRfq: boolean }

export function blockFromWire(value: unknown): WireBlock | undefined {
  const block = asObject(value)
  const [id, at] = [block?.['id'], block?.['timestamp']]
  const trades = asList(block?.['trades'])
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof at !== 'number' || trades.length === 0) return undefined
  const legs = trades.map(legFromWire)
  return legs.some((leg) => leg === undefined) ? undefined : { id: String(id), at, legs: legs as WireLeg[], isOfRfq: trades.some(isOfRfq) }
}

const isOfRfq = (trade: unknown): boolean => (asObject(trade)?.['block_rfq_id'] ?? null) !== null

function legFromWire(value: unknown): WireLeg | undefined {
  const trade = asObject(value)
  const [name, direction] = [trade?.['instrument_name'], trade?.['direction']]
  const [price, quantity] = [priceFromWire(trade?.['price']), quantityFromWire(trade?.['amount'])]
  if (typeof name !== 'string' || price === undefined || quantity === undefined) return undefined
  const [mark, index] = [trade?.['mark_price'], trade?.['index_price']]
  return {
    instrumentName: name,
    side: direction === 'buy' ? 'BUY' : 'SELL',
    price,
    quantity,
    ...(typeof mark === 'number' ? { markPrice: mark } : {}),
    ...(typeof index === 'number' ? { indexPrice: index } : {}),
  }
}

/** Returns the legs in the requested order, because the venue guarantees none. */
export function settledFromWire(found: WireBlock, block: Block): Settled {
  const left = [...found.legs]
  const legs = block.legs.flatMap((leg) => {
    const index = left.findIndex((candidate) => isLeg(candidate, leg))
    return index === -1 ? [] : left.splice(index, 1)
  })
  return { venueTradeId: found.id, at: found.at, legs: (legs.length === block.legs.length ? legs : found.legs).map(withoutSide) }
}

const withoutSide = ({ side: _, ...leg }: WireLeg): SettledLeg => leg

/**
 * Whether a block in the venue's record has exactly these legs. Its directions may be the maker's or the caller's, so they have to be all equal or
 * all opposite. A false match costs one more question; a missed match costs a second trade.
 */
export function matches(found: WireBlock, block: Block): boolean {
  return sameLegs(found, block, (side) => side) || sameLegs(found, block, opposite)
}

function sameLegs(found: WireBlock, block: Block, seenAs: (side: Side) => Side): boolean {
  const recorded = found.legs.map((leg) => legKey(leg.instrumentName, leg.side, leg.price, leg.quantity)).sort()
  const wanted = block.legs.map((leg) => legKey(leg.instrument.name, seenAs(leg.makerSide), leg.price, leg.quantity)).sort()
  return recorded.join() === wanted.join()
}

const legKey = (name: string, side: Side, price: Price, quantity: Quantity): string => [name, side, price, quantity].join(' ')

/** Equal for blocks that the venue's record cannot distinguish. */
export function legsKey(block: Block): string {
  const seen = (turn: (side: Side) => Side): string =>
    block.legs
      .map((leg) => legKey(leg.instrument.name, turn(leg.makerSide), leg.price, leg.quantity))
      .sort()
      .join()
  const [one, other] = [seen((side) => side), seen(opposite)]
  return one < other ? one : other
}

const isLeg = (found: WireLeg, leg: BlockLeg): boolean =>
  found.instrumentName === leg.instrument.name && found.price === leg.price && found.quantity === leg.quantity
