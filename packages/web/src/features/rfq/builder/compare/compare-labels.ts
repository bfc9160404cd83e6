/** Texts and figures of the comparison. Pure. */
import {
  formatExpiry,
  inUnit,
  priceToNumber,
  strategyLegs,
  structureText,
  venues,
  withCommas,
  type CompareUnit,
  type IndexOf,
  type LegThere,
  type Price,
  type Structure,
  type VenueCode,
} from '@parley/core'
import { groupedText } from '../../../../components/figure-text.ts'

const decimals: Readonly<Record<CompareUnit, number>> = { USD: 2, COIN: 5, INDEX_PERCENT: 3 }

/** A dollar amount in the chosen unit. */
export const netText = (dollars: number, unit: CompareUnit, index: IndexOf): string =>
  groupedText(inUnit(dollars, unit, index), decimals[unit])

export const unitName = (unit: CompareUnit, { baseCurrency }: IndexOf): string =>
  unit === 'USD' ? 'USD' : unit === 'COIN' ? baseCurrency : '% of index'

/** A total: whole dollars, or coins with three decimals. */
export const totalText = (dollars: number, unit: CompareUnit, index: IndexOf): string => {
  const value = inUnit(dollars, unit === 'INDEX_PERCENT' ? 'USD' : unit, index)
  return unit === 'COIN' ? `${groupedText(value, 3)} ${index.baseCurrency}` : groupedText(value, 0)
}

/** `92k / 96k`, with its expiry. */
export const shortStructure = (structure: Structure): string =>
  structureText(strategyLegs(structure).map(({ instrument, side }) => ({ instrumentName: instrument.name, ratio: '1', side })))

/** Only its strikes, if both have the same expiry. */
export function changedTo(structure: Structure, from: Structure): string {
  const [to, before] = [shortStructure(structure), shortStructure(from)]
  const day = /^[^·]+ · /.exec(to)?.[0]
  return day !== undefined && before.startsWith(day) ? to.slice(day.length) : to
}

/** `Bit.com lists no 96,000 on 18 DEC 26. Near it: 95,000 and 100,000.` */
export function notListedText(venue: VenueCode, legs: readonly LegThere[]): string | undefined {
  const missing = legs.find((leg) => leg.state === 'NOT_LISTED')
  if (missing?.state !== 'NOT_LISTED') return undefined
  const { instrument } = missing.asked
  const { strike, expiresAt, kind, baseCurrency } = instrument
  const { strikes, expiries } = missing.near
  const family = kind === 'OPTION' ? 'options' : 'futures'
  const day = expiresAt === undefined ? 'perpetual' : dayText(expiresAt)
  const what = strikes.length > 0 && strike !== undefined ? `${strikeText(strike)} on ${day}` : `${baseCurrency} ${family} of ${day}`
  if (strikes.length === 0 && expiries.length === 0) return `${venues[venue].name} lists no ${baseCurrency} ${family} that trade here.`
  const near = strikes.length > 0 ? strikes.map(strikeText) : expiries.map(dayText)
  return `${venues[venue].name} lists no ${what}. Near it: ${near.join(' and ')}.`
}

const dayText = (at: Parameters<typeof formatExpiry>[0]): string => formatExpiry(at).toUpperCase()
const strikeText = (strike: Price): string => withCommas(String(priceToNumber(strike)))

/** How a block is executed there. */
const settlesBy: Readonly<Record<VenueCode, string>> = {
  DBT: 'by block trade, signed by both',
  BYB: 'by its RFQ, all legs or none',
  BIT: 'by two-sided block trades',
  PRDX: 'by offer and acceptance, signed by both',
}

export function settlesText(venue: VenueCode, structure: Structure): readonly [string, string] {
  return [`in ${structure.legs[0]!.instrument.clearingCurrency}`, settlesBy[venue]]
}
