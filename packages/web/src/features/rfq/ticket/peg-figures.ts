/** The market data of a peg: the mark, the value of a vol point, and the tick. Pure. */
import type { Order } from '@parley/client'
import {
  formatPrice,
  priceFromNumber,
  priceToNumber,
  ratioToNumber,
  strategyLegs,
  structureMark,
  structureTick,
  type PegOrder,
  type Price,
  type Structure,
} from '@parley/core'
import type { MarkOf } from './maker-form.ts'

export type PegFigures = { readonly mark: number | undefined; readonly pricePerVol: number | undefined; readonly tick: number }

/** The value of a vol point is the larger of the structure's net vega and its largest leg's. For coin quotes it is converted at the index. */
export function pegFigures(structure: Structure, markOf: MarkOf): PegFigures {
  const whole = structureMark(structure, markOf)
  const legs = strategyLegs(structure)
  const vegas = legs.map(({ instrument, ratio }) => Math.abs(ratioToNumber(ratio) * (markOf(instrument.id)?.greeks?.vega ?? 0)))
  const vega = Math.max(Math.abs(whole?.greeks.vega ?? 0), ...vegas)
  const first = legs[0]?.instrument
  const index = first === undefined ? undefined : markOf(first.id)?.underlyingPrice
  const dollars = first?.quoteCurrency === first?.baseCurrency ? index : 1
  return {
    mark: whole?.markPrice,
    pricePerVol: vega > 0 && dollars !== undefined && dollars > 0 ? vega / dollars : undefined,
    tick: priceToNumber(structureTick(structure)),
  }
}

/** On the tick and exact, as it is sent. */
export function pegText(price: number, structure: Structure): string {
  const tick = structureTick(structure)
  return formatPrice((Math.round((priceFromNumber(price) ?? 0) / tick) * tick) as Price)
}

export const pegOrders = (orders: readonly Pick<Order, 'side' | 'price'>[]): readonly PegOrder[] =>
  orders.map(({ side, price }) => ({ side, price: Number(price) }))
