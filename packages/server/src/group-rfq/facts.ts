/** What the rules need to know and cannot look up: instruments by name, leg prices, and the venue's figures of the moment. */
import {
  isHedge,
  parsePrice,
  refuse,
  structureMark,
  type GroupMarket,
  type Price,
  type Refusal,
  type Side,
  type Structure,
  type UnitExposure,
  type VenueCode,
} from '@parley/core'
import { structureOf, tooFine } from '../direct-rfq/facts.ts'
import type { MarketData } from '../market-data/market-data.ts'

export type NamedLeg = {
  readonly instrument?: string | undefined
  readonly instrument_id?: number | undefined
  readonly ratio: string
  readonly side: Side
  readonly price?: string | null | undefined
}

/** The structure as asked, its instruments named or numbered. */
export function structureNamed(asked: readonly NamedLeg[], venue: VenueCode, marketData: MarketData): Structure | Refusal {
  const numbered: { instrument_id: number; ratio: string; side: Side; price?: string | null | undefined }[] = []
  for (const [place, { instrument, instrument_id, ...leg }] of asked.entries()) {
    const id = instrument_id ?? (instrument === undefined ? undefined : marketData.instrumentNamed(venue, instrument)?.id)
    if (id === undefined)
      return refuse('InstrumentUnknown', '3.3', `There is no instrument ${instrument ?? ''} at ${venue}.`, `legs.${place}.instrument`)
    numbered.push({ ...leg, instrument_id: id })
  }
  return structureOf(numbered, venue, marketData)
}

type QuotedLeg = { readonly instrument?: string | undefined; readonly instrument_id?: number | undefined; readonly price: string }

/** Leg prices in the market's order, whatever order they came in; a hedge has its own. Undefined where one is missing. */
export function legPricesOf({ legs }: Structure, quoted: readonly QuotedLeg[]): readonly Price[] | undefined | Refusal {
  const isLeg = (one: QuotedLeg, { instrument }: Structure['legs'][number]) =>
    one.instrument_id === undefined ? one.instrument === instrument.name : one.instrument_id === instrument.id
  const stranger = quoted.findIndex((one) => !legs.some((leg) => isLeg(one, leg)))
  if (stranger !== -1) {
    const names = legs.map(({ instrument }) => instrument.name).join(', ')
    return refuse('OrderPriceMissing', '5.5', `The market's legs are ${names}.`, `legs.${stranger}.instrument`)
  }
  const prices: Price[] = []
  for (const leg of legs) {
    const found = quoted.filter((one) => isLeg(one, leg))
    if (found.length > 1) return refuse('OrderPriceMissing', '5.5', 'A leg is priced twice; one price for each leg is accepted.', 'legs')
    const price = found[0] === undefined ? leg.price : parsePrice(found[0].price)
    if (price === undefined) return found[0] === undefined ? undefined : tooFine(`legs.${quoted.indexOf(found[0])}.price`)
    prices.push(price)
  }
  return prices
}

/** For a market of one leg the price alone will do. */
export function loneLegPrice({ legs }: Structure, price: string | null | undefined): readonly QuotedLeg[] | undefined {
  const own = legs.filter((leg) => !isHedge(leg))
  return price === undefined || price === null || own.length !== 1 ? undefined : [{ instrument_id: own[0]!.instrument.id, price }]
}

/** What one unit is worth in dollars, in delta and in vega, as the venue's marks say now; absent where the venue is not heard. */
export function unitOf(
  { structure, venue, baseCurrency }: Pick<GroupMarket, 'structure' | 'venue' | 'baseCurrency'>,
  marketData: MarketData,
): UnitExposure {
  const mark = structureMark(structure, (id) => marketData.mark(id))
  const index = marketData.indexPrice(venue, baseCurrency)?.price
  const lead = structure.legs.find((leg) => !isHedge(leg))!.instrument
  const size = lead.kind === 'FUTURE' && lead.marginKind === 'INVERSE' ? 1 : index
  return {
    ...(size === undefined ? {} : { notional: size }),
    ...(mark === undefined ? {} : { delta: mark.greeks.delta, vega: mark.greeks.vega }),
  }
}
