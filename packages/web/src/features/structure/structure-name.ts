/** The one name of a structure on the screen: `Call Spread · 25 DEC 26 · 90k / 100k`. The published description stays as it is. */
import { type Leg as CoreLeg, formatPrice, formatRatio, recognise } from '@parley/core'
import type { Rfq } from '@parley/client'
import { strategyName, structureText } from './structure-text.ts'

export const structureName = (rfq: Pick<Rfq, 'strategyCode' | 'legs'>): string => `${strategyName(rfq)} · ${structureText(rfq.legs)}`

/** The same for legs that are no RFQ yet. */
export function legsName(legs: readonly CoreLeg[]): string {
  const named = legs.map(({ instrument, side, ratio, price }) => ({
    instrumentName: instrument.name,
    side,
    ratio: formatRatio(ratio),
    ...(price === undefined ? {} : { price: formatPrice(price) }),
  }))
  const { code, direction } = recognise({ legs })
  const turned = direction === 'SELL' ? ' (inverse)' : ''
  return `${strategyName({ strategyCode: code, legs: named })}${turned} · ${structureText(named)}`
}
