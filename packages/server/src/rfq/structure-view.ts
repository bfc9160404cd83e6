/** The view of a structure in the API, computed once per structure. */
import { createHash } from 'node:crypto'
import {
  canonical,
  describeStructure,
  formatPrice,
  formatQuantity,
  formatRatio,
  opposite,
  recognise,
  strategyDescription,
  strategyLegs,
  structureKind,
  type Quantity,
  type Side,
  type Trade,
  tradedVolatilities,
  type Structure,
} from '@parley/core'
import type { RfqLegView, StructureLegView, TradeLegView } from '@parley/contracts'
import { quantitiesOf } from '../catalogue/leg-quantities.ts'

export type StructureView = {
  readonly kind: 'OPTION' | 'FUTURE' | 'OPTION_FUTURE'
  readonly quote_currency: string
  readonly clearing_currency: string
  readonly product_codes: string[]
  readonly strategy_code: string
  readonly strategy_description: string
  readonly description: string
  readonly group_signature: string
}

const worked = new WeakMap<Structure, StructureView>()

export function viewOfStructure(structure: Structure): StructureView {
  let view = worked.get(structure)
  if (view === undefined) worked.set(structure, (view = workOut(structure)))
  return view
}

function workOut(structure: Structure): StructureView {
  const { instrument } = strategyLegs(structure)[0]!
  return {
    kind: structureKind(structure),
    quote_currency: instrument.quoteCurrency,
    clearing_currency: instrument.clearingCurrency,
    product_codes: [...new Set(structure.legs.map((leg) => leg.instrument.productCode))],
    strategy_code: recognise(structure).code,
    strategy_description: strategyDescription(structure),
    description: describeStructure(structure),
    group_signature: signatureOf(structure),
  }
}

const legsWorked = new WeakMap<Structure, StructureLegView[]>()

/** For an order, which has the legs of its RFQ without quantities. */
export function structureLegs(structure: Structure): StructureLegView[] {
  let legs = legsWorked.get(structure)
  if (legs === undefined) {
    legs = structure.legs.map(({ instrument, side, ratio }) => ({
      ...{ instrument_id: instrument.id, instrument_name: instrument.name },
      ...{ side, ratio: formatRatio(ratio) },
    }))
    legsWorked.set(structure, legs)
  }
  return legs
}

/** Equal for RFQs on the same structure, whatever the direction and order in which its legs were sent. */
function signatureOf(structure: Structure): string {
  const legs = canonical(structure).structure.legs.map((leg) =>
    [leg.instrument.venue, leg.instrument.name, leg.side, leg.ratio, leg.price ?? ''].join(' '),
  )
  return createHash('sha256').update(legs.sort().join('\n')).digest('hex')
}

export function rfqLegs(structure: Structure, quantity: Quantity): RfqLegView[] {
  const quantities = quantitiesOf(structure, quantity)
  return structure.legs.map((leg, place) => ({
    instrument_id: leg.instrument.id,
    instrument_name: leg.instrument.name,
    product_code: leg.instrument.productCode,
    ratio: formatRatio(leg.ratio),
    quantity: formatQuantity(quantities[place]!),
    side: leg.side,
    price: leg.price === undefined ? null : formatPrice(leg.price),
  }))
}

/** The legs of a trade as seen by the party on that `side` of the structure. */
export function tradeLegs(structure: Structure, trade: Trade, side: Side): TradeLegView[] {
  const volatilities = tradedVolatilities(structure, trade)
  return rfqLegs(structure, trade.quantity).map((leg, place) => ({
    ...leg,
    side: side === 'BUY' ? leg.side : opposite(leg.side),
    price: formatPrice(trade.legPrices[place]!),
    ...ivOf(volatilities[place]),
  }))
}

const ivOf = (volatility: number | undefined): Pick<TradeLegView, 'iv'> =>
  volatility === undefined ? {} : { iv: String(Math.round(volatility * 10_000) / 100) }
