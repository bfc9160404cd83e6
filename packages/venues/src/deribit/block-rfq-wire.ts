/** Translates block RFQs to and from the wire. Pure; anything that cannot be parsed is undefined and never an error. */
import { multiplyExact, opposite, type Price, type Quantity, type Side } from '@parley/core'
import type { BlockLeg, Settled, SettledLeg } from '../port/venue-answers.ts'
import type { VenueAcceptance, VenueLevel, VenueRfq, VenueRfqLeg, VenueRfqTerms } from '../port/venue-makers.ts'
import { blockFromWire, type WireBlock } from './block-wire.ts'
import { priceFromWire, priceToWire, quantityFromWire, quantityToWire } from './numbers.ts'
import { asList, asObject, type WireObject } from '../adapter/wire-object.ts'

type Direction = 'buy' | 'sell'
const directionOf = (side: Side): Direction => (side === 'BUY' ? 'buy' : 'sell')
const sideOf = (direction: unknown): Side | undefined => (direction === 'buy' ? 'BUY' : direction === 'sell' ? 'SELL' : undefined)

/** private/create_block_rfq: legs and hedge from the buyer's view of the structure. Without `makers`, the RFQ goes to all makers. */
export function termsToWire({ name, legs, taker }: VenueRfqTerms): object {
  const hedge = legs.find(({ hedgePrice }) => hedgePrice !== undefined)
  return {
    legs: legs.filter(({ hedgePrice }) => hedgePrice === undefined).map(legToWire),
    ...(hedge === undefined ? {} : { hedge: { ...legToWire(hedge), price: priceToWire(hedge.hedgePrice!) } }),
    label: name,
    disclosed: taker === 'DISCLOSED',
  }
}

const legToWire = ({ instrument, side, quantity }: VenueRfqLeg) => ({
  instrument_name: instrument.name,
  amount: quantityToWire(quantity),
  direction: directionOf(side),
})

/** An RFQ with the legs that an acceptance has to repeat. */
export type WireRfq = VenueRfq & { readonly legs: readonly WireRfqLeg[]; readonly hedge: WireObject | undefined }
type WireRfqLeg = { readonly instrumentName: string; readonly side: Side; readonly ratio: number }

export function rfqFromWire(value: unknown): WireRfq | undefined {
  const row = asObject(value)
  const [id, createdAt, expiresAt] = [row?.['block_rfq_id'], row?.['creation_timestamp'], row?.['expiration_timestamp']]
  const quantity = quantityFromWire(row?.['amount'])
  const state = stateOf(row?.['state'])
  if (row === undefined || (typeof id !== 'number' && typeof id !== 'string') || quantity === undefined || state === undefined)
    return undefined
  if (typeof createdAt !== 'number' || typeof expiresAt !== 'number' || row['role'] === 'maker') return undefined
  const legs = asList(row['legs']).map(legFromWire)
  if (legs.length === 0 || legs.includes(undefined)) return undefined
  const label = row['label']
  return {
    ...{ id: String(id), state, createdAt, expiresAt, quantity, legs: legs as WireRfqLeg[] },
    name: typeof label === 'string' && label !== '' ? label : undefined,
    bids: levelsOf(row['bids'], 'BUY'),
    asks: levelsOf(row['asks'], 'SELL'),
    hedge: asObject(row['hedge']),
  }
}

/** `created` is the state in the response to the request itself. */
function stateOf(state: unknown): VenueRfq['state'] | undefined {
  switch (state) {
    case 'open':
    case 'created':
      return 'OPEN'
    case 'filled':
      return 'FILLED'
    case 'cancelled':
    case 'canceled':
      return 'CANCELED'
    case 'expired':
      return 'EXPIRED'
    default:
      return undefined
  }
}

function legFromWire(value: unknown): WireRfqLeg | undefined {
  const leg = asObject(value)
  const [name, ratio, side] = [leg?.['instrument_name'], leg?.['ratio'], sideOf(leg?.['direction'])]
  return typeof name === 'string' && typeof ratio === 'number' && ratio > 0 && side !== undefined
    ? { instrumentName: name, ratio, side }
    : undefined
}

