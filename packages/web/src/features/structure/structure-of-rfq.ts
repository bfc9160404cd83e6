/** An RFQ as core's structure, once its instruments are loaded. */
import { parsePrice, parseRatio, type Instrument, type Leg, type Structure } from '@parley/core'
import type { Rfq } from '@parley/client'

export function structureOfRfq(rfq: Pick<Rfq, 'legs'>, instruments: ReadonlyMap<number, Instrument>): Structure | undefined {
  const legs = rfq.legs.map((leg): Leg | undefined => {
    const instrument = instruments.get(leg.instrumentId)
    const ratio = parseRatio(leg.ratio)
    if (instrument === undefined || ratio === undefined) return undefined
    const price = leg.price === undefined ? undefined : parsePrice(leg.price)
    return price === undefined ? { instrument, side: leg.side, ratio } : { instrument, side: leg.side, ratio, price }
  })
  return legs.every((leg) => leg !== undefined) ? { legs } : undefined
}
