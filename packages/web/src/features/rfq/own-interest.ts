/** The desk's own orders elsewhere for the requested structure: the best resting order of each side in other RFQs. Pure. */
import { isResting, type Leg, type Order, type Rfq, type Side } from '@parley/client'

export type OwnInterest = {
  /** In terms of this RFQ's structure, which may be the mirror of the other one. */
  readonly side: Side
  readonly price: string
  readonly quantity: string
  readonly rests: Order
}

const opposite: Readonly<Record<Side, Side>> = { BUY: 'SELL', SELL: 'BUY' }

/** At most one per side: its best price. */
export function ownInterest(
  here: Pick<Rfq, 'id' | 'legs' | 'venue'>,
  rfqs: ReadonlyMap<string, Pick<Rfq, 'id' | 'legs' | 'venue' | 'state'>>,
  orders: Iterable<Order>,
): readonly OwnInterest[] {
  const [same, turned] = [keyOf(here.legs, 'AS_IS'), keyOf(here.legs, 'TURNED')]
  const found = [...orders].flatMap((order): readonly OwnInterest[] => {
    const rfq = rfqs.get(order.rfqId)
    if (rfq === undefined || rfq.id === here.id || rfq.venue !== here.venue || rfq.state !== 'OPEN' || !isResting(order)) return []
    const key = keyOf(rfq.legs, 'AS_IS')
    if (key === same) return [{ side: order.side, price: order.price, quantity: order.resting, rests: order }]
    if (key === turned) return [{ side: opposite[order.side], price: negated(order.price), quantity: order.resting, rests: order }]
    return []
  })
  return (['BUY', 'SELL'] as const).flatMap((side) => {
    const best = found
      .filter((one) => one.side === side)
      .toSorted((a, b) => (side === 'BUY' ? Number(b.price) - Number(a.price) : Number(a.price) - Number(b.price)))[0]
    return best === undefined ? [] : [best]
  })
}

/** Legs in any order, and a hedge with its price. */
const keyOf = (legs: readonly Leg[], as: 'AS_IS' | 'TURNED'): string =>
  legs
    .map(
      ({ instrumentId, ratio, side, price }) =>
        `${instrumentId} ${Number(ratio)} ${as === 'AS_IS' ? side : opposite[side]} ${price === undefined ? '' : Number(price)}`,
    )
    .toSorted()
    .join('|')

const negated = (price: string): string => (Number(price) === 0 ? price : price.startsWith('-') ? price.slice(1) : `-${price}`)
