/** Texts for an order and its outcome. Pure. */
import { type AnyOrder, isAtVenue, type Order } from '@parley/client'
import { parseInstrumentName, products } from '@parley/core'
import type { Tone } from '../../components/Badge.tsx'
import { spreadDecimals } from './spread-decimals.ts'
import { flowLook } from '../../live/audiences.ts'

const roles: Readonly<Record<Order['kind'], string>> = { QUOTE: 'Quote', CROSS: 'Cross' }
export const orderRole = ({ kind }: AnyOrder): string => roles[kind]

/** A rejected order has no type, because its time in force was never accepted. */
export const orderType = ({ isHidden, timeInForce, isPostOnly, refusal }: AnyOrder): string =>
  refusal !== undefined ? '' : [isHidden ? 'Hidden' : 'Limit', timeInForce, isPostOnly ? 'PO' : ''].filter(Boolean).join(' ')

/** The outcome. Settled and pending trades both count as traded. An order that was cut short shows that. */
export function orderOutcome(order: AnyOrder): {
  readonly status: string
  readonly tone: Tone
} {
  if (order.refusal !== undefined) return { status: 'Rejected', tone: 'danger' }
  const hasFilled = Number(filledOf(order)) > 0
  if (isAtVenue(order)) return { status: 'At the venue', tone: 'warn' }
  if (order.state === 'OPEN') return hasFilled ? { status: 'Partly filled', tone: 'mine' } : { status: 'Working', tone: 'open' }
  if (!hasFilled) return { status: 'Cancelled', tone: 'faint' }
  return Number(order.canceled) > 0 ? { status: 'Partly filled', tone: 'mine' } : { status: 'Filled', tone: 'mine' }
}

/** The text of the Filled column. */
export const filledOf = ({ audience, agreed, filled }: AnyOrder): string => (flowLook[audience].filled === 'AGREED' ? agreed : filled)

/** The decimals of its product or its listed spread, so that the prices in a column align. Otherwise as many as its price text has. */
export const decimalsOfPrice = (order: AnyOrder): number =>
  (order.audience === 'SPREADS' ? spreadDecimals(order) : productDecimals(order)) ?? order.price.split('.')[1]?.length ?? 0

/** The product follows from the names of the legs: that of the options if there are any, because hedges have their own price. */
function productDecimals({ venue, baseCurrency, legs = [] }: Pick<AnyOrder, 'venue' | 'baseCurrency' | 'legs'>): number | undefined {
  const names = legs.flatMap(({ instrumentName }) => parseInstrumentName(instrumentName) ?? [])
  const name = names.find(({ option }) => option !== undefined) ?? names[0]
  if (name === undefined) return undefined
  const kind = name.option === undefined ? 'FUTURE' : 'OPTION'
  const margin = /[_-]/.test(name.underlying) || name.perpetual !== undefined ? 'LINEAR' : 'INVERSE'
  const listed = products.filter((one) => one.venue === venue && one.currency === baseCurrency && one.kind === kind)
  return (listed.length === 1 ? listed[0] : listed.find(({ marginType }) => marginType === margin))?.pricePrecision
}
