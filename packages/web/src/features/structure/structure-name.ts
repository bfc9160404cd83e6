/** The name of a structure on the screen: `Call Spread · 25 DEC 26 · 90k / 100k`. The published description stays unchanged. */
import {
  formatInstrumentName,
  formatRatio,
  type Leg as CoreLeg,
  legsDescribed,
  type LegWanted,
  namedLegs,
  priceDecimals,
  recognise,
  shapes,
  strategyName,
  structureText,
} from '@parley/core'

type Named = Parameters<typeof strategyName>[0]
export const structureName = (rfq: Named): string => `${strategyName(rfq)} · ${structureText(rfq.legs)}`

/** The same for legs that are not an RFQ yet. */
export function legsName(legs: readonly CoreLeg[]): string {
  const named = namedLegs(legs)
  const { code, direction } = recognise({ legs })
  const turned = direction === 'SELL' ? ' (inverse)' : ''
  return `${strategyName({ strategyCode: code, legs: named })}${turned} · ${structureText(named)}`
}

/** The decimals of prices of the structure. */
export const legsDecimals = (structure: { readonly legs: readonly CoreLeg[] } | undefined): number =>
  structure === undefined ? 4 : priceDecimals({ legs: namedLegs(structure.legs), strategyCode: recognise(structure).code })

/** The same for an object that has only its published description, such as an order. */
export function nameOfDescription(description: string): string {
  const wanted = legsDescribed(description, ANY_CURRENCY)
  if (wanted === undefined) return description.replaceAll(/\s+/g, ' ')
  const [word = ''] = description.split(/\s/, 1)
  const strategyCode = word === 'Perp' ? 'FT' : (shapes.find((shape) => shape.word === word)?.code ?? 'CM')
  const legs = wanted.map(({ instrument, side, ratio }) => ({
    instrumentName: instrumentName(instrument),
    side,
    ratio: formatRatio(ratio),
  }))
  return `${strategyName({ strategyCode, legs })} · ${structureText(legs)}`
}

/** A name does not depend on the currency. */
const ANY_CURRENCY = 'BTC'

const instrumentName = ({ baseCurrency, expiresAt, optionKind, strike }: LegWanted['instrument']): string =>
  formatInstrumentName({
    underlying: baseCurrency,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(optionKind === undefined || strike === undefined ? {} : { option: { kind: optionKind, strike } }),
  })
