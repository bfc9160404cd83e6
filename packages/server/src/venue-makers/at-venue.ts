/** Our RFQ in the form sent to its venue, and the venue's quotes in our unit. Pure. */
import { isHedge, remainingQuantity, type Price, type Quantity, type Rfq, type Side, type Structure } from '@parley/core'
import type { VenueLevel, VenueRfq, VenueRfqTerms } from '@parley/venues'
import { quantitiesOf } from '../catalogue/leg-quantities.ts'

export const termsOf = ({ id, structure, isTakerAnonymous }: Rfq, quantity: Quantity): VenueRfqTerms => {
  const quantities = quantitiesOf(structure, quantity)
  return {
    name: id,
    taker: isTakerAnonymous ? 'ANONYMOUS' : 'DISCLOSED',
    legs: structure.legs.map(({ instrument, side, price }, place) => ({
      ...{ instrument, side, quantity: quantities[place]! },
      ...(price === undefined ? {} : { hedgePrice: price }),
    })),
  }
}

/** The quantity to request at the venue: the full remaining quantity, if that is a valid block. */
export function wantedOf(rfq: Rfq): Quantity | undefined {
  if (rfq.state !== 'OPEN' || rfq.ending !== undefined) return undefined
  const remaining = remainingQuantity(rfq)
  return remaining < rfq.minimumBlock ? undefined : remaining
}

/** The venue's own unit is the common factor of the legs' quantities. A structure with halves in its ratios has more of those units than of ours. */
export function venueQuantity(structure: Structure, quantity: Quantity): Quantity {
  const quantities = quantitiesOf(structure, quantity)
  let factor = 0
  for (const [place, leg] of structure.legs.entries()) if (!isHedge(leg)) factor = greatestDivisor(factor, quantities[place]!)
  return factor as Quantity
}

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

/** A level in the unit of our RFQ; undefined if its price cannot be converted exactly. */
function levelInOurs(level: VenueLevel, ours: Quantity, theirs: Quantity): VenueLevel | undefined {
  if (ours === theirs) return level
  const scaled = BigInt(level.price) * BigInt(theirs)
  if (scaled % BigInt(ours) !== 0n) return undefined
  const quantity = Number((BigInt(level.quantity) * BigInt(ours)) / BigInt(theirs)) as Quantity
  return { ...level, price: Number(scaled / BigInt(ours)) as Price, quantity }
}

export type QuotedSides = {
  readonly bids: readonly VenueLevel[]
  readonly asks: readonly VenueLevel[]
  /** The prices at which the whole quantity can be sold, and bought. */
  readonly bid: Price | undefined
  readonly ask: Price | undefined
}

export const nothingQuoted: QuotedSides = { bids: [], asks: [], bid: undefined, ask: undefined }

export function quotedSides(rfq: VenueRfq, ours: Quantity): QuotedSides {
  const inOurs = (levels: readonly VenueLevel[]) => levels.flatMap((level) => levelInOurs(level, ours, rfq.quantity) ?? [])
  const [bids, asks] = [inOurs(rfq.bids), inOurs(rfq.asks)]
  return { bids, asks, bid: wholePrice(bids, ours), ask: wholePrice(asks, ours) }
}

/** The last price needed to fill the quantity, best first. An all-or-none level is used in full or skipped. */
export function wholePrice(levels: readonly VenueLevel[], quantity: Quantity): Price | undefined {
  let left: number = quantity
  for (const level of levels) {
    if (level.isAllOrNone && level.quantity > left) continue
    left -= Math.min(left, level.quantity)
    if (left === 0) return level.price
  }
  return undefined
}

/** Whether the taker, on this side, gets the full quantity at the limit or better. */
export function isWithin({ bid, ask }: QuotedSides, side: Side, limit: Price): boolean {
  return side === 'BUY' ? ask !== undefined && ask <= limit : bid !== undefined && bid >= limit
}