/** Sorted best first, whatever order the venue uses. Levels that cannot be parsed are skipped. */
function levelsOf(value: unknown, side: Side): readonly VenueLevel[] {
  const levels = asList(value).flatMap((one) => {
    const level = asObject(one)
    const [price, quantity] = [priceFromWire(level?.['price']), quantityFromWire(level?.['amount'])]
    const at = level?.['last_update_timestamp']
    if (price === undefined || quantity === undefined || quantity <= 0) return []
    const makers = asList(level?.['makers']).filter((maker) => typeof maker === 'string')
    const isAllOrNone = level?.['execution_instruction'] === 'all_or_none'
    return [{ price, quantity, makers, isAllOrNone, at: typeof at === 'number' ? at : 0 }]
  })
  return levels.sort((a, b) => (side === 'BUY' ? b.price - a.price : a.price - b.price) || Number(b.isAllOrNone) - Number(a.isAllOrNone))
}

/**
 * private/accept_block_rfq: the taker's side and worst price, from a block that has the maker's sides. Undefined if the block does not have these
 * legs.
 */
export function acceptanceToWire({ venueRfqId, block }: VenueAcceptance, rfq: WireRfq): object | undefined {
  const { legs: asked, hedge, quantity } = rfq
  const own = asked.map((leg) => block.legs.find(({ instrument }) => instrument.name === leg.instrumentName))
  const taker = takerSideOf(asked, own)
  const price = taker === undefined ? undefined : netPrice(asked, own as readonly BlockLeg[])
  if (taker === undefined || price === undefined || !areOf(asked, own as readonly BlockLeg[], quantity)) return undefined
  return {
    block_rfq_id: Number(venueRfqId),
    price: priceToWire(price),
    amount: quantityToWire(quantity),
    direction: directionOf(taker),
    legs: asked.map(({ instrumentName, side, ratio }) => ({ instrument_name: instrumentName, direction: directionOf(side), ratio })),
    ...(hedge === undefined ? {} : { hedge }),
    time_in_force: 'fill_or_kill',
  }
}

/** The buyer of the structure takes each leg as requested, and the maker takes the other side. */
function takerSideOf(asked: readonly WireRfqLeg[], own: readonly (BlockLeg | undefined)[]): Side | undefined {
  const sides = new Set(asked.map(({ side }, place) => (own[place] === undefined ? undefined : own[place].makerSide === opposite(side))))
  if (sides.size !== 1 || sides.has(undefined)) return undefined
  return sides.has(true) ? 'BUY' : 'SELL'
}

const areOf = (asked: readonly WireRfqLeg[], own: readonly BlockLeg[], quantity: Quantity): boolean =>
  asked.every(({ ratio }, place) => multiplyExact(quantity, ratio, 1) === own[place]!.quantity)

function netPrice(asked: readonly WireRfqLeg[], own: readonly BlockLeg[]): Price | undefined {
  let net = 0
  for (const [place, { side, ratio }] of asked.entries()) {
    const part = multiplyExact(own[place]!.price, ratio, 1)
    if (part === undefined) return undefined
    net += side === 'BUY' ? part : -part
  }
  return Number.isSafeInteger(net) ? (net as Price) : undefined
}

/**
 * The trade of an RFQ: one block for each maker with a share in it. Legs at several prices are averaged by quantity, to the last decimal of a price.
 * Undefined if the blocks do not match these legs.
 */
export function settledFromBlocks(values: readonly unknown[], { block }: VenueAcceptance): Settled | undefined {
  const found = values.map(blockFromWire)
  if (found.length === 0 || found.includes(undefined)) return undefined
  const blocks = found as readonly WireBlock[]
  const legs: SettledLeg[] = []
  for (const { instrument, quantity } of block.legs) {
    const parts = blocks.flatMap((one) => one.legs.filter(({ instrumentName }) => instrumentName === instrument.name))
    const total = parts.reduce((sum, part) => sum + part.quantity, 0)
    if (total !== quantity) return undefined
    const { side: _, ...first } = parts[0]!
    legs.push({ ...first, quantity, price: averageOf(parts, total) })
  }
  return { venueTradeId: idOf(blocks), at: Math.max(...blocks.map(({ at }) => at)), legs }
}

/** Gives the same result for any order in which the venue lists them. */
const idOf = (blocks: readonly WireBlock[]): string =>
  blocks
    .map(({ id }) => id)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .join('+')

function averageOf(parts: readonly SettledLeg[], total: number): Price {
  const [first] = parts
  if (parts.every(({ price }) => price === first!.price)) return first!.price
  // Uses exact integers: a price times a quantity does not fit a double.
  const sum = parts.reduce((sofar, { price, quantity }) => sofar + BigInt(price) * BigInt(quantity), 0n)
  return Number((sum * 2n + BigInt(total)) / (2n * BigInt(total))) as Price
}
